"""Steps by inside and outside: a line separates the two sides of the loop, a cross does not.

Of two cells beside a line, one is inside of the loop and the other outside; two cells beside a
cross are on the same side. So a way over marked edges from one cell to another tells whether they
are on the same side, and with it the edge between them. Beyond the border is outside. Animals are
on a known side, so it is also known of two cells connected with different ones.

Wikipedia's solving methods for Slitherlink use it as the Jordan curve theorem.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from operator import xor
from types import MappingProxyType
from typing import NamedTuple

from puzzle.grid import OUTSIDE, Grid
from solver.explain.budget import UNLIMITED, Budget
from solver.explain.nearness import Nearness
from solver.explain.rule_graph import CROSS, EDGE_STATES, LINE, UNKNOWN, RuleGraph, States
from solver.explain.step import Argument, Deduction, PatternPlace, SidesReason, Step, Way
from solver.explain.techniques import technique_named

CELLS_PER_UNIT = 40
"""Number of cells that a search visits in one unit of work."""

NO_ANIMALS: Mapping[int, bool] = MappingProxyType({})


class KnownSides(NamedTuple):
    """An unknown edge, its state, and the way between its two cells that decides it."""

    edge: int
    state: int
    way: Way


class ConnectedCells:
    """The parts of a board that marked edges connect: sides of cells in one part are related.

    - `states`: the states of the edges.
    - `part[c]` is a number that a cell, or `OUTSIDE`, shares with all cells connected to it.
    - `animals` are those of the puzzle, each with whether it is inside; `known` has the sides of
      all cells that are connected with one of them or with `OUTSIDE`, if there are animals.

    >>> from puzzle.grid import square_grid
    >>> found = ConnectedCells(square_grid(1, 2), [LINE, CROSS] + [UNKNOWN] * 5)
    >>> found.part[0] == found.part[1], found.way(0, 1), found.is_other_side(found.way(0, 1))
    (True, Way(cells=(0, -1, 1), crossed=(0, 1), jump=None), True)
    """

    def __init__(
        self,
        grid: Grid,
        states: States,
        budget: Budget = UNLIMITED,
        animals: Mapping[int, bool] = NO_ANIMALS,
    ) -> None:
        self.grid = grid
        self.states = states
        self.animals = animals
        self._budget = budget
        self._around: dict[int, list[int]] = {c: [] for c in (OUTSIDE, *range(len(grid.cells)))}
        for edge, cells in enumerate(grid.edge_cells):
            if states[edge] != UNKNOWN:
                for cell in cells:
                    self._around[cell].append(edge)
        self.part = self._parts()
        self.known: dict[int, bool] = {OUTSIDE: False, **animals} if animals else {}
        self._towards: dict[int, int] = {}
        self._sides: dict[int, bool] = {}
        self._conflict = self._spread() if animals else None

    def beyond(self, edge: int, cell: int) -> int:
        """The cell on the other side of an edge."""
        one, two = self.grid.edge_cells[edge]
        return two if cell == one else one

    def decides(self, edge: int) -> bool:
        """Whether marked edges, or animals, tell of the two cells of an edge how they relate."""
        return self.relates(*self.grid.edge_cells[edge])

    def relates(self, one: int, two: int) -> bool:
        """Whether it is known if two cells are on the same side of the loop."""
        known = self.known
        return self.part[one] == self.part[two] or (one in known and two in known)

    def is_other_side(self, way: Way) -> bool:
        """Whether the cells at the ends of a way are on different sides of the loop."""
        differ = sum(self.states[edge] == LINE for edge in way.crossed) % 2 == 1
        if way.jump is None:
            return differ
        return differ is not (
            self.known[way.cells[way.jump - 1]] is not self.known[way.cells[way.jump]]
        )

    def inside_cells(self, way: Way) -> frozenset[int]:
        """The cells of a way that are inside of the loop; none where that is not known."""
        if way.cells[0] in self.known:
            return frozenset(cell for cell in way.cells if self.known[cell])
        if OUTSIDE not in way.cells:
            return frozenset()
        changes = accumulate((self.states[e] == LINE for e in way.crossed), xor, initial=False)
        differs = dict(zip(way.cells, changes, strict=True))
        return frozenset(cell for cell in way.cells if differs[cell] != differs[OUTSIDE])

    def way(self, start: int, end: int) -> Way:
        """A way between two cells that relate, over as few marked edges as possible."""
        if self.part[start] != self.part[end]:
            return self._by_jump(start, end)
        direct = self._direct(start, end)
        if start not in self.known:
            return direct
        return min(direct, self._by_jump(start, end), key=lambda way: len(way.crossed))

    def conflict(self) -> Way | None:
        """A way that puts a cell on the wrong side, as in `WrongSide`; None without one."""
        return self._conflict

    def relative(self, cell: int) -> tuple[int, bool]:
        """A number that related cells share, from 0, and whether a cell is on the other side.

        Of a cell whose side is known, the number is 0, and it is on the other side if inside. There
        must be animals.
        """
        return (0 if cell in self.known else self.part[cell] + 1), self._sides[cell]

    def _by_jump(self, start: int, end: int) -> Way:
        """The way from a cell to the nearest animal, and from that of another cell to it."""
        one, two = self._to_animal(start), self._to_animal(end)
        return Way(
            (*one.cells, *reversed(two.cells)),
            (*one.crossed, *reversed(two.crossed)),
            len(one.cells),
        )

    def _to_animal(self, cell: int) -> Way:
        """The way from a cell to the nearest animal, or to the outside."""
        cells, crossed = [cell], list[int]()
        while cells[-1] in self._towards:
            crossed.append(self._towards[cells[-1]])
            cells.append(self.beyond(crossed[-1], cells[-1]))
        return Way(tuple(cells), tuple(crossed))

    def _spread(self) -> Way | None:
        """Note the sides of the cells around animals and the outside; returns the first conflict.

        Cells that are not connected with them get no sides, but the conflicts among them are found.
        """
        known, conflict = self.known, None
        sides = self._sides = dict(known)
        for start in (None, *self._around):
            if start is None:
                todo = [*sides]
            elif start not in sides:
                todo, sides[start] = [start], False
            else:
                continue
            for cell in todo:
                for edge in self._around[cell]:
                    beyond, side = (
                        self.beyond(edge, cell),
                        sides[cell] is not (self.states[edge] == LINE),
                    )
                    if beyond not in sides:
                        sides[beyond], self._towards[beyond] = side, edge
                        todo.append(beyond)
                    elif sides[beyond] is not side and conflict is None:
                        conflict = self._round(cell, edge, beyond)
            if start is None:
                known.update(sides)
        return conflict

    def _round(self, cell: int, edge: int, beyond: int) -> Way:
        """The way from an animal or the outside over an edge to an animal, or back."""
        one, two = self._to_animal(cell), self._to_animal(beyond)
        if two.cells[-1] == OUTSIDE:
            one, two = two, one
        return Way((*reversed(one.cells), *two.cells), (*reversed(one.crossed), edge, *two.crossed))

    def _direct(self, start: int, end: int) -> Way:
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


@lru_cache(maxsize=16)
def _kept(graph: RuleGraph, states: bytes) -> ConnectedCells:
    return ConnectedCells(graph.puzzle.grid, [*states], animals=graph.animals)


def connected_cells(graph: RuleGraph, states: States) -> ConnectedCells:
    """The `ConnectedCells` of a board; those of the last boards are kept, as searches ask again."""
    return _kept(graph, bytes(states))


def find_sides(connected: ConnectedCells, nearness: Nearness | None = None) -> list[KnownSides]:
    """The edges that the sides of their cells decide, each by a shortest way; shortest first.

    Of equally short ways, the nearest edge comes first.

    >>> from puzzle.grid import square_grid
    >>> connected = ConnectedCells(square_grid(1, 2), [LINE, CROSS] + [UNKNOWN] * 5)
    >>> find_sides(connected)[0]
    KnownSides(edge=2, state=1, way=Way(cells=(-1, 0), crossed=(0,), jump=None))
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
    name = "even-crossings" if found.way.jump is None else "known-sides"
    place = PatternPlace(name, edges=(found.edge,), way=found.way, inside=inside)
    return Step(
        (Deduction(found.edge, EDGE_STATES[found.state]),),
        technique_named(place.name),
        (SidesReason(),),
        frozenset(found.way.crossed),
        Argument(()),
        pattern=place,
    )
