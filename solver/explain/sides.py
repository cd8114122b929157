"""Steps by inside and outside: a line separates the two sides of the loop, a cross does not.

Of two cells beside a line, one is inside of the loop and the other outside; two cells beside a
cross are on the same side. So a way over marked edges from one cell to another tells whether they
are on the same side, and with it the edge between them. Beyond the border is outside.

Wikipedia's solving methods for Slitherlink use it as the Jordan curve theorem.
"""

from itertools import accumulate
from operator import xor
from typing import NamedTuple

from puzzle.grid import OUTSIDE, Grid
from solver.explain.budget import UNLIMITED, Budget
from solver.explain.nearness import Nearness
from solver.explain.rule_graph import CROSS, EDGE_STATES, LINE, UNKNOWN, States
from solver.explain.step import Argument, Deduction, PatternPlace, SidesReason, Step, Way
from solver.explain.techniques import technique_named

CELLS_PER_UNIT = 40
"""Number of cells that a search visits in one unit of work."""


class KnownSides(NamedTuple):
    """An unknown edge, its state, and the way between its two cells that decides it."""

    edge: int
    state: int
    way: Way


class ConnectedCells:
    """The parts of a board that marked edges connect: sides of cells in one part are related.

    - `states`: the states of the edges.
    - `part[c]` is a number that a cell, or `OUTSIDE`, shares with all cells connected to it.

    >>> from puzzle.grid import square_grid
    >>> found = ConnectedCells(square_grid(1, 2), [LINE, CROSS] + [UNKNOWN] * 5)
    >>> found.part[0] == found.part[1], found.way(0, 1), found.is_other_side(found.way(0, 1))
    (True, Way(cells=(0, -1, 1), crossed=(0, 1)), True)
    """

    def __init__(self, grid: Grid, states: States, budget: Budget = UNLIMITED) -> None:
        self.grid = grid
        self.states = states
        self._budget = budget
        self._around: dict[int, list[int]] = {c: [] for c in (OUTSIDE, *range(len(grid.cells)))}
        for edge, cells in enumerate(grid.edge_cells):
            if states[edge] != UNKNOWN:
                for cell in cells:
                    self._around[cell].append(edge)
        self.part = self._parts()

    def beyond(self, edge: int, cell: int) -> int:
        """The cell on the other side of an edge."""
        one, two = self.grid.edge_cells[edge]
        return two if cell == one else one

    def decides(self, edge: int) -> bool:
        """Whether marked edges connect the two cells of an edge."""
        one, two = self.grid.edge_cells[edge]
        return self.part[one] == self.part[two]

    def is_other_side(self, way: Way) -> bool:
        """Whether the cells at the ends of a way are on different sides of the loop."""
        return sum(self.states[edge] == LINE for edge in way.crossed) % 2 == 1

    def inside_cells(self, way: Way) -> frozenset[int]:
        """The cells of a way that are inside of the loop; none for a way not by the outside."""
        if OUTSIDE not in way.cells:
            return frozenset()
        changes = accumulate((self.states[e] == LINE for e in way.crossed), xor, initial=False)
        differs = dict(zip(way.cells, changes, strict=True))
        return frozenset(cell for cell in way.cells if differs[cell] != differs[OUTSIDE])

    def way(self, start: int, end: int) -> Way:
        """A shortest way between two cells of one part."""
        came: dict[int, int] = {end: -1}
        queue = [end]
        for cell in queue:
            if cell == start:
                break
            for crossed in self._around[cell]:
                beyond = self.beyond(crossed, cell)
                if beyond not in came:
                    came[beyond] = crossed
                    queue.append(beyond)
        self._budget.spend(1 + len(came) // CELLS_PER_UNIT)
        cells, edges = [start], list[int]()
        while cells[-1] != end:
            edges.append(came[cells[-1]])
            cells.append(self.beyond(edges[-1], cells[-1]))
        return Way(tuple(cells), tuple(edges))

    def _parts(self) -> dict[int, int]:
        part: dict[int, int] = {}
        for start in self._around:
            if start in part:
                continue
            part[start] = start
            todo = [start]
            for cell in todo:
                for edge in self._around[cell]:
                    beyond = self.beyond(edge, cell)
                    if beyond not in part:
                        part[beyond] = start
                        todo.append(beyond)
        return part


def find_sides(connected: ConnectedCells, nearness: Nearness | None = None) -> list[KnownSides]:
    """The edges that the sides of their cells decide, each by a shortest way; shortest first.

    Of equally short ways, the nearest edge comes first.

    >>> from puzzle.grid import square_grid
    >>> connected = ConnectedCells(square_grid(1, 2), [LINE, CROSS] + [UNKNOWN] * 5)
    >>> find_sides(connected)[0]
    KnownSides(edge=2, state=1, way=Way(cells=(-1, 0), crossed=(0,)))
    """
    nearness = nearness or Nearness(connected.grid, ())
    found = []
    for edge, (one, two) in enumerate(connected.grid.edge_cells):
        if connected.states[edge] == UNKNOWN and connected.decides(edge):
            way = connected.way(two, one)
            state = LINE if connected.is_other_side(way) else CROSS
            found.append(KnownSides(edge, state, way))
    return sorted(found, key=lambda one: (len(one.way.cells), nearness.of((one.edge,)), one.edge))


def step_of_sides(connected: ConnectedCells, found: KnownSides) -> Step:
    """The step for an edge that the sides of its cells decide.

    >>> from puzzle.grid import square_grid
    >>> connected = ConnectedCells(square_grid(1, 2), [LINE, CROSS] + [UNKNOWN] * 5)
    >>> step = step_of_sides(connected, find_sides(connected)[0])
    >>> step.technique.name, step.forced, sorted(step.known), sorted(step.pattern.inside)
    ('even-crossings', {2: <EdgeState.LINE: 1>}, [0], [0])
    """
    inside = connected.inside_cells(found.way)
    place = PatternPlace("even-crossings", edges=(found.edge,), way=found.way, inside=inside)
    return Step(
        (Deduction(found.edge, EDGE_STATES[found.state]),),
        technique_named(place.name),
        (SidesReason(),),
        frozenset(found.way.crossed),
        Argument(()),
        pattern=place,
    )
