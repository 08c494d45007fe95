"""The check of a bot before it enters a league: what `arena bot check` does.

`findings` are what is said, `exams` what is played, `watcher` what is seen of the bot's
processes, `surprises` what a newer referee might say, `shown` a message for people, `check` the
course of things. In `opponent` is the bot that sits in the other seats.
"""
