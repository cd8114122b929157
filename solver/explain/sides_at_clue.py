"""Steps by one clue and the sides of the loop around it.

Where marked edges connect two cells beside a clue, it is known whether they are on the same side of
the loop (`solver.explain.sides`). Then the edges towards them are both lines or both crosses, or
exactly one of them is a line. With this, the clue can decide its edges.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from puzzle.grid import Grid
from solver.explain.corner_tables import state_in, tables
from solver.explain.nearness import Nearness
from solver.explain.rule_graph import EDGE_STATES, LINE, UNKNOWN, RuleGraph
from solver.explain.sides import ConnectedCells
from solver.explain.step import (
    Argument,
    ClueReason,
    Deduction,
    PatternPlace,
    SidesReason,
    Step,
    Way,
)
from solver.explain.techniques import technique_named


class Tie(NamedTuple):
    """Two unknown sides of a clue whose outer cells are related by a way over marked edges.

    `alike` tells whether they have the same state.
    """

    edges: tuple[int, int]
    alike: bool
    way: Way


class TiedClue(NamedTuple):
    """A clue that decides edges with a tie between its sides; `given` are the marks of it used."""

    cell: int
    states: tuple[tuple[int, int], ...]
    tie: Tie
    given: tuple[int, ...]


def find_tied_clues(
    graph: RuleGraph,
    connected: ConnectedCells,
    nearness: Nearness | None = None,
    cells: Iterable[int] | None = None,
) -> list[TiedClue]:
    """The clues that decide edges with the sides of the loop, those with the shortest ways first.

    `cells` are those of the clues, by default all.

    Clues at an edge that `find_sides` decides are left to it, clues that decide edges
    by themselves to `solver.explain.direct`, and closed corners to the techniques of corners.
    """
    nearness = nearness or Nearness(graph.puzzle.grid, ())
    clues = (
        _tied_clue(graph, connected, cell)
        for cell in (graph.clue_cells if cells is None else cells)
    )
    return sorted(
        (tied for tied in clues if tied is not None),
        key=lambda tied: (
            len(tied.tie.way.cells),
            nearness.of([edge for edge, _ in tied.states]),
            tied.cell,
        ),
    )


def _tied_clue(graph: RuleGraph, connected: ConnectedCells, cell: int) -> TiedClue | None:
    """The clue of a cell with the tie by the shortest way that decides an edge; None without."""
    states, edges = connected.states, graph.layout.real_edges[cell]
    clue = graph.clues[cell] or 0
    marks = {edge: states[edge] for edge in edges if states[edge] != UNKNOWN}
    open_ = [edge for edge in edges if states[edge] == UNKNOWN]
    if any(connected.decides(edge) for edge in open_):
        return None
    ties = sorted(_ties(connected, cell, open_), key=lambda tie: len(tie.way.cells))
    if not ties or _forced(clue, edges, marks, None):
        return None
    for tie in ties:
        forced = _forced(clue, edges, marks, tie)
        if forced and _is_round_a_corner(graph.puzzle.grid, cell, tie.way):
            return None
        if forced:
            given = dict(marks)
            for edge in marks:
                fewer = {other: state for other, state in given.items() if other != edge}
                implied = _with_alike(connected, cell, fewer, marks)
                if forced.items() <= _forced(clue, edges, implied, tie).items():
                    given = fewer
            return TiedClue(cell, tuple(forced.items()), tie, tuple(given))
    return None


def _with_alike(
    connected: ConnectedCells, cell: int, given: dict[int, int], marks: dict[int, int]
) -> dict[int, int]:
    """The marks of a cell that the `given` ones tell: edges towards the same cell are alike.

    At the border of a large cell, several edges lead outside.
    """
    beyond = {connected.beyond(edge, cell) for edge in given}
    return {edge: state for edge, state in marks.items() if connected.beyond(edge, cell) in beyond}


def _is_round_a_corner(grid: Grid, cell: int, way: Way) -> bool:
    """Whether all edges of a way meet at a corner of a cell; techniques of corners explain it."""
    return way.jump is None and any(
        set(grid.dot_edges[dot]).issuperset(way.crossed) for dot in grid.cell_dots[cell]
    )


def _ties(connected: ConnectedCells, cell: int, open_: Sequence[int]) -> Iterator[Tie]:
    """The ties between two of the unknown sides of a cell."""
    for one, two in combinations(open_, 2):
        start, end = connected.beyond(one, cell), connected.beyond(two, cell)
        if connected.relates(start, end):
            way = connected.way(start, end)
            yield Tie((one, two), not connected.is_other_side(way), way)


def _forced(
    clue: int, edges: Sequence[int], marks: dict[int, int], tie: Tie | None
) -> dict[int, int]:
    """The unmarked edges of a clue that have one state in all its choices, with this state."""
    known = tables(len(edges))
    lines_of = dict(zip(edges, known.lines, strict=True))
    choices = known.allowed[clue]
    for edge, state in marks.items():
        choices &= lines_of[edge] if state == LINE else ~lines_of[edge]
    if tie is not None:
        differ = lines_of[tie.edges[0]] ^ lines_of[tie.edges[1]]
        choices &= ~differ if tie.alike else differ
    states = {edge: state_in(lines, choices) for edge, lines in lines_of.items()}
    return {edge: state for edge, state in states.items() if state != UNKNOWN and edge not in marks}


def step_of_tied_clue(connected: ConnectedCells, found: TiedClue) -> Step:
    """The step for the edges that a clue decides with the sides of the loop."""
    way = found.tie.way
    place = PatternPlace(
        "clue-and-sides",
        cells=(found.cell,),
        edges=found.tie.edges,
        way=way,
        inside=connected.inside_cells(way),
    )
    return Step(
        tuple(Deduction(edge, EDGE_STATES[state]) for edge, state in sorted(found.states)),
        technique_named(place.name),
        (ClueReason(found.cell), SidesReason()),
        frozenset((*way.crossed, *found.given)),
        Argument(()),
        pattern=place,
    )
