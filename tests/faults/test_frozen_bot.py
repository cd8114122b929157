"""A bot that is frozen (SIGSTOP) in the middle of its work, while another one serves.

A press runs once undisturbed, and then once for each of its points: the bot freezes there, a second
one starts and answers everybody, and then the first one goes on. Afterwards every acknowledged
press is stored, once.
"""

import asyncio
import os
import signal
from pathlib import Path

import pytest
from msgspec.structs import replace

from store.address import parse_address
from store.database import connect
from tests.support.chat.dailies import put_clock
from tests.support.chat.playing import button, opened
from tests.support.chat.stored import pending_replies, rows
from tests.support.contract.contract import Contract
from tests.support.faults.killing import (
    Bot,
    Point,
    Run,
    RunDatabases,
    killable_bot,
    points_in,
)
from tests.support.sandbox.client import NoAnswer, Reply
from tests.support.sandbox.patient import patient_chat
from tests.support.sandbox.server import Sandbox
from tests.support.store.tables import ask
from tests.support.waiting import until, until_is
from tests.support.warm.program import WarmProgram
from texts import problems

pytestmark = pytest.mark.waits

SMALL = "3x3:i"


async def press(chat: Sandbox, board: Reply, user: int) -> bool:
    """Draw a line; whether the press is answered and reports no failure."""
    try:
        reply = await chat.client.press(board, button(board, "right"), user=user, seconds=300)
    except NoAnswer:
        return False
    return problems.STORE_AWAY.text not in reply.text


async def presses_of(address: str, player: int) -> int:
    """The number of presses that are stored on the board of a player, after it was opened."""
    found = "SELECT revision FROM attempts WHERE player_id = :player"
    [[revision]] = await rows(address, found, player=player)
    return int(revision) - 1


def is_frozen(bot: Bot) -> bool:
    status = Path(f"/proc/{bot.process}/stat").read_text().rpartition(")")[2]
    return status.split()[0] == "T"


async def board_is_free(address: str, player: int) -> bool:
    """Whether no transaction has locked the board of a player."""
    async with connect(parse_address(address)) as database, database.writing() as connection:
        free = "SELECT id FROM attempts WHERE player_id = :player FOR UPDATE SKIP LOCKED"
        return bool(await ask(connection, free, player=player))


async def serve_meanwhile(
    run: Run, bot: Bot, pressed: "asyncio.Task[bool]", board: Reply, other: Reply
) -> None:
    """A second bot serves the other person at once, and the first person after a while.

    Then the first bot goes on, with the press that it was at.
    """
    chat, client = run.sandbox, run.sandbox.client
    async with killable_bot(run.bots, run._bot_run({}), chat):
        await until(lambda: sum(one.send is not None for one in chat.gateway.sessions) == 2)
        assert await press(chat, other, client.member)
        solved = await client.slash("solve", {"puzzle": SMALL}, user=client.member)
        assert "213 solutions" in solved.text
        assert await presses_of(run.address, client.member) == 1
        await until(lambda: board_is_free(run.address, client.me))
        assert await press(chat, board, client.me)
        os.kill(bot.process, signal.SIGCONT)
        assert await press(chat, board, client.me)
        await pressed
        await until_is([], lambda: pending_replies(run.address))
        await bot.kill()


async def run_press(run: Run, bot_folder: Path) -> list[Point]:
    """Press while the first bot freezes at the run's point; returns the points that it passed."""
    chat, point = run.sandbox, run.point
    bot_run = replace(
        replace(run, folder=bot_folder)._bot_run({}),
        freezes=True,
        kill_at=point.name if point else None,
        kill_count=point.count if point else 1,
    )
    async with killable_bot(run.bots, bot_run, chat) as bot:
        board = await opened(chat)
        other = await opened(chat, user=chat.client.member)
        await until_is([], lambda: pending_replies(run.address))
        await bot.count_points()
        pressed = asyncio.create_task(press(chat, board, chat.client.me))
        if point is None:
            assert await pressed
        else:
            await until(lambda: is_frozen(bot))
            await serve_meanwhile(run, bot, pressed, board, other)
            stored = await presses_of(run.address, chat.client.me)
            assert stored in ({3} if pressed.result() else {2, 3})
    return list(points_in(bot_run))


@pytest.mark.parametrize("run_databases", ["postgresql"], indirect=True)
@pytest.mark.parametrize(
    "where", ["before COMMIT", pytest.param("", marks=pytest.mark.long, id="everywhere")]
)
async def test_another_bot_serves_while_one_is_frozen(
    killable_bots: WarmProgram,
    tmp_path: Path,
    run_databases: RunDatabases,
    contract: Contract,
    where: str,
) -> None:
    async def run(name: str, point: Point | None) -> list[Point]:
        first, second = tmp_path / name, tmp_path / f"{name} second"
        for folder in (first, second):
            folder.mkdir()
        address = await run_databases.empty(first)
        async with patient_chat(inspector=contract) as sandbox:
            put_clock(sandbox, 10)
            run = Run(killable_bots, sandbox, second, address, point)
            passed = await run_press(run, first)
            await run.check()
        return passed

    points = [point for point in await run("undisturbed", None) if where in point.name]
    assert points
    for number, point in enumerate(points):
        await run(str(number), point)
