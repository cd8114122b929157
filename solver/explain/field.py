"""A puzzle laid out for deduction: rules by number, and the corners where two edges meet.

A *rule* is a clue or a dot. The rule of cell `c` is number `c`, that of dot `d` is the number
of cells plus `d`. Cells without a clue have a number, too, and no rule.

A *corner* is two neighbouring edges round a cell or a dot. Every corner of a cell is one of
its dot as well, so what a clue says of it the dot can use, and the other way round.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from puzzle.grid import Grid
from puzzle.model import EdgeState, Puzzle
from solver.explain.step import ClueReason, DotReason, LoopReason, Reason

UNKNOWN, LINE, CROSS = map(int, EdgeState)
"""States as plain numbers, which are quicker."""

BROKEN = -1
"""What a rule makes of its edges when they cannot be completed any more."""

States: TypeAlias = list[int]
"""The state of every edge; of one more, which stands for "no edge" and is always a cross."""

ANY_CORNER = 0b1111
"""What a corner's two edges may be: bit `first + 2 * second`, where a line counts 1."""
FIRST_LINE, FIRST_CROSS, SECOND_LINE, SECOND_CROSS = 0b1010, 0b0101, 0b1100, 0b0011
"""The choices in which one edge of a corner is a line, or a cross."""


@dataclass(frozen=True)
class GridLayout:
    """What all puzzles on a grid share.

    - `rule_edges[r]` are the edges of rule `r`; those of a dot padded with "no edge" to four.
    - `edge_rules[e]` are the rules an edge takes part in, its dots last.
    - `rule_corners[r]` are the four corners of a rule: corner i is made of the edges i - 1
      and i of `rule_edges[r]`.
    - `corner_edges[k]` are the two edges of a corner, `corner_rules[k]` its cell's rule, or
      -1 outside the board, and its dot's.
    - `edge_corners[e]` are the corners an edge is part of, with the choices there in which it
      is a line and in which it is a cross.
    """

    grid: Grid
    rule_edges: tuple[tuple[int, ...], ...]
    edge_rules: tuple[tuple[int, ...], ...]
    rule_corners: tuple[tuple[int, ...], ...]
    corner_edges: tuple[tuple[int, int], ...]
    corner_rules: tuple[tuple[int, int], ...]
    edge_corners: tuple[tuple[tuple[int, int, int], ...], ...]

    @cached_property
    def cells(self) -> int:
        """How many cells there are; rules from this number on are dots."""
        return len(self.grid.cells)

    @cached_property
    def no_edge(self) -> int:
        """The number that stands for "no edge"."""
        return len(self.grid.edge_dots)

    @cached_property
    def real_edges(self) -> tuple[tuple[int, ...], ...]:
        """The edges of every rule, without padding."""
        return (*self.grid.cell_edges, *self.grid.dot_edges)

    @cached_property
    def open_corners(self) -> tuple[int, ...]:
        """What each corner may be when nothing is marked."""
        no_edge = self.no_edge
        return tuple(
            (FIRST_CROSS if first == no_edge else ANY_CORNER)
            & (SECOND_CROSS if second == no_edge else ANY_CORNER)
            for first, second in self.corner_edges
        )


@lru_cache(maxsize=8)
def layout(grid: Grid) -> GridLayout:
    """The layout of a grid whose cells and dots have at most four edges.

    >>> from puzzle.grid import square_grid
    >>> found = layout(square_grid(1, 1))
    >>> found.rule_edges[0], found.rule_edges[1]
    ((0, 3, 1, 2), (0, 4, 4, 2))
    """
    cells, no_edge = len(grid.cells), len(grid.edge_dots)
    rings = [
        *grid.cell_edges,
        *(_edges_around_dot(grid, dot, no_edge) for dot in range(len(grid.dots))),
    ]
    numbers: dict[tuple[int, int], int] = {}
    corners: list[tuple[int, int]] = []
    corner_rules: list[list[int]] = []
    rule_corners = []
    for rule, ring in enumerate(rings):
        own_corners = []
        for i, second in enumerate(ring):
            pair = (ring[i - 1], second)
            number = numbers.get(pair) if no_edge not in pair else None
            if number is None:
                number = len(corners)
                numbers[pair] = number
                corners.append(pair)
                corner_rules.append([-1, -1])
            corner_rules[number][rule >= cells] = rule
            own_corners.append(number)
        rule_corners.append(tuple(own_corners))
    edge_rules: list[list[int]] = [[] for _ in range(no_edge + 1)]
    for rule, ring in enumerate(rings):
        for edge in ring:
            edge_rules[edge].append(rule)
    edge_corners: list[list[tuple[int, int, int]]] = [[] for _ in range(no_edge + 1)]
    for number, (first, second) in enumerate(corners):
        edge_corners[first].append((number, FIRST_LINE, FIRST_CROSS))
        edge_corners[second].append((number, SECOND_LINE, SECOND_CROSS))
    return GridLayout(
        grid=grid,
        rule_edges=tuple(map(tuple, rings)),
        edge_rules=tuple(map(tuple, edge_rules[:no_edge])),
        rule_corners=tuple(rule_corners),
        corner_edges=tuple(corners),
        corner_rules=tuple((cell, dot) for cell, dot in corner_rules),
        edge_corners=tuple(map(tuple, edge_corners[:no_edge])),
    )


def _edges_around_dot(grid: Grid, dot: int, no_edge: int) -> list[int]:
    """The four edges at a dot against the clock from the right; `no_edge` where there is none."""
    row, col = grid.dots[dot]
    ring = [no_edge] * 4
    for edge in grid.dot_edges[dot]:
        end_row, end_col = grid.dots[grid.other_end(edge, dot)]
        ring[round(math.atan2(row - end_row, end_col - col) / (math.pi / 2)) % 4] = edge
    return ring


def verdict(clue: int, lines: int, unknown: int) -> int:
    """The state that a clue forces on its unknown edges, or UNKNOWN, or BROKEN.

    A dot has the clue -1: no line or two.

    >>> verdict(3, 2, 1) == LINE, verdict(-1, 2, 1) == CROSS, verdict(2, 1, 2) == UNKNOWN
    (True, True, True)
    >>> verdict(3, 0, 2) == BROKEN, verdict(-1, 1, 0) == BROKEN
    (True, True)
    """
    wanted = {0, 2} if clue < 0 else {clue}
    more = [count for count in range(unknown + 1) if lines + count in wanted]
    if not more:
        return BROKEN
    if not unknown or len(more) > 1 or 0 < more[0] < unknown:
        return UNKNOWN
    return CROSS if more == [0] else LINE


class Field:
    """The rules of one puzzle, for deduction.

    `clues[r]` is the clue of rule `r`, -1 for a dot, None for a cell without a clue; `rules`
    are the numbers of the rules there are; `edge_rules[e]` those of an edge; `verdicts[r]`
    holds the `verdict` of a rule by the number of lines and of unknown edges around it.

    >>> from puzzle.grid import square_grid
    >>> field = Field(Puzzle(square_grid(1, 2), (None, 3)))
    >>> field.rules[:2], field.clues[:3], field.edge_rules[0]
    ((1, 2), (None, 3, -1), (2, 3))
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.layout = layout(puzzle.grid)
        self.edges = len(puzzle.grid.edge_dots)
        self.cells = len(puzzle.grid.cells)
        self.clues = (*puzzle.clues, *[-1] * len(puzzle.grid.dots))
        self.rules = tuple(rule for rule, clue in enumerate(self.clues) if clue is not None)
        self.loop_rule = len(self.clues)
        of_clue = {
            clue: tuple(tuple(verdict(clue, i, j) for j in range(5)) for i in range(5))
            for clue in range(-1, 5)
        }
        self.verdicts = tuple(of_clue[-1 if clue is None else clue] for clue in self.clues)
        clues = self.clues
        self.edge_rules = tuple(
            tuple(rule for rule in rules if clues[rule] is not None)
            for rules in self.layout.edge_rules
        )

    def reason(self, rule: int) -> Reason:
        """A rule as a reason; the number after the last one is that of the loop."""
        if rule == self.loop_rule:
            return LoopReason()
        return ClueReason(rule) if rule < self.cells else DotReason(rule - self.cells)

    def reasons(self, rules: Iterable[int]) -> tuple[Reason, ...]:
        """Rules as reasons, clues first, then dots, then the loop."""
        return tuple(self.reason(rule) for rule in sorted(rules))
