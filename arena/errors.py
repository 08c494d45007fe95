"""Every exception that the harness raises on purpose.

The tree:

    ArenaError
    ├── RulesError          a game was asked for something its rules don't know
    │   ├── NotationError   a text is not a card, an action, a ruleset, a seed
    │   ├── OptionError     an option or a number of players that a game doesn't have
    │   └── IllegalAction   an action outside the legal ones
    ├── ConfigError         a league file or a bot's manifest is wrong; names file and key
    ├── RecordError         a record can't be read, or replaying it gives something else
    ├── LedgerError         a ledger can't be opened, is locked, or belongs to another league
    └── RefereeError        the harness itself failed: what was being played is void

A bot's misbehaviour is no exception: it is a fault (`arena.match.faults`), a value that
the match turns into a result.
"""


class ArenaError(Exception):
    """Anything that a user of the harness is told in one line, without a traceback."""


class RulesError(ArenaError):
    """A game was asked for something that its rules don't know."""


class NotationError(RulesError, ValueError):
    """A text that should name a card, an action, a ruleset or a seed doesn't."""


class OptionError(RulesError, ValueError):
    """An option, a value of one, or a number of players that the game doesn't have."""


class IllegalAction(RulesError, ValueError):  # noqa: N818 - the vocabulary's word
    """An action that is not among the legal ones."""


class ConfigError(ArenaError):
    """A league file or a manifest is wrong; the text names the file and the key."""


class RecordError(ArenaError):
    """A record can't be read, or its replay gives something else."""


class LedgerError(ArenaError):
    """A ledger can't be opened, is locked, or belongs to another league."""


class RefereeError(ArenaError):
    """The harness failed, not a bot: the match is void and is played again."""
