"""Hand-written steps on one sample board."""

from collections.abc import Iterable

from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.moves import parse_marks
from puzzle.places import dot_at
from solver.explain.step import (
    Argument,
    ClueReason,
    Deduction,
    Difficulty,
    DotReason,
    Inference,
    PairIs,
    Reason,
    Relation,
    Step,
    Technique,
    TechniqueFamily,
)

LINE, CROSS = EdgeState.LINE, EdgeState.CROSS
ROWS = (
    (3, None, 1, None, 2),
    (None, 2, None, 4, 0),
    (1, None, 3, None, None),
    (None, 3, 2, None, 1),
)
PUZZLE = Puzzle(square_grid(4, 5), tuple(clue for row in ROWS for clue in row))
GRID = PUZZLE.grid


def board(marks: str = "") -> Board:
    """The board with marks in text form, such as "A1-B1 x A2-B2"."""
    return Board.blank(PUZZLE).mark(parse_marks(marks, GRID))


def edge(name: str) -> int:
    """The edge between two dots, such as A1-B1."""
    found = GRID.edge_between(*(dot_at(GRID, dot) for dot in name.split("-")))
    assert found is not None
    return found


def edges(names: str) -> tuple[int, ...]:
    """Several edges, separated by spaces."""
    return tuple(edge(name) for name in names.split())


def cell(name: str) -> int:
    """The cell whose top left dot has that name."""
    row, col = GRID.dots[dot_at(GRID, name)]
    return int(row) * GRID.cols + int(col)


def clue(name: str) -> ClueReason:
    return ClueReason(cell(name))


def dot(name: str) -> DotReason:
    return DotReason(dot_at(GRID, name))


def pair(names: str, relation: Relation) -> PairIs:
    """A relation between two edges that meet."""
    first, second = edges(names)
    (shared,) = set(GRID.edge_dots[first]) & set(GRID.edge_dots[second])
    return PairIs(shared, (first, second), relation)


def found(lines: str = "", crosses: str = "") -> tuple[Deduction, ...]:
    """Deductions of lines and crosses."""
    made = [Deduction(e, LINE) for e in edges(lines)]
    return (*made, *(Deduction(e, CROSS) for e in edges(crosses)))


def step(
    deductions: tuple[Deduction, ...],
    *arguments: Argument | tuple[Inference, ...],
    name: str = "look-ahead",
    reasons: Iterable[Reason] | None = None,
) -> Step:
    """A step with arguments; by default its reasons are those of all inferences."""
    first, *further = (
        argument if isinstance(argument, Argument) else Argument(argument) for argument in arguments
    )
    if reasons is None:
        used = (i.reason for argument in (first, *further) for i in argument.all_inferences())
        reasons = dict.fromkeys(used)
    technique = Technique(name, TechniqueFamily.LOOK_AHEAD, Difficulty.HARD)
    return Step(deductions, technique, tuple(reasons), frozenset(), first, tuple(further))
