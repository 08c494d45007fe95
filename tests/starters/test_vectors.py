"""The shared vectors of the greedy strategy are what bots/greedy does."""

import subprocess
import sys
from pathlib import Path

MAKER = Path(__file__).parent / "make_vectors.py"


def test_the_vectors_are_what_bots_greedy_answers(kit):
    made = subprocess.run([sys.executable, MAKER], capture_output=True, check=True)

    assert kit.VECTORS.read_bytes() == made.stdout


def test_there_are_vectors_of_every_way_to_ask_and_of_every_kind_of_action(kit):
    decisions = [vector.decision for vector in kit.vectors()]

    assert {1, 2, 3, 4} <= {decision.view.ask for decision in decisions}
    assert {1, 2, 3, 4, 5} <= {action.kind for one in decisions for action in one.legal}
