"""Carries out attacks on one rung: `python driver.py RUNG TOP`, run by whoever referees.

It reads the name of an attack a line on stdin, and answers with a line of JSON: the outcome in
the words of `table.py`, and a detail. When stdin ends it says what is left of all that it
started. `TOP` is a folder of its own in which all users may look around.
"""

import asyncio
import contextlib
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
from pathlib import Path

from table import FLOODING, OPEN, STOPPED

from arena.errors import ConfigError
from arena.games.registry import make_ruleset
from arena.match.clock import TimeControl
from arena.match.order import MatchOrder
from arena.referee.host import Host
from arena.referee.manifest import load_manifest
from arena.referee.sandbox import probe
from arena.referee.sandbox.limits import Limits
from arena.referee.sandbox.rungs import Policy, Rung
from arena.referee.sandbox.sandbox import Sandbox

HERE = Path(__file__).parent
TIGHT = Limits(memory_mb=64, processes=40, file_mb=4, scratch_mb=12)
ROOMY = Limits(output_mb=4)
TIME = TimeControl(move_time=8.0, bank=0.0, start_time=30.0)
PATIENCE = 30.0
MANIFEST = 'name = "{0}"\nrun = ["python", "{1}"]\ngames = ["atlanta"]\n'


def a_victim():
    """A process to be harmed. It holds none of our pipes, so that nobody waits for it."""
    return subprocess.Popen(
        ["/bin/sleep", "600"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )


class Scene:
    """What bots might want to get at, and the sandbox that keeps them from it."""

    def __init__(self, rung, top):
        self.policy = Policy.exactly(rung)
        self.sandbox = Sandbox(self.policy, TIGHT)
        self.top = top
        self.secret = secrets.token_hex(16)
        self.marker = secrets.token_hex(8)
        self.homes = self.made("homes", 0o711)
        self.bot = self.made("bot", 0o755)
        shutil.copy(HERE / "programs" / "pry.py", self.bot)
        self.closed = self.made("closed", 0o700)
        (self.made("closed/other", 0o755) / "bot.py").write_text(self.secret)
        self.league = self.made("league", 0o755)
        (self.league / "ledger").write_text(self.secret)
        (self.league / "ledger").chmod(0o600)
        self.precious = self.made("precious", 0o777)
        (self.precious / "precious").write_text("precious")
        self.victim = a_victim()
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind(f"\0{self.marker}")
        self.listening.listen()
        self.held = os.open(self.league / "ledger", os.O_RDONLY)
        os.set_inheritable(self.held, True)

    def made(self, name, mode):
        folder = self.top / name
        folder.mkdir()
        folder.chmod(mode)
        return folder

    async def carry_out(self, attack):
        if attack in {row.name for row in FLOODING}:
            return await self.flood(attack)
        if attack in self.WITH_A_VICTIM:
            return await self.pry_on_a_bot(attack)
        special = getattr(self, attack.replace("-", "_"), None)
        return await (special() if special else self.pry(attack, *self.words(attack)))

    def words(self, attack):
        """What the attacker has been told."""
        return {
            "other-bot": [self.closed / "other" / "bot.py"],
            "ledger": [self.league / "ledger"],
            "environment": [os.environ["ARENA_TEST_SECRET"]],
            "descriptors": [self.secret],
            "processes": [str(self.top)[::-1]],
            "ptrace": [self.victim.pid],
            "loopback": [self.tcp.getsockname()[1]],
            "abstract": [self.marker],
            "fork-bomb": [120],
            "threads": [120],
            "memory": [168],
            "memory-together": [168],
            "memory-shared": [168],
            "memory-hidden": [40],
            "disk": [24],
            "file": [8],
        }.get(attack, [])

    async def pry(self, attack, *words):
        """Run the program once, in a cell of its own."""
        async with self.running(attack, *words) as (cell, process):
            said = await asyncio.wait_for(process.stdout.read(), PATIENCE)
            await process.wait()
            breach = cell.breach()
        last = said.decode("utf-8", "replace").strip().rpartition("\n")[2]
        if breach is not None:
            return breach.kind.value, breach.detail
        outcome = {"reached:": OPEN, "stopped:": STOPPED}.get(last.partition(" ")[0])
        return outcome or f"ended by {cell.how(process.returncode)}", last

    @contextlib.asynccontextmanager
    async def running(self, *words, token=""):
        home = self.homes / secrets.token_hex(8)
        home.mkdir(mode=0o700)
        cell = self.sandbox.cell(self.bot, home)
        try:
            with socket.socket(socket.AF_UNIX) as listening:
                listening.bind(str(cell.socket))
                listening.listen()
                cell.open_socket()
                added = {"ARENA_ADDRESS": cell.address, "ARENA_TOKEN": token}
                command = ("python", "pry.py", *map(str, words))
                yield cell, await cell.start(command, added)
        finally:
            await self.sandbox.dismiss(cell)

    # --- attacks that are judged from outside ---------------------------------------------

    WITH_A_VICTIM = ("other-scratch", "token", "find-socket", "known-socket")

    async def pry_on_a_bot(self, attack):
        async with self.running("wait", "", token=self.secret) as (cell, process):
            await asyncio.wait_for(process.stdout.readline(), PATIENCE)
            scratch = cell.socket.parent.parent / "scratch" / "notes"
            if scratch.parent.exists():
                scratch.write_text(self.secret)
            word = {"other-scratch": scratch, "token": self.secret, "find-socket": self.top}
            return await self.pry(attack, word.get(attack, cell.socket))

    async def signal(self):
        _, said = await self.pry("signal", self.victim.pid)
        reached = said == "reached: sent" and await asyncio.to_thread(self._victim_dies)
        if reached:
            self.victim = a_victim()
        return OPEN if reached else STOPPED, said

    def _victim_dies(self):
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.victim.wait(2)
        return self.victim.poll() is not None

    async def host_tmp(self):
        name = f"arena-attack-{self.marker}"
        await self.pry("host-tmp", name)
        found = [path for path in (Path("/tmp", name), Path("/dev/shm", name)) if path.exists()]  # noqa: S108
        for path in found:
            path.unlink()
        return OPEN if found else STOPPED, str(found)

    async def scratch_note(self):
        await self.pry("scratch-note")
        return await self.pry("scratch-note")

    async def scratch_link(self):
        _, said = await self.pry("scratch-link", self.precious)
        intact = (self.precious / "precious").exists() and said == "reached: linked"
        return STOPPED if intact else OPEN, said

    async def scratch_maze(self):
        _, said = await self.pry("scratch-maze")
        return OPEN if any(self.homes.iterdir()) else STOPPED, said

    async def own_folder(self):
        outcome = await self.pry("own-folder")
        (self.bot / "new").unlink(missing_ok=True)
        return outcome

    async def daemon(self):
        marker = secrets.token_hex(8)
        _, said = await self.pry("daemon", marker)
        left = processes_with(marker)
        return OPEN if left or said != "reached: a daemon" else STOPPED, f"{said}, left: {left}"

    # --- floods -----------------------------------------------------------------------------

    async def flood(self, attack):
        """A match of the attacker between two that behave, who must not suffer."""
        folder = self.made(f"bots-{attack}", 0o755)
        program = attack.replace("-", "_")
        bots = [("ann", "polite"), (attack, program), ("cyd", "polite")]
        specs = [load_manifest(self.made_bot(folder / name, run)) for name, run in bots]
        logs = folder / "logs"
        order = MatchOrder("m", make_ruleset("atlanta"), bytes(32), (0, 1, 2), TIME)
        async with Host(specs, logs, TIME, policy=self.policy, limits=ROOMY) as host:
            record = await asyncio.wait_for(host.play(order), 2 * PATIENCE)
        said = (logs / f"{attack}.log").read_text()
        if record.fault is not None and record.fault.seat != 1:
            return f"seat {record.fault.seat} suffers", record.fault.detail
        if record.fault is not None:
            return record.fault.kind, record.fault.detail
        return OPEN if attack in ("pings", "settings") else STOPPED, said[-200:]

    def made_bot(self, folder, program):
        folder.mkdir()
        for name in (program, "raw", "frames"):
            shutil.copy(next(HERE.glob(f"*/{name}.py")), folder)
        (folder / "bot.toml").write_text(MANIFEST.format(folder.name, f"{program}.py"))
        return folder

    # --- the end ----------------------------------------------------------------------------

    async def close(self):
        """End everything; what is left then."""
        await self.sandbox.close()
        self.victim.kill()
        self.victim.wait()
        tables = Path("/proc/net/unix").read_text().splitlines()  # noqa: ASYNC240 - at the end
        us = (os.getpid(), os.getppid())
        place = self.sandbox.footing.place
        groups = [
            str(group)
            for folder in (place.folders if place else ())
            for group in folder.glob(f"arena-bot-{os.getpid()}-*")
        ]
        return [
            *groups,
            *map(str, self.homes.iterdir()),
            *(line for line in tables if str(self.top) in line),
            *(f"process {pid}" for pid in processes_with(str(self.top)) if pid not in us),
        ]


def processes_with(word):
    """The processes that have the word among their arguments or in their environment."""
    found = []
    for entry in Path("/proc").iterdir():
        for file in ("cmdline", "environ"):
            with contextlib.suppress(OSError):
                if entry.name.isdigit() and word.encode() in (entry / file).read_bytes():
                    found.append(int(entry.name))
    return found


def say(**words):
    sys.stdout.write(f"{json.dumps(words)}\n")
    sys.stdout.flush()


async def main(rung, top):
    try:
        scene = Scene(rung, top)
    except ConfigError:
        say(refused=probe.attempt(rung).reason)
        return
    say(ready=True)
    loop = asyncio.get_running_loop()
    while attack := (await loop.run_in_executor(None, sys.stdin.readline)).strip():
        try:
            outcome, detail = await scene.carry_out(attack)
        except Exception as error:  # noqa: BLE001 - the test says it
            outcome, detail = "the driver failed", repr(error)
        say(outcome=outcome, detail=detail)
    say(left=await scene.close())


if __name__ == "__main__":
    asyncio.run(main(Rung(sys.argv[1]), Path(sys.argv[2])))
