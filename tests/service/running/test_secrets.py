"""Secrets: nobody is told anything of today's and coming dailies, and of puzzles of a race or week.

Their copies are tried at every door: turned, mirrored, framed, and with clues more and less.
"""

import ast
import random
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from datetime import timedelta
from types import UnionType
from typing import Any, get_args, get_type_hints
from unittest.mock import AsyncMock

import pytest
from msgspec import Struct
from msgspec.structs import fields, replace

from jobs.appearance import PLAIN
from jobs.constructing import ClueQuestion
from jobs.generating import GenerateAnswer, GenerateRequest, make_puzzle
from jobs.playing import Wanted
from jobs.reading import MessageTexts, PastedText
from jobs.registry import JOBS
from jobs.solving import SolveRequest
from narrator.checks import Detail
from narrator.narration import Level
from play.calendar import today
from play.tracks import Track
from puzzle.copies import PART, LoopKey, Originals, PuzzleParts, places_of
from puzzle.errors import AmbiguousTextError
from puzzle.grid import square_grid
from puzzle.model import Board, Puzzle
from puzzle.notation import format_loopy, format_rows, parse_loopy, play_address
from puzzle.rules import around, lines_at_dots
from puzzle.symmetry import images
from renderer.card import Card
from renderer.picture import Picture
from scanner.values import PictureReading
from service.errors import SecretPuzzle
from service.generating.generation import PuzzleOptions
from service.learning import manual
from service.learning.course import COURSE
from service.playing.boards import Remark
from service.running.readers import Place, Reader
from service.running.secrets import TAUGHT_LOOPS, Secrets, read_solved
from service.services import Services
from solver.explain.step import Difficulty
from solver.generate.spec import GenerationSpec
from solver.judge import read
from solver.report import Outcome
from solver.search import solve
from store.database import Database
from store.records import Attempt, AttemptKind, StoredPuzzle
from tests.support.clock import Clock
from tests.support.packages import modules
from tests.support.store.tables import tell
from tests.support.tilings import images_on_board
from texts.puzzles import EXAMPLE
from workers.pool import Priority

ADA, BOB, EVE = Reader(7), Reader(8), Reader(66)
PLACE = Place(5, 6, joined=True, shows=True, speaks=True, manages=True)
KINDS = ("today", "coming", "special", "race", "week")
TELLING = {
    "animate_solution": {"solutions.Solutions._animate"},
    "answer_question": {"constructing.Constructing.ask"},
    "check_marks": {"checks.Checks.uncounted"},
    "draw_card": {"sharing.Sharing.result"},
    "find_hint": {"hints.Hints.uncounted"},
    "find_outcome": {"boards.Boards._remark"},
    "follow_clues": {"constructing.Constructing._follow"},
    "go_on": {"drafts.Drafts.go_on"},
    "make_puzzle": {"daily_generation.DailyGeneration._make", "generation.Generation.generate"},
    "rate_puzzle": {"drafts.Drafts.rate", "publishing.Publishing._rated", "solving.Ratings.rate"},
    "replay_attempt": {"reviews.Reviews.replay"},
    "review_attempt": {"reviews.Reviews.review"},
    "solve_puzzle": {"solutions.Solutions.reveal", "solving.Solving.solve"},
}
"""The jobs that tell something, and the use cases that run them."""
OWN = {"animate_solution", "check_marks", "find_hint", "replay_attempt", "review_attempt"}
"""The jobs that are run for a person's own board alone."""


def carried(kind: Any, seen: tuple[Any, ...] = ()) -> Iterator[Any]:
    """What the register finds in a value of a type."""
    if kind in (Puzzle, Board, LoopKey, Card):
        yield kind
    elif isinstance(kind, UnionType) or get_args(kind):
        for each in get_args(kind) if isinstance(kind, UnionType) else ():
            yield from carried(each, seen)
    elif isinstance(kind, type) and issubclass(kind, Struct) and kind not in seen:
        for field in fields(kind):
            yield from carried(field.type, (*seen, kind))


def test_every_job_tells_or_is_silent_and_what_it_is_about_is_found() -> None:
    assert TELLING.keys() == {job.__name__ for job, bound in JOBS.items() if bound.tells}
    for job in JOBS:
        asked, given = get_type_hints(job).values()
        found = {*carried(asked), *carried(given)}
        if job.__name__ in TELLING:
            assert found, f"the register finds nothing in {job.__name__}"
        solves = isinstance(given, type) and "loop" in getattr(given, "__struct_fields__", ())
        if job.__name__ in TELLING.keys() - OWN - {"draw_card"} or solves:
            assert LoopKey in {*carried(given)}, f"{job.__name__} does not tell its loop"


def callers() -> Iterator[tuple[str, str, bool]]:
    """Each use case that runs a job, the job, and whether it is for the person's own board."""
    for path in modules("service"):
        tree = ast.parse(path.read_text())
        for scope in (each for each in ast.walk(tree) if isinstance(each, ast.ClassDef)):
            for function in scope.body:
                name = f"{path.stem}.{scope.name}.{getattr(function, 'name', '')}"
                for call in ast.walk(function):
                    if (
                        isinstance(call, ast.Call)
                        and getattr(call.func, "attr", "") == "run"
                        and ast.unparse(call.func).endswith("pool.run")
                    ):
                        job, own = ast.unparse(call.args[0]), {each.arg for each in call.keywords}
                        yield name, job, "own" in own


def test_all_that_run_telling_jobs_are_known() -> None:
    found = {job: set[str]() for job in TELLING}
    for caller, job, own in callers():
        if job in found:
            found[job].add(caller)
            assert own is (job in OWN or caller == "solutions.Solutions.reveal"), caller
    assert found == TELLING


class Hidden(Struct, frozen=True):
    """A secret puzzle with its loop."""

    puzzle: Puzzle
    stored: StoredPuzzle

    @property
    def loop(self) -> frozenset[int]:
        return read_solved(self.stored.notation, self.stored.solution)[1] or frozenset()


async def hide(kind: str, services: Services, now: Clock) -> Hidden:
    """Make a secret of a kind."""
    day = today(now())
    if kind == "race":
        options = PuzzleOptions(7, 7, Difficulty.EASY)
        stored = await services.generation.generate(ADA, options)
        view = await services.races.create_race(ADA, stored, PLACE)
        await services.races.join_race(BOB, view.race.id)
        await services.races.start_race(ADA, view.race.id)
    elif kind == "week":
        weeks = make_puzzle(GenerateRequest(GenerationSpec(7, 7, Difficulty.EASY, seed=15)))
        assert isinstance(weeks, GenerateAnswer)
        draft = await services.drafts.begin_draft(ADA, PictureReading(weeks.puzzle))
        await services.servers.choose(PLACE.server, channel_id=PLACE.channel)
        found = await services.publishing.publish(ADA, draft.id, "Two swans", PLACE, waits=True)
        await services.publishing.choose_week(ADA, found.id, PLACE)
        stored = await services.boards.stored_puzzle(found.puzzle_id)
    elif kind == "coming":
        later = day + timedelta(days=3)
        made = await services.daily_generation.generate(later, Track.EASY, Priority.SLOW)
        stored = await services.boards.stored_puzzle(made.puzzle_id)
    else:
        track = Track.EASY
        if kind == "special":
            now.pass_((6 - day.weekday()) * 86400)
            day, track = today(now()), Track.SPECIAL
        _, stored = await services.dailies.find(day, track)
    return Hidden(parse_loopy(stored.notation), stored)


def turned(puzzle: Puzzle) -> list[Puzzle]:
    """The puzzle in every symmetry of its tiling, one of squares with cells around it, too."""
    if not puzzle.grid.is_square:
        return images_on_board(puzzle)
    rows, cols = puzzle.grid.rows + 2, puzzle.grid.cols + 3
    clues: list[int | None] = [None] * (rows * cols)
    for cell, clue in enumerate(puzzle.clues):
        row, col = divmod(cell, puzzle.grid.cols)
        clues[(row + 1) * cols + col + 1] = clue
    framed = replace(puzzle, grid=square_grid(rows, cols), clues=tuple(clues))
    return [*images(puzzle), *images(framed)]


def changed(hidden: Hidden, drawn: random.Random) -> dict[str, Puzzle]:
    """The puzzle as it is, with one clue more, with 1, 2, 4 and 8 less, and with one changed."""
    puzzle, lines = hidden.puzzle, hidden.loop
    counts = every_clue(puzzle, lines)
    clues, some = puzzle.clue_cells, {"itself": puzzle}
    for less in (1, 2, 4, 8):
        gone = drawn.sample(clues, min(less, len(clues) // 3))
        some[f"{less} less"] = with_clues(puzzle, dict.fromkeys(gone))
    blank = drawn.choice([cell for cell in range(len(counts)) if puzzle.clues[cell] is None])
    some["1 more"] = with_clues(puzzle, {blank: counts[blank]})
    wrong = drawn.choice(clues)
    some["1 other"] = with_clues(puzzle, {wrong: 1 if counts[wrong] != 1 else 2})
    return some


def every_clue(puzzle: Puzzle, lines: frozenset[int]) -> list[int]:
    visited, variant = lines_at_dots(puzzle.grid, lines), puzzle.rules.variant
    cells = range(len(puzzle.clues))
    return [variant.count(around(puzzle.grid, cell, lines, visited)) for cell in cells]


def with_clues(puzzle: Puzzle, clues: Mapping[int, int | None]) -> Puzzle:
    new = (clues.get(cell, clue) for cell, clue in enumerate(puzzle.clues))
    return replace(puzzle, clues=tuple(new))


Door = Callable[[Services, Puzzle], Awaitable[object]]


def texts_of(puzzle: Puzzle) -> list[PastedText | MessageTexts]:
    """The puzzle in all that people send as text."""
    found: list[PastedText | MessageTexts] = [PastedText(format_loopy(puzzle))]
    found.append(MessageTexts(("look",), (f"forwarded: {format_loopy(puzzle)} !",)))
    if puzzle.grid.is_square and puzzle.rules.is_plain:
        found.append(PastedText(play_address(puzzle)))
        rows = format_rows(puzzle)
        if not isinstance(read(rows).miss, AmbiguousTextError):  # of which nothing is told
            found.append(PastedText(rows))
    return found


async def solved(services: Services, puzzle: Puzzle) -> None:
    texts = texts_of(puzzle)
    source = texts[sum(puzzle.clue_cells) % len(texts)]
    if isinstance(source, MessageTexts):
        found = await services.solving.puzzle_in(source, EVE.person)
        source = PastedText(format_loopy(found.puzzle))
    with pytest.raises(SecretPuzzle):
        await services.solving.solve(SolveRequest(source, appearance=PLAIN), EVE.person)


async def rated(services: Services, puzzle: Puzzle) -> None:
    for text in texts_of(puzzle):
        with pytest.raises(SecretPuzzle):
            await services.rating.rate(EVE, text)


async def opened(services: Services, puzzle: Puzzle) -> None:
    """It is refused, or opened as the daily that it is a copy of."""
    for text in texts_of(puzzle):
        board = None
        with suppress(SecretPuzzle):
            board = await services.boards.open_pasted(EVE, text)
        if board is not None:
            assert board.remark is Remark.IS_A_DAILY
            assert board.loaded.attempt.day == services.dailies.today()


async def hinted(services: Services, puzzle: Puzzle) -> None:
    """It is refused, or leads to the board of the daily that it is a copy of."""
    for text in texts_of(puzzle):
        draft = await services.drafts.begin_text(EVE, text)
        found = None
        with suppress(SecretPuzzle):
            found = await services.drafts.go_on(EVE, draft, Wanted.STEP)
        assert found is None or isinstance(found, Attempt)


async def drafted(services: Services, puzzle: Puzzle) -> None:
    """As a draft, also one that is read from a picture of Ouro's own."""
    if not puzzle.grid.is_square:
        return
    draft = await services.drafts.begin_draft(EVE, PictureReading(puzzle))
    picture = AsyncMock(return_value=Picture(Board.blank(puzzle)).png())
    read = await services.drafts.read_picture(EVE, picture)
    assert read.puzzle == puzzle
    with pytest.raises(SecretPuzzle):
        await services.drafts.follow(draft)
    with pytest.raises(SecretPuzzle):
        await services.publishing.publish(EVE, draft.id, "Two swans", PLACE)


DOORS: tuple[Door, ...] = (solved, rated, opened, hinted, drafted)


@pytest.fixture(params=KINDS)
async def hidden(request: pytest.FixtureRequest, services: Services, now: Clock) -> Hidden:
    return await hide(request.param, services, now)


async def test_nothing_is_told_of_a_copy_of_a_secret(services: Services, hidden: Hidden) -> None:
    drawn = random.Random(11)
    for copy in changed(hidden, drawn).values():
        image = drawn.choice(turned(copy))
        door = drawn.choice(DOORS[1:])
        await door(services, image)
        await drafted(services, image)
    await solved(services, drawn.choice(turned(hidden.puzzle)))


@pytest.mark.long
@pytest.mark.parametrize("door", DOORS)
async def test_nothing_is_told_of_any_copy_of_a_secret(
    services: Services, hidden: Hidden, door: Door
) -> None:
    for copy in changed(hidden, random.Random(12)).values():
        for image in turned(copy):
            await door(services, image)


async def test_other_clues_with_the_same_loop_are_that_secret(
    services: Services, hidden: Hidden
) -> None:
    """The answer of a job has the loop, so that too few clues to tell a copy are enough."""
    drawn, puzzle = random.Random(13), hidden.puzzle
    counts, clues = every_clue(puzzle, hidden.loop), puzzle.clue_cells
    added = {cell: counts[cell] for cell in range(len(counts)) if puzzle.clues[cell] is None}
    others = (
        with_clues(puzzle, dict.fromkeys(drawn.sample(clues, len(clues) // 3 + 1)) | added)
        for _ in range(50)
    )
    other = next(each for each in others if solve(each).outcome is Outcome.UNIQUE)
    await services.boards.secrets.require_none(other)
    image = drawn.choice([*images(other), *images_on_board(other)])
    for door in (solved, rated, opened, hinted):
        await door(services, image)
    stored = await services.boards.store_puzzle(EVE, image)
    loaded = await services.attempts.open(EVE, stored, AttemptKind.PASTED)
    for asked in (
        services.hints.give(EVE, loaded, Level.STEP),
        services.checks.give(EVE, loaded, Detail.WHY),
        services.solutions.reveal(EVE, loaded),
    ):
        with pytest.raises(SecretPuzzle):
            await asked


async def test_own_boards_tell_as_their_features_do(services: Services, hidden: Hidden) -> None:
    """People in a race, and those who play a daily of today, get help on their own boards."""
    secret = await kept_of(services, hidden.puzzle)
    if secret.secret.kind == "coming":
        return
    if secret.secret.kind == "week":
        loaded = await services.boards.open_stored(BOB, secret.secret.puzzle_id)
    elif secret.secret.day is None:
        loaded = await services.races.board(BOB.person, 1)
    else:
        track = Track(secret.secret.track)
        loaded = await services.boards.open_daily(BOB, secret.secret.day, track)
    assert (await services.hints.give(BOB, loaded, Level.NUDGE)).found.missing is None
    assert (await services.checks.give(BOB, loaded, Detail.COUNT)).found.wrong == 0
    shown = await services.solutions.reveal(BOB, loaded)
    assert shown.answer.solutions == 1


async def kept_of(services: Services, puzzle: Puzzle) -> SecretPuzzle:
    with pytest.raises(SecretPuzzle) as caught:
        await services.boards.secrets.require_none(puzzle)
    return caught.value


async def test_nothing_is_kept_when_it_is_over(
    services: Services, hidden: Hidden, now: Clock
) -> None:
    await kept_of(services, hidden.puzzle)
    now.pass_(8 * 86400)
    await services.boards.secrets.require_none(hidden.puzzle)
    found = await services.solving.solve(SolveRequest(PastedText(hidden.stored.notation)), 66)
    assert found.outcome is Outcome.UNIQUE


async def test_a_secret_without_its_loop_is_found_by_its_clues(
    services: Services, database: Database, now: Clock
) -> None:
    hidden = await hide("today", services, now)
    async with database.writing() as connection:
        await tell(connection, "UPDATE puzzles SET solution = NULL")
    fresh = Secrets(database, now)
    for name, copy in changed(hidden, random.Random(14)).items():
        for image in turned(copy):
            with pytest.raises(SecretPuzzle):
                await fresh.require_none(image)
            assert name


async def test_nobody_sets_a_secret_that_is_seen_clue_by_clue(
    services: Services, hidden: Hidden
) -> None:
    """Also turned, and among other clues. Of coming dailies, which nobody sees, clues that are
    guessed are not confirmed."""
    drawn, kind = random.Random(16), (await kept_of(services, hidden.puzzle)).secret.kind
    for image in drawn.sample(turned(hidden.puzzle), 3):
        clues = {cell: image.clues[cell] for cell in drawn.sample(image.clue_cells, PART)}
        blank = replace(image, clues=(None,) * len(image.clues))
        await followed(services, with_clues(blank, {**clues, min(clues): None}), secret=False)
        await followed(services, with_clues(blank, clues), secret=kind != "coming")
        if image.grid.is_square:
            cols, rows = image.grid.cols, image.grid.rows
            wide = square_grid(rows, cols + 9)
            others = {row * (cols + 9) + cols + 5: drawn.choice((2, 3)) for row in range(rows)}
            moved = {cell // cols * (cols + 9) + cell % cols: clues[cell] for cell in clues}
            framed = replace(image, grid=wide, clues=(None,) * len(wide.cells))
            among = with_clues(framed, others | moved)
            await followed(services, among, secret=kind != "coming")


async def followed(services: Services, puzzle: Puzzle, *, secret: bool) -> None:
    """What a draft forces, and what else is asked about it, is told or secret."""
    draft = await services.drafts.begin_draft(EVE, PictureReading(puzzle))
    for asking in (
        services.drafts.follow(draft),
        *(services.drafts.ask(draft, question, cell=0) for question in ClueQuestion),
    ):
        try:
            await asking
        except SecretPuzzle:
            assert secret
        else:
            assert not secret


def test_hardly_any_board_that_is_set_has_a_part_of_a_secret() -> None:
    drawn = random.Random(17)
    made = [make_puzzle(GenerateRequest(GenerationSpec(7, 7, seed=seed))) for seed in range(6)]
    some = [(each.puzzle, each.solution) for each in made if isinstance(each, GenerateAnswer)]
    known, found = PuzzleParts(some[:3], some[0][0].grid), 0
    for puzzle, _ in some[3:] * 4:
        clues = dict.fromkeys(range(49))
        for cell in drawn.sample(puzzle.clue_cells, len(puzzle.clue_cells)):
            clues[cell] = puzzle.clues[cell]
            found += known.find([*clues.values()]) is not None
    assert found == 0


def test_other_puzzles_are_no_copies() -> None:
    drawn = random.Random(15)
    specs = (GenerationSpec(7, 7, Difficulty.EASY, seed=seed) for seed in range(20))
    made = [make_puzzle(GenerateRequest(spec)) for spec in specs]
    some = [(each.puzzle, each.solution) for each in made if isinstance(each, GenerateAnswer)]
    known = Originals(some[:10])
    others = [puzzle for puzzle, _ in some[10:]]
    others += [
        replace(puzzle, clues=tuple(drawn.sample(puzzle.clues, len(puzzle.clues))))
        for puzzle, _ in some * 20
    ]
    assert {known.find(places_of(puzzle)) for puzzle in others} == {None}
    assert [known.find(places_of(puzzle)) for puzzle, _ in some[:10]] == [*range(10)]


async def test_no_daily_has_the_loop_of_a_lesson_or_an_example(services: Services) -> None:
    tiled = (text for page in manual.TILED for text in page)
    variants = (text for text, _ in manual.VARIANTS)
    keys = set()
    for text in (COURSE, EXAMPLE, manual.PUZZLE, *variants, *tiled):
        puzzle = parse_loopy(text)
        [loop] = solve(puzzle).solutions
        keys.add(LoopKey.of(puzzle.grid, loop).text[:16])
    assert {*TAUGHT_LOOPS.split()} == keys
    course = parse_loopy(COURSE)
    [loop] = solve(course).solutions
    made = GenerateAnswer(course, loop, None, 1, 1)
    day = services.dailies.today()
    assert await services.daily_generation._store(day, Track.MINI, made, later=False) is None
