"""Where a kernel agrees with a loop."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from puzzle.grid import Grid
from puzzle.model import EdgeState, Solution
from solver.drills.kernels import ANY, FOLLOWS, KNOWN, Kernel, edge_at
from solver.generate.seeded_random import SeededRandom


class Placed(NamedTuple):
    """A kernel on a board: its clues by cell, its marks by edge, and what follows by edge."""

    clues: dict[int, int]
    marks: dict[int, EdgeState]
    answer: dict[int, EdgeState]


class Truth:
    """A loop, with the clue of each cell and the state of each edge."""

    def __init__(self, grid: Grid, loop: Solution) -> None:
        self.grid = grid
        self.loop = loop
        self.clues = tuple(len(loop.intersection(edges)) for edges in grid.cell_edges)
        self.states = tuple(
            EdgeState.LINE if edge in loop else EdgeState.CROSS
            for edge in range(len(grid.edge_dots))
        )

    def agrees(self, placed: Placed) -> bool:
        """Whether the loop has the clues, the marks and the answer of a placed kernel."""
        return all(self.clues[cell] == clue for cell, clue in placed.clues.items()) and all(
            self.states[edge] is state
            for states in (placed.marks, placed.answer)
            for edge, state in states.items()
        )

    def place(self, kernel: Kernel, rng: SeededRandom) -> Placed | None:
        """A random place of the kernel, turned and mirrored, that agrees; None without one."""
        places = rng.shuffled(places_of(self.grid, kernel))
        return next((placed for placed in places if self.agrees(placed)), None)


@lru_cache(maxsize=512)
def places_of(grid: Grid, kernel: Kernel) -> tuple[Placed, ...]:
    """All places of the images of a kernel on a grid."""
    return tuple(placed for image in kernel.images() for placed in _places_of_image(grid, image))


def _places_of_image(grid: Grid, image: Kernel) -> Iterator[Placed]:
    sides = image.sides
    for top in range(grid.rows - image.rows + 1):
        for left in range(grid.cols - image.cols + 1):
            fits = (
                ("t" not in sides or top == 0)
                and ("l" not in sides or left == 0)
                and ("b" not in sides or top + image.rows == grid.rows)
                and ("r" not in sides or left + image.cols == grid.cols)
            )
            if fits:
                yield _placed(grid, image, top, left)


def _placed(grid: Grid, image: Kernel, top: int, left: int) -> Placed:
    own, found = image.grid, Placed({}, {}, {})
    for (row, col), sign in zip(own.cells, image.cells, strict=True):
        if sign != ANY:
            found.clues[grid.cell_index[row + top, col + left]] = int(sign)
    for ends, sign in zip(own.edge_dots, image.edges, strict=True):
        if sign != ANY:
            one, two = (own.dots[dot] for dot in ends)
            edge = edge_at(grid, (one[0] + top, one[1] + left), (two[0] + top, two[1] + left))
            if sign in KNOWN:
                found.marks[edge] = KNOWN[sign]
            else:
                found.answer[edge] = FOLLOWS[sign]
    return found
