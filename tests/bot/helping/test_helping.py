"""Hints, checks and solutions: their contents, their penalties and their buttons."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.answering.layouts import OutgoingMessage
from bot.helping.components import (
    ApplyStep,
)
from bot.helping.messages import check_message, hint_message, solution_message
from i18n.localizer import ENGLISH
from jobs.playing import AnimationRequest
from narrator.checks import Detail
from narrator.narration import Level, Narration
from play.clock import MISTAKE_PENALTY, Help, HelpCounts
from play.history import Mark
from puzzle.errors import RulesError
from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle
from puzzle.moves import parse_marks
from puzzle.notation import format_loopy, parse_loopy
from puzzle.rules import ALL_RULES, PLAIN, ViolationCode, is_solved, violations
from puzzle.symmetry import Symmetry, orbits, symmetry_of
from puzzle.tilings.catalogue import TILINGS
from service.errors import InputError, Problem
from service.generating.generation import (
    LONGEST,
    RULES_MADE,
    SHORTEST,
    TILING_NAMES,
    TRIED_CELLS,
    Generation,
    PuzzleOptions,
    parse_size,
    suggested_sizes,
)
from service.helping.help_offers import CHECKS, HINTS
from service.helping.solutions import needs_question
from service.learning.manual import (
    BESIDE_ZERO,
    BRANCH,
    LOOP,
    PICTURES,
    PUZZLE,
    TILED,
    TWO_LOOPS,
    ManualPicture,
    Topic,
)
from service.playing.loaded_attempt import LoadedAttempt
from service.running.quotas import QuotaLimits, Quotas
from service.running.readers import Reader
from service.services import Services
from solver.explain.step import Difficulty
from solver.search import Outcome, solve
from store import puzzles
from store.database import Database
from store.records import AttemptKind, StoredPuzzle
from store.records import UnsavedPuzzle as PuzzleRecord
from tests.support.clock import Clock
from tests.support.long import some_pairs
from tests.support.posts.contents import flat, words
from tests.support.posts.helping import FACTS
from tests.support.tilings import small_grid
from texts import helping, manual
from web.page_actions import check_value, hint_value
from workers.errors import TimedOut
from workers.pool import LocalPool

ADA = 7
HERE = "5x5:b1a312c20a2a3a3a1e"
PUZZLE_HERE = parse_loopy(HERE)
ZERO_LINE = parse_marks("B3-C3", PUZZLE_HERE.grid)

Request = TypeVar("Request")
Answer = TypeVar("Answer")


async def run_inline(job: Callable[[Request], Answer], request: Request, **_: object) -> Answer:
    """Run a job in this process."""
    return job(request)


@pytest.fixture
def local_pool(monkeypatch: pytest.MonkeyPatch, local_pool: LocalPool) -> LocalPool:
    """A pool that runs its jobs in this process."""
    monkeypatch.setattr(local_pool, "run", run_inline)
    return local_pool


async def opened(
    services: Services,
    database: Database,
    text: str = HERE,
    marks: dict[int, EdgeState] | None = None,
) -> LoadedAttempt:
    puzzle = parse_loopy(text)
    async with database.writing() as connection:
        stored = await puzzles.add(connection, PuzzleRecord(text, puzzle.canonical_key))
    loaded = await services.attempts.open(Reader(ADA), stored, AttemptKind.PASTED)
    return (
        await services.attempts.change(Reader(ADA), loaded.attempt.id, Mark(marks))
        if marks
        else loaded
    )


async def hint(
    services: Services, loaded: LoadedAttempt, level: Level
) -> tuple[LoadedAttempt, OutgoingMessage]:
    given = await services.hints.give(Reader(ADA), loaded, level)
    return given.loaded, hint_message(ENGLISH, given)


async def check(
    services: Services, loaded: LoadedAttempt, detail: Detail
) -> tuple[LoadedAttempt, OutgoingMessage]:
    given = await services.checks.give(Reader(ADA), loaded, detail)
    return given.loaded, check_message(ENGLISH, given)


async def reveal(
    services: Services, loaded: LoadedAttempt, *, animate: bool = False
) -> tuple[LoadedAttempt, OutgoingMessage]:
    revealed = await services.solutions.reveal(Reader(ADA), loaded, animate=animate)
    return revealed.loaded, solution_message(ENGLISH, revealed)


def ids(post: OutgoingMessage) -> list[str]:
    return [one["custom_id"] for one in flat(post) if "custom_id" in one]


# Hints


@pytest.mark.parametrize("level", Level)
async def test_a_hint_counts_as_its_level(
    services: Services, database: Database, level: Level
) -> None:
    loaded, post = await hint(services, await opened(services, database), level)
    assert loaded.help_counts == HelpCounts().add(HINTS[level])
    assert f"+{HINTS[level].penalty}" in words(post)
    assert any(":do:" in one for one in ids(post)) is (level is Level.STEP)


@pytest.mark.parametrize("level", Level)
async def test_a_hint_that_only_reports_a_mistake_counts_as_a_nudge(
    services: Services, database: Database, level: Level
) -> None:
    board = await opened(services, database, marks=ZERO_LINE)
    loaded, post = await hint(services, board, level)
    assert loaded.help_counts == HelpCounts(nudges=1)
    assert f"ouro:check:{loaded.attempt.id}:where" in ids(post)
    assert not any(":do:" in one for one in ids(post))


@pytest.mark.parametrize("text", ["2x2:0123", "3x3:i"])
async def test_a_hint_without_a_step_costs_nothing(
    services: Services, database: Database, text: str
) -> None:
    loaded, post = await hint(services, await opened(services, database, text), Level.STEP)
    assert loaded.help_counts == HelpCounts()
    assert "+" not in words(post)


async def test_a_solved_board_costs_nothing_more(services: Services, database: Database) -> None:
    lines = dict.fromkeys(solve(PUZZLE_HERE).solutions[0], EdgeState.LINE)
    loaded = await opened(services, database, marks=lines)
    assert loaded.solved
    assert (await hint(services, loaded, Level.STEP))[0].help_counts == HelpCounts()
    assert (await check(services, loaded, Detail.COUNT))[0].help_counts == HelpCounts()
    loaded, _ = await reveal(services, loaded)
    assert not loaded.attempt.revealed


# Checks


@pytest.mark.parametrize("detail", Detail)
async def test_a_check_counts_as_its_detail(
    services: Services, database: Database, detail: Detail
) -> None:
    wrong, post = await check(services, await opened(services, database, marks=ZERO_LINE), detail)
    assert wrong.help_counts == HelpCounts().add(CHECKS[detail])
    assert ("B3" in words(post)) is (detail is not Detail.COUNT)
    right = await opened(services, database, marks=dict.fromkeys(ZERO_LINE, EdgeState.CROSS))
    after, post = await check(services, right, detail)
    assert after.help_counts == wrong.help_counts.add(Help.CHECK_COUNT)
    assert not any(":check:" in one for one in ids(post))


@pytest.mark.parametrize("asked", [*Level, *Detail])
@pytest.mark.parametrize("marks", [{}, ZERO_LINE, dict.fromkeys(ZERO_LINE, EdgeState.CROSS)])
async def test_chat_and_page_offer_the_same_help_at_the_price_that_it_costs(
    services: Services,
    database: Database,
    asked: Level | Detail,
    marks: dict[int, EdgeState],
) -> None:
    async def give(loaded: LoadedAttempt, asked: Level | Detail, another: int = 0) -> Any:
        if isinstance(asked, Detail):
            return await services.checks.give(Reader(ADA), loaded, asked)
        return await services.hints.give(Reader(ADA), loaded, asked, another=another)

    given = await give(await opened(services, database, marks=marks), asked)
    is_check = isinstance(asked, Detail)
    post = (check_message if is_check else hint_message)(ENGLISH, given)
    on_page = (check_value if is_check else hint_value)(ENGLISH, given)["offers"]
    in_chat = [
        one["label"]
        for one in flat(post)
        if one.get("custom_id", "").startswith(("ouro:hint:", "ouro:check:"))
    ]
    assert [offer["text"] for offer in on_page] == in_chat
    loaded = given.loaded
    for offer, shown in zip(given.offers, on_page, strict=True):
        after = await give(loaded, offer.asked, offer.another)
        counted = after.loaded.help_counts.penalty - loaded.help_counts.penalty
        loaded = after.loaded
        assert counted == after.added
        assert offer.seconds == (offer.help.penalty - offer.paid)
        if offer == given.offers[0] or offer.is_new:
            assert counted == offer.seconds
        assert f"(+{offer.seconds}\N{NO-BREAK SPACE}s)" in shown["text"]
        assert offer.asked.value in shown["ask"].values()
        assert shown["ask"].get("another", 0) == offer.another


async def test_another_hint_costs_nothing_where_wrong_marks_prevent_any(
    services: Services, database: Database
) -> None:
    loaded = await opened(services, database, marks=ZERO_LINE)
    for another in range(3):
        for level in Level:
            loaded = (await services.hints.give(Reader(ADA), loaded, level, another=another)).loaded
            assert loaded.help_counts == HelpCounts(nudges=1)


FRAMED = "5x5:b1c3a12a02d1a2c32"
FRAMED_MISTAKE = "D3-E3"


async def test_parts_show_what_was_told_for_these_marks_and_cost_nothing(
    services: Services, database: Database
) -> None:
    puzzle = parse_loopy(FRAMED)
    marks = parse_marks(FRAMED_MISTAKE, puzzle.grid)
    loaded = await opened(services, database, FRAMED, marks)

    async def turn(loaded: LoadedAttempt, number: int) -> OutgoingMessage:
        found = await services.checks.give_part(Reader(ADA), loaded, number)
        return check_message(ENGLISH, found)

    for untold in (Detail.COUNT, Detail.WHERE):
        loaded, _ = await check(services, loaded, untold)
        with pytest.raises(InputError) as told:
            await turn(loaded, 1)
        assert told.value.problem is Problem.BOARD_CHANGED
    with pytest.raises(InputError):
        await services.hints.give_part(Reader(ADA), loaded, 1)
    loaded, post = await check(services, loaded, Detail.WHY)
    shown = f"ouro:frame:{loaded.attempt.id}:check"
    assert {f"{shown}:0", f"{shown}:2"} <= {*ids(post)}
    assert "1/3" in words(post)
    counted = loaded.help_counts
    posts = [words(await turn(loaded, number)) for number in range(4)]
    assert [f"{number}/3" in post for number, post in enumerate(posts) if number] == [True] * 3
    assert "one step" not in posts[0]
    assert "two steps show why." in posts[0]
    assert "Follow the line from the top-left corner of C3: right." in posts[1]
    assert "but you have a line there" in posts[3]
    assert len(set(posts)) == 4
    assert not any("+" in post for post in posts)
    assert (await services.attempts.find(ADA, loaded.attempt.id)).help_counts == counted
    changed = await services.attempts.change(
        Reader(ADA), loaded.attempt.id, Mark({0: EdgeState.CROSS})
    )
    with pytest.raises(InputError):
        await turn(changed, 1)


async def test_parts_of_another_hint_are_those_of_its_step(
    services: Services, database: Database
) -> None:
    loaded = await opened(services, database, FRAMED)
    asked = Reader(ADA), loaded, Level.STEP
    first = await services.hints.give(*asked)
    with pytest.raises(InputError):
        await services.hints.give_part(Reader(ADA), first.loaded, 0, another=1)
    second = await services.hints.give(*asked, another=1)
    assert second.found.narration != first.found.narration
    for another, told in enumerate((first, second)):
        shown = await services.hints.give_part(Reader(ADA), second.loaded, 0, another=another)
        assert (shown.found.narration, shown.another) == (told.found.narration, another)


async def test_a_blank_board_is_checked_for_nothing(services: Services, database: Database) -> None:
    loaded, _ = await check(services, await opened(services, database), Detail.WHY)
    assert loaded.help_counts == HelpCounts()


# Solutions


async def test_seeing_the_solution_ends_an_attempt(services: Services, database: Database) -> None:
    loaded = await opened(services, database)
    assert needs_question(loaded)
    loaded, post = await reveal(services, loaded)
    assert loaded.attempt.revealed
    assert not needs_question(loaded)
    assert helping.REVEALED.text in words(post)
    assert post.files[0].filename == "solution.png"


async def test_a_board_without_a_solution_stays_open(
    services: Services, database: Database
) -> None:
    loaded, post = await reveal(services, await opened(services, database, "2x2:0123"))
    assert not loaded.attempt.revealed
    assert "No solution" in words(post)


async def test_a_timeout_of_the_animation_yields_a_picture(
    services: Services,
    database: Database,
    local_pool: LocalPool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loaded = await opened(services, database)
    _, post = await reveal(services, loaded, animate=True)
    assert post.files[0].filename == "solution.gif"

    async def late(job: Callable[[Request], Answer], request: Request, **_: object) -> Answer:
        if isinstance(request, AnimationRequest):
            raise TimedOut(20.0)
        return job(request)

    monkeypatch.setattr(local_pool, "run", late)
    _, post = await reveal(services, loaded, animate=True)
    assert post.files[0].filename == "solution.png"
    assert helping.NOT_ANIMATED.text in words(post)


async def test_an_incomplete_walkthrough_yields_a_picture(
    services: Services, database: Database
) -> None:
    loaded = await opened(services, database, "3x3:i")
    _, post = await reveal(services, loaded, animate=True)
    assert helping.NOT_ANIMATED.text in words(post)
    assert "213 solutions" in words(post)


# Buttons


def rebuilt(button: Any) -> Any:
    match = button.template.fullmatch(button.custom_id)
    assert match is not None
    return type(button).read(match)


edges = st.dictionaries(st.integers(0, 5_000), st.sampled_from(EdgeState), min_size=1)


@given(st.integers(1, 10**15), edges)
async def test_the_custom_id_of_a_step_contains_as_many_edges_as_fit(
    attempt: int, states: dict[int, EdgeState]
) -> None:
    button = ApplyStep(attempt, states)
    assert len(str(button.custom_id)) <= 100
    again = rebuilt(button)
    assert (again.attempt, again.states) == (attempt, button.states)
    assert list(button.states.items()) == sorted(states.items())[: len(button.states)]
    assert len(button.states) >= min(len(states), 15)


def test_a_long_explanation_is_cut_at_a_sentence() -> None:
    told = Narration(None, tuple(f"Sentence {number}." for number in range(1000)))
    text = helping.narration_text(ENGLISH, helping.CHECK_TITLE, told)
    assert len(text) < helping.LONGEST + 200
    assert text.endswith(helping.LEFT_OFF.text)


# Generating puzzles


@pytest.mark.parametrize(
    "text", ["", "x10", "10x", "a x b", "10x10x10", "10 10 10", "1000x10", "-5x5", "1010"]
)
def test_invalid_sizes_are_rejected(text: str) -> None:
    with pytest.raises(InputError):
        parse_size(text)


@given(st.integers(0, 999), st.integers(0, 999))
def test_sizes_within_the_bounds_are_taken(cols: int, rows: int) -> None:
    inside = all(SHORTEST <= side <= LONGEST for side in (cols, rows))
    if inside:
        for between in (" X ", "\u00d7", "*", ", ", "  "):
            assert parse_size(f" {cols}{between}{rows} ") == (cols, rows)
        assert parse_size(f" {cols} ") == (cols, cols)
    else:
        with pytest.raises(InputError):
            parse_size(f"{cols}x{rows}")


@some_pairs("symmetry,level", Symmetry, [Difficulty.EASY, Difficulty.EXTREME])
async def test_a_similar_puzzle_has_the_same_size_level_and_symmetry(
    services: Services, symmetry: Symmetry, level: Difficulty
) -> None:
    wish = PuzzleOptions(6, 6, level, symmetry)
    stored = await services.generation.generate(Reader(ADA), wish, seed=3)
    assert (stored.level, stored.seed) == (level.name.lower(), 3)
    assert await services.generation.generate(Reader(ADA), wish, seed=3) == stored
    like = PuzzleOptions.like(stored)
    assert (like.cols, like.rows, like.level) == (6, 6, level)
    puzzle = parse_loopy(stored.notation)
    shown, groups = set(puzzle.clue_cells), orbits(6, 6, symmetry)
    assert all(shown.issuperset(cells) or shown.isdisjoint(cells) for cells in groups)
    found = symmetry_of(puzzle)
    assert like.symmetry is found
    assert found is symmetry or symmetry in {Symmetry.NONE, Symmetry.ROT180}
    assert (await services.generation.generate(Reader(ADA), like)).notation != stored.notation


@pytest.mark.parametrize("name", TILING_NAMES)
def test_suggested_sizes_can_be_asked_for_on_each_tiling(name: str) -> None:
    for size in (None, *suggested_sizes(name)):
        spec = PuzzleOptions.asked(size, name, Difficulty.HARD, None).spec(seed=3)
        assert spec.tiling == name
        assert spec.most_attempts >= 10
    if name != "square":
        for size in ("2x2", "20x20"):
            with pytest.raises(InputError) as told:
                PuzzleOptions.asked(size, name, Difficulty.HARD, None)
            assert told.value.problem is Problem.TILED_SIZE_OUT_OF_RANGE


async def test_a_similar_puzzle_has_the_same_tiling(services: Services) -> None:
    wish = PuzzleOptions.asked("5x6", "honeycomb", Difficulty.HARD, None)
    stored = await services.generation.generate(Reader(ADA), wish, seed=3)
    assert PuzzleOptions.like(stored) == wish
    assert (await services.generation.generate(Reader(ADA), wish)).notation.startswith("5x6t2:")
    with pytest.raises(InputError) as told:
        await services.generation.generate(Reader(ADA), replace(wish, symmetry=Symmetry.MIRROR))
    assert told.value.problem is Problem.NO_SYMMETRY


async def test_a_similar_puzzle_has_the_same_rules(services: Services) -> None:
    wish = PuzzleOptions.asked("5x7", "square", Difficulty.EASY, None, RULES_MADE["full"])
    stored = await services.generation.generate(Reader(ADA), wish, seed=3)
    assert stored.notation.startswith("5x7:full_")
    assert (stored.seed, PuzzleOptions.like(stored)) == (3, wish)
    assert (await services.generation.generate(Reader(ADA), wish)).notation.startswith("5x7:full_")
    plain = await services.generation.generate(Reader(ADA), replace(wish, rules=PLAIN))
    assert parse_loopy(plain.notation).rules is not wish.rules


@pytest.mark.parametrize("name", RULES_MADE)
def test_sizes_that_no_loop_of_the_rules_has_are_refused(name: str) -> None:
    rules = RULES_MADE[name]
    for size in (None, *suggested_sizes("square", name)):
        assert PuzzleOptions.asked(size, "square", Difficulty.HARD, None, rules).spec(3)
    if rules.variant.visits_every_dot:
        with pytest.raises(InputError) as told:
            PuzzleOptions.asked("8", "square", Difficulty.HARD, None, rules)
        assert told.value.problem is Problem.NO_FULL_LOOP
    if not rules.is_plain:
        with pytest.raises(RulesError) as refused:
            PuzzleOptions.asked(None, "kites", Difficulty.HARD, None, rules)
        assert str(refused.value) == f"Only boards of squares can be {rules.title}."


def test_a_board_like_one_that_is_too_large_has_rules_that_it_can_have() -> None:
    notation = format_loopy(Puzzle(square_grid(24, 21), (None,) * (24 * 21), RULES_MADE["full"]))
    options = PuzzleOptions.like(StoredPuzzle(notation, "key"))
    assert (options.cols, options.rows, options.rules.variant.visits_every_dot) == (19, 20, True)


def test_there_is_no_board_like_one_of_rules_that_none_are_made_of() -> None:
    with pytest.raises(RulesError, match="No puzzles are made of Touch Slitherlink"):
        PuzzleOptions.like(StoredPuzzle("4x3:touch_b1b0d2a", "key"))


@pytest.mark.parametrize(
    ("name", "like"), [("honeycomb", ("honeycomb", 7, 8)), ("hats", ("square", 10, 10))]
)
def test_what_cannot_be_made_has_the_usual_size(name: str, like: tuple[str, int, int]) -> None:
    grid = small_grid(name)
    notation = format_loopy(Puzzle(grid, (None,) * len(grid.cells)))
    options = PuzzleOptions.like(StoredPuzzle(notation, "key"))
    assert (options.tiling, options.cols, options.rows) == like


@pytest.mark.parametrize("side", [SHORTEST, 10, LONGEST])
def test_generation_is_bounded_by_attempts_and_not_by_time(side: int) -> None:
    spec = PuzzleOptions(side, side, Difficulty.EXPERT).spec(seed=3)
    assert spec.seconds is None
    assert 10 <= spec.most_attempts <= TRIED_CELLS / side**2


async def test_an_impossible_symmetry_is_rejected(services: Services) -> None:
    with pytest.raises(InputError):
        await services.generation.generate(
            Reader(ADA), PuzzleOptions(6, 5, Difficulty.EASY, Symmetry.ROT90)
        )


async def test_generated_puzzles_are_limited_per_day(
    services: Services, database: Database, now: Clock
) -> None:
    quotas = Quotas(database, now, QuotaLimits(person_puzzles=2))
    generation = Generation(database, services.pool, quotas, services.attempts.now)
    wish = PuzzleOptions(5, 5, Difficulty.EASY)
    for seed in (1, 2):
        await generation.generate(Reader(ADA), wish, seed)
    with pytest.raises(InputError) as told:
        await generation.generate(Reader(ADA), wish, seed=3)
    assert told.value.problem is Problem.PUZZLES_USED
    await generation.generate(Reader(ADA + 1), wish, seed=3)
    now.time += timedelta(days=1)
    await generation.generate(Reader(ADA), wish, seed=3)


# The manual


def test_pages_contain_the_numbers_of_the_rules() -> None:
    text = "\n".join(manual.page_texts(ENGLISH, Topic.STUCK, FACTS))
    for seconds in (*(each.penalty for each in Help), MISTAKE_PENALTY):
        assert f"+{seconds}\N{NO-BREAK SPACE}s" in text
    dailies = manual.page_texts(ENGLISH, Topic.DAILIES, FACTS)[0]
    assert "(7x7)" in dailies
    assert "(12x12, on Sundays 15x15)" in dailies
    assert "2026-11-01" in dailies
    streaks = manual.page_texts(ENGLISH, Topic.STREAKS, FACTS)[0]
    assert "Every 7 days" in streaks
    assert "at most 2 are kept" in streaks
    assert "60 minutes" in streaks


def test_pictures_of_the_rules_show_the_violations_they_illustrate() -> None:
    puzzle = parse_loopy(PUZZLE)
    right, wrong = PICTURES[Topic.RULES]
    assert [exhibit.moves for exhibit in right] == ["", LOOP]
    assert is_solved(puzzle, ManualPicture(LOOP).request(Reader(ADA)).board.lines)
    codes = {
        TWO_LOOPS: ViolationCode.SEVERAL_LOOPS,
        BRANCH: ViolationCode.BRANCH,
        BESIDE_ZERO: ViolationCode.TOO_MANY,
    }
    for exhibit in wrong:
        request = exhibit.request(Reader(ADA))
        found = violations(puzzle, request.board.lines)
        assert codes[exhibit.moves] in {each.code for each in found}
        shown = request.highlights
        assert shown.conflict_dots or shown.conflict_cells or shown.conflict_edges
    beside = ManualPicture(BESIDE_ZERO).request(Reader(ADA)).board
    crowded = {each.cell for each in violations(puzzle, beside.lines)}
    assert wrong[2].request(Reader(ADA)).highlights.conflict_cells <= crowded


def test_the_pictures_of_tilings_have_a_puzzle_with_one_solution_on_each() -> None:
    puzzles = [parse_loopy(game_id) for group in TILED for game_id in group]
    assert sorted(puzzle.grid.tiling for puzzle in puzzles) == sorted(TILINGS)
    assert all(solve(puzzle).outcome is Outcome.UNIQUE for puzzle in puzzles)


def test_the_pictures_of_other_rules_show_a_loop_that_solves_each() -> None:
    (pictures,) = PICTURES[Topic.VARIANTS]
    boards = [picture.request(Reader(ADA)).board for picture in pictures]
    assert [board.puzzle.rules for board in boards] == [
        rules for rules in ALL_RULES if len(rules.summaries) == 1
    ]
    assert all(is_solved(board.puzzle, board.lines) for board in boards)


async def test_both_ways_of_a_step_cost_nothing_and_lead_back_to_it(
    services: Services, database: Database
) -> None:
    loaded = await opened(services, database, marks={})
    with pytest.raises(InputError):
        await services.hints.give_part(Reader(ADA), loaded, 0, ways=True)
    given = await services.hints.give(Reader(ADA), loaded, Level.STEP)
    assert any(":ways:0" in one for one in ids(hint_message(ENGLISH, given)))
    shown = await services.hints.give_part(Reader(ADA), given.loaded, 0, ways=True)
    assert shown.counted is None
    assert shown.found.drawing.png != given.found.drawing.png
    assert shown.found.drawing.alt.count("(") == 4
    assert any(":hint:0" in one for one in ids(hint_message(ENGLISH, shown)))
