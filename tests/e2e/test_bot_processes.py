"""Three bot processes with two shards each on one PostgreSQL database, in one local chat."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import cycle, islice, pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, field
from msgspec.structs import replace

from play.pen import Arrow, Pad
from play.saving import to_text
from sandbox.api.faults import Fault, FaultKind
from sandbox.model.settings import SandboxSettings
from sandbox.model.snowflakes import SEQUENCE_BITS
from service.posting.schedules import post_now
from service.running.session_starts import GAP
from store import servers
from store.address import parse_address
from store.database import connect
from store.records import Server
from store.shards import ShardRange
from tests.support.chat.messages import readable
from tests.support.chat.playing import PUZZLE, button, opened
from tests.support.chat.runner import now_of
from tests.support.chat.stored import pending_replies, rows
from tests.support.contract.contract import Contract
from tests.support.program import end_of, forked_program
from tests.support.sandbox.patient import PATIENCE
from tests.support.sandbox.server import Sandbox
from tests.support.store.tables import tell
from tests.support.waiting import until, until_is
from tests.support.warm.program import WarmProcess, WarmProgram

pytestmark = pytest.mark.waits

SHARDS = 6
BUCKETS = 3
"""How many shards may identify at once."""
RANGES = tuple(ShardRange(first, first + 1, SHARDS) for first in range(0, SHARDS, 2))
ARROWS = ["right", "down", "left", "up", "right"]
KANA = re.compile(r"[ぁ-んァ-ヶ]")


class Cluster(Struct):
    """Bot processes in a local chat with a server on each shard, every second one Japanese.

    `logs` has the entries of the processes that were stopped.
    """

    chat: Sandbox
    bots: WarmProgram
    folder: Path
    database: str
    stack: AsyncExitStack
    servers: dict[int, int] = field(default_factory=dict)
    running: dict[ShardRange, WarmProcess] = field(default_factory=dict)
    logs: list[dict[str, object]] = field(default_factory=list)

    async def found_servers(self) -> None:
        """Add servers until each shard has one; their time decides on their shard."""
        while len(self.servers) < SHARDS:
            locale = "ja" if len(self.servers) % 2 else "en-US"
            owner = self.chat.client.me
            server = self.chat.world.add_guild("Club", owner=owner, locale=locale)
            shard = (server >> SEQUENCE_BITS) % SHARDS
            if shard in self.servers:
                self.chat.world.remove_bot(server)
            else:
                self.servers[shard] = server
            await asyncio.sleep(0.001)

    def channel(self, shard: int) -> int:
        """The channel of the server on a shard."""
        server = self.servers[shard]
        return next(one.id for one in self.chat.state.channels.values() if one.guild_id == server)

    def is_japanese(self, shard: int) -> bool:
        return self.chat.state.guilds[self.servers[shard]].locale == "ja"

    async def start(self, *ranges: ShardRange) -> None:
        """Start a process for each range, and wait until their shards are connected."""
        wanted = self.connections()
        for shards in ranges:
            self.running[shards] = await self.stack.enter_async_context(
                forked_program(
                    self.bots,
                    self.folder,
                    DISCORD_TOKEN=self.chat.token,
                    DISCORD_API_BASE=self.chat.api_base,
                    OURO_SHARDS=str(shards),
                    OURO_WORKERS="1",
                    OURO_PERSON_PACE="1000",
                )
            )
            wanted.update(shards.ids)
        await until(lambda: self.connections() >= wanted)

    async def stop(self, process: WarmProcess) -> None:
        """Stop a process as an operator does, and read its log."""
        process.terminate()
        code, _, log = await end_of(process)
        self.logs += log
        assert code == 0
        assert [entry for entry in log if entry.get("level") == "error"] == []

    async def kill(self, shards: ShardRange) -> None:
        """Kill the process of a range, and end its lease."""
        process = self.running.pop(shards)
        process.kill()
        _, _, log = await end_of(process)
        self.logs += log
        gone = set(shards.ids)
        await until(lambda: not gone & set(self.connections()))
        async with (
            connect(parse_address(self.database)) as database,
            database.writing() as connection,
        ):
            await tell(
                connection,
                "UPDATE processes SET lease_until = started_at WHERE first_shard = :first",
                first=shards.first,
            )

    def connections(self) -> Counter[int]:
        """The number of connections of each shard."""
        return Counter(one.shard[0] for one in self.chat.gateway.sessions if one.send)

    def logged(self, event: str) -> list[dict[str, object]]:
        return [entry for entry in self.logs if entry["event"] == event]


@pytest.fixture
async def cluster(  # noqa: PLR0917 - fixtures
    contract: Contract,
    tmp_path: Path,
    postgresql_tables: str,
    bot_database: str,
    warm_bots: WarmProgram,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> AsyncIterator[Cluster]:
    """Three processes that are connected."""
    del bot_database  # it chooses SQLite
    monkeypatch.setenv("OURO_DATABASE", postgresql_tables)
    settings = SandboxSettings(acknowledge=PATIENCE, shards=SHARDS, max_concurrency=BUCKETS)
    prepared = request.getfixturevalue("prepared_databases")
    async with (
        Sandbox(application="Ouro", settings=settings, inspector=contract) as chat,
        AsyncExitStack() as stack,
    ):
        await prepared.provide_dailies(now_of(chat).date(), postgresql_tables)
        made = Cluster(chat, warm_bots, tmp_path, postgresql_tables, stack)
        await made.found_servers()
        await made.start(*RANGES)
        yield made


def assert_turns_are_apart(cluster: Cluster) -> None:
    """By the clock of the database: how late a process comes to its turn depends on the machine."""
    turns: dict[int, list[datetime]] = {shard: [] for shard in range(SHARDS)}
    for entry in cluster.logged("turn to identify"):
        turns[int(str(entry["shard"]))].append(datetime.fromisoformat(str(entry["at"])))
    assert all(turns.values())
    for bucket in range(BUCKETS):
        own = sorted(at for shard in turns for at in turns[shard] if shard % BUCKETS == bucket)
        assert all(two - one >= GAP for one, two in pairwise(own))
    for identify in cluster.chat.gateway.identifies:
        at = datetime.fromtimestamp(identify.at, UTC)
        first = min(turns[identify.shard[0]])
        turns[identify.shard[0]].remove(first)
        assert at >= first - timedelta(seconds=0.1), "nobody comes too early"


def posted(cluster: Cluster, shard: int) -> list[Any]:
    """The posts of dailies in the server on a shard, in any language."""
    return [
        message
        for message in cluster.chat.client.messages(cluster.channel(shard))
        if "#" in readable(message) and not message.get("interaction_metadata")
    ]


def has_posts(cluster: Cluster, shard: int, count: int) -> bool:
    return len(posted(cluster, shard)) >= count


async def plan_post(cluster: Cluster, *shards: int) -> None:
    """Make the easy daily of today due in the servers on some shards."""
    now = now_of(cluster.chat)
    async with (
        connect(parse_address(cluster.database)) as database,
        database.writing() as connection,
    ):
        for shard in shards:
            server = Server(cluster.servers[shard], now, channel_id=cluster.channel(shard))
            server = replace(server, tracks=("easy",))
            await servers.save(connection, server)
            await post_now(connection, server, now)


async def test_three_processes_share_the_servers(cluster: Cluster) -> None:
    chat, client = cluster.chat, cluster.chat.client
    people = {shard: chat.add_user(f"Player {shard}") for shard in range(SHARDS)}

    # Each press is done once, by the process that has the server.
    async def play(shard: int) -> None:
        person = people[shard]
        board = await opened(chat, user=person, channel=cluster.channel(shard))
        for arrow in ARROWS:
            board = await client.press(board, button(board, arrow), user=person)

    await asyncio.gather(*map(play, people))
    await assert_played(cluster, people, dict.fromkeys(people, len(ARROWS)))

    # Each post is sent once, in the language of the server.
    for shard in range(SHARDS - 1):
        panel = await client.slash(
            "setup", {"channel": cluster.channel(shard)}, channel=cluster.channel(shard)
        )
        await client.press(panel, "Post today's now")
    for shard in range(SHARDS - 1):
        await until(partial(has_posts, cluster, shard, 1))
        for message in posted(cluster, shard):
            assert bool(KANA.search(readable(message))) == cluster.is_japanese(shard)

    # /status knows all processes.
    async def status() -> bool:
        reply = await client.slash("status", channel=cluster.channel(0))
        told = r"3 bot programs serve \d+ servers by 6 of 6 connections"
        return re.search(told, reply.text) is not None

    await until_is(True, status)

    # A killed process leaves a promised answer and, later, a post.
    killed = RANGES[2]
    chat.faults.add(Fault(FaultKind.RATE_LIMIT, 25, times=None, path="@original"))
    promised, slow = (
        asyncio.create_task(
            client.slash("solve", {"puzzle": "3x3:i"}, channel=cluster.channel(shard), seconds=120)
        )
        for shard in (4, 0)
    )
    await until_is([True, True], lambda: pending_replies(cluster.database))
    await cluster.kill(killed)
    chat.faults.clear()
    assert "213" in (await promised).text, "another process answers"
    sent = [len(posted(cluster, shard)) for shard in range(SHARDS)]
    assert sent == [1] * (SHARDS - 1) + [0]
    await plan_post(cluster, 5)
    other = chat.world.add_guild("More", owner=client.me)
    cluster.servers[SHARDS] = other  # on the shard of a living process
    while (other >> SEQUENCE_BITS) % SHARDS in killed.ids:
        await asyncio.sleep(0.001)
        other = cluster.servers[SHARDS] = chat.world.add_guild("More", owner=client.me)
    await plan_post(cluster, SHARDS)
    await until(partial(has_posts, cluster, SHARDS, 1))
    assert posted(cluster, 5) == [], "nobody else writes in that server"
    await cluster.start(killed)
    await until(partial(has_posts, cluster, 5, 1))
    assert bool(KANA.search(readable(posted(cluster, 5)[0]))) == cluster.is_japanese(5)

    assert "213" in (await slow).text
    for process in cluster.running.values():
        await cluster.stop(process)
    sent_late = [each for each in cluster.logged("message shown") if each["kind"] == "reply"]
    assert len(sent_late) == 1, "nobody answered for the living"
    assert [len(posted(cluster, shard)) for shard in range(SHARDS)] == [1] * SHARDS
    left = "SELECT first_shard, last_shard, shard_count FROM processes"
    assert await rows(cluster.database, left) == [(killed.first, killed.last, SHARDS)]
    assert await pending_replies(cluster.database) == []
    assert len(cluster.logged("commands sent")) == 1
    assert_turns_are_apart(cluster)


async def test_a_rolling_restart_and_a_death_lose_and_double_nothing(cluster: Cluster) -> None:
    chat, client = cluster.chat, cluster.chat.client
    people = {shard: chat.add_user(f"Player {shard}") for shard in range(SHARDS)}
    presses: Counter[int] = Counter()
    over = asyncio.Event()

    async def play(shard: int) -> None:
        person = people[shard]
        board = await opened(chat, user=person, channel=cluster.channel(shard))
        for arrow in cycle(ARROWS):
            board = await client.press(board, button(board, arrow), user=person)
            presses[shard] += 1
            if over.is_set():
                return
            await asyncio.sleep(0.2)  # the processes that start need the processor too

    playing = [asyncio.create_task(play(shard)) for shard in people]
    await until(lambda: len(presses) == SHARDS)
    dying, *restarted = RANGES
    for shards in restarted:
        old = cluster.running[shards]
        await cluster.start(shards)
        await until(partial(all_pressed_since, presses.copy(), presses))
        await cluster.stop(old)
        await until(partial(all_pressed_since, presses.copy(), presses))
    over.set()
    await asyncio.gather(*playing)

    # A supervisor starts a process again that was killed.
    await cluster.kill(dying)
    await cluster.start(dying)
    assert cluster.connections() == Counter(range(SHARDS))
    for process in cluster.running.values():
        await cluster.stop(process)
    await assert_played(cluster, people, presses)
    assert len(cluster.logged("commands sent")) == 1


def all_pressed_since(before: Counter[int], now: Counter[int]) -> bool:
    return all(now[shard] > count for shard, count in before.items())


async def assert_played(
    cluster: Cluster, people: dict[int, int], presses: dict[int, int] | Counter[int]
) -> None:
    """Assert that each person's board shows exactly what they pressed."""
    stored = dict(await rows(cluster.database, "SELECT player_id, pad FROM attempts"))
    for shard, person in people.items():
        presses_made = islice(cycle(ARROWS), presses[shard])
        assert stored[person] == to_text(pad_after(presses_made))


def pad_after(arrows: Iterable[str]) -> Pad:
    pad = Pad.fresh(PUZZLE)
    for arrow in arrows:
        pad = pad.apply(Arrow[arrow.upper()])
    return pad
