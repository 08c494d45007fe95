"""Says something and is done: nobody called `run`."""

print("my bot is loaded")  # noqa: T201 - bots may print
