"""`arena league`: plan, run, resume, show."""

import csv
import hashlib
import io
import json
import os
import pty
import re
import signal
import subprocess
import sys

ARENA = [sys.executable, "-c", "from arena.cli import main; main()"]


def test_a_plan_says_what_there_is_to_play(run, league):
    result = run("league", "plan", league("a", "b", "c", "d", deals=5))
    lines = dict(line.split(maxsplit=1) for line in result.output.splitlines())

    assert 0 == result.exit_code
    assert "4" == lines["tables"]
    assert "20, 5 a table" == lines["deals"]
    assert "120" == lines["matches"]
    assert lines["seatings"].startswith("all 6 seatings")
    assert lines["time"].startswith("about ")


def test_a_run_says_the_secrets_hash_first_and_the_secret_last(clean):
    _, output = clean
    commitment = re.search(r"SHA-256 of the secret .*: ([0-9a-f]{64})", output)[1]
    secret = re.search(r"the league's secret: ([0-9a-f]{64})\n\Z", output)[1]

    assert commitment == hashlib.sha256(bytes.fromhex(secret)).hexdigest()
    assert "6 of 6 · 100 %" in output


def test_a_finished_league_is_only_shown(run, clean):
    file, first = clean
    again = run("league", "run", file)

    assert 0 == again.exit_code
    assert "all of them are played" in again.output
    assert first[first.index("\ncup, 6 of 6") :] == again.output[again.output.index("\ncup") :]


def test_faults_are_summed_up_with_the_way_to_the_details(run, played):
    output = run("league", "run", played).output

    assert "faults of cyd: crashed 6" in output
    assert f"arena match list {played} --faults" in output


def test_json_has_the_league_and_its_standings(run, clean):
    table = json.loads(run("league", "show", clean[0], "--format", "json").output)

    assert "cup" == table["league"]["name"]
    assert [1, 2, 3] == [one["rank"] for one in table["standings"]]
    assert {6} == {one["matches"] for one in table["standings"]}
    assert (
        table["league"]["secret_sha256"]
        == hashlib.sha256(bytes.fromhex(table["league"]["secret"])).hexdigest()
    )


def test_csv_has_a_line_a_bot_and_goes_into_a_file(run, clean, tmp_path):
    file = tmp_path / "out.csv"
    result = run("league", "show", clean[0], "--format", "csv", "--output", file)

    assert (0, "") == (result.exit_code, result.output)
    rows = list(csv.DictReader(io.StringIO(file.read_text())))
    assert {"ann", "bob", "cyd"} == {row["bot"] for row in rows}


def test_the_table_in_a_file_is_whole_and_plain(run, clean, tmp_path):
    file = tmp_path / "out.txt"
    run("league", "show", clean[0], "--output", file)
    text = file.read_text()

    assert run("league", "show", clean[0]).output == text
    assert "loss % by seat" in text
    assert "think ms" in text
    assert "\x1b" not in text


def test_matches_of_a_changed_bot_are_not_counted_and_that_is_said(run, league):
    file = league("a", "b", game="mattis")
    run("league", "run", file)
    bot = file.parent / "bots" / "b" / "bot.py"
    bot.write_text(bot.read_text() + "# changed\n")

    assert "not counted: 2 matches" in run("league", "show", file).output


def start(*args, **options):
    return subprocess.Popen([*ARENA, *map(str, args)], **options)


def until(stream, pattern):
    """Read lines up to the first that matches."""
    for line in stream:
        if re.search(pattern, line):
            return line
    raise AssertionError(f"the output ended without {pattern}")


def test_ctrl_c_finishes_running_matches_and_the_same_command_goes_on(run, league):
    file = league("a", "b", game="mattis", deals=60)
    process = start("league", "run", file, stdout=subprocess.PIPE, text=True)
    with process:
        until(process.stdout, r"^\d+ of 120 ")
        process.send_signal(signal.SIGINT)
        output = process.stdout.read()

    assert 130 == process.returncode
    assert "Ctrl-C again stops at once" in output
    played = int(re.search(r"stopped after (\d+) of 120", output)[1])
    assert 0 < played < 120

    resumed = run("league", "run", file)
    assert 0 == resumed.exit_code
    assert f"going on: {played} of 120 matches are played already" in resumed.output
    assert "the league's secret: " in resumed.output


def test_a_second_ctrl_c_stops_at_once(league):
    file = league("a", ("b", "sleeps"), game="mattis")
    with start("league", "run", file, stdout=subprocess.PIPE, text=True) as process:
        until(process.stdout, "SHA-256")
        process.send_signal(signal.SIGINT)
        until(process.stdout, "Ctrl-C again")
        process.send_signal(signal.SIGINT)
        output = process.stdout.read()

    assert 130 == process.returncode
    assert "stopped after 0 of 2" in output


def on_terminal(*args, columns):
    """Run a command on a terminal of that width; all that it wrote."""
    control, terminal = pty.openpty()
    environment = {
        **os.environ,
        "COLUMNS": str(columns),
        "LINES": "30",
        "TERM": "xterm-256color",
    }
    environment.pop("NO_COLOR", None)
    process = start(*args, stdin=terminal, stdout=terminal, stderr=terminal, env=environment)
    os.close(terminal)
    written = b""
    with process:
        try:
            while chunk := os.read(control, 65536):
                written += chunk
        except OSError:  # Linux says so when the last writer has closed a terminal
            pass
    os.close(control)
    return process.returncode, written.decode()


def test_on_a_terminal_bar_and_leaderboard_move_and_the_board_stays(league):
    file = league("a", "b", game="mattis", deals=3)
    code, written = on_terminal("league", "run", file, columns=80)
    final = written[written.rindex("cup, 6 of 6 matches") :]

    assert 0 == code
    assert "━" in written
    assert " left" in written
    assert "\x1b[?25h" in written
    assert "by seat" in final
    assert 80 >= max(len(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", x)) for x in final.splitlines())


def test_no_display_on_a_terminal_if_plain_lines_are_asked_for(league):
    file = league("a", "b", game="mattis")
    code, written = on_terminal("league", "run", file, "--plain", columns=120)

    assert 0 == code
    assert "2 of 2 · 100 %" in written
    assert "\x1b[?25l" not in written
