"""Runs inside a rung that is being tried, as a bot does, and sees whether the rung holds.

    python check.py SECRET FILTERED

`probe` copies it into a bot's folder. It says nothing and exits with 0 if it can do what a bot
must be able to do, and can't what it must not; else it says what is wrong and exits with 1.
"""

import sys
from pathlib import Path


def main() -> None:
    """Try everything, and exit."""
    secret, filtered = sys.argv[1:]
    problems = [
        *(("it reads files that aren't the bot's",) if _can(Path(secret).read_bytes) else ()),
        *(("it writes into the bot's folder",) if _can(Path("new").touch) else ()),
        *_scratch(),
        *_interpreter(),
        *(("no seccomp filter is in force",) if filtered == "filtered" and _free() else ()),
    ]
    if problems:
        sys.exit("; ".join(problems))


def _can(action) -> bool:  # type: ignore[no-untyped-def]  # noqa: ANN001 - typing costs its import
    try:
        action()
    except OSError:
        return False
    return True


def _scratch() -> list[str]:
    from os import environ  # noqa: PLC0415 - what is wrong is said, whatever it is

    file = Path(environ["TMPDIR"], "new")
    return [] if _can(file.touch) else ["it can't write into the scratch folder"]


def _interpreter() -> list[str]:
    from importlib.util import find_spec  # noqa: PLC0415 - as above

    try:
        import arena.cards  # noqa: F401, PLC0415 - whether it can be imported is the question
    except ImportError as error:
        return [f"Python bots don't start: {error}"]
    return [] if find_spec("grpc") else ["Python bots don't find grpc"]


def _free() -> bool:
    return "Seccomp:\t2" not in Path("/proc/self/status").read_text()


if __name__ == "__main__":
    main()
