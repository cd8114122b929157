"""Boards in memory: parsed once, never in a write transaction, never older than the database."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest

from play.clock import Help
from play.history import Clear, Mark, Undo
from play.pen import Arrow
from play.tracks import Track
from puzzle.model import EdgeState
from puzzle.notation import parse_loopy
from service.errors import NotYours
from service.playing.attempts import Attempts
from service.playing.loaded_attempt import LoadedAttempt
from service.running import board_cache
from service.running.board_cache import MAX_CACHED_BYTES
from service.running.readers import Reader
from service.services import Services
from solver.search import solve
from store import attempts as store
from store import puzzles
from store.database import Database
from store.records import AttemptKind, UnsavedPuzzle
from tests.support.clock import Clock
from tools.bench.operations import counted
from tools.bench.worst_case import fill

ADA, BOB = 7, 8
NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)
EDGES = 1860
NOTATION = "5x5:b1c3a12a02d1a2c32"
ARROWS = (Arrow.DOWN, Arrow.RIGHT, Arrow.UP, Arrow.LEFT)


@pytest.fixture
def clock() -> Clock:
    return Clock(NOON)


async def paste(database: Database, attempts: Attempts, number: int = 0) -> LoadedAttempt:
    """A board of a puzzle that was pasted, another one for each number."""
    notation = NOTATION if not number else f"{number + 5}x5:{'z' * 99}"
    async with database.writing() as connection:
        puzzle = await puzzles.add(connection, UnsavedPuzzle(notation, f"key{number}"))
    return await attempts.open(Reader(ADA), puzzle, AttemptKind.PASTED)


async def test_a_press_costs_what_it_changes_however_much_is_stored(
    database: Database, clock: Clock
) -> None:
    [board] = await fill(database, ADA, NOON, boards=1)
    attempts = Attempts(database, clock)
    with counted() as first:
        await attempts.change(Reader(ADA), board, Arrow.RIGHT)
    assert (first.boards, first.edges, first.puzzles) == (1, EDGES, 1)
    assert first.parsed_in_writing == 0
    with counted() as later:
        for arrow in ARROWS:
            await attempts.change(Reader(ADA), board, arrow)
    assert (later.boards, later.puzzles, later.changes) == (0, 0, 0)
    assert later.encoded <= 4 * (EDGES // 3 + 20)
    assert later.rows <= 4
    assert later.written <= 4 * 13_000
    with counted() as undone:
        await attempts.change(Reader(ADA), board, Undo())
    assert undone.changes <= 2 * EDGES  # the one step that was undone


@pytest.mark.parametrize("call", ["find", "settled", "add_help", "submit", "record_reveal", "open"])
async def test_nothing_is_parsed_within_a_write_transaction(
    database: Database, clock: Clock, call: str
) -> None:
    [board] = await fill(database, ADA, NOON, boards=1)
    attempts = Attempts(database, clock)
    async with database.reading() as connection:
        attempt = await store.get(connection, board)
        assert attempt is not None
        puzzle = await puzzles.get(connection, attempt.puzzle_id)
        assert puzzle is not None
    calls: dict[str, Callable[[], Awaitable[object]]] = {
        "find": lambda: attempts.find(ADA, board),
        "settled": lambda: attempts.settled(ADA, board),
        "add_help": lambda: attempts.add_help(Reader(ADA), board, Help.NUDGE),
        "submit": lambda: attempts.submit(Reader(ADA), board),
        "record_reveal": lambda: attempts.record_reveal(Reader(ADA), board),
        "open": lambda: attempts.open(Reader(ADA), puzzle, AttemptKind.PASTED),
    }
    with counted() as count:
        await calls[call]()
    assert (count.boards, count.parsed_in_writing) == (1, 0)
    with counted() as count:
        await calls[call]()
    assert count.boards == 0


async def test_lists_of_boards_parse_none(services: Services, database: Database) -> None:
    await fill(database, ADA, NOON, boards=12)
    with counted() as count:
        listed = await services.boards.unfinished(ADA, 10)
        overview = await services.boards.overview(ADA)
    assert [board.size for board in listed] == ["30x30"] * 10
    assert len(overview.boards) == 5
    assert (count.boards, count.puzzles) == (0, 0)
    assert count.rows <= 10 + 5 + len(Track)
    assert count.read < 1000
    with counted() as count:
        loaded = await services.boards.current(ADA)
    assert loaded.attempt.id == listed[0].id
    assert count.boards == 1


async def test_the_columns_of_a_list_follow_the_board(
    services: Services, database: Database
) -> None:
    loaded = await paste(database, services.attempts)
    number = loaded.attempt.id
    for action, lines in ((Mark(dict.fromkeys(range(9), EdgeState.LINE)), 9), (Clear(), 0)):
        await services.attempts.change(Reader(ADA), number, action)
        [board] = await services.boards.unfinished(ADA, 10)
        assert (board.id, board.size, board.lines) == (number, "5x5", lines)


async def test_a_board_that_another_process_changed_is_read_again(
    database: Database, clock: Clock
) -> None:
    here, there = Attempts(database, clock), Attempts(database, clock)
    number = (await paste(database, here)).attempt.id
    await here.change(Reader(ADA), number, Arrow.RIGHT)
    await there.change(Reader(ADA), number, Arrow.DOWN)
    after = await here.change(Reader(ADA), number, Arrow.LEFT)
    assert (len(after.pad.board.lines), after.attempt.revision) == (3, 4)
    assert (await there.find(ADA, number)).pad == after.pad
    assert len((await there.change(Reader(ADA), number, Undo())).pad.board.lines) == 2
    assert len((await here.find(ADA, number)).pad.board.lines) == 2


async def test_a_change_that_is_not_stored_is_not_kept(
    database: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts = Attempts(database, clock)
    number = (await paste(database, attempts)).attempt.id

    async def fail(*_: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(store, "save", fail)
        with pytest.raises(OSError, match="full"):
            await attempts.change(Reader(ADA), number, Arrow.RIGHT)
    assert not any((await attempts.find(ADA, number)).pad.board.marks)


async def test_why_nothing_changed_is_told_once(database: Database, clock: Clock) -> None:
    attempts = Attempts(database, clock)
    number = (await paste(database, attempts)).attempt.id
    assert (await attempts.change(Reader(ADA), number, Undo())).pad.notice is not None
    assert (await attempts.find(ADA, number)).pad.notice is None


async def test_a_finished_board_keeps_its_marks_and_no_steps(
    database: Database, clock: Clock
) -> None:
    attempts = Attempts(database, clock)
    [given_up] = await fill(database, ADA, NOON, boards=1)
    revealed = await attempts.record_reveal(Reader(ADA), given_up)
    assert not revealed.pad.done
    assert any(revealed.pad.board.marks)
    assert len(revealed.attempt.pad) < 700
    solution = solve(parse_loopy(NOTATION)).solutions[0]
    number = (await paste(database, attempts)).attempt.id
    await attempts.change(Reader(ADA), number, Arrow.RIGHT, Undo())
    solved = await attempts.change(
        Reader(ADA), number, Mark(dict.fromkeys(solution, EdgeState.LINE))
    )
    assert solved.solved
    assert not solved.pad.done
    async with database.reading() as connection:
        stored = await store.get(connection, number)
    assert stored is not None
    assert (stored.pad.endswith(";;"), stored.lines) == (True, len(solution))


async def test_the_board_used_longest_ago_gives_way(
    database: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 5
    monkeypatch.setattr("service.playing.attempts.MAX_UNFINISHED", most)
    attempts = Attempts(database, clock)
    begun = await fill(database, ADA, NOON, boards=most)
    others = await fill(database, BOB, NOON, boards=1)
    await attempts.change(
        Reader(ADA), begun[0], Arrow.RIGHT
    )  # used again, so the next one is the oldest
    first = await paste(database, attempts)
    with pytest.raises(NotYours):
        await attempts.find(ADA, begun[1])
    with pytest.raises(NotYours):
        await attempts.change(Reader(ADA), begun[1], Arrow.RIGHT)
    await paste(database, attempts)  # the same one
    async with database.reading() as connection:
        left = [board.id for board in await store.unfinished(connection, ADA, 1000)]
    assert sorted(left) == sorted([begun[0], *begun[2:], first.attempt.id])
    assert (await attempts.find(BOB, others[0])).attempt.id == others[0]


async def test_data_that_is_deleted_is_gone_from_memory(
    services: Services, database: Database
) -> None:
    loaded = await paste(database, services.attempts)
    [other] = await fill(database, BOB, NOON, boards=1)
    await services.attempts.find(BOB, other)
    await services.personal_data.delete(Reader(ADA))
    with counted() as count:
        await services.attempts.find(BOB, other)
        with pytest.raises(NotYours):
            await services.attempts.find(ADA, loaded.attempt.id)
    assert count.boards == 0
    assert len(services.attempts._boards._boards) == 1


async def test_the_memory_of_all_boards_is_bounded(
    database: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = await fill(database, ADA, NOON, boards=5)

    async def look_at_all(attempts: Attempts) -> int:
        for board in boards:
            await attempts.find(ADA, board)
        return int(attempts._boards._boards.currsize)

    size = await look_at_all(Attempts(database, clock))
    assert 5 * 15_000 < size < 5 * 50_000 < MAX_CACHED_BYTES
    monkeypatch.setattr(board_cache, "MAX_CACHED_BYTES", size - 1)
    attempts = Attempts(database, clock)
    assert await look_at_all(attempts) < size
    with counted() as count:
        await attempts.find(ADA, boards[4])
        await attempts.find(ADA, boards[1])
        assert count.boards == 0
        await attempts.find(ADA, boards[0])
    assert count.boards == 1
