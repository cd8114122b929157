"""Failing requests to Discord, a locked database, a full disk and a wrong clock during use."""

import asyncio
import resource
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from sandbox.api.faults import Fault, FaultKind
from sandbox.chat.options import Value
from sandbox.model.records import AnswerStage
from sandbox.model.waiting import wait_until
from store.address import file_address
from store.check import check
from store.database import open_database
from tests.support.chat.playing import button, opened, press
from tests.support.chat.runner import Runner
from tests.support.chat.stored import pending_replies
from tests.support.program import end_of, forked_program, forked_service
from tests.support.sandbox.client import NoAnswer
from tests.support.sandbox.patient import PATIENCE
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until, until_is
from tests.support.warm.program import WarmProgram
from texts import boards as boards_texts
from texts import problems

pytestmark = pytest.mark.waits

SMALL = "3x3:i"
COMMANDS: list[tuple[str, Mapping[str, Value]]] = [
    ("solve", {"puzzle": SMALL}),
    ("stats", {"private": True}),
]


async def assert_consistent(file: Path) -> None:
    async with open_database(file_address(file)) as database, database.reading() as connection:
        assert await check(connection) == ()


def unanswered_stages(chat: Sandbox) -> list[AnswerStage]:
    """The stages of interactions that are still deferred or not acknowledged."""
    stuck = (AnswerStage.WAITING, AnswerStage.DEFERRED)
    loading = {m.interaction_id for m in chat.state.messages.values() if m.loading}
    return [
        each.stage
        for each in chat.state.interactions.values()
        if each.stage in stuck and (each.id in loading or each.stage is AnswerStage.WAITING)
    ]


@pytest.mark.parametrize("kind", [FaultKind.ERROR, FaultKind.RATE_LIMIT, FaultKind.LOST])
async def test_every_command_is_answered_after_many_failures(
    sandbox: Sandbox,
    run_bot: Runner,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: FaultKind,
) -> None:
    """Half of all requests fail for some seconds, those of answers all."""
    chance = Random(5)
    match = sandbox.faults.match

    def half(method: str, path: str) -> Fault | None:
        fault = match(method, path)
        return fault if "@original" in path or chance.random() < 0.5 else None

    async with run_bot(sandbox):
        monkeypatch.setattr(sandbox.faults, "match", half)
        sandbox.faults.add(Fault(kind, 0.6, times=None))
        people = [sandbox.add_user(f"Person {number}") for number in range(6)]

        async def ask(user: int) -> None:
            name, values = chance.choice(COMMANDS)
            try:
                board = await opened(sandbox, user=user, seconds=4)
                await sandbox.client.tap(board, button(board, "right"), user=user)
                await sandbox.client.slash(name, values, user=user, seconds=4)
            except (NoAnswer, LookupError):
                await sandbox.client.slash(name, values, user=user, seconds=1)

        await asyncio.gather(*map(ask, people), return_exceptions=True)
        await asyncio.sleep(1)
        sandbox.faults.clear()
        sandbox.clock.advance(60)
        await until(lambda: not unanswered_stages(sandbox))
        again = await sandbox.client.slash("solve", {"puzzle": SMALL})
        assert "213 solutions" in again.text
        await until_is([], lambda: pending_replies(file_address(tmp_path / "ouro.db")))
    await assert_consistent(tmp_path / "ouro.db")


@pytest.mark.parametrize("how", ["reconnect", "resume", "forget"])
async def test_presses_work_after_a_lost_gateway_connection(
    sandbox: Sandbox, run_bot: Runner, how: str
) -> None:
    async with run_bot(sandbox):
        board = await opened(sandbox)
        pressing = asyncio.create_task(press(sandbox, board, "right", "down"))
        actions: dict[str, Callable[[], object]] = {
            "reconnect": sandbox.gateway.reconnect,
            "resume": lambda: sandbox.gateway.invalidate(resumable=True),
            "forget": lambda: sandbox.gateway.invalidate(resumable=False),
        }
        actions[how]()
        await asyncio.wait((pressing,), timeout=2)
        sandbox.clock.advance(PATIENCE)  # presses that nobody received fail now
        await asyncio.gather(pressing, return_exceptions=True)
        await wait_until(sandbox.state, lambda: sandbox.state.online or None, 300)

        async def answered() -> bool:
            try:
                return (
                    "213"
                    in (await sandbox.client.slash("solve", {"puzzle": SMALL}, seconds=3)).text
                )
            except NoAnswer:
                return False

        await until(answered)
        assert boards_texts.MENU.text in str((await press(sandbox, board, "undo")).message)


async def test_a_short_lock_is_waited_for_and_a_long_one_is_reported(
    sandbox: Sandbox, run_bot: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change waits for the lock of another program for 2 s."""
    monkeypatch.setattr("store.sqlite_driver.TRY_SECONDS", 0.05)
    async with run_bot(sandbox):
        board = await opened(sandbox)
        file = tmp_path / "ouro.db"
        with closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as other:
            await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
            pressed = asyncio.create_task(press(sandbox, board, "right"))
            await asyncio.sleep(0.3)
            other.execute("ROLLBACK")
            assert "with 1 line drawn" in str((await pressed).message)
            await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")  # the bot may be writing
            reply = await press(sandbox, board, "down")
            assert problems.STORE_AWAY.text in reply.text
            solved = await sandbox.client.slash("solve", {"puzzle": SMALL})
            assert "213 solutions" in solved.text
            other.execute("ROLLBACK")
        board = await press(sandbox, board, "down")
        assert "with 2 lines drawn" in str(board.message)
    await assert_consistent(tmp_path / "ouro.db")


# The database


@pytest.mark.usefixtures("made_dailies")
async def test_a_full_disk_is_reported_and_does_no_damage(
    sandbox: Sandbox, warm_bots: WarmProgram, tmp_path: Path
) -> None:
    """A file size limit on the bot's process has the effect of a full disk."""
    async with forked_service(warm_bots, sandbox, tmp_path) as process:
        board = await opened(sandbox)
        board = await press(sandbox, board, "right")
        free = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (4096, free[1]))
        reply = await press(sandbox, board, "down")
        assert problems.STORE_AWAY.text in reply.text
        assert "213 solutions" in (await sandbox.client.slash("solve", {"puzzle": SMALL})).text
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, free)
        board = await press(sandbox, board, "down")
        assert "with 2 lines drawn" in str(board.message)
        process.terminate()
        code, _, _ = await end_of(process)
        assert code == 0
    await assert_consistent(tmp_path / "data" / "ouro.db")


async def test_a_damaged_database_is_refused_and_not_changed(
    warm_bots: WarmProgram, tmp_path: Path
) -> None:
    file = tmp_path / "data" / "ouro.db"
    async with open_database(file_address(file)):
        pass
    damaged = bytearray(file.read_bytes())
    damaged[5000:9000] = b"\xa5" * 4000
    file.write_bytes(damaged)
    async with forked_program(warm_bots, tmp_path) as process:
        code, printed, _ = await end_of(process)
    assert code == 1
    assert "is damaged" in printed
    assert "ouro db restore" in printed
    assert "Traceback" not in printed
    assert file.read_bytes() == damaged


# The clock
