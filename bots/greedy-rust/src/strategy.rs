//! Sheds the lowest card that it can, and keeps trumps for when nothing else will do.

use std::cmp::Reverse;

use crate::protocol::{Action, ActionKind, Decision, MatchStart};

/// Cards are numbers: 13 * suit + rank.
const RANKS: u32 = 13;

/// What an action costs; variants and fields are in the order in which they count.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Cost {
    Cards {
        trumps: bool,
        rank: u32,
        count: Reverse<usize>,
    },
    LastResort,
    Unknown, // of a newer referee: not for us
}

/// The index in `decision.legal` of the lowest play; more cards rather than fewer.
///
/// `_start` is the match as it began, for bots that want more: seat, options, a seed.
pub fn choose(_start: &MatchStart, decision: &Decision) -> usize {
    let trump_card = decision.view.as_ref().and_then(|view| view.trump_card);
    let trumps = trump_card.map(|card| card / RANKS);
    let costs = decision.legal.iter().map(|action| cost(action, trumps));
    costs
        .enumerate()
        .min_by(|(_, a), (_, b)| a.cmp(b))
        .map_or(0, |(index, _)| index)
}

fn cost(action: &Action, trumps: Option<u32>) -> Cost {
    match action.kind() {
        ActionKind::Play | ActionKind::Slough => {
            let lowest = u32::from(action.cards[0]);
            Cost::Cards {
                trumps: trumps == Some(lowest / RANKS),
                rank: lowest % RANKS,
                count: Reverse(action.cards.len()),
            }
        }
        ActionKind::Flip | ActionKind::Pass | ActionKind::Pickup => Cost::LastResort,
        ActionKind::Unspecified => Cost::Unknown,
    }
}
