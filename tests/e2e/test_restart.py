"""What a service that dies leaves behind, and the next one finds and finishes."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from datetime import datetime, timedelta
from pathlib import Path

from bot.texts import failures
from sandbox.faults import Fault, FaultKind
from sandbox.options import Value
from sandbox.permissions import Permission
from sandbox.server import Sandbox
from sandbox.waiting import wait_until
from tests.e2e.conftest import Runner
from tests.e2e.dailies import posts, put_clock, titles, wait_for_posts
from tests.e2e.test_service import program

LARGE = "100x100:" + "z" * 384 + "p"
"""It takes most of a second."""
SEND = "^POST /channels/[0-9]+/messages$"


@asynccontextmanager
async def service(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """The bot as a program of its own, ready for commands."""
    variables = {"DISCORD_TOKEN": sandbox.token, "DISCORD_API_BASE": sandbox.api_base}
    async with program(tmp_path, **variables) as process:
        await wait_until(sandbox.state, lambda: sandbox.state.online or None, 30)
        await until(lambda: count(tmp_path, "dailies") >= 3)
        yield process
        if process.returncode is None:
            process.kill()
    await wait_until(sandbox.state, lambda: not sandbox.state.online or None, 30)


def count(tmp_path: Path, table: str, folder: str = "data") -> int:
    """How many rows a table has."""
    with closing(sqlite3.connect(tmp_path / folder / "ouro.db", timeout=5)) as file:
        [[rows]] = file.execute(f"SELECT count(*) FROM {table}")  # noqa: S608 - names of ours
        return int(rows)


def states(tmp_path: Path) -> list[tuple[str, int]]:
    """The state and tries of all posts."""
    with closing(sqlite3.connect(tmp_path / "data" / "ouro.db", timeout=5)) as file:
        return file.execute("SELECT state, tries FROM due_posts ORDER BY track").fetchall()


def count_states(tmp_path: Path, state: str) -> int:
    return [each for each, _ in states(tmp_path)].count(state)


def age_claims(tmp_path: Path) -> None:
    """As if all claims had been made ten minutes earlier."""
    with closing(sqlite3.connect(tmp_path / "data" / "ouro.db", timeout=5)) as file, file:
        for key, claimed in file.execute(
            "SELECT rowid, claimed_at FROM due_posts WHERE state = 'claimed'"
        ).fetchall():
            earlier = (datetime.fromisoformat(claimed) - timedelta(minutes=10)).isoformat(" ")
            file.execute(
                "UPDATE due_posts SET claimed_at = ?, begun_at = ? WHERE rowid = ?",
                (earlier, earlier, key),
            )


async def until(condition: Callable[[], bool], seconds: float = 20) -> None:
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - nothing tells when a file changes
            await asyncio.sleep(0.02)


async def set_up(sandbox: Sandbox, channel: int, *tracks: str) -> None:
    """Post these tracks there, or all, today's at once."""
    panel = await sandbox.client.slash("setup", {"channel": channel})
    if tracks:
        await sandbox.client.select(panel, "ouro:setup:tracks", tracks)
    await sandbox.client.press(panel, "Post today's now")


async def test_killed_between_claim_and_sending(sandbox: Sandbox, tmp_path: Path) -> None:
    client = sandbox.client
    async with service(sandbox, tmp_path):
        sandbox.faults.add(Fault(FaultKind.RATE_LIMIT, 60, times=None, path=SEND))
        await set_up(sandbox, client.general)
        await until(lambda: count_states(tmp_path, "claimed") >= 3)
    sandbox.faults.clear()
    assert posts(sandbox, client.general) == []
    age_claims(tmp_path)
    sandbox.clock.advance(600)
    async with service(sandbox, tmp_path):
        assert len(await wait_for_posts(sandbox, client.general, 3)) == 3
        await until(lambda: count_states(tmp_path, "sent") == 3)
    assert len(posts(sandbox, client.general)) == 3


async def test_killed_between_sending_and_marking(sandbox: Sandbox, tmp_path: Path) -> None:
    """The test holds the database, so that the bot can send and cannot write that it did."""
    client = sandbox.client
    async with service(sandbox, tmp_path) as process:
        sandbox.faults.add(Fault(FaultKind.RATE_LIMIT, 1, path=SEND))
        await set_up(sandbox, client.general, "hard")
        await until(lambda: count_states(tmp_path, "claimed") == 1)
        with closing(sqlite3.connect(tmp_path / "data" / "ouro.db")) as file:
            file.execute("BEGIN IMMEDIATE")
            sent = await wait_for_posts(sandbox, client.general, 1)
            process.kill()
            await process.wait()
    assert states(tmp_path) == [("claimed", 1)]
    age_claims(tmp_path)
    sandbox.clock.advance(600)  # Discord has forgotten the nonces
    async with service(sandbox, tmp_path):
        await until(lambda: count_states(tmp_path, "sent") == 1)
        board = await client.press(sent[0], "Play")
        assert board.ephemeral
    assert [post["id"] for post in posts(sandbox, client.general)] == [m["id"] for m in sent]


async def test_killed_where_history_is_hidden(sandbox: Sandbox, tmp_path: Path) -> None:
    """Nobody can tell then whether the post was sent: one too few is better than one too many."""
    client = sandbox.client
    sandbox.world.deny(client.general, sandbox.state.bot.id, Permission.READ_MESSAGE_HISTORY)
    async with service(sandbox, tmp_path) as process:
        sandbox.faults.add(Fault(FaultKind.RATE_LIMIT, 1, path=SEND))
        await set_up(sandbox, client.general, "hard")
        await until(lambda: count_states(tmp_path, "claimed") == 1)
        with closing(sqlite3.connect(tmp_path / "data" / "ouro.db")) as file:
            file.execute("BEGIN IMMEDIATE")
            await wait_for_posts(sandbox, client.general, 1)
            process.kill()
            await process.wait()
    age_claims(tmp_path)
    sandbox.clock.advance(600)
    async with service(sandbox, tmp_path):
        await until(lambda: count_states(tmp_path, "skipped") == 1)
    assert len(posts(sandbox, client.general)) == 1


async def test_answers_that_were_owed_are_given(sandbox: Sandbox, tmp_path: Path) -> None:
    """A puzzle is solved again, in place and as private as it was; for the rest one is told."""
    client = sandbox.client
    async with service(sandbox, tmp_path) as process:
        sandbox.faults.add(Fault(FaultKind.RATE_LIMIT, 60, times=None, path="@original"))
        options: tuple[dict[str, Value], ...] = (
            {"puzzle": "3x3:i"},
            {"puzzle": LARGE, "private": True},
        )
        asked = [asyncio.create_task(client.slash("solve", each)) for each in options]
        asked.append(asyncio.create_task(client.slash("streak")))
        await until(lambda: owed(tmp_path) == [True, True, False])
        process.kill()
        await process.wait()
    sandbox.faults.clear()
    async with service(sandbox, tmp_path):
        public, private, other = await asyncio.gather(*asked)
        assert "213 solutions" in public.text
        assert not public.ephemeral
        assert "At least" in private.text
        assert private.ephemeral
        assert failures.WAS_RESTARTED.text in other.text
        pressed = await client.press(public, "Next solution")
        assert "Solution 2 of 213" in pressed.text
        await until(lambda: owed(tmp_path) == [])


async def test_lost_answers_of_discords_make_no_second_post(
    sandbox: Sandbox, run_bot: Runner
) -> None:
    client = sandbox.client
    async with run_bot(sandbox):
        sandbox.faults.add(Fault(FaultKind.LOST, times=1, path=SEND))
        sandbox.faults.add(Fault(FaultKind.ERROR, times=1, path=SEND))
        await set_up(sandbox, client.general)
        await wait_for_posts(sandbox, client.general, 3)
        await until(lambda: not sandbox.faults.waiting)
        await client.slash("setup")
    assert len(posts(sandbox, client.general)) == 3


async def test_after_days_away_only_todays_are_posted(
    sandbox: Sandbox, run_bot: Runner, tmp_path: Path
) -> None:
    client = sandbox.client
    put_clock(sandbox, 10)
    async with run_bot(sandbox):
        await client.slash("setup", {"channel": client.general, "time": "12:00"})
        put_clock(sandbox, 12)
        first = await wait_for_posts(sandbox, client.general, 3)
    sandbox.clock.advance(3 * 86400 + 7200)
    async with run_bot(sandbox):
        found = await wait_for_posts(sandbox, client.general, 6)
        numbers = [int(title.rpartition("#")[2].split()[0]) for title in titles(found)]
        assert numbers == [numbers[0]] * 3 + [numbers[0] + 3] * 3
        board = await client.press(first[0], "Play")
        assert board.ephemeral
        assert "Next:" in (await client.slash("setup")).text
        put_clock(sandbox, 12)
        await wait_for_posts(sandbox, client.general, 9)
    assert len(posts(sandbox, client.general)) == 9
    assert count(tmp_path, "outages", ".") == 1


async def test_of_a_server_that_was_left_nothing_is_kept(
    sandbox: Sandbox, run_bot: Runner, tmp_path: Path
) -> None:
    client = sandbox.client
    async with run_bot(sandbox):
        await client.slash("setup", {"channel": client.general})
        assert count(tmp_path, "servers", ".") == 1
        sandbox.world.remove_bot(client.guild)
        await until(lambda: count(tmp_path, "servers", ".") == 0)


def owed(tmp_path: Path) -> list[bool]:
    """Of every answer that is owed, whether it can be worked out again."""
    with closing(sqlite3.connect(tmp_path / "data" / "ouro.db", timeout=5)) as file:
        rows = file.execute("SELECT payload IS NOT NULL FROM owed_answers ORDER BY interaction_id")
        return [bool(row[0]) for row in rows]
