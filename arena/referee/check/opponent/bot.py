"""Sits in the other seats when a bot is checked: any legal action, but the same ones again."""

from arena.sdk import Action, Bot, Decision, run


class Opponent(Bot):
    """Draws from its own seed. Playing at random, it leads into all corners of a game."""

    def choose(self, decision: Decision) -> Action:
        """Any of them."""
        return self.rng.choice(decision.legal)


if __name__ == "__main__":
    run(Opponent)
