"""New puzzles and dailies of the bank: nothing is made while it has some, and none comes twice."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from jobs.generating import make_puzzle
from play.calendar import EPOCH
from play.tracks import Track
from puzzle.model import EdgeState
from puzzle.moves import format_marks
from puzzle.notation import format_loopy
from puzzle.symmetry import Symmetry
from service.errors import AlreadyClaimed
from service.generating.bank import Bank
from service.generating.daily_generation import DAYS_AHEAD, spec_of
from service.generating.generation import PuzzleOptions
from service.running.interaction_claims import InteractionClaim
from service.running.readers import Reader
from service.services import Services
from solver.explain.step import Difficulty
from solver.generate.generate import GeneratedPuzzle, generate
from solver.generate.spec import GenerationSpec
from store import dailies, puzzles
from store.database import Database
from store.records import AttemptKind, BankedPuzzle, DailyRecord, PuzzleKind
from store.transaction import Connection
from workers.pool import Priority

ADA, EVE = 7, 8
OPTIONS = PuzzleOptions(5, 6, Difficulty.EASY)


def banked(spec: GenerationSpec) -> BankedPuzzle:
    made = generate(spec)
    assert isinstance(made, GeneratedPuzzle)
    assert made.rating is not None
    lines = dict.fromkeys(made.solution, EdgeState.LINE)
    level, symmetry, rules = spec.level.name.lower(), spec.symmetry.value, spec.rules.name
    kind = PuzzleKind(level, spec.rows, spec.cols, "square", symmetry, rules)
    return BankedPuzzle(
        kind,
        made.puzzle.canonical_key,
        format_loopy(made.puzzle),
        format_marks(made.puzzle.grid, lines),
        made.rating.score,
        made.rating.hardest,
        made.rating.techniques,
    )


def some(count: int, options: PuzzleOptions = OPTIONS) -> list[BankedPuzzle]:
    return [banked(options.spec(seed)) for seed in range(count)]


@pytest.fixture
def made(services: Services, monkeypatch: pytest.MonkeyPatch) -> Sequence[object]:
    """The jobs that ran in the worker pool."""
    ran: list[object] = []
    inner: Any = services.pool._pool.run

    async def run(job: object, request: object, **options: object) -> object:
        ran.append(job)
        return await inner(job, request, **options)

    monkeypatch.setattr(services.pool._pool, "run", run)
    return ran


async def test_people_get_puzzles_of_the_bank_until_it_has_none(
    database: Database, services: Services, made: Sequence[object]
) -> None:
    new = some(3)
    assert (await Bank(database).add(new)).added == 3
    given = [await services.generation.generate(Reader(who), OPTIONS) for who in (ADA, EVE, ADA)]
    assert {one.notation for one in given} == {one.notation for one in new}
    assert made == []
    last = await services.generation.generate(Reader(EVE), OPTIONS)
    assert made == [make_puzzle]
    assert last.notation not in {one.notation for one in given}


async def test_a_puzzle_of_the_bank_has_all_but_a_seed(
    database: Database, services: Services
) -> None:
    [new] = some(1)
    await Bank(database).add([new])
    given = await services.generation.generate(Reader(ADA), OPTIONS)
    assert given.seed is None
    assert given.recipe is None
    assert (given.solution, given.level, given.score) == (new.solution, "easy", new.score)
    assert dict(given.techniques) == dict(new.techniques)
    async with database.reading() as connection:
        assert await puzzles.get(connection, given.id) == given


async def test_a_seed_makes_its_puzzle(
    database: Database, services: Services, made: Sequence[object]
) -> None:
    await Bank(database).add(some(1))
    asked = await services.generation.generate(Reader(ADA), OPTIONS, 12)
    assert made == [make_puzzle]
    assert asked.seed == 12


async def test_an_interaction_that_another_bot_handles_takes_nothing(
    database: Database, services: Services
) -> None:
    await Bank(database).add(some(1))
    await services.claims.take(InteractionClaim(5, "other"))
    with pytest.raises(AlreadyClaimed):
        await services.generation.generate(Reader(ADA, claim=InteractionClaim(5)), OPTIONS)
    [shelf] = await Bank(database).shelves()
    assert shelf.count == 1


async def test_a_daily_made_later_leaves_the_bank_to_the_coming_ones(
    services: Services, database: Database
) -> None:
    await Bank(database).add([banked(spec_of(Track.EASY, EPOCH, 1))])
    daily, puzzle = await services.dailies.find(EPOCH, Track.EASY)
    assert daily.made_later
    assert puzzle.seed is not None
    assert [shelf.count for shelf in await Bank(database).shelves()] == [1]


async def test_dailies_come_from_the_bank_and_are_out_of_it_at_once(
    database: Database, services: Services, made: Sequence[object]
) -> None:
    """So nobody is given a coming daily as a new puzzle, and none was given out before."""
    day = services.dailies.today() + timedelta(days=DAYS_AHEAD)
    spec = spec_of(Track.EASY, day, 1)
    new = banked(spec)
    await Bank(database).add([new])
    daily = await services.daily_generation.generate(day, Track.EASY, Priority.BACKGROUND)
    assert daily.canonical_key == new.canonical_key
    assert made == []
    assert await Bank(database).shelves() == ()
    assert (await Bank(database).add([new])).duplicates == 1
    again = await services.daily_generation.generate(day, Track.EASY, Priority.BACKGROUND)
    assert again == daily
    async with database.reading() as connection:
        stored = await puzzles.get(connection, daily.puzzle_id)
    assert stored is not None
    assert stored.seed is None


async def test_a_daily_that_is_there_takes_no_other_puzzle(
    database: Database, services: Services
) -> None:
    day = services.dailies.today()
    await services.daily_generation.generate(day, Track.EASY, Priority.BACKGROUND)
    await Bank(database).add([banked(spec_of(Track.EASY, day, 1))])
    await services.daily_generation.generate(day, Track.EASY, Priority.BACKGROUND)
    [shelf] = await Bank(database).shelves()
    assert shelf.count == 1


async def test_a_daily_that_another_bot_stores_meanwhile_takes_no_puzzle(
    database: Database, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = services.dailies.today()
    first = await services.daily_generation.generate(day, Track.EASY, Priority.BACKGROUND)
    await Bank(database).add([banked(spec_of(Track.EASY, day, 1))])
    looks, get = iter((None,)), dailies.get

    async def get_too_early(connection: Connection, day: date, track: str) -> DailyRecord | None:
        return next(looks, await get(connection, day, track))

    monkeypatch.setattr(dailies, "get", get_too_early)
    again = await services.daily_generation.generate(day, Track.EASY, Priority.BACKGROUND)
    assert again == first
    [shelf] = await Bank(database).shelves()
    assert shelf.count == 1


async def test_a_person_who_deletes_their_data_gets_no_puzzle_again(
    database: Database, services: Services
) -> None:
    await Bank(database).add(some(2))
    first = await services.generation.generate(Reader(ADA), OPTIONS)
    await services.attempts.open(Reader(ADA), first, AttemptKind.ENDLESS)
    await services.personal_data.delete(Reader(ADA))
    second = await services.generation.generate(Reader(ADA), OPTIONS)
    assert second.notation != first.notation


async def test_wrong_puzzles_are_told_and_left_out(database: Database) -> None:
    right, other = some(2)
    wrong = [
        replace(right, canonical_key=other.canonical_key),
        replace(other, solution=right.solution),
        replace(other, notation="?"),
        replace(other, kind=replace(other.kind, rows=9)),
    ]
    added = await Bank(database).add([right, *wrong])
    assert (added.added, added.duplicates) == (1, 0)
    assert added.wrong == tuple(one.notation for one in wrong)


async def test_symmetries_are_kept_apart(database: Database, services: Services) -> None:
    options = replace(OPTIONS, symmetry=Symmetry.NONE)
    await Bank(database).add(some(1, options))
    drawn = await services.generation.generate(Reader(ADA), options)
    assert drawn.seed is None
    other = await services.generation.generate(Reader(ADA), OPTIONS)
    assert other.seed is not None


async def test_a_mini_does_not_come_from_the_bank(database: Database, services: Services) -> None:
    """The bank has puzzles of the same kind with longer loops."""
    day = services.dailies.today()
    spec = replace(spec_of(Track.MINI, day, 1), short=False)
    await Bank(database).add([banked(spec)])
    await services.daily_generation.generate(day, Track.MINI, Priority.BACKGROUND)
    [shelf] = await Bank(database).shelves()
    assert shelf.count == 1
