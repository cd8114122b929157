"""The jobs that people wait for while they press take little work, whatever is asked of them.

Work is counted in lines of Python and in propagations of SAT solvers, so no test depends on the
speed of the machine. A use case asks for no larger boards and texts than these.
"""

import ast
import contextlib
import random
from bisect import bisect
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import Any, get_type_hints

import pytest
from msgspec.structs import replace

from bot.answering.attachments import FILES_SEARCHED
from jobs.appearance import Appearance
from jobs.bounds import CHAT_BOUNDS, PLAY_EDGES, PLAY_SIDE
from jobs.constructing import FollowRequest, follow_clues
from jobs.drilling import DrillRequest, JudgeRequest, ask_drill
from jobs.errors import TakesLong
from jobs.pictures import DayRequest, SamplesRequest
from jobs.playing import CheckRequest, DrawRequest, HintRequest, explainer_of
from jobs.reading import (
    QUICK_TEXT,
    READ_CELLS,
    AnswerRequest,
    MessageTexts,
    PastedText,
    ReadRequest,
    read_puzzle,
)
from jobs.registry import ERRORS, JOBS
from jobs.teaching import LessonRequest
from jobs.work import QUICK_WORK
from narrator.checks import Detail
from narrator.narration import Level
from play.calendar import EPOCH
from play.tracks import SPECIALS, size, tracks_of
from play.verdict import judge
from puzzle.errors import NotationError
from puzzle.grid import Grid, GridKey, square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.notation import format_puzzle, parse_loopy
from puzzle.symmetry import images
from puzzle.tilings.catalogue import TILINGS, _build_tiles, build_grid
from renderer.calendar import Calendar
from renderer.card import Card
from renderer.highlights import Highlights
from renderer.mastery import MasteryGrid
from renderer.strengths import StrengthPlot, StrengthPoint
from service.helping.hints import QUICK_CELLS
from service.learning.course import COURSE
from service.learning.manual import TILED
from service.learning.training import techniques
from service.people.stats import MAX_POINTS
from service.playing.boards import violation_highlights
from solver.drills import unpack
from solver.explain.explainer import Explainer
from solver.explain.step import Difficulty
from solver.generate.generate import GeneratedPuzzle, generate
from solver.generate.spec import GenerationSpec
from tests.support.long import some_or_all
from tests.support.packages import modules
from tests.support.tilings import LEAST, PATCHES, small_grid
from tests.support.work import work_of

MOST_WORK = 800_000
"""The bound of the work of a quick job: some 60 ms on the machine of docs/benchmarks.md."""
LANGUAGE = "ja"
TEXTS = 1 + FILES_SEARCHED
"""Number of texts of a message: its own and its files."""
LABELS = Appearance(labels=True)
LOOKS = (Appearance(), LABELS, Appearance(layered=True))


@cache
def hard_puzzle(seed: int) -> Puzzle:
    """A generated puzzle that is as hard and large as those on which hints are quick."""
    for number in range(seed, seed + 100):
        made = generate(GenerationSpec(10, 10, Difficulty.HARD, seed=number))
        if isinstance(made, GeneratedPuzzle):
            return made.puzzle
    raise AssertionError("some seed makes a puzzle")


def grid_of(rng: random.Random, *, cells: int = PLAY_SIDE**2, edges: int = PLAY_EDGES) -> Grid:
    """The largest board of some tiling within bounds."""
    tiling = rng.choice([*TILINGS.values()])
    patch = rng.choice(PATCHES.get(tiling.name, (tiling.patch,)))
    sizes = range(LEAST, PLAY_SIDE + 1, 2)
    if tiling.is_periodic:
        sides = range(max(tiling.shortest, tiling.longest), CHAT_BOUNDS.max_side + 1)
        sizes = sides[: bisect(sides, cells, key=lambda side: tiling.cells(side, side))]
    for side in reversed(sizes):
        with contextlib.suppress(NotationError):  # the patch is too short for it
            grid = build_grid(GridKey(tiling.name, side, side, patch))
            if len(grid.edge_dots) <= edges and len(grid.cells) <= cells:
                return grid
    return square_grid(10, 10)


def puzzle_of(rng: random.Random, grid: Grid) -> Puzzle:
    """Clues at random, of which none, some or most cells have one."""
    share = rng.choice((0, 0.1, 0.5, 1))
    clues = [
        rng.randrange(len(edges)) if rng.random() < share else None for edges in grid.cell_edges
    ]
    return Puzzle(grid, tuple(clues))


def marked(rng: random.Random, puzzle: Puzzle) -> Board:
    """A board with marks at random: none, some or many."""
    share = rng.choice((0, 0.05, 0.9))
    states = (EdgeState.LINE, EdgeState.CROSS)
    marks = (
        rng.choice(states) if rng.random() < share else EdgeState.UNKNOWN
        for _ in puzzle.grid.edge_dots
    )
    return Board(puzzle, tuple(marks))


def large_board(rng: random.Random) -> Board:
    """A board of the largest size that people play on."""
    grid = rng.choice((square_grid(PLAY_SIDE, PLAY_SIDE), grid_of(rng)))
    return marked(rng, puzzle_of(rng, grid))


def small_board(rng: random.Random) -> Board:
    """A board of the largest size for quick hints: a hard puzzle begun, or any clues and marks."""
    if rng.random() < 0.5:
        grid = rng.choice((square_grid(10, 10), grid_of(rng, cells=QUICK_CELLS)))
        return marked(rng, puzzle_of(rng, grid))
    board = Board.blank(hard_puzzle(rng.randrange(3)))
    lines = Explainer(board.puzzle).solution or frozenset()
    known = {
        edge: EdgeState.LINE if edge in lines else EdgeState.CROSS
        for edge in range(len(board.marks))
        if rng.random() < 0.5
    }
    return board.mark(known)


def highlights(rng: random.Random, board: Board) -> Highlights:
    """The highlights of a board whose marks break rules, notes of its player, and the pen."""
    shown = violation_highlights(judge(board.puzzle, board.lines), pen=0)
    cells, edges = range(len(board.puzzle.clues)), range(len(board.marks))
    inside = frozenset(rng.sample(cells, len(cells) // 2))
    return replace(
        shown,
        inside_cells=inside,
        outside_cells=frozenset(cells) - inside,
        tried=frozenset(rng.sample(edges, rng.choice((0, len(edges))))),
        dim_satisfied=True,
    )


def text(rng: random.Random) -> str:
    """A text of the greatest length, of the signs of notations."""
    size = CHAT_BOUNDS.max_text
    if rng.random() < 0.3:
        puzzle = puzzle_of(rng, square_grid(CHAT_BOUNDS.max_side, CHAT_BOUNDS.max_side))
        return format_puzzle(puzzle, rng.choice(("loopy", "rows", "csv", "puzzlink")))
    pieces = (
        "3",
        "3 ",
        "3,",
        "3\n",
        ". ",
        "1x",
        "10x10:",
        "{",
        "[3,",
        "A1-",
        "/",
        "\n",
        "```",
        "a",
    )
    unit = "".join(rng.choices(pieces, k=rng.randint(1, 4)))
    return (unit * size)[:size]


def drawing(rng: random.Random) -> DrawRequest:
    board = large_board(rng)
    return DrawRequest(board, rng.choice(LOOKS), highlights(rng, board), locale=LANGUAGE)


def calendar(rng: random.Random) -> Calendar:
    last = date(2030, 1, 1) + timedelta(days=rng.randrange(400))
    days = frozenset(last - timedelta(days=n) for n in range(0, 2_000, rng.randint(1, 3)))
    return Calendar(last, days, first=last - timedelta(days=2_000), locale=LANGUAGE)


def strength(rng: random.Random) -> StrengthPlot:
    first = datetime(2030, 1, 1, tzinfo=UTC)
    points = tuple(
        StrengthPoint(first + timedelta(days=day), rng.uniform(-2, 2), rng.random())
        for day in range(MAX_POINTS)
    )
    return StrengthPlot(points, 10_000, locale=LANGUAGE)


def draft(rng: random.Random) -> Puzzle:
    """A large board with some clues, of which searches take long when they are few or all 2."""
    grid, share = square_grid(PLAY_SIDE, PLAY_SIDE), rng.choice((0.02, 0.1, 0.4, 0.8))
    clues = rng.choice(((2,), (1, 2), (0, 1, 2, 3)))
    return Puzzle(
        grid, tuple(rng.choice(clues) if rng.random() < share else None for _ in grid.cells)
    )


def following(rng: random.Random) -> FollowRequest:
    """Such a board after a change of some clues, with all that was known before."""
    puzzle = draft(rng)
    fewer = tuple(clue if rng.random() < 0.9 else None for clue in puzzle.clues)
    before = FollowRequest(replace(puzzle, clues=fewer), quick=True)
    return FollowRequest(puzzle, follow_clues(before).known, quick=True)


def hint(rng: random.Random) -> HintRequest:
    board, level = small_board(rng), rng.choice([*Level])
    part, another = rng.choice((None, 1)), rng.choice((0, 0, 99))
    return HintRequest(board, level, LABELS, LANGUAGE, another=another, part=part, quick=True)


def lesson(rng: random.Random) -> LessonRequest:
    board = marked(rng, rng.choice(images(parse_loopy(COURSE))))
    blank = Board.blank(board.puzzle)
    return LessonRequest(board, LABELS, LANGUAGE, shown=rng.random() < 0.5, before=blank)


def judgement(rng: random.Random) -> JudgeRequest:
    names = [each.name for each in techniques()]
    asked = ask_drill(DrillRequest(rng.choice(names), rng.randrange(2**32)))
    state, signed = rng.choice((EdgeState.LINE, EdgeState.CROSS)), rng.random() < 0.5
    marks = unpack(asked.text).board.marks
    unmarked = [edge for edge, mark in enumerate(marks) if not mark]
    drawn = dict.fromkeys([rng.randrange(asked.edges)] if signed else unmarked, state)
    return JudgeRequest(asked.text, drawn, LABELS, LANGUAGE, signed=signed)


def samples(rng: random.Random) -> SamplesRequest:
    boards = tuple(Board.blank(parse_loopy(each)) for each in rng.choice(TILED))
    return SamplesRequest(boards, locale=LANGUAGE)


def day(rng: random.Random) -> DayRequest:
    """The dailies of a Sunday, of which the special is another one each week."""
    sunday = EPOCH + timedelta(weeks=rng.randrange(len(SPECIALS)))
    sizes = {track: size(track, sunday) for track in tracks_of(sunday)}
    grids = {it: build_grid(GridKey(at.tiling, at.rows, at.cols)) for it, at in sizes.items()}
    boards = {track: Board.blank(puzzle_of(rng, grid)) for track, grid in grids.items()}
    return DayRequest(boards, locale=LANGUAGE)


def mastery(rng: random.Random) -> MasteryGrid:
    rows = tuple(tuple(rng.randint(-1, 5) for _ in range(9)) for _ in range(12))
    return MasteryGrid(rows, frozenset(product(range(12), range(9))), locale=LANGUAGE)


def reading(rng: random.Random) -> ReadRequest:
    """Texts of the greatest length, or with boards that have as many cells as may be."""
    if rng.random() < 0.3:
        return ReadRequest(PastedText(text(rng)[:QUICK_TEXT]), quick=True)
    if rng.random() < 0.5:
        size = QUICK_TEXT // TEXTS
        texts = tuple(text(rng)[:size] for _ in range(TEXTS))
        return ReadRequest(MessageTexts(texts), quick=True)
    count = rng.randint(1, TEXTS)
    grids = [grid_of(rng, cells=READ_CELLS // count, edges=10**6) for _ in range(count)]
    puzzles = [Puzzle(grid, (1,) + (None,) * (len(grid.cells) - 1)) for grid in grids]
    ids = tuple(format_puzzle(puzzle, "loopy") for puzzle in puzzles)
    return ReadRequest(MessageTexts(ids), quick=True)


def _may_be_quick(kind: Any) -> bool:
    return "quick" in getattr(kind, "__struct_fields__", ())


REQUESTS: Mapping[str, Callable[[random.Random], Any]] = MappingProxyType(
    {
        "check_marks": lambda rng: CheckRequest(
            small_board(rng), rng.choice((Detail.COUNT, Detail.WHERE)), LABELS, LANGUAGE, quick=True
        ),
        "draw_board": drawing,
        "draw_calendar": calendar,
        "draw_card": lambda rng: Card("Ouro", grid_of(rng), 3_600),
        "draw_day": day,
        "draw_mastery": mastery,
        "draw_samples": samples,
        "draw_strength": strength,
        "find_hint": hint,
        "find_lesson": lesson,
        "follow_clues": following,
        "judge_drill": judgement,
        "read_answer": lambda rng: AnswerRequest(text(rng), large_board(rng).puzzle),
        "read_puzzle": reading,
    }
)
"""The largest requests of each quick job, at random."""
QUICK = {
    job.__name__: job
    for job, bound in JOBS.items()
    if bound.work <= QUICK_WORK or any(map(_may_be_quick, get_type_hints(job).values()))
}


def test_every_quick_job_is_bounded() -> None:
    assert QUICK.keys() == REQUESTS.keys()


def test_use_cases_ask_for_no_other_quick_job() -> None:
    """The pool refuses another one; this finds it although no test asks for it."""
    names = {job.__name__ for job in JOBS}
    asked = set[str]()
    for module in modules("service"):
        for call in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and "Priority.QUICK" in {
                ast.unparse(each.value) for each in call.keywords
            }:
                asked |= {ast.unparse(argument) for argument in call.args[:1]}
    assert names & asked <= QUICK.keys()
    assert len(names & asked) > 5


@some_or_all("examples", 2, 200)
@pytest.mark.parametrize("name", sorted(QUICK))
def test_a_quick_job_takes_little_work(name: str, examples: int) -> None:
    rng = random.Random(name)
    for number in range(examples):
        request = REQUESTS[name](rng)

        def run(request: Any = request) -> None:
            with contextlib.suppress(*ERRORS):
                QUICK[name](request)

        run()  # letters, which a worker keeps, are made
        explainer_of.cache_clear()
        square_grid.cache_clear()
        _build_tiles.cache_clear()
        work = work_of(run)
        assert work <= MOST_WORK, (number, request)


def test_a_quick_reading_is_the_same_as_another_or_refused() -> None:
    """Whatever is larger, in its text or on its boards, is read behind those who press."""
    small, wide = "see 5x5t2:1zx and 4x4:3o", f"100x100t2:1{'z' * 385}"
    large = format_puzzle(Puzzle(square_grid(40, 60), (3,) + (None,) * 2_399), "loopy")
    for source in (PastedText(small), MessageTexts((small, "no puzzle"), ())):
        request = ReadRequest(source)
        assert read_puzzle(replace(request, quick=True)) == read_puzzle(request)
    hats = Puzzle(small_grid("hats"), (None,) * len(small_grid("hats").cells))
    others = ((large,), (small, large), ("12345678 " * 2_000,), (wide,), (f"{large} {small}",))
    for texts in (*others, (format_puzzle(hats, "loopy"),)):
        with pytest.raises(TakesLong):
            read_puzzle(ReadRequest(MessageTexts(texts), quick=True))
