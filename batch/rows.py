"""The job of a batch: makes, rates or solves some puzzles in a worker process, as rows."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from jobs.registry import ENCODINGS, ERRORS
from puzzle.bounds import DEFAULT_BOUNDS
from puzzle.errors import PuzzleError
from puzzle.model import EdgeState, Puzzle, Solution
from puzzle.moves import format_marks
from puzzle.notation import format_loopy
from puzzle.symmetry import Symmetry, symmetry_of
from solver.errors import FormulaSizeError
from solver.generate.generate import NotGenerated, generate
from solver.generate.spec import GenerationSpec
from solver.judge import read_only
from solver.options import DEFAULT_OPTIONS, Options
from solver.rating import Rating, rate_within
from solver.report import DEFAULT_LIMITS, Limits, Outcome, Report
from solver.search import solve
from workers.codec import Registry


class BatchItem(Struct, frozen=True):
    """One puzzle of a batch: the seed to make it from, or the line of the input and its text."""

    number: int
    text: str = ""


class MakeItems(Struct, frozen=True, tag=True):
    """Make puzzles of a specification, with the seeds of the items."""

    spec: GenerationSpec


class RateItems(Struct, frozen=True, tag=True):
    """Rate the puzzles of the items, each within some seconds or a bound of work."""

    seconds: float | None = None


class SolveItems(Struct, frozen=True, tag=True):
    """Solve the puzzles of the items."""

    limits: Limits = DEFAULT_LIMITS
    options: Options = DEFAULT_OPTIONS


ItemWork: TypeAlias = MakeItems | RateItems | SolveItems


class RowsRequest(Struct, frozen=True):
    """Items, and what is done with each."""

    work: ItemWork
    items: tuple[BatchItem, ...]


class PuzzleRow(Struct, frozen=True, tag=True):
    """A row of a bank; docs/batches.md describes the columns.

    `line` is the line of the input, `seed` and `recipe` those of a puzzle that was made. `outcome`
    is a value of `Outcome`; `solution` has the lines of the only solution, as marks in text.
    """

    id: str
    notation: str
    rows: int
    cols: int
    tiling: str
    variant: str
    level: str | None
    score: float | None
    hardest: int | None
    techniques: Mapping[str, int] = field(default_factory=dict)
    symmetry: str = Symmetry.NONE.value
    clues: int = 0
    seed: int | None = None
    line: int | None = None
    recipe: int | None = None
    outcome: str = Outcome.UNIQUE.value
    solution: str | None = None


class ItemFailure(Struct, frozen=True, tag=True):
    """An item without a row: its seed or line, and why; `is_input` when its text is no puzzle."""

    number: int
    reason: str
    is_input: bool = False


ItemResult: TypeAlias = PuzzleRow | ItemFailure


class RowsAnswer(Struct, frozen=True):
    """The result of each item in order, and the seconds of processor time for all."""

    results: tuple[ItemResult, ...]
    seconds: float


def batch_registry() -> Registry:
    """Return the registry of the workers of a batch."""
    return Registry((answer_items,), ERRORS, ENCODINGS)


def answer_items(request: RowsRequest) -> RowsAnswer:
    """The row of each item in order, or why it has none.

    >>> [row] = answer_items(RowsRequest(RateItems(), (BatchItem(1, "2x1:3a"),))).results
    >>> row.level, row.clues, row.outcome, row.solution
    ('normal', 1, 'unique', 'A1-C1-C2-A2-A1')
    >>> answer_items(RowsRequest(SolveItems(), (BatchItem(2, "2x1:"),))).results[0].is_input
    True
    """
    started = time.process_time()
    results = tuple(_answer(request.work, item) for item in request.items)
    return RowsAnswer(results, time.process_time() - started)


def _answer(work: ItemWork, item: BatchItem) -> ItemResult:
    if isinstance(work, MakeItems):
        return _made(replace(work.spec, seed=item.number))
    try:
        puzzle = read_only(item.text, DEFAULT_BOUNDS).puzzle
        return (
            _rated(work, item, puzzle)
            if isinstance(work, RateItems)
            else _solved(work, item, puzzle)
        )
    except (PuzzleError, FormulaSizeError) as error:
        return ItemFailure(item.number, str(error), is_input=True)


def _made(spec: GenerationSpec) -> ItemResult:
    made = generate(spec)
    if isinstance(made, NotGenerated):
        return ItemFailure(spec.seed, made.reason)
    row = _row(made.puzzle, made.rating, solution=made.solution)
    return replace(
        row,
        level=made.level.name.lower(),
        symmetry=spec.symmetry.value,
        seed=spec.seed,
        recipe=spec.recipe,
    )


def _rated(work: RateItems, item: BatchItem, puzzle: Puzzle) -> PuzzleRow:
    report = solve(puzzle, Limits(seconds=work.seconds))
    found = rate_within(puzzle, work.seconds) if report.outcome is Outcome.UNIQUE else None
    return _of_line(item, puzzle, report, found if isinstance(found, Rating) else None)


def _solved(work: SolveItems, item: BatchItem, puzzle: Puzzle) -> PuzzleRow:
    return _of_line(item, puzzle, solve(puzzle, work.limits, work.options), None)


def _of_line(item: BatchItem, puzzle: Puzzle, report: Report, rating: Rating | None) -> PuzzleRow:
    unique = report.outcome is Outcome.UNIQUE
    row = _row(puzzle, rating, solution=report.solutions[0] if unique else None)
    return replace(row, line=item.number, outcome=report.outcome.value)


def _row(puzzle: Puzzle, rating: Rating | None, *, solution: Solution | None) -> PuzzleRow:
    grid = puzzle.grid
    lines = None if solution is None else dict.fromkeys(solution, EdgeState.LINE)
    return PuzzleRow(
        id=puzzle.canonical_key,
        notation=format_loopy(puzzle),
        rows=grid.rows,
        cols=grid.cols,
        tiling=grid.tiling,
        variant=puzzle.rules.name,
        level=rating.level.name.lower() if rating else None,
        score=rating.score if rating else None,
        hardest=rating.hardest if rating else None,
        techniques=dict(rating.techniques) if rating else {},
        symmetry=symmetry_of(puzzle).value,
        clues=len(puzzle.clue_cells),
        solution=None if lines is None else format_marks(grid, lines),
    )
