from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from arena.league.board import Board
from arena.league.schedule import make_schedule


def names(count):
    return tuple(f"bot{number}@{number:012x}" for number in range(count))


@st.composite
def schedules(draw):
    seats = draw(st.integers(2, 4))
    entries = names(draw(st.integers(seats, seats + 2)))
    return make_schedule(entries, seats, draw(st.integers(1, 3)), draw(st.integers(1, 3)))


class Processes:
    """The bot processes of a run: which deals each has been told of."""

    def __init__(self, workers):
        self.generation = Counter()
        self.met = Counter()
        self.workers = workers

    def replace_all(self):
        for worker in range(self.workers):
            self.replace(worker)

    def replace(self, worker):
        self.generation[worker] += 1

    def play(self, worker, match):
        for entry in match.entries:
            self.met[worker, self.generation[worker], entry, match.table, match.deal] += 1


def play_wave(board, processes, workers, chance):
    """Play in some order, with some voids and dead workers; what is to be played again."""
    running = [[] for _ in range(workers)]
    void = []
    while board.waiting or board.running:
        worker = chance.randrange(workers)
        what = chance.choice(["take", "take", "finish", "finish", "void", "die"])
        if what == "take" and (match := board.take(worker)) is not None:
            running[worker].append(match)
            processes.play(worker, match)
        elif what == "die":
            assert sorted(running[worker], key=lambda m: m.order) == board.lose(worker)
            void += running[worker]
            running[worker] = []
            processes.replace(worker)
        elif what in ("finish", "void") and running[worker]:
            match = running[worker].pop(chance.randrange(len(running[worker])))
            assert match == board.finish(worker, match.match_id)
            void += [match] if what == "void" else []
    return void


@given(schedules(), st.integers(1, 3), st.integers(1, 5), st.integers(0, 2**32))
def test_no_process_meets_a_deal_twice_whatever_goes_wrong(schedule, workers, in_flight, seed):
    chance = Random(seed)
    concurrency = {entry: chance.randint(1, 3) for entry in schedule.entries}
    processes = Processes(workers)
    for one in schedule.passes():
        todo = one.matches
        while todo:
            processes.replace_all()
            board = Board(todo, concurrency, workers, in_flight)
            todo = play_wave(board, processes, workers, chance)
    assert {1} == set(processes.met.values())


@given(schedules(), st.integers(1, 3), st.integers(1, 5), st.data())
def test_no_worker_gets_more_than_it_may_have(schedule, workers, in_flight, data):
    matches = next(schedule.passes()).matches
    concurrency = {entry: data.draw(st.integers(1, 3)) for entry in schedule.entries}
    board = Board(matches, concurrency, workers, in_flight)
    for worker in range(workers):
        taken = []
        while (match := board.take(worker)) is not None:
            taken.append(match)
        busy = Counter(entry for match in taken for entry in match.entries)
        assert len(taken) <= in_flight
        assert all(busy[entry] <= concurrency[entry] for entry in busy)


def first_pass(bots, seats, deals):
    return next(make_schedule(names(bots), seats, deals).passes()).matches


def test_matches_come_in_the_schedule_s_order():
    matches = first_pass(4, 3, deals=5)
    board = Board(matches, dict.fromkeys(names(4), 100), workers=1, in_flight=100)
    assert list(matches) == [board.take(0) for _ in matches]
    assert board.take(0) is None


def test_a_match_whose_bots_are_busy_lets_others_pass():
    matches = first_pass(5, 2, deals=1)
    board = Board(matches, dict.fromkeys(names(5), 1), workers=1, in_flight=10)
    first, second = board.take(0), board.take(0)
    assert set(first.entries).isdisjoint(second.entries)
    assert board.take(0) is None
    board.finish(0, first.match_id)
    assert set(board.take(0).entries).isdisjoint(second.entries)


def test_a_short_list_is_spread_over_all_workers():
    matches = first_pass(3, 3, deals=4)
    board = Board(matches, dict.fromkeys(names(3), 100), workers=2, in_flight=100)
    assert 2 == sum(board.take(0) is not None for _ in range(4))
    assert 2 == sum(board.take(1) is not None for _ in range(4))
    assert 0 == board.waiting


def test_counts_follow_what_happens():
    matches = first_pass(3, 3, deals=2)
    board = Board(matches, dict.fromkeys(names(3), 4), workers=1, in_flight=4)
    one, two = board.take(0), board.take(0)
    assert (0, 2) == (board.waiting, board.running)
    board.finish(0, two.match_id)
    assert (0, 1) == (board.waiting, board.running)
    assert [one] == board.lose(0)
    assert (0, 0) == (board.waiting, board.running)
