"""One board for each state that pictures show."""

from collections.abc import Callable
from functools import cache

from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.rules import is_solved
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from renderer.labels import Labels
from renderer.picture import Picture

GRID = square_grid(3, 4)
INSIDE = {0, 2, 3, 4, 5, 6, 8}
LOOP = frozenset(
    edge for edge, (one, two) in enumerate(GRID.edge_cells) if (one in INSIDE) != (two in INSIDE)
)
BLANK = {1, 7, 8}
PUZZLE = Puzzle(
    GRID,
    tuple(
        None if cell in BLANK else len(LOOP & set(edges))
        for cell, edges in enumerate(GRID.cell_edges)
    ),
)


def edge(one: tuple[int, int], two: tuple[int, int]) -> int:
    """The edge between two dots, each as (row, column)."""
    first, second = (GRID.dot_index[float(row), float(col)] for row, col in (one, two))
    found = GRID.edge_between(first, second)
    assert found is not None
    return found


LEFT_SIDE = frozenset({edge((0, 0), (0, 1)), edge((0, 0), (1, 0)), edge((1, 0), (2, 0))})
OUTSIDE = frozenset({edge((2, 2), (3, 2)), edge((2, 3), (3, 3)), edge((3, 2), (3, 3))})


def blank() -> Board:
    return Board.blank(PUZZLE)


def solved() -> Board:
    board = Board.of_lines(PUZZLE, LOOP)
    assert is_solved(PUZZLE, board.lines)
    return board


def begun() -> Board:
    """Some right marks."""
    lines = dict.fromkeys(LEFT_SIDE, EdgeState.LINE)
    return blank().mark(lines | dict.fromkeys(OUTSIDE, EdgeState.CROSS))


def mistaken() -> Board:
    """Some wrong marks among right ones."""
    return begun().mark(
        {edge((1, 1), (1, 2)): EdgeState.LINE, edge((0, 2), (0, 3)): EdgeState.CROSS}
    )


def broken() -> Board:
    """Four lines around a cell whose clue is lower, and a third line at one of its dots."""
    ring = dict.fromkeys(GRID.cell_edges[6], EdgeState.LINE)
    return begun().mark(ring | {edge((2, 3), (2, 4)): EdgeState.LINE})


def shared_lines() -> Board:
    return Board.of_lines(PUZZLE, LOOP - set(GRID.cell_edges[3]))


HINT = Highlights(
    region=frozenset({5, 6, 9, 10}),
    reason_cells=frozenset({9, 10}),
    reason_dots=frozenset({12}),
    known=OUTSIDE | {edge((1, 0), (2, 0))},
    forced_lines=frozenset({edge((2, 1), (2, 2)), edge((2, 2), (2, 3))}),
    forced_crosses=frozenset({edge((1, 2), (2, 2))}),
)
WRONG = Highlights(wrong=frozenset({edge((1, 1), (1, 2)), edge((0, 2), (0, 3))}))
CONFLICT = Highlights(
    conflict_cells=frozenset({6}),
    conflict_dots=frozenset({13}),
    conflict_edges=frozenset(GRID.cell_edges[6]) | {edge((2, 3), (2, 4))},
)
TWO = Highlights(
    only_first=LOOP & set(GRID.cell_edges[3]),
    only_second=frozenset(GRID.cell_edges[3]) - LOOP,
)
EXPLAINED = Highlights(wrong=WRONG.wrong, culprits=frozenset({edge((0, 2), (0, 3))}))
ARGUMENT = Highlights(
    reason_cells=frozenset({9}),
    reason_dots=frozenset({12}),
    known=OUTSIDE,
    forced_crosses=frozenset({edge((2, 1), (2, 2))}),
    supposed_lines=frozenset({edge((2, 1), (2, 2))}),
    supposed_crosses=frozenset({edge((0, 3), (0, 4))}),
    then_lines=((edge((1, 1), (2, 1)), 2), (edge((1, 3), (2, 3)), 13)),
    then_crosses=((edge((2, 1), (3, 1)), 3), (edge((1, 1), (1, 2)), 10)),
    conflict_cells=frozenset({5}),
    conflict_dots=frozenset({7}),
)
RELATIONS = Highlights(
    reason_cells=frozenset({5, 6}),
    reason_dots=frozenset({6, 12}),
    forced_lines=frozenset({edge((1, 3), (2, 3))}),
    then_lines=((edge((1, 3), (2, 3)), 3),),
    supposed_lines=frozenset({edge((0, 2), (0, 3))}),
    case_lines=((edge((0, 3), (0, 4)), 7),),
    case_crosses=((edge((0, 2), (0, 3)), 0), (edge((1, 3), (1, 4)), 8)),
    ones=(
        (edge((1, 1), (1, 2)), edge((1, 1), (2, 1)), 1),
        (edge((2, 1), (2, 2)), edge((1, 2), (2, 2)), 0),
    ),
    alikes=(
        (edge((1, 2), (1, 3)), edge((1, 2), (2, 2)), 2),
        (edge((2, 2), (2, 3)), edge((2, 2), (3, 2)), 0),
    ),
)
SIDES = Highlights(
    inside_cells=frozenset({0, 4, 5}),
    outside_cells=frozenset({1, 9, 10}),
    forced_lines=frozenset({edge((2, 1), (2, 2))}),
)
PLACES = Highlights(start=0, finish=17, cursor=8, dim_satisfied=True)

STATES: dict[str, tuple[Callable[[], Board], Highlights]] = {
    "blank": (blank, NO_HIGHLIGHTS),
    "solved": (solved, NO_HIGHLIGHTS),
    "begun": (begun, Highlights(dim_satisfied=True)),
    "hint": (begun, HINT),
    "wrong": (mistaken, WRONG),
    "explained": (mistaken, EXPLAINED),
    "conflict": (broken, CONFLICT),
    "argument": (begun, ARGUMENT),
    "relations": (begun, RELATIONS),
    "sides": (begun, SIDES),
    "two": (shared_lines, TWO),
    "places": (solved, PLACES),
}


@cache
def picture(state: str, theme: str) -> Picture:
    board, highlights = STATES[state]
    return Picture(
        board(), theme, labels=Labels.CELLS, highlights=highlights, footer="No. 12, Hard"
    )
