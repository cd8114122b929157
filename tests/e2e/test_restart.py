"""Work that a killed bot leaves in the database, and that the next start finishes."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TypeAlias

import pytest

from sandbox.api.faults import Fault, FaultKind
from sandbox.chat.options import Value
from sandbox.model.permissions import Permission
from sandbox.model.records import AnswerStage, Interaction
from service.running.processes import LEASE
from store.records import Ending
from tests.support.chat.dailies import posts, wait_for_posts
from tests.support.chat.runner import Runner
from tests.support.chat.stored import (
    count,
    count_messages,
    messages_locked,
    pending_replies,
    rows,
)
from tests.support.faults.killing import Bot, killable_bot
from tests.support.faults.program import BotRun
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until, until_is
from tests.support.warm.program import WarmProgram
from texts import problems

LARGE = "100x100:" + "z" * 384 + "p"
"""A puzzle that takes most of a second to solve."""
SEND = "^POST /channels/[0-9]+/messages$"


Service: TypeAlias = Callable[[], AbstractAsyncContextManager[Bot]]


@pytest.fixture
def service(
    killable_bots: WarmProgram,
    sandbox: Sandbox,
    tmp_path: Path,
    bot_database: str,
    made_dailies: None,  # noqa: ARG001 - the bot uses them
) -> Service:
    """Starts the bot in its own process, which is killed at the end."""

    def start() -> AbstractAsyncContextManager[Bot]:
        intervals = {"plan posts": 60.0, "send messages": 0.2}
        bot_run = BotRun(
            folder=str(tmp_path),
            database=bot_database,
            api=sandbox.api_base,
            token=sandbox.token,
            ahead=sandbox.clock.ahead,
            intervals=intervals,
        )
        return killable_bot(killable_bots, bot_run, sandbox)

    return start


def is_deferred(interaction: Interaction) -> bool:
    return interaction.stage is AnswerStage.DEFERRED


async def set_up(sandbox: Sandbox, channel: int, *tracks: str) -> None:
    """Set up posts of these tracks (all by default) in a channel, and post today's at once."""
    panel = await sandbox.client.slash("setup", {"channel": channel})
    if tracks:
        await sandbox.client.select(panel, "ouro:setup:tracks", tracks)
    await sandbox.client.press(panel, "Post today's now")


async def test_killed_where_history_is_hidden(
    sandbox: Sandbox, service: Service, bot_database: str
) -> None:
    """The bot cannot find out whether the post was sent; a missing post is better than two."""
    client = sandbox.client
    sandbox.world.deny(client.general, sandbox.state.bot.id, Permission.READ_MESSAGE_HISTORY)
    async with service() as bot:
        sandbox.faults.add(Fault(FaultKind.RATE_LIMIT, 1, path=SEND))
        await set_up(sandbox, client.general, "hard")
        claimed = "state = 'claimed' AND target = 'channel'"
        await until_is(1, lambda: count_messages(bot_database, claimed))
        async with messages_locked(bot_database):
            await wait_for_posts(sandbox, client.general, 1)
            await bot.kill()
    sandbox.clock.advance(600)
    async with service():
        given_up = f"reason = '{Ending.UNKNOWN}'"
        await until_is(1, lambda: count_messages(bot_database, given_up))
    assert len(posts(sandbox, client.general)) == 1


@pytest.mark.both_databases
async def test_pending_replies_are_sent(
    sandbox: Sandbox, service: Service, bot_database: str
) -> None:
    """A puzzle is solved again, with the same visibility; other commands report the restart."""
    client = sandbox.client
    async with service() as bot:
        sandbox.faults.add(Fault(FaultKind.RATE_LIMIT, 60, times=None, path="@original"))
        options: tuple[dict[str, Value], ...] = (
            {"puzzle": "3x3:i"},
            {"puzzle": LARGE, "private": True},
        )
        asked = [asyncio.create_task(client.slash("solve", each)) for each in options]
        asked.append(asyncio.create_task(client.slash("streak")))
        await until_is([True, True, False], lambda: pending_replies(bot_database))
        await until(lambda: all(map(is_deferred, sandbox.state.interactions.values())))
        await bot.kill()
    sandbox.faults.clear()
    sandbox.clock.advance(LEASE.total_seconds())
    async with service():
        public, private, other = await asyncio.gather(*asked)
        assert "213 solutions" in public.text
        assert not public.ephemeral
        assert "At least" in private.text
        assert private.ephemeral
        assert problems.WAS_RESTARTED.text in other.text
        pressed = await client.press(public, "Next solution")
        assert "Solution 2 of 213" in pressed.text
        await until_is([], lambda: pending_replies(bot_database))


async def test_of_a_message_only_its_puzzle_is_stored(
    sandbox: Sandbox, service: Service, bot_database: str
) -> None:
    client = sandbox.client
    async with service() as bot:
        sandbox.faults.add(Fault(FaultKind.RATE_LIMIT, 60, times=None, path="@original"))
        message = await client.post_message("between you and me, 3x3:i is hard")
        asked = asyncio.create_task(
            client.message_command("Solve this Slitherlink", message, user=client.member)
        )
        await until_is([True], lambda: pending_replies(bot_database))
        stored = str(await rows(bot_database, "SELECT subject FROM outbox"))
        assert "3x3:i" in stored
        assert "between" not in stored
        assert "hard" not in stored
        await bot.kill()
    sandbox.faults.clear()
    sandbox.clock.advance(LEASE.total_seconds())
    async with service():
        assert "213 solutions" in (await asked).text


async def test_the_settings_of_a_left_server_are_deleted(
    sandbox: Sandbox, run_bot: Runner, bot_database: str
) -> None:
    client = sandbox.client
    async with run_bot(sandbox):
        await client.slash("setup", {"channel": client.general})
        assert await count(bot_database, "servers") == 1
        sandbox.world.remove_bot(client.guild)
        await until_is(0, lambda: count(bot_database, "servers"))
