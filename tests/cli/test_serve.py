"""`arena serve` and `arena bot token`: what they refuse, and what they print."""

import pytest


@pytest.fixture
def cup(tmp_path):
    """A league of two remote bots."""
    tables = ", ".join(f'{{ name = "{name}", remote = true }}' for name in ("ann", "bob"))
    file = tmp_path / "cup.toml"
    file.write_text(f'game = "mattis"\nseats = 2\nbots = [{tables}]\n', encoding="utf-8")
    return file


def test_a_token_is_printed_once_and_can_be_taken_away(run, cup):
    made = run("bot", "token", cup, "ann")
    assert (0, 43) == (made.exit_code, len(made.stdout.strip()))
    kept = [file.read_text() for file in cup.with_suffix(".serve").iterdir()]
    assert not any(made.stdout.strip() in text for text in kept)

    assert [0, 1] == [run("bot", "token", cup, "ann", "--revoke").exit_code for _ in range(2)]


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (("bot", "token", "cup", "eve"), "no remote bot 'eve': known are ann, bob"),
        (("serve", "cup"), "Missing option '--listen'"),
        (("serve", "cup", "--listen", "there"), "expected HOST:PORT"),
        (("serve", "cup", "--listen", "127.0.0.1:0", "--cert", "cup"), "go together"),
        (
            ("serve", "cup", "--listen", "127.0.0.1:0", "--cert", "cup", "--key", "cup"),
            "expected a certificate and its key",
        ),
        (("league", "run", "cup"), "nobody listens for them; `arena serve` does"),
    ],
)
def test_what_can_not_be_is_said_in_a_line(run, cup, command, why):
    done = run(*[cup if word == "cup" else word for word in command])
    assert 2 == done.exit_code
    assert why in done.stderr
    assert 1 == len(done.stderr.splitlines())


def test_the_plan_tells_of_deals_that_are_played_once(run, cup):
    planned = run("league", "plan", cup).stdout
    assert "40; at 1 table with a remote bot every match has one of its own" in planned
