"""Fault injection and rate limits, and the reactions of the real client."""

import asyncio
import time
from collections.abc import AsyncIterator

import aiohttp
import pytest

from sandbox.api.faults import Fault, FaultKind, Faults
from sandbox.model.settings import SandboxSettings
from tests.support.contract.contract import Contract
from tests.support.sandbox.clock import Clock
from tests.support.sandbox.sample_bot import SampleBot, connected, text_channel
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until


async def test_a_slow_answer(sandbox: Sandbox, bot: SampleBot) -> None:
    sandbox.faults.add(Fault(FaultKind.LATENCY, seconds=0.3, path="/typing"))
    general = text_channel(bot, sandbox.client.general)
    start = time.perf_counter()
    await general.typing()
    assert time.perf_counter() - start >= 0.3
    assert sandbox.faults.pending == ()  # the next answer is not slow


@pytest.mark.parametrize("deadline", [0.2])
async def test_an_acknowledgement_that_comes_too_late(sandbox: Sandbox, bot: SampleBot) -> None:
    sandbox.faults.add(Fault(FaultKind.LATENCY, seconds=0.4, path="/callback"))
    with pytest.raises(TimeoutError, match="did not respond"):
        await sandbox.client.slash("whoami")
    assert bot.is_ready()


async def test_a_message_is_posted_once_after_a_lost_answer(
    sandbox: Sandbox, bot: SampleBot
) -> None:
    """The client sends a nonce with `enforce_nonce`."""
    sandbox.faults.add(Fault(FaultKind.LOST, path="^POST /channels/.*/messages$"))
    await text_channel(bot, sandbox.client.general).send("hello")
    assert [m["content"] for m in sandbox.client.messages()] == ["hello"]
    assert sandbox.faults.pending == ()


@pytest.mark.parametrize(
    ("kind", "error", "effects"),
    [
        (FaultKind.RESET, aiohttp.ClientOSError, 0),
        (FaultKind.RESET_AFTER, aiohttp.ClientOSError, 1),
        (FaultKind.DISCONNECT, aiohttp.ServerDisconnectedError, 0),
    ],
)
async def test_a_connection_that_breaks(
    sandbox: Sandbox, kind: FaultKind, error: type[Exception], effects: int
) -> None:
    sandbox.faults.add(Fault(kind))
    address = f"{sandbox.api_base}/channels/{sandbox.client.general}/messages"
    headers = {"Authorization": f"Bot {sandbox.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        with pytest.raises(error):
            await session.post(address, json={"content": "x"})
        assert len(sandbox.client.messages()) == effects
        async with session.post(address, json={"content": "x"}) as answer:
            assert answer.status == 200


async def test_lasting_faults_end_when_they_are_cleared(sandbox: Sandbox) -> None:
    sandbox.faults.add(Fault(FaultKind.ERROR, times=None))
    headers = {"Authorization": f"Bot {sandbox.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        for expected in (500, 500):
            async with session.get(sandbox.api_base + "/users/@me") as answer:
                assert answer.status == expected
        sandbox.faults.clear()
        async with session.get(sandbox.api_base + "/users/@me") as answer:
            assert answer.status == 200


def test_faults_are_bounded() -> None:
    faults = Faults()
    for _ in range(20):
        faults.add(Fault(FaultKind.ERROR))
    with pytest.raises(ValueError, match="only 20"):
        faults.add(Fault(FaultKind.ERROR))
    for wrong in ({"seconds": 61.0}, {"seconds": -1.0}, {"path": "("}, {"path": "x" * 201}):
        with pytest.raises(ValueError, match=r"."):
            Fault(FaultKind.LATENCY, **wrong)
    with pytest.raises(ValueError, match="at least once"):
        Fault(FaultKind.ERROR, times=0)


async def test_a_gateway_that_asks_to_reconnect(sandbox: Sandbox, bot: SampleBot) -> None:
    before = sandbox.gateway.sessions
    sandbox.gateway.reconnect()
    await asyncio.wait_for(bot.resumed.wait(), 300)
    assert sandbox.gateway.sessions == before
    assert (await sandbox.client.slash("whoami")).ephemeral


@pytest.mark.parametrize("resumable", [False, True])
async def test_an_invalid_session(sandbox: Sandbox, bot: SampleBot, resumable: bool) -> None:
    before = sandbox.gateway.sessions
    sandbox.gateway.invalidate(resumable=resumable)
    again = bot.resumed if resumable else bot.connected_again
    await asyncio.wait_for(again.wait(), 300)
    assert (sandbox.gateway.sessions == before) is resumable
    assert (await sandbox.client.slash("whoami")).ephemeral


async def test_lost_acknowledgements_of_heartbeats(
    clock: Clock, contract: Contract, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client closes a connection without acknowledgements, opens another one and resumes.

    Acknowledgements get lost only after the client is ready: it cannot resume before that.
    """
    settings = SandboxSettings(heartbeat=2.5)
    async with (
        Sandbox(settings=settings, clock=clock, inspector=contract) as sandbox,
        connected(sandbox, monkeypatch, heartbeat_timeout=4.0) as bot,
    ):
        before = sandbox.gateway.sessions
        sandbox.gateway.acks_to_lose = 1000
        await asyncio.wait_for(bot.resumed.wait(), 300)
        assert sandbox.gateway.acks_to_lose < 1000
        assert sandbox.gateway.sessions == before
        sandbox.gateway.acks_to_lose = 0
        reply = await sandbox.client.slash("whoami", channel=sandbox.client.direct)
        assert reply.ephemeral


async def test_several_shards_resume_each_their_own(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(sandbox, monkeypatch, shard_count=3) as bot:
        before = sandbox.gateway.sessions
        assert sorted(session.shard for session in before) == [(0, 3), (1, 3), (2, 3)]
        await sandbox.gateway.drop()
        await sandbox.client.slash("whoami")
        await sandbox.client.slash("whoami", channel=sandbox.client.direct)
        await until(lambda: all(session.send for session in sandbox.gateway.sessions))
        assert set(sandbox.gateway.sessions) == set(before)
        assert bot.connected == 3


@pytest.fixture
async def limited(clock: Clock, contract: Contract) -> AsyncIterator[Sandbox]:
    settings = SandboxSettings(rate_limits=True)
    async with Sandbox(settings=settings, clock=clock, inspector=contract) as sandbox:
        yield sandbox


async def test_a_bucket_is_reported_and_enforced(limited: Sandbox, clock: Clock) -> None:
    headers = {"Authorization": f"Bot {limited.token}"}
    address = f"{limited.api_base}/channels/{limited.client.general}/messages"
    async with aiohttp.ClientSession(headers=headers) as session:
        for left in (4, 3, 2, 1, 0):
            async with session.post(address, json={"content": "x"}) as answer:
                assert answer.status == 200
                assert answer.headers["X-RateLimit-Limit"] == "5"
                assert answer.headers["X-RateLimit-Remaining"] == str(left)
                bucket = answer.headers["X-RateLimit-Bucket"]
        clock.now += 1.5
        async with session.post(address, json={"content": "x"}) as answer:
            assert answer.status == 429
            body = await answer.json()
            assert body["retry_after"] == pytest.approx(3.5)
            assert body["global"] is False
            assert answer.headers["Retry-After"] == "4"
            assert answer.headers["X-RateLimit-Scope"] == "user"
            assert answer.headers["X-RateLimit-Bucket"] == bucket
            assert answer.headers["Via"]
        other = address.replace(str(limited.client.general), str(limited.client.thread))
        async with session.post(other, json={"content": "x"}) as answer:
            assert answer.status == 200  # channels are counted apart
        clock.now += 4
        async with session.post(address, json={"content": "x"}) as answer:
            assert answer.status == 200


async def test_the_global_limit_is_fifty_requests_a_second(limited: Sandbox, clock: Clock) -> None:
    headers = {"Authorization": f"Bot {limited.token}"}
    people = [limited.add_user(f"Person {number}") for number in range(51)]
    async with aiohttp.ClientSession(headers=headers) as session:

        async def open_direct(person: int) -> tuple[int, str | None]:
            address = f"{limited.api_base}/guilds/{limited.client.guild}/members/{person}"
            if person % 2:
                address = f"{limited.api_base}/channels/{limited.client.direct_of(person)}"
            async with session.get(address) as answer:
                return answer.status, answer.headers.get("X-RateLimit-Global")

        answers = [await open_direct(person) for person in people]
        assert answers[:50] == [(200, None)] * 50
        assert answers[50] == (429, "true")
        callback = f"{limited.api_base}/interactions/1/token/callback"
        async with session.post(callback, json={"type": 5}) as answer:
            assert answer.status == 404  # acknowledgements are exempt
        clock.now += 1
        assert await open_direct(people[0]) == (200, None)


async def test_a_client_that_sends_too_many_frames_is_disconnected(sandbox: Sandbox) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(sandbox.gateway_url + "?v=10&encoding=json") as socket,
    ):
        for _ in range(121):
            await socket.send_json({"op": 1, "d": None})
        while (await socket.receive(timeout=300)).type is aiohttp.WSMsgType.TEXT:
            pass
        assert socket.close_code == 4008
