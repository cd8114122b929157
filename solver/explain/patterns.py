"""Well-known patterns of clues, with all edges that they force.

A person recognises a pattern as a whole, so it counts as one reason in the choice of a step.
Each pattern consists of claims: edges, their state, and the rules that force it. The claims of
patterns of clues hold on every board of a puzzle; those that need marks are in `marked_patterns`.

The patterns are those of the solving methods on Wikipedia and of the technique pages of Conceptis
Puzzles. Tests compare each claim with a solver that shares no code with this module.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from puzzle.grid import OUTSIDE, Grid
from solver.explain.chains import as_subloop, with_nearest_witness
from solver.explain.rule_graph import CROSS, LINE, UNKNOWN, RuleGraph, States, layout
from solver.explain.step import PatternPlace

NOTHING: frozenset[int] = frozenset()


class Claim(NamedTuple):
    """Edges that some rules force into a state, given the states of the edges in `given`."""

    rules: frozenset[int]
    edges: tuple[int, ...]
    state: int
    given: frozenset[int] = NOTHING


class KnownPattern(NamedTuple):
    """A pattern at one place of a puzzle.

    - `claims`: what follows from it.
    - `core`: the edges that the pattern is about; it is done when all of them are marked.
    """

    place: PatternPlace
    claims: tuple[Claim, ...]
    core: frozenset[int]

    def is_open(self, states: States) -> bool:
        """Whether the pattern is not done."""
        return UNKNOWN in map(states.__getitem__, self.core)

    def is_untouched(self, states: States) -> bool:
        """Whether none of the edges of the pattern is marked."""
        return all(states[edge] == UNKNOWN for edge in self.core)

    def open_claims(self, states: States) -> tuple[Claim, ...]:
        """The claims with an unknown edge."""
        return tuple(
            claim for claim in self.claims if UNKNOWN in map(states.__getitem__, claim.edges)
        )

    def open_edges(self, states: States) -> dict[int, int]:
        """The unknown edges of all claims, with their states."""
        return {
            edge: claim.state
            for claim in self.claims
            for edge in claim.edges
            if states[edge] == UNKNOWN
        }

    def open_rules(self, states: States) -> frozenset[int]:
        """The rules of the claims with an unknown edge."""
        return frozenset[int]().union(*(claim.rules for claim in self.open_claims(states)))

    def open_place(self, graph: RuleGraph, states: States) -> PatternPlace:
        """The place with the dots alone that claims with an unknown edge use."""
        rules = self.open_rules(states)
        dots = tuple(dot for dot in self.place.dots if graph.cells + dot in rules)
        subloop = self.place.subloop if graph.loop_rule in rules else None
        return replace(self.place, dots=dots, subloop=subloop)


def patterns_of_clues(graph: RuleGraph) -> tuple[KnownPattern, ...]:
    """The patterns that the clues of a puzzle form, in the order in which people look for them.

    None on other cells than squares.

    >>> from puzzle.notation.rows import parse_rows
    >>> found = patterns_of_clues(RuleGraph(parse_rows("..../.33./..../.2..")))
    >>> [(pattern.place.name, len(pattern.core)) for pattern in found]
    [('adjacent-3-3', 5)]
    """
    if not graph.has_patterns:
        return ()
    return (
        *_threes_beside_zeros(graph),
        *_threes_diagonal_to_zeros(graph),
        *_adjacent_threes(graph),
        *_diagonal_threes(graph),
        *_clues_in_corners(graph),
    )


# 3 and 0


def _threes_beside_zeros(graph: RuleGraph) -> Iterator[KnownPattern]:
    """The other sides of the 3 are lines, and go on straight away from both cells."""
    grid = graph.puzzle.grid
    for edge, cells in enumerate(grid.edge_cells):
        if OUTSIDE in cells or {graph.clues[cell] for cell in cells} != {0, 3}:
            continue
        zero, three = sorted(cells, key=lambda cell: graph.clues[cell] or 0)
        own, others = grid.cell_edges[three], grid.cell_edges[zero]
        core = tuple(side for side in own if side != edge)
        claims = [claim_of([zero], others, CROSS), claim_of([three, zero], core, LINE)]
        ends = grid.edge_dots[edge]
        for dot in ends:
            away = tuple(e for e in grid.dot_edges[dot] if e not in own and e not in others)
            claims.append(claim_of([three, zero, graph.cells + dot], away, LINE))
        place = PatternPlace("three-next-to-zero", (three, zero), ends, (edge,))
        yield KnownPattern(place, tuple(claims), frozenset(core))


def _threes_diagonal_to_zeros(graph: RuleGraph) -> Iterator[KnownPattern]:
    """Both sides of the 3 at the common dot are lines."""
    for three, dot, zero in _diagonals(graph):
        if (graph.clues[three], graph.clues[zero]) == (3, 0):
            core = sides_at(graph, three, dot)
            claims = (
                claim_of([zero], graph.puzzle.grid.cell_edges[zero], CROSS),
                claim_of([three, zero, graph.cells + dot], core, LINE),
            )
            place = PatternPlace("three-diagonal-to-zero", (three, zero), (dot,))
            yield KnownPattern(place, claims, frozenset(core))


# 3s


def _adjacent_threes(graph: RuleGraph) -> Iterator[KnownPattern]:
    """The side between two 3s and those across from it are lines, and the line there turns.

    Without the side between them, all other sides would be a loop. Both cells then need four more
    lines, and each end of that side has room for one.
    """
    grid = graph.puzzle.grid
    for edge, beside in enumerate(grid.edge_cells):
        cells = tuple(sorted(beside))
        if OUTSIDE in cells or any(graph.clues[cell] != 3 for cell in cells):
            continue
        around = [side for cell in cells for side in grid.cell_edges[cell] if side != edge]
        subloop = as_subloop(graph.puzzle, around, ())
        if subloop is None:
            continue
        subloop = with_nearest_witness(graph.puzzle, subloop, ())
        ends = grid.edge_dots[edge]
        rules = [*cells, *(graph.cells + dot for dot in ends)]
        far = tuple(_opposite_side(graph, cell, edge) for cell in cells)
        on = tuple(e for d in ends for e in grid.dot_edges[d] if e not in (edge, *around))
        claims = (
            claim_of([*cells, graph.loop_rule], (edge,), LINE),
            claim_of(rules, far, LINE),
            claim_of(rules, on, CROSS),
        )
        place = PatternPlace("adjacent-3-3", cells, ends, (edge,), subloop)
        yield KnownPattern(place, claims, frozenset((edge, *far, *on)))


def _diagonal_threes(graph: RuleGraph) -> Iterator[KnownPattern]:
    """Two 3s on a diagonal, with nothing or only 2s between them, use both of their far sides."""
    grid = graph.puzzle.grid
    for first, dot, other in _diagonals(graph):
        if graph.clues[first] != 3:
            continue
        cells, dots = [first], [dot]
        cell = other
        while graph.clues[cell] == 2 and (beyond := _beyond(graph, cell, dots[-1])) is not None:
            cells.append(cell)
            dots.append(_opposite_dot(graph, cell, dots[-1]))
            cell = beyond
        if graph.clues[cell] != 3 or cell < first:
            continue
        cells.append(cell)
        core = tuple(
            side
            for end, joint in ((cells[0], dots[0]), (cells[-1], dots[-1]))
            for side in grid.cell_edges[end]
            if side not in sides_at(graph, end, joint)
        )
        rules = [*cells, *(graph.cells + joint for joint in dots)]
        name = "diagonal-3-3" if len(cells) == 2 else "diagonal-3-2-3"
        place = PatternPlace(name, tuple(cells), tuple(dots))
        yield KnownPattern(place, (claim_of(rules, core, LINE),), frozenset(core))


# Corners of the board


def _clues_in_corners(graph: RuleGraph) -> Iterator[KnownPattern]:
    """The edges that a 3, 1 or 2 in a corner forces that the loop may leave out."""
    grid, every = graph.puzzle.grid, graph.puzzle.rules.variant.visits_every_dot
    for dot, edges in enumerate(grid.dot_edges):
        if len(edges) != 2 or every:
            continue
        (cell,) = {cell for edge in edges for cell in grid.edge_cells[edge]} - {OUTSIDE}
        clue, corner = graph.clues[cell], graph.cells + dot
        if clue in {1, 3}:
            claims: tuple[Claim, ...] = (
                claim_of([cell, corner], edges, LINE if clue == 3 else CROSS),
            )
            ends: tuple[int, ...] = ()
        elif clue == 2:
            ends = tuple(grid.other_end(edge, dot) for edge in edges)
            own = grid.cell_edges[cell]
            on = {end: tuple(e for e in grid.dot_edges[end] if e not in own) for end in ends}
            if any(len(further) != 1 for further in on.values()):
                continue
            claims = tuple(
                claim_of([cell, corner, graph.cells + end], on[end], LINE) for end in ends
            )
        else:
            continue
        core = frozenset(edge for claim in claims for edge in claim.edges)
        yield KnownPattern(PatternPlace(f"corner-{clue}", (cell,), (dot, *ends)), claims, core)


# Places


def claim_of(
    rules: Iterable[int], edges: tuple[int, ...], state: int, given: Iterable[int] = ()
) -> Claim:
    """The claim that some rules force edges into a state, given those in `given`."""
    return Claim(frozenset(rules), edges, state, frozenset(given))


def sides_at(graph: RuleGraph, cell: int, dot: int) -> tuple[int, ...]:
    """The two sides of a cell that meet at a dot."""
    at = graph.puzzle.grid.dot_edges[dot]
    return tuple(side for side in graph.puzzle.grid.cell_edges[cell] if side in at)


def _opposite_side(graph: RuleGraph, cell: int, edge: int) -> int:
    sides = graph.puzzle.grid.cell_edges[cell]
    return sides[sides.index(edge) - 2]


def _opposite_dot(graph: RuleGraph, cell: int, dot: int) -> int:
    dots = graph.puzzle.grid.cell_dots[cell]
    return dots[dots.index(dot) - 2]


def _beyond(graph: RuleGraph, cell: int, dot: int) -> int | None:
    """The next cell on the diagonal from a dot through a cell; None outside the board."""
    joint = _opposite_dot(graph, cell, dot)
    touching = _touching_pairs(graph.puzzle.grid)[joint]
    return next((other for one, other in touching if one == cell), None)


def _diagonals(graph: RuleGraph) -> Iterator[tuple[int, int, int]]:
    """All pairs of cells that touch only at a dot, in both orders: (cell, dot, other cell)."""
    for dot, pairs in enumerate(_touching_pairs(graph.puzzle.grid)):
        for one, other in pairs:
            yield one, dot, other


@lru_cache(maxsize=8)
def _touching_pairs(grid: Grid) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each dot of a grid, the pairs of cells that touch only there, in both orders."""
    shape = layout(grid)
    return tuple(
        tuple(_opposite_cells([shape.corner_rules[corner][0] for corner in corners]))
        for corners in shape.rule_corners[len(grid.cells) :]
    )


def _opposite_cells(around: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The pairs of opposite cells around a dot, of which there are four, or -1 for none."""
    for i, cell in enumerate(around):
        if cell >= 0 and around[i - 2] >= 0:
            yield cell, around[i - 2]
