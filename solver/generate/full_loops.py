"""Random loops that visit every dot of a board of squares.

A path over all dots, at first row by row, changes at its ends: an end is joined to a random dot
beside it, and the line that would close a loop there is taken away. After enough changes nothing
is left of the rows; then the path goes on changing until its ends are side by side, and the line
between them makes it a loop. Such a path exists on all boards, a loop where the number of dots is
even (`puzzle.rules.full.is_possible`).

Source: M. L. Mansfield, Monte Carlo studies of polymer chain dimensions in the melt, 1982
("backbite"); R. Oberdorf and others, Secondary structures in long compact polymers, 2006, for
loops.
"""

from puzzle.grid import Grid
from puzzle.model import Solution
from solver.generate.seeded_random import SeededRandom

CHANGES_PER_DOT = 30
"""Number of changes of the path, for each dot of the board, before it may become a loop."""

MAX_CHANGES = 1_000
"""Maximum number of changes, for each dot; of 1,000 loops on boards of up to 60x59, none needed 50.
"""


def full_loop(grid: Grid, rng: SeededRandom) -> Solution | None:
    """A random loop through all dots of a square grid; None if none was found.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.rules import is_one_loop
    >>> loop = full_loop(square_grid(5, 6), SeededRandom(0))
    >>> len(loop), is_one_loop(square_grid(5, 6), loop)
    (42, True)
    """
    beside = [
        [grid.other_end(edge, dot) for edge in edges] for dot, edges in enumerate(grid.dot_edges)
    ]
    path, place = _row_by_row(grid), [0] * len(grid.dots)
    for index, dot in enumerate(path):
        place[dot] = index
    mixed = CHANGES_PER_DOT * len(path)
    for change in range(MAX_CHANGES * len(path)):
        if change >= mixed and path[0] in beside[path[-1]]:
            pairs = zip(path, path[1:] + path[:1], strict=True)
            return frozenset(grid.edge_index[min(pair), max(pair)] for pair in pairs)
        at_start = rng.chance(0.5)
        other = place[rng.pick(beside[path[0] if at_start else path[-1]])]
        # The part between the end and the line that is taken away is turned round.
        first, last = (0, other - 1) if at_start else (other + 1, len(path) - 1)
        path[first : last + 1] = path[first : last + 1][::-1]
        for index in range(first, last + 1):
            place[path[index]] = index
    return None


def _row_by_row(grid: Grid) -> list[int]:
    """All dots, every second row from right to left."""
    width = grid.cols + 1
    rows = [list(range(row * width, (row + 1) * width)) for row in range(grid.rows + 1)]
    return [dot for number, row in enumerate(rows) for dot in (row[::-1] if number % 2 else row)]
