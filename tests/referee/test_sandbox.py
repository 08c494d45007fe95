"""Bots are kept as the rung says, see what they may, and leave nothing behind."""

import asyncio
import errno
import json
import os
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.match import record
from arena.referee.sandbox import probe, seccomp
from arena.referee.sandbox.diagnosis import WARNING, Diagnosis, diagnose
from arena.referee.sandbox.footing import Footing, Uids
from arena.referee.sandbox.limits import RANGES, Limits
from arena.referee.sandbox.removal import remove
from arena.referee.sandbox.rungs import LADDER, WORDS, Policy, Rung
from arena.referee.sandbox.sandbox import Sandbox

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the rungs are Linux's")


# --- what can be asked for ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("auto", LADDER),
        ("strict", (Rung.NAMESPACES_ROOT, Rung.NAMESPACES_USER)),
        ("off", (Rung.BARE,)),
        ("namespaces-root", (Rung.NAMESPACES_ROOT,)),
        ("landlock", (Rung.NAMESPACES_ROOT, Rung.NAMESPACES_USER, Rung.LANDLOCK)),
        ("bare", LADDER),
    ],
)
def test_a_policy_takes_these_rungs_best_first(text, accepted):
    assert accepted == Policy.parse(text).accepted


@pytest.mark.parametrize("text", WORDS)
def test_a_policys_text_parses_back(text):
    assert Policy.parse(text) == Policy.parse(str(Policy.parse(text)))


@pytest.mark.parametrize("text", ["", "Strict", "docker", "0"])
def test_another_word_is_refused_and_told_what_is_expected(text):
    with pytest.raises(
        ValueError, match=f"expected strict, auto, off, .* or bare, got {text!r}"
    ):
        Policy.parse(text)


def test_a_policy_that_no_rung_meets_is_refused():
    with pytest.raises(ValueError, match="expected a rung below landlock"):
        Policy(least=Rung.NAMESPACES_ROOT, most=Rung.LANDLOCK)


def test_records_and_rungs_mean_the_same_by_bare():
    assert Rung.BARE == record.BARE


@pytest.mark.parametrize("name", RANGES)
def test_a_limit_out_of_range_is_refused(name):
    least, most = RANGES[name]
    for value in (least - 1, most + 1):
        with pytest.raises(
            ValueError, match=f"{name}: expected {least} to {most}, got {value}"
        ):
            Limits(**{name: value})


def test_what_is_not_asked_for_or_counted_elsewhere_is_left_to_the_kernel():
    plain = Limits().resources(memory=False, processes=False)
    every = Limits(memory_mb=100, processes=9, cpu_s=7).resources(memory=True, processes=True)

    assert {"fsize", "nofile", "core", "memlock", "msgqueue"} == plain.keys()
    assert {"data": 200 << 20, "nproc": 18, "cpu": 7} == {
        name: every[name] for name in every.keys() - plain.keys()
    }


def test_no_two_bots_have_one_user_id_at_a_time():
    uids = Uids()
    taken = [uids.take() for _ in range(256)]
    with pytest.raises(OSError, match="more than 256 bot processes"):
        uids.take()
    uids.give_back(taken[7])

    assert 256 == len(set(taken))
    assert taken[7] == uids.take()


# --- the seccomp filter, on a machine made of paper -------------------------------------------

ALLOW, KILL = 0x7FFF0000, 0x80000000
PROGRAMS = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}


def refused(number):
    return 0x00050000 | number


def verdict(program, number, architecture, argument=0):
    """What the filter returns for a call: its instructions carried out one by one."""
    data = struct.pack("=iIQQ40x", number, architecture, 0, argument)
    loaded = place = 0
    while True:
        code, if_true, if_false, value = struct.unpack_from("=HBBI", program, 8 * place)
        place += 1
        if code == 0x06:
            return value
        if code == 0x20:
            (loaded,) = struct.unpack_from("=I", data, value)
            continue
        passed = {0x15: loaded == value, 0x35: loaded >= value, 0x45: bool(loaded & value)}[
            code
        ]
        place += if_true if passed else if_false


@pytest.mark.parametrize("machine", PROGRAMS)
def test_every_listed_call_is_refused_and_others_are_not(machine):
    program = seccomp.program(seccomp.ALL_SOCKETS, machine)
    listed = set(seccomp.refused(machine).values())
    special = {"x86_64": {56, 435, 41}, "aarch64": {220, 435, 198}}[machine]

    for number in range(460):
        if number not in special:
            expected = refused(errno.EPERM) if number in listed else ALLOW
            assert expected == verdict(program, number, PROGRAMS[machine]), number


@pytest.mark.parametrize(
    ("machine", "number", "argument", "expected"),
    [
        ("x86_64", 56, 0x11, ALLOW),  # clone as fork does it
        ("x86_64", 56, 0x3D0F00, ALLOW),  # clone as threads do it
        ("x86_64", 56, 0x10000000, refused(errno.EPERM)),  # with a user namespace
        ("aarch64", 220, 0x00020000 | 0x11, refused(errno.EPERM)),  # with a mount namespace
        ("x86_64", 435, 0, refused(errno.ENOSYS)),  # clone3
        ("x86_64", 41, 1, ALLOW),  # a unix socket
        ("aarch64", 198, 16, ALLOW),  # netlink
        ("x86_64", 41, 2, refused(errno.EAFNOSUPPORT)),  # the internet
        ("x86_64", 41, 40, refused(errno.EAFNOSUPPORT)),  # the virtual machine's host
        ("x86_64", 0x40000000, 0, refused(errno.ENOSYS)),  # a call of the x32 form
    ],
)
def test_some_calls_depend_on_what_they_are_asked(machine, number, argument, expected):
    program = seccomp.program(seccomp.LOCAL_SOCKETS, machine)

    assert expected == verdict(program, number, PROGRAMS[machine], argument)


def test_a_call_of_another_architecture_ends_the_process():
    assert KILL == verdict(seccomp.program((), "x86_64"), 0, PROGRAMS["aarch64"])


def test_an_unknown_machine_has_no_filter():
    assert b"" == seccomp.program((), "riscv64")


@pytest.mark.parametrize(
    ("machine", "header"),
    [
        ("x86_64", "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
        ("aarch64", "/usr/include/asm-generic/unistd.h"),
    ],
)
def test_the_numbers_are_the_kernels(machine, header):
    if not Path(header).exists():
        pytest.skip(f"{header} isn't installed")
    text = Path(header).read_text(encoding="ascii")
    numbers = {name: int(n) for name, n in re.findall(r"#define __NR_(\w+)\s+(\d+)", text)}
    ours = seccomp.refused(machine)

    assert {name: numbers.get(name, n) for name, n in ours.items()} == ours


# --- removing what bots leave ----------------------------------------------------------------


def test_a_scratch_folder_is_removed_whatever_is_in_it(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").touch()
    top = tmp_path / "top"
    (top / "a" / "b").mkdir(parents=True)
    (top / "moved-0").touch()
    (top / "a" / "link").symlink_to(outside)
    (top / "a" / "dead").symlink_to("moved-1")
    os.mkfifo(top / "a" / "pipe")
    (top / "a" / "b").chmod(0)
    here = Path.cwd()
    os.chdir(top)
    for _ in range(1100):
        Path("deeper").mkdir()
        os.chdir("deeper")
    os.chdir(here)

    assert remove(top)
    assert [outside / "file"] == list(outside.iterdir())


# --- every rung of this machine --------------------------------------------------------------


@pytest.fixture(params=LADDER)
def rung(request):
    found = probe.attempt(request.param)
    if isinstance(found, probe.Refusal):
        pytest.skip(f"{found.rung}: {found.reason}")
    return request.param


@pytest.fixture
def bot(tmp_path):
    folder = tmp_path / "bot"
    folder.mkdir()
    return folder


def script(folder, text):
    """A bot that is a shell script."""
    (folder / "run.sh").write_text(f"#!/bin/sh\n{text}\n")
    (folder / "run.sh").chmod(0o755)
    return ("./run.sh",)


async def in_a_cell(rung, folder, command, act=None):
    """What the program prints, how it ended, and its cell, which is closed."""
    sandbox = Sandbox(Policy.exactly(rung))
    with tempfile.TemporaryDirectory() as top:
        sandbox.open_home(Path(top))
        home = tempfile.mkdtemp(dir=top)
        cell = sandbox.cell(folder, Path(home))
        process = await cell.start(command, {"ARENA_TOKEN": "secret"})
        if act is not None:
            await act(cell, process)
        said = (await process.stdout.read()).decode()
        how = cell.how(await process.wait())
        await sandbox.dismiss(cell)
        await sandbox.close()
        assert [] == os.listdir(top)  # noqa: PTH208
    return said, how, cell


def carry_out(*args, **kwargs):
    return asyncio.run(in_a_cell(*args, **kwargs))


def test_a_bot_has_this_environment_and_no_other(rung, bot, monkeypatch):
    monkeypatch.setenv("AWS_SECRET", "of ours")
    program = "import json, os; print(json.dumps(dict(os.environ)))"
    said, _, _ = carry_out(rung, bot, ("python", "-c", program))

    given = json.loads(said)
    given.pop("LC_CTYPE", None)  # Python's own doing
    expected = {"ARENA_TOKEN", "HOME", "LANG", "PATH", "PWD", "TMPDIR"}
    expected |= {"PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}
    assert expected | {"PWD", "PYTHONPATH"} == given.keys() | {"PWD", "PYTHONPATH"}
    assert given["HOME"] == given["TMPDIR"]


def test_a_bot_stands_in_its_folder_and_may_write_into_its_scratch_folder(rung, bot):
    (bot / "data").write_text("own\n")
    said, how, _ = carry_out(
        rung, bot, script(bot, 'cat data; echo x >"$TMPDIR/x" && echo wrote')
    )

    assert ("own\nwrote\n", "exit code 0") == (said, how)


def test_a_folder_that_its_owner_keeps_to_himself_can_be_run(rung, bot):
    command = script(bot, "echo here")
    (bot / "run.sh").chmod(0o700)
    bot.chmod(0o700)

    assert ("here\n", "exit code 0") == carry_out(rung, bot, command)[:2]


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("exit 3", "exit code 3"),
        ("kill -9 $$", "signal SIGKILL"),
        ("kill $$", "signal SIGTERM"),
    ],
)
def test_how_a_bot_ended_is_told(rung, bot, text, how):
    assert how == carry_out(rung, bot, script(bot, text))[1]


def test_a_program_that_is_not_there_is_named_as_such(rung, bot):
    with pytest.raises(FileNotFoundError, match="no such program"):
        carry_out(rung, bot, ("no-such-program",))


def test_killing_ends_a_bot_that_would_not_end(rung, bot):
    async def act(cell, process):
        await process.stdout.readline()
        cell.kill()

    text = "trap '' HUP INT TERM; (trap '' HUP; sleep 1000) & echo ready; sleep 1000"
    _, how, _ = carry_out(rung, bot, script(bot, text), act)

    assert "signal SIGKILL" == how


def test_what_a_bot_used_is_told(rung, bot):
    program = "kept = bytearray(30_000_000); sum(range(3_000_000))"
    _, _, cell = carry_out(rung, bot, ("python", "-c", program))

    assert cell.usage().cpu_s > 0.02
    assert cell.usage().peak_memory > 30_000_000


def test_a_frozen_bot_goes_on_when_it_is_thawed(rung, bot):
    frozen = []

    async def act(cell, process):
        await process.stdout.readline()
        frozen.append(cell.freeze())
        cell.freeze(frozen=False)

    said, how, _ = carry_out(rung, bot, script(bot, "echo one; echo two"), act)

    assert ("two\n", "exit code 0") == (said, how)
    assert [probe.attempt(rung).place is not None] == frozen


REFEREE = """
import asyncio, os, sys
from pathlib import Path
from arena.referee.sandbox.rungs import Policy, Rung
from arena.referee.sandbox.sandbox import Sandbox

async def main(rung, folder, home):
    sandbox = Sandbox(Policy.exactly(Rung(rung)))
    sandbox.open_home(home.parent)
    process = await sandbox.cell(folder, home).start(("./run.sh", sys.argv[4]), {})
    await process.stdout.readline()
    print("ready", flush=True)
    await process.wait()

asyncio.run(main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])))
"""


def processes_with(word):
    """Open handles of the processes that have the word among their arguments."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if word.encode() in (entry / "cmdline").read_bytes():
                found.append(os.pidfd_open(int(entry.name)))
    return found


def ends(process):
    """Whether the process ends in time."""
    ended, _, _ = select.select([process], [], [], 20)
    os.close(process)
    return bool(ended)


def test_bots_end_with_a_referee_that_is_killed(rung, bot):
    word = f"{1000 + os.getpid()}.{LADDER.index(rung)}"  # seconds, that no other sleeps
    with tempfile.TemporaryDirectory() as top:
        Path(top).chmod(0o711)
        home = Path(top, "home")
        home.mkdir(mode=0o700)
        script(bot, "setsid sleep $1 >/dev/null & echo ready; sleep $1")
        referee = subprocess.Popen(
            [sys.executable, "-c", REFEREE, rung, bot, home, word], stdout=subprocess.PIPE
        )
        with referee:
            assert b"ready\n" == referee.stdout.readline()
            bots = processes_with(word)  # and the referee
            referee.send_signal(signal.SIGKILL)
        assert len(bots) > 1
        assert all([ends(process) for process in bots])  # noqa: C419 - all of them are closed


# --- finding the rung ------------------------------------------------------------------------


def test_the_best_rung_that_works_is_found():
    assert probe.find(Policy()) == probe.best_footing()


def test_isolation_that_the_machine_does_not_give_is_an_error():
    other = Rung.NAMESPACES_USER if os.geteuid() == 0 else Rung.NAMESPACES_ROOT
    with pytest.raises(ConfigError, match=f'sandbox: expected isolation of at least "{other}"'):
        probe.find(Policy.exactly(other))


def test_the_diagnosis_names_every_rung():
    lines = diagnose().lines

    assert f"isolation: {probe.best_footing().rung}" == lines[0]
    assert all(any(line.startswith(f"  {rung} ") for line in lines) for rung in LADDER)


def test_the_diagnosis_says_what_helps_to_better_rungs_alone():
    refusals = (
        probe.Refusal(Rung.NAMESPACES_ROOT, "needs root"),
        probe.Refusal(Rung.NAMESPACES_USER, "bwrap isn't installed", "the package bubblewrap"),
        probe.Refusal(Rung.UID, "needs root", "root"),
    )
    landlock = Diagnosis(Footing(Rung.LANDLOCK), refusals, ())
    bare = Diagnosis(Footing(Rung.BARE), refusals, ())

    assert ("namespaces-user needs the package bubblewrap",) == landlock.advice
    assert WARNING not in "\n".join(landlock.lines)
    assert 2 == len(bare.advice)
    assert WARNING in bare.lines[-1]
