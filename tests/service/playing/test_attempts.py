"""Attempts through the store: clocks, help, submissions, and concurrent presses."""

import asyncio
import inspect
from collections.abc import Mapping
from datetime import UTC, date, datetime
from types import MappingProxyType

import pytest

from play.calendar import closes, opens
from play.clock import Help
from play.history import Mark, Undo
from play.pen import Arrow
from puzzle.model import Board, EdgeState
from puzzle.notation import parse_loopy
from puzzle.rules import is_solved
from service.errors import NotYours
from service.playing.attempts import Attempts
from service.running.readers import Reader
from solver.search import solve
from store import dailies, puzzles
from store.database import Database
from store.records import AttemptKind, DailyRecord, StoredPuzzle, UnsavedPuzzle
from tests.support.clock import Clock

NOTATION = "5x5:b1c3a12a02d1a2c32"
PUZZLE = parse_loopy(NOTATION)
SOLUTION = solve(PUZZLE).solutions[0]
DAY = date(2026, 11, 25)
NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)
ANN, BOB = 1001, 1002


@pytest.fixture
def clock() -> Clock:
    return Clock(NOON)


@pytest.fixture
def attempts(database: Database, clock: Clock) -> Attempts:
    return Attempts(database, clock)


async def stored(database: Database) -> StoredPuzzle:
    async with database.writing() as connection:
        return await puzzles.add(connection, UnsavedPuzzle(NOTATION, PUZZLE.canonical_key))


async def daily(database: Database) -> DailyRecord:
    puzzle = await stored(database)
    async with database.writing() as connection:
        made = DailyRecord(
            DAY, "easy", 25, puzzle.id, PUZZLE.canonical_key, opens(DAY), closes(DAY)
        )
        added = await dailies.add(connection, made)
    assert added is not None
    return added


def drawing(edges: frozenset[int]) -> Mark:
    return Mark(dict.fromkeys(edges, EdgeState.LINE))


async def test_the_clock_starts_when_the_board_is_first_opened(
    attempts: Attempts, clock: Clock
) -> None:
    loaded = await attempts.open(Reader(ANN), await daily(attempts.database), AttemptKind.DAILY)
    assert loaded.attempt.shown_at == NOON
    clock.pass_(30)
    again = await attempts.open(Reader(ANN), await daily(attempts.database), AttemptKind.DAILY)
    assert (again.attempt.id, again.attempt.shown_at) == (loaded.attempt.id, NOON)


async def test_the_last_line_ends_the_clock_without_a_submission(
    attempts: Attempts, clock: Clock
) -> None:
    loaded = await attempts.open(Reader(ANN), await daily(attempts.database), AttemptKind.DAILY)
    *most, last = sorted(SOLUTION)
    clock.pass_(60)
    loaded = await attempts.change(Reader(ANN), loaded.attempt.id, drawing(frozenset(most)))
    assert not loaded.solved
    loaded = await attempts.add_help(Reader(ANN), loaded.attempt.id, Help.HINT)
    clock.pass_(5.7)
    loaded = await attempts.change(Reader(ANN), loaded.attempt.id, drawing(frozenset({last})))
    assert loaded.just_solved
    assert (loaded.attempt.seconds, loaded.attempt.penalty, loaded.attempt.ranked) == (65, 30, True)
    clock.pass_(60)
    after = await attempts.change(Reader(ANN), loaded.attempt.id, Undo())
    assert is_solved(PUZZLE, after.pad.board.lines)
    assert (after.attempt.seconds, after.just_solved) == (65, False)


async def test_after_its_day_a_daily_is_not_ranked(attempts: Attempts, clock: Clock) -> None:
    loaded = await attempts.open(Reader(ANN), await daily(attempts.database), AttemptKind.DAILY)
    clock.time = closes(DAY)
    loaded = await attempts.change(Reader(ANN), loaded.attempt.id, drawing(SOLUTION))
    assert loaded.solved
    assert not loaded.attempt.ranked


async def test_a_wrong_answer_is_a_mistake_and_an_unfinished_one_is_not(attempts: Attempts) -> None:
    loaded = await attempts.open(Reader(ANN), await daily(attempts.database), AttemptKind.DAILY)
    some = frozenset(sorted(SOLUTION)[:4])
    _, verdict = await attempts.submit(Reader(ANN), loaded.attempt.id, Board.of_lines(PUZZLE, some))
    assert verdict.unfinished
    zero = PUZZLE.clues.index(0)
    wrong = Board.of_lines(PUZZLE, SOLUTION | {PUZZLE.grid.cell_edges[zero][0]})
    loaded, verdict = await attempts.submit(Reader(ANN), loaded.attempt.id, wrong)
    assert not verdict.solved
    assert loaded.help_counts.mistakes == 1
    loaded, verdict = await attempts.submit(
        Reader(ANN), loaded.attempt.id, Board.of_lines(PUZZLE, SOLUTION)
    )
    assert verdict.solved
    assert (loaded.just_solved, loaded.attempt.penalty, loaded.attempt.ranked) == (True, 30, True)


async def test_in_the_course_help_and_mistakes_add_nothing(attempts: Attempts) -> None:
    for kind, is_free in ((AttemptKind.LEARN, True), (AttemptKind.PASTED, False)):
        loaded = await attempts.open(Reader(ANN + is_free), await stored(attempts.database), kind)
        helped = await attempts.add_help(Reader(ANN + is_free), loaded.attempt.id, Help.HINT)
        assert helped.just_counted
        wrong = Board.of_lines(PUZZLE, frozenset(PUZZLE.grid.cell_edges[0]))
        judged, verdict = await attempts.submit(Reader(ANN + is_free), loaded.attempt.id, wrong)
        assert not verdict.solved
        assert (helped.help_counts.penalty == 0) is is_free
        assert (judged.help_counts.penalty == 0) is is_free


async def test_an_attempt_of_another_player_is_refused(attempts: Attempts) -> None:
    loaded = await attempts.open(Reader(ANN), await stored(attempts.database), AttemptKind.PASTED)
    for call in (
        attempts.find(BOB, loaded.attempt.id),
        attempts.change(Reader(BOB), loaded.attempt.id, Arrow.RIGHT),
        attempts.submit(Reader(BOB), loaded.attempt.id),
        attempts.record_reveal(Reader(BOB), loaded.attempt.id),
        attempts.find(ANN, loaded.attempt.id + 1),
    ):
        with pytest.raises(NotYours):
            await call


async def test_a_cancelled_press_is_stored_before_the_next(attempts: Attempts) -> None:
    loaded = await attempts.open(Reader(ANN), await stored(attempts.database), AttemptKind.PASTED)
    number = loaded.attempt.id
    for arrow in (Arrow.RIGHT, Arrow.DOWN):
        press = asyncio.create_task(attempts.change(Reader(ANN), number, arrow))
        await asyncio.sleep(0)
        press.cancel()
    after = await attempts.settled(ANN, number)
    assert press.cancelled()
    assert len(after.pad.board.lines) == 2
    assert after.pad.pen == loaded.pad.apply(Arrow.RIGHT).apply(Arrow.DOWN).pen


CHANGES: Mapping[str, tuple[object, ...]] = MappingProxyType(
    {
        "change": (drawing(SOLUTION),),
        "add_help": (Help.STEP,),
        "submit": (Board.of_lines(PUZZLE, SOLUTION),),
        "record_reveal": (),
    }
)
"""What changes an attempt, with arguments."""


def test_every_change_of_an_attempt_is_tried() -> None:
    found = {
        name
        for name, method in inspect.getmembers(Attempts, inspect.iscoroutinefunction)
        if [*inspect.signature(method).parameters][:3] == ["self", "reader", "attempt_id"]
    }
    assert {name for name in found if not name.startswith("_")} == CHANGES.keys()


@pytest.mark.parametrize("end", ["change", "record_reveal"])
@pytest.mark.parametrize("name", CHANGES)
async def test_nothing_changes_an_attempt_that_is_over(
    attempts: Attempts, database: Database, name: str, end: str
) -> None:
    opened = (await attempts.open(Reader(ANN), await stored(database), AttemptKind.PASTED)).attempt
    over = await getattr(attempts, end)(Reader(ANN), opened.id, *CHANGES[end])
    assert over.is_over
    await getattr(attempts, name)(Reader(ANN), opened.id, *CHANGES[name])
    assert (await attempts.find(ANN, opened.id)).attempt == over.attempt
