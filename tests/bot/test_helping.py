"""What help tells, what it counts as, and what its buttons carry."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.attempts import Held
from bot.client import OuroClient
from bot.errors import InputError, TimedOut
from bot.helping.checks import check
from bot.helping.costs import CHECKS, HINTS
from bot.helping.hints import hint
from bot.helping.lessons import COURSE
from bot.helping.making import LONGEST, SHORTEST, Wish, made_for, parse_size, symmetry_of
from bot.helping.manual import BESIDE_ZERO, BRANCH, EXHIBITS, LOOP, PUZZLE, TWO_LOOPS, Exhibit
from bot.helping.solutions import is_asked, reveal
from bot.jobs import AnimationRequest, LessonRequest, Look, Stage, find_lesson
from bot.layouts import Post
from bot.quotas import Quotas
from bot.readers import Reader
from bot.texts import helping, making, manual
from bot.texts.manual import Topic
from bot.views.helping import CheckMarks, DoIt, GiveHint
from bot.views.learning import Learn
from bot.views.manual import HelpPage
from bot.views.new import NewPuzzle
from bot.views.solution import RevealSolution
from locales.voice import ENGLISH
from narrator.checks import Detail
from narrator.narration import Level, Narration
from play.clock import MISTAKE_PENALTY, Help, Tally
from play.pad import Mark
from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.moves import parse_marks
from puzzle.notation import parse_loopy
from puzzle.rules import ViolationCode, is_solved, violations
from puzzle.symmetry import Symmetry, images, orbits
from solver.explain.step import Difficulty
from solver.search import solve
from store import puzzles
from store.records import Kind
from store.records import NewPuzzle as PuzzleRecord
from tests.bot.helping_posts import FACTS
from tests.bot.test_presenter import flat, words

ADA = 7
NOON = datetime.fromisoformat("2026-11-21T12:00:00Z")
PUZZLE_HERE = parse_loopy(COURSE)
ZERO_LINE = parse_marks("B3-C3", PUZZLE_HERE.grid)
READER = Reader(ENGLISH, Look(), private=True)

Request = TypeVar("Request")
Answer = TypeVar("Answer")


async def do_here(job: Callable[[Request], Answer], request: Request, **_: object) -> Answer:
    """A job done at once, without another process."""
    return job(request)


@pytest.fixture
def client(client: OuroClient, monkeypatch: pytest.MonkeyPatch) -> OuroClient:
    monkeypatch.setattr(client.pool, "run", do_here)
    return client


async def opened(
    client: OuroClient, text: str = COURSE, marks: dict[int, EdgeState] | None = None
) -> Held:
    puzzle = parse_loopy(text)
    async with client.database.writing() as connection:
        stored = await puzzles.add(connection, PuzzleRecord(text, puzzle.canonical_key))
    held = await client.attempts.open(ADA, stored, Kind.PASTED)
    return await client.attempts.change(ADA, held.attempt.id, Mark(marks)) if marks else held


def ids(post: Post) -> list[str]:
    return [one["custom_id"] for one in flat(post) if "custom_id" in one]


# Hints


@pytest.mark.parametrize("level", Level)
async def test_a_hint_counts_as_its_level(client: OuroClient, level: Level) -> None:
    held, post = await hint(client, READER, ADA, await opened(client), level)
    assert held.tally == Tally().add(HINTS[level])
    assert f"+{HINTS[level].penalty}" in words(post)
    assert any(":do:" in one for one in ids(post)) is (level is Level.STEP)


@pytest.mark.parametrize("level", Level)
async def test_a_hint_that_only_tells_of_a_mistake_counts_as_a_nudge(
    client: OuroClient, level: Level
) -> None:
    board = await opened(client, marks=ZERO_LINE)
    held, post = await hint(client, READER, ADA, board, level)
    assert held.tally == Tally(nudges=1)
    assert f"ouro:check:{held.attempt.id}:where" in ids(post)
    assert not any(":do:" in one for one in ids(post))


@pytest.mark.parametrize("text", ["2x2:0123", "3x3:i"])
async def test_a_hint_without_a_step_costs_nothing(client: OuroClient, text: str) -> None:
    held, post = await hint(client, READER, ADA, await opened(client, text), Level.STEP)
    assert held.tally == Tally()
    assert "+" not in words(post)


async def test_a_solved_board_costs_nothing_more(client: OuroClient) -> None:
    lines = dict.fromkeys(solve(PUZZLE_HERE).solutions[0], EdgeState.LINE)
    held = await opened(client, marks=lines)
    assert held.solved
    assert (await hint(client, READER, ADA, held, Level.STEP))[0].tally == Tally()
    assert (await check(client, READER, ADA, held, Detail.COUNT))[0].tally == Tally()
    held, _ = await reveal(client, READER, ADA, held)
    assert not held.attempt.revealed


# Checks


@pytest.mark.parametrize("detail", Detail)
async def test_a_check_counts_as_what_it_tells(client: OuroClient, detail: Detail) -> None:
    wrong, post = await check(client, READER, ADA, await opened(client, marks=ZERO_LINE), detail)
    assert wrong.tally == Tally().add(CHECKS[detail])
    assert ("B3" in words(post)) is (detail is not Detail.COUNT)
    right = await opened(client, marks=dict.fromkeys(ZERO_LINE, EdgeState.CROSS))
    after, post = await check(client, READER, ADA, right, detail)
    assert after.tally == wrong.tally.add(Help.CHECK_COUNT)
    assert not any(":check:" in one for one in ids(post))


async def test_a_blank_board_is_checked_for_nothing(client: OuroClient) -> None:
    held, _ = await check(client, READER, ADA, await opened(client), Detail.WHY)
    assert held.tally == Tally()


# Solutions


async def test_seeing_the_solution_ends_an_attempt(client: OuroClient) -> None:
    held = await opened(client)
    assert is_asked(held)
    held, post = await reveal(client, READER, ADA, held)
    assert held.attempt.revealed
    assert not is_asked(held)
    assert helping.REVEALED.text in words(post)
    assert post.files[0].filename == "solution.png"


async def test_without_a_solution_nothing_is_lost(client: OuroClient) -> None:
    held, post = await reveal(client, READER, ADA, await opened(client, "2x2:0123"))
    assert not held.attempt.revealed
    assert "No solution" in words(post)


async def test_a_way_that_takes_too_long_is_shown_still(
    client: OuroClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = await opened(client)
    _, post = await reveal(client, READER, ADA, held, animate=True)
    assert post.files[0].filename == "solution.gif"

    async def late(job: Callable[[Request], Answer], request: Request, **_: object) -> Answer:
        if isinstance(request, AnimationRequest):
            raise TimedOut(20.0)
        return job(request)

    monkeypatch.setattr(client.pool, "run", late)
    _, post = await reveal(client, READER, ADA, held, animate=True)
    assert post.files[0].filename == "solution.png"
    assert helping.NOT_ANIMATED.text in words(post)


async def test_a_way_that_cannot_be_explained_whole_is_shown_still(client: OuroClient) -> None:
    held = await opened(client, "3x3:i")
    _, post = await reveal(client, READER, ADA, held, animate=True)
    assert helping.NOT_ANIMATED.text in words(post)
    assert "213 solutions" in words(post)


# Buttons


async def rebuilt(button: Any) -> Any:
    match = button.template.fullmatch(button.custom_id)
    assert match is not None
    return await type(button).from_custom_id(None, None, match)


@pytest.mark.parametrize(
    "button",
    [
        *(GiveHint(12, level) for level in Level),
        *(CheckMarks(12, detail) for detail in Detail),
        *(RevealSolution(12, animate) for animate in (False, True)),
        *(Learn(12, deed, 34, "label") for deed in ("show", "do", "undo")),
        *(HelpPage(topic) for topic in Topic),
        NewPuzzle(12),
    ],
)
async def test_a_button_finds_itself_in_its_id(button: Any) -> None:
    again = await rebuilt(button)
    assert again.custom_id == button.custom_id
    names = {"attempt", "level", "detail", "animate", "deed", "marks", "topic", "puzzle"}
    kept = names & vars(button).keys()
    assert kept
    for name in kept:
        assert getattr(again, name) == getattr(button, name)


async def test_a_page_that_is_gone_leads_to_the_first() -> None:
    match = HelpPage(Topic.RULES).template.fullmatch("ouro:help:gone")
    assert match is not None
    page = await HelpPage.from_custom_id(None, None, match)  # type: ignore[arg-type]
    assert page.topic is Topic.START


edges = st.dictionaries(st.integers(0, 5_000), st.sampled_from(EdgeState), min_size=1)


@given(st.integers(1, 10**15), edges)
async def test_a_step_to_be_done_is_in_its_button_as_far_as_it_fits(
    attempt: int, states: dict[int, EdgeState]
) -> None:
    button = DoIt(attempt, states)
    assert len(button.custom_id) <= 100
    again = await rebuilt(button)
    assert (again.attempt, again.states) == (attempt, button.states)
    assert list(button.states.items()) == sorted(states.items())[: len(button.states)]
    assert len(button.states) >= min(len(states), 15)


def test_a_long_explanation_is_cut_at_a_sentence() -> None:
    told = Narration(None, tuple(f"Sentence {number}." for number in range(1000)))
    text = helping.told(ENGLISH, helping.CHECK_TITLE, told)
    assert len(text) < helping.LONGEST + 200
    assert text.endswith(helping.LEFT_OFF.text)


# Making puzzles


@pytest.mark.parametrize("text", ["", "10", "x10", "10x", "a x b", "10x10x10", "1000x10", "-5x5"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(InputError):
        parse_size(text)


@given(st.integers(0, 999), st.integers(0, 999))
def test_sizes_within_the_bounds_are_taken(cols: int, rows: int) -> None:
    inside = all(SHORTEST <= side <= LONGEST for side in (cols, rows))
    if inside:
        assert parse_size(f" {cols} X {rows} ") == (cols, rows)
    else:
        with pytest.raises(InputError):
            parse_size(f"{cols}x{rows}")


@pytest.mark.parametrize("symmetry", Symmetry)
@pytest.mark.parametrize("level", [Difficulty.EASY, Difficulty.EXTREME])
async def test_another_puzzle_like_one_has_its_size_level_and_symmetry(
    client: OuroClient, symmetry: Symmetry, level: Difficulty
) -> None:
    wish = Wish(6, 6, level, symmetry)
    stored = await made_for(client, ADA, wish, seed=3)
    assert (stored.level, stored.seed) == (level.name.lower(), 3)
    assert await made_for(client, ADA, wish, seed=3) == stored
    like = Wish.like(stored)
    assert (like.cols, like.rows, like.level) == (6, 6, level)
    puzzle = parse_loopy(stored.notation)
    shown, groups = set(puzzle.clue_cells), orbits(6, 6, symmetry)
    assert all(shown.issuperset(cells) or shown.isdisjoint(cells) for cells in groups)
    found = symmetry_of(puzzle)
    assert like.symmetry is found
    assert found is symmetry or symmetry in {Symmetry.NONE, Symmetry.ROT180}
    assert (await made_for(client, ADA, like)).notation != stored.notation


async def test_what_cannot_be_made_is_told(client: OuroClient) -> None:
    with pytest.raises(InputError):
        await made_for(client, ADA, Wish(6, 5, Difficulty.EASY, Symmetry.ROT90))


async def test_so_many_puzzles_are_made_a_day(
    client: OuroClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = client.settings.model_copy(update={"person_puzzles": 2})
    quotas = Quotas(client.database, lambda: client.now(), settings)  # noqa: PLW0108 - it changes
    monkeypatch.setattr(client, "quotas", quotas)
    wish = Wish(5, 5, Difficulty.EASY)
    for seed in (1, 2):
        await made_for(client, ADA, wish, seed)
    with pytest.raises(InputError) as told:
        await made_for(client, ADA, wish, seed=3)
    assert told.value.message is making.ENOUGH
    await made_for(client, ADA + 1, wish, seed=3)
    tomorrow = client.now() + timedelta(days=1)
    monkeypatch.setattr(client, "now", lambda: tomorrow)
    await made_for(client, ADA, wish, seed=3)


# Lessons


@pytest.mark.parametrize("puzzle", images(PUZZLE_HERE))
def test_a_course_leads_to_the_solution_however_it_lies(puzzle: Puzzle) -> None:
    board, seen = Board.blank(puzzle), []
    [solution] = solve(puzzle).solutions
    while (lesson := find_lesson(LessonRequest(board))).stage is not Stage.SOLVED:
        assert lesson.stage in {Stage.LESSON, Stage.PRACTICE}
        assert lesson.states
        for edge, state in lesson.states.items():
            assert (state is EdgeState.LINE) == (edge in solution)
        if lesson.told is not None:
            assert lesson.rule
            seen.append((lesson.number, lesson.told.title))
        board = board.mark(lesson.states)
    assert [number for number, _ in seen] == list(range(1, lesson.total + 1))
    assert len({title for _, title in seen}) == lesson.total
    assert is_solved(puzzle, board.lines)


def test_a_learner_who_errs_is_led_back() -> None:
    right = parse_marks("A1-B1", PUZZLE_HERE.grid)
    board = Board.blank(PUZZLE_HERE).mark({**ZERO_LINE, **right})
    lesson = find_lesson(LessonRequest(board))
    assert lesson.stage is Stage.MISTAKE
    assert set(lesson.states) == set(ZERO_LINE)
    board = board.mark(lesson.states)
    assert board.lines == set(right)
    assert find_lesson(LessonRequest(board)).stage is Stage.LESSON


def test_what_was_taught_is_practised() -> None:
    zeros = Puzzle(square_grid(2, 5), (0, None, None, None, 0, *(None,) * 5))
    crosses = dict.fromkeys(zeros.grid.cell_edges[0], EdgeState.CROSS)
    blank = Board.blank(zeros)
    assert solve(zeros).solutions
    assert find_lesson(LessonRequest(blank)).stage is Stage.LESSON
    after = find_lesson(LessonRequest(blank.mark(crosses)))
    assert after.stage is Stage.PRACTICE
    assert set(zeros.grid.cell_edges[4]) <= set(after.states)


# The manual


def test_pages_tell_the_numbers_of_the_rules() -> None:
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


def test_pictures_of_the_rules_show_what_they_are_said_to() -> None:
    puzzle = parse_loopy(PUZZLE)
    right, wrong = EXHIBITS[Topic.RULES]
    assert [exhibit.moves for exhibit in right] == ["", LOOP]
    assert is_solved(puzzle, Exhibit(LOOP).request(READER).board.lines)
    codes = {
        TWO_LOOPS: ViolationCode.SEVERAL_LOOPS,
        BRANCH: ViolationCode.BRANCH,
        BESIDE_ZERO: ViolationCode.TOO_MANY,
    }
    for exhibit in wrong:
        request = exhibit.request(READER)
        found = violations(puzzle, request.board.lines)
        assert codes[exhibit.moves] in {each.code for each in found}
        shown = request.highlights
        assert shown.conflict_dots or shown.conflict_cells or shown.conflict_edges
    beside = Exhibit(BESIDE_ZERO).request(READER).board
    crowded = {each.cell for each in violations(puzzle, beside.lines)}
    assert wrong[2].request(READER).highlights.conflict_cells <= crowded
