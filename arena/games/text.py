"""The rules as text: the sections of docs/rules.md that concern one game.

The document is the only place where the rules stand in words; here it is only found and
cut. Nothing here knows a rule or prints.
"""

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Final

from arena.errors import OptionError, RulesError

OWN_SECTIONS: Final = {
    "atlanta": frozenset({"Atlanta Mattis"}),
    "mattis": frozenset({"Mattis"}),
    "hund": frozenset({"Mattis", "Hund"}),
}
"""The sections that each game has to itself; Hund is Mattis with another first part.

Every other section concerns all games.
"""

_HEADING: Final = re.compile(r"^## (?P<title>.+)$", re.MULTILINE)


def rules_text(game_name: str) -> str:
    """The Markdown of all sections that concern a game, in the document's order.

    The document's title and introduction come first.

    Raises:
        OptionError: there are no rules of that name.
        RulesError: the installation lacks its rules document.
    """
    own = OWN_SECTIONS.get(game_name)
    if own is None:
        known = ", ".join(OWN_SECTIONS)
        raise OptionError(f"no rules of {game_name!r}; there are rules of: {known}")
    others = frozenset().union(*OWN_SECTIONS.values()) - own
    kept = (text for title, text in sections(document()) if title not in others)
    return "".join(kept).rstrip() + "\n"


def document() -> str:
    """The whole of docs/rules.md, from the package or from the checkout around it.

    Raises RulesError if it is in neither place.
    """
    packaged = resources.files("arena.games") / "rules.md"
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    in_checkout = Path(__file__).parents[2] / "docs" / "rules.md"
    if in_checkout.is_file():
        return in_checkout.read_text(encoding="utf-8")
    raise RulesError(f"the rules document is missing: neither {packaged} nor {in_checkout}")


def sections(markdown: str) -> Iterator[tuple[str, str]]:
    """Each section's title and its text, heading included; run together they are `markdown`.

    What stands before the first heading of the second level has the title "".
    """
    headings = list(_HEADING.finditer(markdown))
    starts = [0, *(heading.start() for heading in headings)]
    titles = ["", *(heading["title"] for heading in headings)]
    ends = [*starts[1:], len(markdown)]
    for title, start, end in zip(titles, starts, ends, strict=True):
        yield title, markdown[start:end]
