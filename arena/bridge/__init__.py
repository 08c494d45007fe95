"""`arena-bridge PROGRAM ARGUMENTS…`: a bot whose thinking is done by a program of any language.

The program reads one line of JSON for each message from its standard input, and writes one line
for each answer; `docs/bridge.md` describes both. Towards the referee the bridge is a bot as any
other, made of the SDK's parts.

Here are the lines (`lines`), what is open and what answers it (`questions`), the program's
process (`program`), and what runs them (`running`). It imports nothing of the harness.
"""


def main() -> None:
    """The entry point of `arena-bridge`."""
    from arena.bridge.running import run  # noqa: PLC0415 - importing this must cost nothing

    run()
