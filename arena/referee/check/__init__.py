"""The check of a bot before it enters a league: what `arena bot check` does.

`findings` are what is said and `notes` take it down, `exams` are what is played, `watcher` is
what is seen of the bot's processes, `surprises` what a newer referee might say, `shown` a
message for people, `course` the steps, `check` the whole. In `opponent` is the bot that sits in
the other seats.
"""
