//! A bot in Rust: this file talks to the referee, `strategy.rs` plays.

use std::collections::HashMap;
use std::env;
use std::process::ExitCode;

use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::Endpoint;
use tonic::{Code, Status};

use protocol::arena_service_client::ArenaServiceClient;
use protocol::{Choice, Hello, MatchStart, PlayRequest, PlayResponse};

mod strategy;

mod protocol {
    tonic::include_proto!("arena.v1");
}

// Exit codes, as the Python library has them. The end of the stream is 0.
const BOT_FAILED: u8 = 1;
const NO_REFEREE: u8 = 2;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let (Ok(address), Ok(token)) = (env::var("ARENA_ADDRESS"), env::var("ARENA_TOKEN")) else {
        eprintln!("bot: a bot is started by a referee, which sets ARENA_ADDRESS and ARENA_TOKEN");
        return NO_REFEREE.into();
    };
    let Err(status) = play(address, token).await else {
        return ExitCode::SUCCESS;
    };
    eprintln!("bot: {}: {}", status.code(), status.message());
    match status.code() {
        Code::Aborted => BOT_FAILED.into(),
        _ => NO_REFEREE.into(),
    }
}

/// Dials in, and answers until the referee ends the stream.
async fn play(address: String, token: String) -> Result<(), Status> {
    let channel = endpoint(&address)?
        .connect()
        .await
        .map_err(|error| Status::unavailable(format!("no referee at {address}: {error}")))?;
    let (answers, outgoing) = unbounded_channel();
    say(&answers, hello(token));
    let mut incoming = ArenaServiceClient::new(channel)
        .max_decoding_message_size(usize::MAX)
        .play(UnboundedReceiverStream::new(outgoing))
        .await?
        .into_inner();
    let mut matches = HashMap::new();
    while let Some(message) = incoming.message().await? {
        let choices = answer(&mut matches, message)?;
        if !choices.is_empty() {
            say(
                &answers,
                PlayRequest {
                    choices,
                    ..Default::default()
                },
            );
        }
    }
    Ok(())
}

/// An address is `unix:PATH` or `HOST:PORT`.
fn endpoint(address: &str) -> Result<Endpoint, Status> {
    let uri = match address.strip_prefix("unix:") {
        Some(path) => format!("unix://{path}"),
        None => format!("http://{address}"),
    };
    Endpoint::from_shared(uri)
        .map_err(|error| Status::invalid_argument(format!("{address}: {error}")))
}

fn hello(token: String) -> PlayRequest {
    let client = concat!("arena-rust ", env!("CARGO_PKG_VERSION")).to_owned();
    let hello = Hello {
        token,
        protocol_version: 1,
        client,
    };
    PlayRequest {
        hello: Some(hello),
        ..Default::default()
    }
}

/// Answers all that a message asks. Several matches may be under way.
fn answer(
    matches: &mut HashMap<u64, MatchStart>,
    message: PlayResponse,
) -> Result<Vec<Choice>, Status> {
    matches.extend(
        message
            .starts
            .into_iter()
            .map(|start| (start.match_id, start)),
    );
    let mut choices = Vec::with_capacity(message.decisions.len());
    for decision in &message.decisions {
        let Some(start) = matches.get(&decision.match_id) else {
            let never = format!("the referee never began match {}", decision.match_id);
            return Err(Status::internal(never));
        };
        choices.push(Choice {
            match_id: decision.match_id,
            decision_id: decision.decision_id,
            index: strategy::choose(start, decision) as u32,
        });
    }
    for end in &message.ends {
        matches.remove(&end.match_id);
    }
    Ok(choices)
}

/// Sends a message. If the stream has ended meanwhile, the next one that is read tells how.
fn say(answers: &UnboundedSender<PlayRequest>, message: PlayRequest) {
    let _ = answers.send(message);
}
