"""What keeps a bot's process from harm: a ladder of rungs, from namespaces to nothing at all.

`rungs` names them, `probe` finds the best one that works here by running it, `sandbox` starts
bots in it. `docs/sandbox.md` says what each rung stops. Importing this package imports nothing
else: the launcher is started once for every bot.
"""
