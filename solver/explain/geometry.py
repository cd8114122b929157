"""The pattern of a step: the positions of its reasons, and the marks that it uses.

Techniques are recognised by the `Pattern` alone. It contains only the marks that the argument
uses, so an unrelated mark never changes the name of a step.
"""

from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from puzzle.clue_rows import Clue
from puzzle.grid import OUTSIDE, Grid
from puzzle.model import EdgeState
from solver.explain.step import Argument


class Approach(Enum):
    """The states of the edges at a corner of a cell that are not sides of the cell."""

    NONE = "the board has none"
    CLOSED = "all are crosses"
    TURN = "one is a line, the rest are crosses"
    LINE = "one is a line, another is unknown"
    OPEN = "none is a line, one at least is unknown"
    PASSED = "two are lines"


class Pattern(Struct, frozen=True, dict=True):
    """The reasons, marks and conclusions of one step, with predicates on their positions.

    - `cells` and `dots` are the places of the reasons; `loop` is true when the loop is a reason,
      `sides` when its two sides are, and `jump` when animals then tell them.
    - `forced` are the deduced states by edge.
    - `marks` are the states of the marked edges that the argument uses.
    - `argument` is the first argument of the step.
    """

    grid: Grid
    clues: tuple[Clue, ...]
    cells: tuple[int, ...]
    dots: tuple[int, ...]
    loop: bool
    forced: Mapping[int, EdgeState]
    marks: Mapping[int, EdgeState]
    argument: Argument
    sides: bool = False
    jump: bool = False

    @cached_property
    def cost(self) -> int:
        """The number of reasons."""
        return len(self.cells) + len(self.dots) + self.loop + self.sides

    @cached_property
    def finds_lines(self) -> bool:
        """Whether some deduced edge is a line."""
        return EdgeState.LINE in self.forced.values()

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The clues among the reasons, smallest first."""
        return tuple(sorted(self.clues[cell] or 0 for cell in self.cells))

    # Dots

    @cached_property
    def approaches(self) -> tuple[Approach, ...]:
        """The approaches at the corners of the first cell that are among the reasons."""
        return tuple(self.approach(self.cells[0], dot) for dot in self.corners(self.cells[0]))

    def corners(self, cell: int) -> tuple[int, ...]:
        """The corners of a cell that are among the reasons."""
        return tuple(dot for dot in self.dots if dot in self.grid.cell_dots[cell])

    def approach(self, cell: int, dot: int) -> Approach:
        """The approach at the corner `dot` of a cell."""
        outer = self.outer_edges(cell, dot)
        if not outer:
            return Approach.NONE
        states = [self.marks.get(edge, EdgeState.UNKNOWN) for edge in outer]
        lines = states.count(EdgeState.LINE)
        if lines > 1:
            return Approach.PASSED
        if EdgeState.UNKNOWN in states:
            return Approach.LINE if lines else Approach.OPEN
        return Approach.TURN if lines else Approach.CLOSED

    def outer_edges(self, cell: int, dot: int) -> tuple[int, ...]:
        """The edges at a dot that are not sides of a cell."""
        sides = self.grid.cell_edges[cell]
        return tuple(edge for edge in self.grid.dot_edges[dot] if edge not in sides)

    @cached_property
    def dots_are_corners(self) -> bool:
        """Whether every dot among the reasons is a corner of a cell among them."""
        corners = {dot for cell in self.cells for dot in self.grid.cell_dots[cell]}
        return corners.issuperset(self.dots)

    # Cells

    def shared_dots(self, one: int, other: int) -> frozenset[int]:
        """The corners that two cells have in common: two for neighbours, one on a diagonal."""
        return frozenset(self.grid.cell_dots[one]).intersection(self.grid.cell_dots[other])

    def are_opposite_corners(self, cell: int, one: int, other: int) -> bool:
        """Whether two dots are opposite corners of a cell."""
        corners = self.grid.cell_dots[cell]
        if one not in corners or other not in corners:
            return False
        return 2 * abs(corners.index(one) - corners.index(other)) == len(corners)

    def has_zero_beside(self, cell: int) -> bool:
        """Whether a 0 shares a side with a cell, with a cross on it among the marks."""
        return any(
            self.clues[other] == 0
            for edge in self.grid.cell_edges[cell]
            if self.marks.get(edge) is EdgeState.CROSS
            for other in self._cells_beside(edge)
        )

    def has_zero_diagonal(self, cell: int, dot: int) -> bool:
        """Whether a 0 touches a cell only at its corner `dot`."""
        around = {
            other for edge in self.outer_edges(cell, dot) for other in self._cells_beside(edge)
        }
        return any(
            self.clues[other] == 0 and self.shared_dots(cell, other) == {dot} for other in around
        )

    def _cells_beside(self, edge: int) -> list[int]:
        return [cell for cell in self.grid.edge_cells[edge] if cell != OUTSIDE]

    @cached_property
    def on_a_diagonal(self) -> bool:
        """Whether the cells are consecutive on one diagonal and the dots connect them.

        The dots where two cells touch must be among the reasons. No other dots may be, except the
        outer corners of the first and the last cell.
        """
        places = self.grid.cells
        cells = sorted(self.cells, key=lambda cell: places[cell])
        pairs = list(pairwise(cells))
        ways = {(places[b][0] - places[a][0], places[b][1] - places[a][1]) for a, b in pairs}
        shared = [self.shared_dots(a, b) for a, b in pairs]
        if len(ways) != 1 or any(len(dots) != 1 for dots in shared):
            return False
        joints = [dot for dots in shared for dot in dots]
        ends = (cells[0], joints[0]), (cells[-1], joints[-1])
        return set(joints) <= set(self.dots) and all(
            any(self.are_opposite_corners(cell, dot, joint) for cell, joint in ends)
            for dot in self.dots
            if dot not in joints
        )
