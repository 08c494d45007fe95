"""Actions are single objects with a text; events and views hide by kind."""

import copy
import pickle

import pytest

from arena.errors import NotationError
from arena.games.actions import FLIP, PASS, PICKUP, PLAYS, SLOUGHS, Action, play, slough
from arena.games.events import PRIVATE_KINDS, UNSEEN_KINDS, Event, EventKind

EVERY = (*(one for low in PLAYS for one in low), *SLOUGHS, FLIP, PASS, PICKUP)


def test_there_are_364_plays_52_sloughs_and_three_more():
    assert 364 + 52 + 3 == len({str(action) for action in EVERY})


def test_every_action_reads_back_as_the_same_object():
    assert all(Action.parse(str(action)) is action for action in EVERY)


def pickled(action):
    return pickle.loads(pickle.dumps(action))  # noqa: S301 - our own bytes


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, pickled])
def test_copying_and_pickling_give_the_same_object(how):
    assert all(how(action) is action for action in EVERY)


def test_an_action_cannot_be_changed_or_made_twice():
    with pytest.raises(AttributeError, match="immutable"):
        FLIP.order = 1
    with pytest.raises(TypeError, match="made once"):
        Action(FLIP.kind, b"", 0, "flip")


def test_canonical_order_is_suit_rank_length_then_sloughs_then_the_rest():
    texts = ["2c", "2c3c", "2c3c4c", "3c", "Ac", "2d", "As", "slough:2c", "slough:As"]
    texts += ["flip", "pass", "pickup"]
    orders = [Action.parse(text).order for text in texts]
    assert sorted(set(orders)) == orders


@pytest.mark.parametrize(
    "text", ["", "5c7c", "6c5c", "Ac2c", "5c6d", "5c5c", "slough:5c6c", "slough:", "Flip", "5C"]
)
def test_anything_else_is_no_action(text):
    with pytest.raises(NotationError, match="expected an action"):
        Action.parse(text)


def test_plays_and_sloughs_are_found_by_their_cards():
    assert Action.parse("TdJdQd") is play(21, 3)
    assert Action.parse("slough:As") is slough(51)


@pytest.mark.parametrize(("low", "length"), [(12, 2), (0, 14), (0, 0), (-1, 1), (52, 1)])
def test_a_suit_has_no_longer_sequences(low, length):
    with pytest.raises(NotationError):
        play(low, length)


@pytest.mark.parametrize("kind", EventKind)
def test_private_cards_are_blanked_for_the_other_seats_only(kind):
    event = Event(kind, 1, b"\x05", 1)
    others = b"" if kind in PRIVATE_KINDS | UNSEEN_KINDS else b"\x05"
    own = b"" if kind in UNSEEN_KINDS else b"\x05"
    assert (kind, 1, others, 1) == event.seen_by(0)
    assert (kind, 1, own, 1) == event.seen_by(1)


def test_events_keep_their_numbers():
    assert list(range(1, 22)) == [kind.value for kind in EventKind]
