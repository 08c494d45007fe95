"""Plays any legal action, each with the same chance. The worst bot that keeps to the rules."""

from arena.sdk import Action, Bot, Decision, run


class Random(Bot):
    """Draws from its own seed, so a match can be played again."""

    def choose(self, decision: Decision) -> Action:
        """Any of them."""
        return self.rng.choice(decision.legal)


if __name__ == "__main__":
    run(Random)
