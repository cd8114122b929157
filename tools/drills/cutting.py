"""Cuts the kernel of a step out of its board."""

from collections.abc import Iterator

from puzzle.grid import OUTSIDE, Grid, square_grid
from puzzle.model import Board, EdgeState
from puzzle.names import Coord
from solver.drills.kernels import ANY, Kernel, edge_at
from solver.explain.step import ClueReason, DotReason, Step, Subloop

MAX_SIDE = 6
"""Maximum number of rows and columns of a kernel."""

KNOWN = {EdgeState.LINE: "1", EdgeState.CROSS: "0"}
FOLLOWS = {EdgeState.LINE: "+", EdgeState.CROSS: "x"}


def kernel_of(board: Board, step: Step) -> Kernel | None:
    """The smallest image of the kernel of a step; None where it is too large.

    A dot that is a reason keeps all its edges: where one is missing, the kernel touches the border.
    So it does where a way leads by the outside.
    """
    grid = board.puzzle.grid
    cells, dots = _cells_of(step), _dots_of(step)
    known = set(step.known)
    edges = {*step.forced, *known, *(edge for dot in dots for edge in grid.dot_edges[dot])}
    places = [grid.dots[dot] for edge in edges for dot in grid.edge_dots[edge]]
    places += [grid.dots[dot] for cell in cells for dot in grid.cell_dots[cell]]
    (top, bottom), (left, right) = ((min(at), max(at)) for at in zip(*places, strict=True))
    rows, cols = max(1, int(bottom - top)), max(1, int(right - left))
    if max(rows, cols) > MAX_SIDE:
        return None
    top, left = min(top, grid.rows - rows), min(left, grid.cols - cols)
    own = square_grid(rows, cols)
    clues, marks = [ANY] * len(own.cells), [ANY] * len(own.edge_dots)
    for cell in cells:
        row, col = grid.cells[cell]
        if board.puzzle.clues[cell] is not None:
            clues[own.cell_index[row - top, col - left]] = str(board.puzzle.clues[cell])
    for states, signs in (({e: board.marks[e] for e in known}, KNOWN), (step.forced, FOLLOWS)):
        for edge, state in states.items():
            one, two = (grid.dots[dot] for dot in grid.edge_dots[edge])
            place = edge_at(own, (one[0] - top, one[1] - left), (two[0] - top, two[1] - left))
            marks[place] = signs[state]
    border = set(_border_dots(grid, step, dots))
    sides = (
        ("b", any(row == grid.rows for row, _ in border)),
        ("l", any(col == 0 for _, col in border)),
        ("r", any(col == grid.cols for _, col in border)),
        ("t", any(row == 0 for row, _ in border)),
    )
    touched = "".join(side for side, is_touched in sides if is_touched)
    return Kernel(rows, cols, touched, "".join(clues), "".join(marks)).images()[0]


def _cells_of(step: Step) -> set[int]:
    """The clues that a step needs, with those that show why a loop is premature."""
    cells = {reason.cell for reason in step.reasons if isinstance(reason, ClueReason)}
    cells |= {loop.unmet for loop in _subloops(step) if loop.unmet is not None}
    return cells | set(step.pattern.cells if step.pattern else ())


def _dots_of(step: Step) -> set[int]:
    dots = {reason.dot for reason in step.reasons if isinstance(reason, DotReason)}
    return dots | set(step.pattern.dots if step.pattern else ())


def _subloops(step: Step) -> Iterator[Subloop]:
    if step.pattern and step.pattern.subloop:
        yield step.pattern.subloop
    for argument in (step.argument, *step.further):
        for inference in argument.all_inferences():
            if inference.subloop is not None:
                yield inference.subloop
            if isinstance(inference.fact, Subloop):
                yield inference.fact


def _border_dots(grid: Grid, step: Step, dots: set[int]) -> Iterator[Coord]:
    """Places that the kernel must have on the border of the board, not at its corners alone."""
    for dot in dots:
        if len(grid.dot_edges[dot]) < 4:
            yield grid.dots[dot]
    if step.way and OUTSIDE in step.way.cells:
        for edge in (*step.way.crossed, *step.forced):
            if OUTSIDE in grid.edge_cells[edge]:
                (row, col), (end_row, end_col) = (grid.dots[dot] for dot in grid.edge_dots[edge])
                # between its ends, so that an edge at a corner of the board touches one side
                yield (row + end_row) / 2, (col + end_col) / 2
