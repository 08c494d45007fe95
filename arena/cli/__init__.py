"""The command line: commands, options, exit codes. No logic: that is in the layers below.

`main` is the entry point. Nothing heavy is imported before a command needs it, so that
`arena --help` is there at once.
"""


def main() -> None:
    """Run the command that `sys.argv` names, and exit with its code."""
    from arena.cli.root import arena  # noqa: PLC0415 - importing arena.cli must cost nothing

    arena()
