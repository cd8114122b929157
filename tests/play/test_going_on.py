"""A line goes on where the marks leave one way only, and nowhere else."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play.going_on import go_on
from play.history import Mark, Undo
from play.pen import Arrow, Far, MoveTo, Pad, SetStride
from puzzle.grid import Grid, square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.places import ways
from solver.generate.generate import GeneratedPuzzle, series
from solver.generate.spec import GenerationSpec

LINE, CROSS = EdgeState.LINE, EdgeState.CROSS
GRID = square_grid(3, 3)


def edge(dot: int, other: int, grid: Grid = GRID) -> int:
    found = grid.edge_between(dot, other)
    assert found is not None
    return found


def gone_on(
    drawn: tuple[int, ...], crosses: tuple[tuple[int, int], ...] = (), **clues: int
) -> tuple[int, ...]:
    """The dots of the line after the pen has drawn along some dots; `c4=1` is a clue of cell 4."""
    cells = [clues.get(f"c{cell}") for cell in range(9)]
    board = Board.blank(Puzzle(GRID, tuple(cells))).mark(
        {edge(*ends): CROSS for ends in crosses}
        | {edge(one, two): LINE for one, two in pairwise(drawn)}
    )
    edges, end = go_on(board, edge(drawn[-2], drawn[-1]), drawn[-1])
    dots = [drawn[-1]]
    for found in edges:
        dots.append(GRID.other_end(found, dots[-1]))
    assert dots[-1] == end
    return tuple(dots)


def test_it_goes_around_a_corner_of_the_board() -> None:
    assert gone_on((1, 0)) == (0, 4)


def test_it_ends_where_there_is_a_choice() -> None:
    assert gone_on((0, 1)) == (1,)
    assert gone_on((1, 5)) == (5,)


def test_a_cross_leaves_one_way() -> None:
    assert gone_on((0, 1), crosses=((1, 2),)) == (1, 5)


def test_a_finished_clue_leaves_one_way() -> None:
    assert gone_on((0, 1), c1=0) == (1,)
    assert gone_on((0, 1), c0=1) == (1, 2)
    assert gone_on((0, 1), c0=2) == (1,)


def test_a_full_dot_is_no_way() -> None:
    assert gone_on((2, 1, 5, 4), crosses=((4, 8),)) == (4, 0)


def test_it_never_closes_a_loop() -> None:
    assert gone_on((0, 4, 5, 1)) == (1,)
    assert gone_on((0, 4, 5, 1), crosses=((1, 2),)) == (1,)


def test_it_goes_on_from_the_other_end_of_a_line_that_it_meets() -> None:
    board = Board.blank(Puzzle(GRID, (None,) * 9)).mark(
        {edge(0, 1): LINE, edge(2, 3): LINE, edge(3, 7): LINE, edge(1, 5): CROSS}
    )
    edges, end = go_on(board, edge(0, 1), 1)
    assert (edges, end) == ([edge(1, 2)], 7)


def test_a_loop_or_branch_has_no_way_on() -> None:
    assert gone_on((0, 4, 5, 1, 0)) == (0,)
    assert gone_on((4, 5, 6, 2, 1, 5)) == (5,)


PUZZLES = [made for made in series(GenerationSpec(6, 6), 4) if isinstance(made, GeneratedPuzzle)]


@pytest.mark.parametrize("number", range(len(PUZZLES)))
@given(seed=st.integers(0, 2**32), share=st.floats(0, 1), stride=st.integers(2, 5))
def test_after_right_marks_a_right_press_draws_nothing_wrong(
    number: int, seed: int, share: float, stride: int
) -> None:
    made, random = PUZZLES[number], Random(seed)
    grid, loop = made.puzzle.grid, made.solution
    states = {
        each: LINE if each in loop else CROSS
        for each in range(len(grid.edge_dots))
        if random.random() < share
    }
    dot = random.choice([dot for dot in range(len(grid.dots)) if loop & {*grid.dot_edges[dot]}])
    before = Pad.fresh(made.puzzle).apply(Mark(states)).apply(MoveTo(dot)).apply(SetStride(stride))
    for arrow in Arrow:
        for action in (arrow, Far(arrow)):
            pad = before.apply(action)
            new = pad.board.lines - before.board.lines
            ahead = ways(grid, dot).get(arrow.value)
            if isinstance(action, Arrow) and (ahead is None or ahead in loop):
                assert new <= loop
            if new:
                assert pad.apply(Undo()).board == before.board
