"""Steps by inside and outside: a line separates the two sides of the loop, a cross does not.

Of two cells beside a line, one is inside of the loop and the other outside; two cells beside a
cross are on the same side. So a way over marked edges from one cell to another tells whether they
are on the same side, and with it the edge between them. Beyond the border is outside.

Wikipedia's solving methods for Slitherlink use it as the Jordan curve theorem.
"""

from dataclasses import replace
from itertools import accumulate
from operator import xor
from typing import NamedTuple

from puzzle.grid import OUTSIDE, Grid
from solver.explain.budget import UNLIMITED, Budget
from solver.explain.nearness import Nearness
from solver.explain.rule_graph import CROSS, EDGE_STATES, LINE, UNKNOWN, States
from solver.explain.step import Argument, Deduction, PatternPlace, SidesReason, Step
from solver.explain.techniques import technique_named

CELLS_PER_UNIT = 40
"""Number of cells that a search visits in one unit of work."""


class KnownSides(NamedTuple):
    """An unknown edge whose state follows from the sides of its two cells.

    - `way`: the cells from one side of the edge to the other, with `OUTSIDE` for beyond the border.
    - `crossed`: the marked edges between consecutive cells of the way.
    """

    edge: int
    state: int
    way: tuple[int, ...]
    crossed: tuple[int, ...]


def find_sides(
    grid: Grid, states: States, nearness: Nearness | None = None, budget: Budget = UNLIMITED
) -> list[KnownSides]:
    """The edges that the sides of their cells decide, each by a shortest way; shortest first.

    Of equally short ways, the nearest edge comes first.

    >>> from puzzle.grid import square_grid
    >>> states = [LINE, CROSS, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]
    >>> found = find_sides(square_grid(1, 2), states)
    >>> [(one.edge, one.state == LINE, one.way, one.crossed) for one in found[:1]]
    [(2, True, (-1, 0), (0,))]
    """
    nearness = nearness or Nearness(grid, ())
    around = _marked_edges_around(grid, states)
    part = _parts(grid, around)
    found = []
    for edge, (one, two) in enumerate(grid.edge_cells):
        if states[edge] == UNKNOWN and part[one] == part[two]:
            found.append(_shortest_way(grid, states, around, edge, budget))
    return sorted(found, key=lambda one: (len(one.way), nearness.of((one.edge,)), one.edge))


def _marked_edges_around(grid: Grid, states: States) -> dict[int, list[int]]:
    """The marked edges around each cell and around the board."""
    around: dict[int, list[int]] = {cell: [] for cell in (OUTSIDE, *range(len(grid.cells)))}
    for edge, cells in enumerate(grid.edge_cells):
        if states[edge] != UNKNOWN:
            for cell in cells:
                around[cell].append(edge)
    return around


def _beyond(grid: Grid, edge: int, cell: int) -> int:
    one, two = grid.edge_cells[edge]
    return two if cell == one else one


def _parts(grid: Grid, around: dict[int, list[int]]) -> dict[int, int]:
    """For each cell, a number that it shares with all cells that marked edges connect it to."""
    part: dict[int, int] = {}
    for start in around:
        if start in part:
            continue
        part[start] = start
        todo = [start]
        for cell in todo:
            for edge in around[cell]:
                beyond = _beyond(grid, edge, cell)
                if beyond not in part:
                    part[beyond] = start
                    todo.append(beyond)
    return part


def _shortest_way(
    grid: Grid, states: States, around: dict[int, list[int]], edge: int, budget: Budget
) -> KnownSides:
    """The shortest way over marked edges between the cells of an edge; there must be one."""
    end, start = grid.edge_cells[edge]
    came: dict[int, int] = {start: -1}
    queue = [start]
    for cell in queue:
        if cell == end:
            break
        for crossed in around[cell]:
            beyond = _beyond(grid, crossed, cell)
            if beyond not in came:
                came[beyond] = crossed
                queue.append(beyond)
    budget.spend(1 + len(came) // CELLS_PER_UNIT)
    way, edges = [end], list[int]()
    while way[-1] != start:
        edges.append(came[way[-1]])
        way.append(_beyond(grid, edges[-1], way[-1]))
    lines = sum(states[crossed] == LINE for crossed in edges)
    return KnownSides(edge, LINE if lines % 2 else CROSS, tuple(way[::-1]), tuple(edges[::-1]))


def step_of_sides(states: States, found: KnownSides) -> Step:
    """The step for an edge that the sides of its cells decide.

    >>> from puzzle.grid import square_grid
    >>> states = [LINE, CROSS, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]
    >>> step = step_of_sides(states, find_sides(square_grid(1, 2), states)[0])
    >>> step.technique.name, step.forced, sorted(step.known), sorted(step.pattern.inside)
    ('even-crossings', {2: <EdgeState.LINE: 1>}, [0], [0])
    """
    place = PatternPlace("even-crossings", edges=(found.edge,), way=found.way)
    if OUTSIDE in found.way:
        place = replace(place, inside=_inside(states, found))
    return Step(
        (Deduction(found.edge, EDGE_STATES[found.state]),),
        technique_named(place.name),
        (SidesReason(),),
        frozenset(found.crossed),
        Argument(()),
        pattern=place,
    )


def _inside(states: States, found: KnownSides) -> frozenset[int]:
    """The cells of a way by the outside that are inside of the loop."""
    changes = accumulate((states[edge] == LINE for edge in found.crossed), xor, initial=False)
    differs = dict(zip(found.way, changes, strict=True))
    return frozenset(cell for cell in found.way if differs[cell] != differs[OUTSIDE])
