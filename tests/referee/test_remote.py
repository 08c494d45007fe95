"""Bots on other machines: who is let in, and what becomes of a lost connection."""

import asyncio
import contextlib
import socket

import grpc
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from msgspec.structs import replace

from arena.errors import ConfigError
from arena.games.registry import make_ruleset
from arena.match.clock import TimeControl
from arena.match.order import MatchOrder
from arena.match.replay import replay
from arena.referee.certificate import (
    AUTHORITY,
    fingerprint,
    load_certificate,
    make_certificate,
)
from arena.referee.host import Host
from arena.referee.manifest import remote_bot
from arena.referee.remote import Listen
from arena.referee.tokens import holder, make_token, revoke_token
from arena.sdk import Bot
from arena.sdk.player import Player
from arena.sdk.running import Referee
from arena.sdk.stream import Lost, Refused, _play
from arena.v1 import arena_pb2 as pb

AMPLE = TimeControl(move_time=20.0, bank=20.0)
SHORT = TimeControl(move_time=0.3, bank=0.3)
RULESET = make_ruleset("mattis", 2)
HOST = "127.0.0.1"


class Drawing(Bot):
    """Plays at random; `before` is called with the number of each of its questions."""

    @staticmethod
    def before(number):
        pass

    def choose(self, decision):
        self.before(decision.number)
        return self.rng.choice(decision.legal)


class League:
    """What a keeper has: a folder with authority and tokens, an address, two remote bots."""

    def __init__(self, folder):
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            self.port = probe.getsockname()[1]
        certificate = make_certificate(folder, [HOST])
        self.folder = folder
        self.authority = str(folder / AUTHORITY)
        self.tokens = {name: make_token(folder, name) for name in ("ann", "bob")}
        self.specs = [remote_bot(folder, name, games=("mattis",)) for name in self.tokens]
        self.listen = Listen(
            address=f"{HOST}:{self.port}",
            chain=certificate.chain.decode(),
            key=certificate.key.decode(),
            tokens=str(folder),
        )

    def where(self, name="ann", *, port=None, token=None, authority=None):
        """What the bot's owner is told."""
        return Referee(
            f"{HOST}:{port or self.port}",
            self.tokens[name] if token is None else token,
            self.authority if authority is None else authority,
        )

    @contextlib.asynccontextmanager
    async def host(self, tmp_path, time=AMPLE):
        """A listening referee, and a function that waits until these bots are connected."""
        seen = asyncio.Condition()
        here = set()

        async def note(names):
            async with seen:
                here.clear()
                here.update(names)
                seen.notify_all()

        async def arrived(*names, exactly=False):
            wanted = set(names)
            async with seen, asyncio.timeout(30):
                await seen.wait_for(lambda: here == wanted if exactly else here >= wanted)

        tasks = set()

        def changed(names):
            task = asyncio.get_running_loop().create_task(note(names))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

        logs = tmp_path / "logs"
        async with Host(self.specs, logs, time, listen=self.listen, changed=changed) as host:
            yield host, arrived


@pytest.fixture
def league(tmp_path):
    return League(tmp_path / "club.serve")


def order(number=1, time=AMPLE):
    return MatchOrder(f"m{number}", RULESET, bytes([number] * 32), (0, 1), time)


def dial(where, bot=Drawing, keep_trying=20.0):
    """A bot that plays in a task."""
    return asyncio.create_task(_play(where, Player(bot), keep_trying))


async def undisturbed(league, tmp_path):
    async with league.host(tmp_path) as (host, arrived):
        bots = [dial(league.where(name)) for name in league.tokens]
        await arrived(*league.tokens)
        record = await host.play(order())
    await asyncio.gather(*bots)  # each is told that nothing more is to be played
    return record


def test_bots_from_elsewhere_play_over_tls_and_their_matches_are_marked(league, tmp_path):
    record = asyncio.run(undisturbed(league, tmp_path))

    assert None is record.fault
    assert None is replay(record)
    assert [("ann", True), ("bob", True)] == [(p.bot, p.remote) for p in record.seating]
    assert b'"remote":true' in record.to_json()


@pytest.mark.parametrize(
    ("wrong", "error", "why"),
    [
        ({"token": "guessed"}, Refused, "expected a token made by `arena bot token`"),
        ({"authority": "another"}, Refused, "has no certificate that ARENA_CA"),
        ({"authority": "missing"}, Refused, "ARENA_CA: .*: No such file"),
        ({"authority": ""}, Lost, "no referee at"),
    ],
    ids=["wrong token", "wrong certificate", "no such file", "unencrypted"],
)
def test_who_does_not_belong_is_told_so(league, tmp_path, wrong, error, why):
    make_certificate(tmp_path / "another", [HOST])
    if wrong.get("authority"):
        wrong = {"authority": str(tmp_path / wrong["authority"] / AUTHORITY)}

    async def session():
        async with league.host(tmp_path):
            with pytest.raises(error, match=why) as caught:
                await _play(league.where(**wrong), Player(Drawing), 0)
            return caught.type

    assert error is asyncio.run(session())


def test_a_certificate_for_another_name_is_not_trusted(league, tmp_path):
    certificate = make_certificate(league.folder, ["arena.example"])
    league.listen = replace(
        league.listen, chain=certificate.chain.decode(), key=certificate.key.decode()
    )

    async def session():
        async with league.host(tmp_path):
            with pytest.raises(Refused, match="no certificate that ARENA_CA"):
                await _play(league.where(), Player(Drawing), 20)

    asyncio.run(session())


def test_a_token_is_good_for_one_stream_at_a_time(league, tmp_path):
    async def session():
        async with league.host(tmp_path) as (host, arrived):
            bots = [dial(league.where(name)) for name in league.tokens]
            await arrived(*league.tokens)
            with pytest.raises(Lost, match="ann is connected already"):
                await _play(league.where("ann"), Player(Drawing), 0)
            record = await host.play(order())
        await asyncio.gather(*bots)
        return record

    assert None is asyncio.run(session()).fault


def test_a_revoked_token_and_one_that_was_replaced_are_nobodys(league):
    old = league.tokens["ann"]
    new = make_token(league.folder, "ann")

    assert [None, "ann"] == [holder(league.folder, t, league.tokens) for t in (old, new)]
    assert revoke_token(league.folder, "ann")
    assert not revoke_token(league.folder, "ann")
    assert None is holder(league.folder, new, league.tokens)


def test_nothing_but_hashes_is_kept_and_nobody_else_may_read_it(league):
    for file in league.folder.iterdir():
        assert 0o600 == file.stat().st_mode & 0o777, file
        assert not any(token in file.read_text() for token in league.tokens.values())
    assert 0o700 == league.folder.stat().st_mode & 0o777


def test_the_authority_stays_when_certificates_are_made_anew(league):
    before = (league.folder / AUTHORITY).read_bytes()
    assert make_certificate(league.folder, [HOST]) != make_certificate(league.folder, [HOST])
    assert before == (league.folder / AUTHORITY).read_bytes()


def test_a_host_that_does_not_listen_refuses_remote_bots(league, tmp_path):
    async def session():
        async with Host(league.specs, tmp_path / "logs", AMPLE):
            pass

    with pytest.raises(ConfigError, match="ann, bob: on another machine"):
        asyncio.run(session())


class Wire:
    """A connection through which a bot talks to the referee, and which can be cut."""

    def __init__(self, port):
        self.port = port
        self.mended = True
        self._pipes = set()
        self._tasks = set()

    @contextlib.asynccontextmanager
    async def laid(self):
        """The port at which it begins."""
        server = await asyncio.start_server(self._join, HOST, 0)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            server.close()
            self.cut()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self, *, mended=True):
        """Break every connection; no other comes about unless it is mended."""
        self.mended = mended
        for pipe in self._pipes:
            pipe.transport.abort()

    async def _join(self, reader, writer):
        self._tasks.add(asyncio.current_task())
        self._pipes.add(writer)
        if not self.mended:
            writer.transport.abort()
            return
        there, back = await asyncio.open_connection(HOST, self.port)
        self._pipes.add(back)
        await asyncio.gather(self._carry(reader, back), self._carry(there, writer))

    async def _carry(self, reader, writer):
        try:
            while data := await reader.read(1 << 16):
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.transport.abort()


async def cut_off(league, tmp_path, time, at, *, mended):
    """A match in which ann's connection is cut at some of her questions."""
    asked = []
    wire = Wire(league.port)
    async with wire.laid() as port:

        class Unlucky(Drawing):
            @staticmethod
            def before(number):
                asked.append(number)
                if number in at:
                    wire.cut(mended=mended)

        async with league.host(tmp_path, time) as (host, arrived):
            bots = [
                dial(league.where("ann", port=port), Unlucky, keep_trying=20 if mended else 0),
                dial(league.where("bob")),
            ]
            await arrived("ann", "bob")
            record = await host.play(order(time=time))
        await asyncio.gather(*bots, return_exceptions=not mended)
    return record, asked


def test_a_lost_connection_may_come_back_and_nothing_is_different(league, tmp_path):
    record, asked = asyncio.run(cut_off(league, tmp_path, AMPLE, {1, 3, 4}, mended=True))
    straight = asyncio.run(undisturbed(League(tmp_path / "again.serve"), tmp_path / "again"))

    assert [(s.seat, s.action, s.hash) for s in straight.steps] == [
        (s.seat, s.action, s.hash) for s in record.steps
    ]
    assert None is record.fault
    assert list(range(1, len(asked) + 1)) == asked  # no question is put to `choose` twice


def test_a_connection_that_does_not_come_back_in_time_is_a_fault(league, tmp_path):
    record, _ = asyncio.run(cut_off(league, tmp_path, SHORT, {2}, mended=False))

    assert (0, "closed") == (record.fault.seat, record.fault.kind)
    assert "the connection was lost, and had not come back" in record.fault.detail


class Raw:
    """A remote bot that says what a test has it say."""

    def __init__(self, league, name="ann"):
        self.league, self.name = league, name

    async def __aenter__(self):
        with open(self.league.authority, "rb") as file:  # noqa: ASYNC230, PTH123
            trust = grpc.ssl_channel_credentials(file.read())
        self.channel = grpc.aio.secure_channel(f"{HOST}:{self.league.port}", trust)
        self.call = self.channel.stream_stream(
            "/arena.v1.ArenaService/Play",
            request_serializer=pb.PlayRequest.SerializeToString,
            response_deserializer=pb.PlayResponse.FromString,
        )()
        return self

    async def __aexit__(self, *_):
        self.call.cancel()
        await self.channel.close()

    async def hello(self, **fields):
        token = self.league.tokens[self.name]
        hello = pb.Hello(**({"token": token, "protocol_version": 1} | fields))
        await self.call.write(pb.PlayRequest(hello=hello))

    async def status(self):
        """How the stream ends, when everything that comes before is read."""
        with contextlib.suppress(grpc.aio.AioRpcError):
            while await self.call.read() is not grpc.aio.EOF:
                pass
        return await self.call.code()

    async def decision(self):
        while True:
            message = await self.call.read()
            if message.decisions:
                return message.decisions[0]


def test_a_version_of_the_protocol_that_nobody_speaks_is_refused(league, tmp_path):
    async def session():
        async with league.host(tmp_path), Raw(league) as raw:
            await raw.hello(protocol_version=9)
            assert grpc.StatusCode.FAILED_PRECONDITION == await raw.status()
            return await raw.call.details()

    assert "expected protocol version 1, got 9" == asyncio.run(session())


def test_a_bot_that_broke_the_protocol_loses_and_may_dial_in_again(league, tmp_path):
    async def session():
        async with league.host(tmp_path) as (host, arrived):
            bob = dial(league.where("bob"))
            async with Raw(league) as raw:
                await raw.hello()
                await arrived("ann", "bob")
                match = asyncio.create_task(host.play(order(1)))
                asked = await raw.decision()
                never = pb.Choice(match_id=asked.match_id + 1, decision_id=1)
                await raw.call.write(pb.PlayRequest(choices=[never]))
                lost = await match
                assert grpc.StatusCode.ABORTED == await raw.status()
            ann = dial(league.where("ann"))
            await arrived("ann", "bob")
            played = await host.play(order(2))
        await asyncio.gather(ann, bob)
        return lost, played

    lost, played = asyncio.run(session())
    assert (0, "unknown-match") == (lost.fault.seat, lost.fault.kind)
    assert None is played.fault


def test_questions_are_asked_again_with_what_is_left_of_their_time(league, tmp_path):
    async def session():
        async with league.host(tmp_path) as (host, seen):
            bob = dial(league.where("bob"))
            async with Raw(league) as raw:
                await raw.hello()
                await seen("ann", "bob")
                match = asyncio.create_task(host.play(order()))
                first = await raw.decision()
            await seen("bob", exactly=True)
            async with Raw(league) as raw:
                await raw.hello()
                again = await raw.decision()
        await asyncio.gather(match, bob, return_exceptions=True)
        return first, again

    first, again = asyncio.run(session())
    assert first.clock.move_time_us > again.clock.move_time_us > 0
    first.clock.CopyFrom(again.clock)
    assert first == again


def test_a_bot_whose_own_code_fails_does_not_dial_again(league, tmp_path):
    class Failing(Drawing):
        @staticmethod
        def before(number):
            raise RuntimeError(f"my mistake in {number}")

    async def session():
        async with league.host(tmp_path, SHORT) as (host, arrived):
            bots = [dial(league.where("ann"), Failing), dial(league.where("bob"))]
            await arrived("ann", "bob")
            record = await host.play(order(time=SHORT))
        return record, await asyncio.gather(*bots, return_exceptions=True)

    record, (failed, _) = asyncio.run(session())
    assert "my mistake" in str(failed)
    assert (0, "closed") == (record.fault.seat, record.fault.kind)


def test_a_bot_is_told_whether_nothing_is_left_to_play_or_the_referee_was_interrupted(
    league, tmp_path
):
    async def session():
        async with league.host(tmp_path) as (host, arrived):
            host.over = False
            bot = dial(league.where("ann"), keep_trying=0)
            await arrived("ann")
        with pytest.raises(Lost, match="the league was interrupted"):
            await bot
        async with league.host(tmp_path) as (host, arrived):
            bot = dial(league.where("ann"), keep_trying=0)
            await arrived("ann")
        return await bot

    assert None is asyncio.run(session())


def test_a_certificate_of_ones_own_is_shown_and_must_fit_its_key(tmp_path):
    files = []
    for name in ("one", "other"):
        certificate = make_certificate(tmp_path / name, [HOST])
        pair = tmp_path / f"{name}.pem", tmp_path / f"{name}-key.pem"
        for file, content in zip(pair, (certificate.chain, certificate.key), strict=True):
            file.write_bytes(content)
        files.append(pair)

    (one, key), (_, other_key) = files
    assert one.read_bytes() == load_certificate(one, key).chain
    for wrong in (other_key, one, tmp_path / "missing"):
        with pytest.raises(ConfigError):
            load_certificate(one, wrong)


def test_the_fingerprint_is_that_of_the_certificate(tmp_path):
    make_certificate(tmp_path, [HOST])
    pem = (tmp_path / AUTHORITY).read_bytes()
    digest = x509.load_pem_x509_certificate(pem).fingerprint(hashes.SHA256())
    assert digest.hex(":").upper() == fingerprint(pem)
