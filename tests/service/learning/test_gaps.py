"""What people lack is read from the journals of the boards that they solved, and comes first."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
import structlog

from i18n.localizer import ENGLISH, Localizer
from play.history import Mark
from play.journal import MarkSource
from puzzle.model import EdgeState, Puzzle
from puzzle.notation import format_puzzle, parse_puzzle
from service.learning.training import AskedDrill, DrillPlan
from service.running.readers import Reader
from service.services import Services
from solver.review.gaps import MIN_BOARDS, Use
from solver.search import solve
from store import journals, puzzles
from store.database import Database
from store.records import AttemptKind, UnsavedPuzzle
from store.sql import query
from tests.support.clock import Clock
from tests.support.review.learners import Learner
from tests.support.review.players import Marks
from tests.support.shared import Collections
from tests.support.store.tables import tell
from texts.practice import gap_text
from texts.reviews import summary
from workers.errors import Busy, BusyReason, TimedOut, WorkError
from workers.pool import LocalPool

ANN, BOB = 1001, 1002
LACKING = ("three-at-closed-corner", "line-arriving-3")
ATTEMPTS = query("SELECT id FROM attempts WHERE player_id = :person ORDER BY id DESC", int)
USES = query("SELECT uses FROM journals ORDER BY attempt_id", str)


@pytest.fixture
def boards(collections: Collections) -> Sequence[Puzzle]:
    records = collections.records("expert_7x7")[: MIN_BOARDS + 1]
    return [parse_puzzle("/".join(record["clues"])) for record in records]


async def play(services: Services, puzzle: Puzzle, now: Clock, person: int = ANN) -> int:
    """Solve a puzzle as somebody who lacks two techniques; returns the attempt."""
    new = UnsavedPuzzle(format_puzzle(puzzle, "loopy"), puzzle.canonical_key)
    async with services.attempts.database.writing() as connection:
        stored = await puzzles.add(connection, new)
    loaded = await services.attempts.open(Reader(person), stored, AttemptKind.PASTED)
    shown, number = now(), loaded.attempt.id
    for stroke in Learner(LACKING, Marks.ALL, number).strokes(puzzle):
        now.time = shown + timedelta(seconds=stroke.seconds)
        mark = Mark(stroke.states)
        loaded = await services.attempts.change(Reader(person), number, mark, source=MarkSource.PEN)
    assert loaded.solved
    return number


async def solve_at_once(
    services: Services, puzzle: Puzzle, now: Clock, person: int, seconds: float
) -> None:
    new = UnsavedPuzzle(format_puzzle(puzzle, "loopy"), puzzle.canonical_key)
    async with services.attempts.database.writing() as connection:
        stored = await puzzles.add(connection, new)
    loaded = await services.attempts.open(Reader(person), stored, AttemptKind.PASTED)
    now.pass_(seconds)
    mark = Mark(dict.fromkeys(solve(puzzle).solutions[0], EdgeState.LINE))
    assert (await services.attempts.change(Reader(person), loaded.attempt.id, mark)).solved


async def uses_in(database: Database) -> list[str | None]:
    async with database.reading() as connection:
        return [*await USES.all(connection)]


async def ask(services: Services, person: int = ANN) -> AskedDrill:
    return await services.training.ask(Reader(person), DrillPlan.MIXED, seed=1)


async def test_practice_begins_with_what_was_passed_by(
    services: Services, now: Clock, database: Database, boards: Sequence[Puzzle]
) -> None:
    for puzzle in boards[:MIN_BOARDS]:
        assert (await ask(services)).gap is None
        await play(services, puzzle, now)
        await services.gaps.read_journals()
    asked = await ask(services)
    assert asked.gap is not None
    assert asked.question.technique == asked.gap.technique in LACKING
    assert (asked.introduced, asked.gap.boards) == (True, MIN_BOARDS)
    found = await services.training.strengths(ANN)
    assert found
    assert not {*found} & {*LACKING}
    assert (await ask(services, BOB)).gap is None
    assert await services.training.strengths(BOB) == ()
    await services.personal_data.delete(Reader(ANN))
    assert await uses_in(database) == []
    assert await services.gaps.gaps(ANN) == ()


async def test_what_takes_a_person_most_time_over_par_comes_first(
    services: Services,
    now: Clock,
    pool: LocalPool,
    boards: Sequence[Puzzle],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Par is that of a step for them: who is slow at everything is not slow at one technique."""
    people, slow = {ANN: 1, BOB: 1, 1003: 3, 1004: 3}, "corner-3"
    run = pool.run
    for person, pace in people.items():
        uses = {name: Use(9, 8, 0, 4.0 * pace) for name in ("zero", "corner-1")}
        uses[slow] = Use(9, 4, 0, 5.0 * pace * (6 if person == ANN else 1))

        async def read(*_: object, uses: object = uses, **__: object) -> object:
            return uses

        for puzzle in boards:
            await solve_at_once(services, puzzle, now, person, 100 * pace)
            monkeypatch.setattr(pool, "run", read)
            await services.gaps.read_journals()
            monkeypatch.setattr(pool, "run", run)
    found = {person: await services.gaps.dearest(person) for person in people}
    dearest = found.pop(ANN)
    assert dearest
    assert (dearest.technique, dearest.boards) == (slow, len(boards))
    assert 4 * (30 - 5) * 0.3 < dearest.over < 4 * 30
    assert not any(found.values())
    [first, *_] = await services.gaps.gaps(ANN)
    assert first == dearest
    asked = await ask(services)
    assert (asked.question.technique, asked.gap) == (slow, dearest)
    assert "took you" in gap_text(ENGLISH, dearest)
    assert "over par" in gap_text(ENGLISH, dearest)
    assert "over par" not in gap_text(Localizer(par=False), dearest)
    for told in (True, False):
        reader = Reader(ANN, Localizer(par=told))
        async with services.attempts.database.reading() as connection:
            number = (await ATTEMPTS.all(connection, person=ANN))[0]
        review = await services.reviews.review(reader, number)
        assert review.dearest == (dearest if told else None)
        assert ("over par" in summary(ENGLISH, review.found, review.dearest)) is told


async def test_a_board_is_read_once_it_is_solved_and_only_once(
    services: Services,
    now: Clock,
    pool: LocalPool,
    boards: Sequence[Puzzle],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await play(services, boards[0], now)
    new = UnsavedPuzzle(format_puzzle(boards[1], "loopy"), boards[1].canonical_key)
    async with services.attempts.database.writing() as connection:
        stored = await puzzles.add(connection, new)
    begun = await services.attempts.open(Reader(ANN), stored, AttemptKind.PASTED)
    await services.attempts.change(Reader(ANN), begun.attempt.id, Mark({0: EdgeState.CROSS}))
    await services.gaps.read_journals()
    read = await uses_in(services.attempts.database)
    assert read[0]
    assert read[1:] == [None]

    async def refuse(*_: object, **__: object) -> None:
        raise AssertionError("nothing is to be read")

    monkeypatch.setattr(pool, "run", refuse)
    await services.gaps.read_journals()


@pytest.mark.parametrize(
    ("error", "is_left"), [(Busy(BusyReason.QUEUE), True), (TimedOut(1), False)]
)
async def test_a_journal_that_cannot_be_read_is_left_for_later_only_while_the_pool_is_busy(
    services: Services,
    now: Clock,
    pool: LocalPool,
    boards: Sequence[Puzzle],
    monkeypatch: pytest.MonkeyPatch,
    *,
    error: WorkError,
    is_left: bool,
) -> None:
    await play(services, boards[0], now)

    async def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(pool, "run", fail)
    await services.gaps.read_journals()
    assert await uses_in(services.attempts.database) == [journals.UNREAD if is_left else None]


async def test_what_cannot_be_read_counts_nothing(
    services: Services, now: Clock, database: Database, boards: Sequence[Puzzle]
) -> None:
    """A damaged row, an unknown technique, and a journal that is not complete."""
    numbers = [await play(services, puzzle, now) for puzzle in boards]
    async with database.writing() as connection:
        damage = "UPDATE journals SET text = '1PA.' WHERE attempt_id = :id"
        await tell(connection, damage, id=numbers[0])
    await services.gaps.read_journals()
    assert (await uses_in(database))[0] is None
    async with database.writing() as connection:
        await journals.save_uses(connection, numbers[1], '{"zero": [1, "one"]}')
        await journals.save_uses(connection, numbers[2], '{"of-later": [9, 0, 9, 0.0]}')
    with structlog.testing.capture_logs() as logs:
        assert await services.gaps.gaps(ANN) == ()
        assert await services.training.strengths(ANN) == ()
    assert [entry["key"] for entry in logs] == [f"attempt_id={numbers[1]}"]
