"""How the edges at a dot are related in a known pattern, or in a step that is told as one idea."""

from collections.abc import Iterator
from dataclasses import replace

from puzzle.grid import Grid
from puzzle.model import Board, EdgeState
from renderer.highlights import Highlights
from solver.explain.step import PairIs, PatternPlace, Relation, Step

ALIKE = frozenset({"three-diagonal-to-zero", "corner-1", "corner-2", "corner-3"})
"""The patterns of which the two sides of the clue at the first dot are both lines or neither."""
CHAINS = frozenset({"diagonal-3-3", "diagonal-3-2-3"})
"""The patterns that have exactly one line at each corner where their clues meet."""
REACHED = ("line-arriving-", "forced-turn-")
"""The beginnings of names of patterns of a line that reaches a clue, and turns along it."""


def with_relations(shown: Highlights, board: Board, step: Step) -> Highlights:
    """Highlights with the relations of the open edges that a whole step uses, without numbers."""
    ones, alikes = (
        tuple(
            (*edges, 0)
            for edges in dict.fromkeys(_related(board.puzzle.grid, step, relation))
            if all(board.marks[edge] is EdgeState.UNKNOWN for edge in edges)
        )
        for relation in (Relation.ONE, Relation.ALIKE)
    )
    return replace(shown, ones=ones, alikes=alikes)


def _related(grid: Grid, step: Step, relation: Relation) -> Iterator[tuple[int, int]]:
    if step.pattern is not None:
        return _of_pattern(grid, step.pattern, relation)
    facts = (inference.fact for inference in step.argument.inferences)
    return (fact.edges for fact in facts if isinstance(fact, PairIs) and fact.relation is relation)


def _of_pattern(grid: Grid, place: PatternPlace, relation: Relation) -> Iterator[tuple[int, int]]:
    """The sides of the clues of a pattern that meet at its dots, if they are so related."""
    if relation is Relation.ALIKE and place.name in ALIKE:
        yield from _sides_at(grid, place.cells[0], place.dots[0])
    if relation is Relation.ONE and (place.name in CHAINS or place.name.startswith(REACHED)):
        for cell in place.cells:
            for dot in place.dots:
                yield from _sides_at(grid, cell, dot)


def _sides_at(grid: Grid, cell: int, dot: int) -> Iterator[tuple[int, int]]:
    """The two sides of a cell at a dot; nothing if the dot is not a corner of the cell."""
    sides = [edge for edge in grid.cell_edges[cell] if dot in grid.edge_dots[edge]]
    if len(sides) == 2:
        yield sides[0], sides[1]
