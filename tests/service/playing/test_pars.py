"""Pars are learned with what is solved, and from what was solved before there were any."""

import json
from datetime import timedelta
from itertools import product

import pytest
from msgspec.structs import replace

from i18n.localizer import Localizer
from play.calendar import closes, opens
from play.clock import Help
from play.history import Mark
from play.par import FEWEST, PRIORS
from play.ranking import Period
from play.tracks import Track
from puzzle.model import EdgeState, Puzzle
from puzzle.notation import format_puzzle, parse_puzzle
from service.dailies.leaderboards import LeaderboardQuery
from service.people.preferences import choosing
from service.playing import pars as service_pars
from service.playing.sharing import picture_of
from service.running.readers import Reader
from service.services import Services
from solver.explain.step import Difficulty
from solver.search import solve
from store import dailies, meta, pars, puzzles
from store.database import Database
from store.records import (
    AttemptKind,
    DailyRecord,
    StoredPuzzle,
    StoredTerm,
    Strength,
    UnsavedPuzzle,
    Visibility,
)
from store.sql import query
from tests.support.clock import Clock
from tests.support.shared import Collections
from tests.support.store.tables import ask, tell
from texts.leaderboards import board_text
from tools.bench.operations import counted

ANN, BOB = 1001, 1002
PARS = query("SELECT par FROM pars ORDER BY attempt_id", float)
TERMS = query("SELECT term FROM difficulties ORDER BY term", str)


@pytest.fixture
def boards(collections: Collections) -> list[Puzzle]:
    return [parse_puzzle("/".join(it["clues"])) for it in collections.records("expert_7x7")[:6]]


async def stored(services: Services, puzzle: Puzzle) -> StoredPuzzle:
    new = UnsavedPuzzle(
        format_puzzle(puzzle, "loopy"), puzzle.canonical_key, level="hard", score=30
    )
    async with services.attempts.database.writing() as connection:
        return await puzzles.add(connection, new)


class World:
    """People who solve boards."""

    def __init__(self, services: Services, now: Clock) -> None:
        self.services = services
        self.now = now

    async def play(
        self,
        puzzle: Puzzle,
        seconds: float = 100,
        person: int = ANN,
        kind: AttemptKind = AttemptKind.PASTED,
        *helps: Help,
        reveals: bool = False,
    ) -> float | None:
        """The par of a board that a person solves; the same is told before and after."""
        attempts, reader = self.services.attempts, Reader(person)
        loaded = await attempts.open(reader, await stored(self.services, puzzle), kind)
        before, number = loaded.par, loaded.attempt.id
        for each in helps:
            await attempts.add_help(reader, number, each)
        self.now.pass_(seconds)
        if reveals:
            await attempts.record_reveal(reader, number)
            return (await attempts.find(person, number)).par
        mark = Mark(dict.fromkeys(solve(puzzle).solutions[0], EdgeState.LINE))
        loaded = await attempts.change(reader, number, mark)
        assert loaded.just_solved
        assert (await attempts.find(person, number)).par == loaded.par
        assert loaded.par == (before if loaded.par else None)
        return loaded.par

    async def strength(self, person: int = ANN) -> tuple[int, float, float]:
        """The number of boards that count, and what is known of a person's strength."""
        async with self.services.attempts.database.reading() as connection:
            found = (await pars.strengths(connection, [person])).get(person)
        return (found.boards, found.mean, found.variance) if found else (0, 0, 0)

    async def asked(self, sql: str) -> list[object]:
        async with self.services.attempts.database.reading() as connection:
            return [value for (value,) in await ask(connection, sql)]


@pytest.fixture
def world(services: Services, now: Clock) -> World:
    return World(services, now)


async def test_par_is_told_after_three_boards_and_follows_the_times(
    world: World, boards: list[Puzzle]
) -> None:
    quick = [await world.play(each, 30) for each in boards[:5]]
    slow = [await world.play(each, 3_000, BOB) for each in boards[:5]]
    assert quick[:FEWEST] == slow[:FEWEST] == [None] * FEWEST
    assert all(told and told < 300 for told in quick[FEWEST:])
    assert all(told and told > 600 for told in slow[FEWEST:])
    boards_of, mean, variance = await world.strength()
    assert boards_of == 5
    assert mean > 0 > (await world.strength(BOB))[1]
    assert variance < PRIORS["strength"].variance


async def test_what_was_helped_revealed_or_of_the_course_does_not_count(
    world: World, boards: list[Puzzle]
) -> None:
    for each, help_ in zip(boards, Help, strict=False):
        await world.play(each, 30, ANN, AttemptKind.PASTED, help_)
    await world.play(boards[0], 30, BOB, AttemptKind.LEARN)
    await world.play(boards[1], 30, BOB, reveals=True)
    assert await world.asked("SELECT count(*) FROM pars") == [0]
    assert await world.asked("SELECT count(*) FROM difficulties") == [0]


async def test_who_wants_no_par_or_no_clock_has_none(world: World, boards: list[Puzzle]) -> None:
    for values in ({"par": False}, {"visibility": Visibility.NO_CLOCK}):
        await world.services.preferences.change(Reader(ANN), choosing(values))
        await world.play(boards.pop())
        assert await world.strength() == (0, 0, 0)
        await world.services.preferences.change(
            Reader(ANN), choosing({"par": True, "visibility": Visibility.NAMED})
        )
    await world.play(boards.pop())
    assert (await world.strength())[0] == 1


async def test_copies_of_secret_dailies_tell_nothing_before_their_time(
    world: World, boards: list[Puzzle], now: Clock
) -> None:
    """Boards that were opened before their puzzles became dailies of today and of tomorrow."""
    for each in boards[:3]:
        await world.play(each)
    days = [now.time.date() + timedelta(days=number) for number in range(2)]
    for number, (day, puzzle) in enumerate(zip(days, boards[3:], strict=False)):
        copy = await stored(world.services, puzzle)
        new = DailyRecord(day, "hard", number, copy.id, copy.canonical_key, opens(day), closes(day))
        async with world.services.attempts.database.writing() as connection:
            await dailies.add(connection, new)
    assert [await world.play(each) for each in boards[3:5]] == [None, None]
    assert len(await world.asked("SELECT term FROM difficulties WHERE term LIKE 'puzzle:%'")) == 3
    assert (await world.strength())[0] == 3
    assert await world.play(boards[5])


async def test_what_was_solved_before_is_learned_from_in_order(
    world: World, boards: list[Puzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In portions, only once, and with the same result as at once; by the command again."""
    for each, person in product(boards, (ANN, BOB)):
        await world.play(each, 30 if person == ANN else 300, person)
    known = {person: await world.strength(person) for person in (ANN, BOB)}
    told = await world.asked("SELECT par FROM pars ORDER BY attempt_id")
    async with world.services.attempts.database.writing() as connection:
        await pars.clear(connection)
    monkeypatch.setattr(service_pars, "BATCH", 5)
    seen = []
    for _ in range(5):
        await world.services.pars.catch_up()
        seen += await world.asked("SELECT count(*) FROM pars")
    assert seen == [5, 10, 12, 12, 12]
    assert await world.asked("SELECT par FROM pars ORDER BY attempt_id") == pytest.approx(told)
    for person in (ANN, BOB):
        assert await world.strength(person) == pytest.approx(known[person])
    await world.services.pars.restart()
    assert await world.asked("SELECT par FROM pars ORDER BY attempt_id") == pytest.approx(told)


async def test_a_solve_costs_few_statements_for_par(world: World, boards: list[Puzzle]) -> None:
    """Its terms are learned together, and what was learned is not read again."""
    use, numbers = world.services, []
    await use.preferences.change(Reader(BOB), choosing({"par": False}))
    solution = Mark(dict.fromkeys(solve(boards[0]).solutions[0], EdgeState.LINE))
    copy = await stored(use, boards[0])
    for reader in (Reader(ANN), Reader(BOB)):
        board = await use.attempts.open(reader, copy, AttemptKind.PASTED)
        with counted() as count:
            await use.attempts.change(reader, board.attempt.id, solution)
            await use.attempts.find(reader.person, board.attempt.id)
        numbers.append(count.statements)
    assert numbers[0] - numbers[1] <= 5


async def test_a_new_puzzle_is_like_what_a_person_usually_plays(
    world: World, boards: list[Puzzle]
) -> None:
    """A quick person gets what is harder or larger, within the time that they usually play."""
    usual = world.services.pars.usual
    for number, each in enumerate(boards):
        assert (await usual(Reader(ANN), None) is None) == (number < FEWEST)
        await world.play(each, 300, ANN, AttemptKind.ENDLESS)
        await world.play(each, 60, BOB, AttemptKind.ENDLESS)
    found = [await usual(Reader(person), None) for person in (ANN, BOB)]
    assert [each and each[1] for each in found] == [300, 60]
    kinds = [each and (each[0].level.name, each[0].cols) for each in found]
    assert kinds == [("HARD", 7)] * 2, "what both played"
    async with world.services.attempts.database.writing() as connection:
        strong = Strength(ANN, 2, 0.1, 99, world.now.time)
        await pars.save(connection, [strong], [StoredTerm("all", 0, 0.1)])
    for size, least in ((None, 10), ("12", 12)):
        taken = await usual(Reader(ANN), size)
        assert taken
        assert taken[0].level is Difficulty.EXPERT
        assert taken[0].cols >= least
    assert await usual(Reader(ANN, Localizer(par=False)), None) is None


async def test_a_person_exports_and_deletes_it_and_difficulties_stay(
    world: World, boards: list[Puzzle], now: Clock
) -> None:
    for each in boards[:4]:
        await world.play(each)
    export = await world.services.personal_data.export(ANN)
    assert export is not None
    tables = json.loads(export.data)
    assert [len(tables[name]) for name in ("strengths", "pars")] == [1, 4]
    now.pass_(86_400)
    await world.services.personal_data.delete(Reader(ANN))
    assert await world.asked("SELECT count(*) FROM pars") == [0]
    assert await world.asked("SELECT count(*) FROM strengths") == [0]
    assert len(await world.asked("SELECT term FROM difficulties")) == 8


async def test_damaged_rows_are_as_if_nothing_were_known(
    world: World, boards: list[Puzzle], database: Database
) -> None:
    for each in boards[:4]:
        await world.play(each)
    async with database.writing() as connection:
        await tell(connection, "UPDATE strengths SET variance = -1")
        await tell(connection, "UPDATE difficulties SET mean = 1e9 WHERE term = 'all'")
        await meta.write(connection, "pars", "12 never")
    await world.play(boards[4])
    boards_of, mean, _ = await world.strength()
    assert (boards_of, abs(mean) < 1) == (1, True)
    await world.services.pars.catch_up()
    assert await world.asked("SELECT value FROM meta WHERE key = 'pars'") == ["done"]


async def test_a_strength_is_plotted_after_three_boards_for_who_wants_par(
    world: World, boards: list[Puzzle]
) -> None:
    read = world.services.strengths.read
    for each in boards[:3]:
        await world.play(each)
    assert await read(Reader(ANN)) is None
    for each in boards[3:]:
        await world.play(each, 3)
    found = await read(Reader(ANN))
    assert found is not None
    assert "after 6 boards" in found.plot.alt
    async with world.services.attempts.database.reading() as connection:
        day = world.now.time.date()
        means = [
            [mean for _, mean, *_ in await pars.history(connection, ANN, most, day)]
            for most in (9, 3)
        ]
    assert means[1] == means[0][1::2]
    assert found.shares.keys() == {"hard"}
    assert found.shares["hard"] < -0.5
    assert await read(Reader(ANN, Localizer(par=False))) is None
    assert await read(Reader(BOB)) is None


async def test_a_day_is_ranked_by_par_too(world: World, boards: list[Puzzle], now: Clock) -> None:
    """The slower one is the first if that is less of their par; who has no par is not there.

    While the daily is open, nothing that others see has both times and pars, which tell how long it
    takes people.
    """
    day, daily = now.time.date(), boards[5]
    copy = await stored(world.services, daily)
    new = DailyRecord(day, "hard", 1, copy.id, copy.canonical_key, opens(day), closes(day))
    async with world.services.attempts.database.writing() as connection:
        await dailies.add(connection, new)
    for each in boards[:4]:
        await world.play(each, 30)
        await world.play(each, 3_000, BOB)
    before, solved = await world.services.strengths.read(Reader(ANN)), list[int]()
    for person, seconds in ((ANN, 60), (BOB, 600), (1003, 100)):
        loaded = await world.services.attempts.open(Reader(person), new, AttemptKind.DAILY)
        now.pass_(seconds)
        mark = Mark(dict.fromkeys(solve(daily).solutions[0], EdgeState.LINE))
        loaded = await world.services.attempts.change(Reader(person), loaded.attempt.id, mark)
        solved.append(loaded.attempt.id)
    by_par = LeaderboardQuery(Track.HARD, Period.PAR, day)
    for asked in (by_par, replace(by_par, day=day - timedelta(days=1)).later(day)):
        if asked is not None:
            view = await world.services.leaderboards.read(Reader(ANN), asked)
            assert (view.query.day, view.lines) == (day - timedelta(days=1), ())
    assert (await world.services.sharing.result(Reader(ANN), solved[0])).card.over is None
    assert await world.services.strengths.read(Reader(ANN)) == before
    now.pass_(86_400)
    assert (await world.services.sharing.result(Reader(ANN), solved[0])).card.over is not None
    assert await world.services.strengths.read(Reader(ANN)) != before
    for period, ranked in ((Period.DAY, [ANN, 1003, BOB]), (Period.PAR, [BOB, ANN])):
        asked = LeaderboardQuery(Track.HARD, period, day)
        view = await world.services.leaderboards.read(Reader(ANN), asked)
        assert [each.player_id for each in view.lines] == ranked
        assert view.count == len(ranked)
        texts = board_text(Localizer(), view, private=True)
        assert ("under par" in texts) is (period is Period.PAR)


async def test_a_shared_result_tells_par_unless_it_is_switched_off(
    world: World, boards: list[Puzzle]
) -> None:
    for each in boards[:4]:
        await world.play(each)
    [last] = await world.asked("SELECT max(id) FROM attempts")
    assert isinstance(last, int)
    result = await world.services.sharing.result(Reader(ANN), last)
    card = picture_of(result.card, boards[3].grid, "dark")
    assert "par" in card.par
    assert result.png == replace(card, loop=solve(boards[3]).solutions[0]).png()
    silent = await world.services.sharing.result(Reader(ANN, Localizer(par=False)), last)
    assert silent.card.over is None
