"""The data structures for deduction: numbered rules, and corners where two edges meet.

A *rule* is a clue or a dot. The rule of cell `c` has number `c`, that of dot `d` the number of
cells plus `d`. A cell without a clue has a number but no rule. The rules about the whole board, of
the loop and of its two sides, have the numbers after them.

A *corner* is a pair of consecutive edges around a cell or a dot. Every corner of a cell is also a
corner of its dot, so the cell's clue and the dot constrain the same pair of edges.
"""

import math
from collections.abc import Collection, Iterable
from functools import cached_property, lru_cache
from itertools import compress, count
from operator import ne
from typing import TypeAlias

from msgspec import Struct

from puzzle.grid import Grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.rules import Capability, require
from solver.explain.step import ClueReason, DotReason, LoopReason, Reason, SidesReason

UNKNOWN, LINE, CROSS = map(int, EdgeState)
"""The values of `EdgeState` as integers, which are faster."""

EDGE_STATES = tuple(EdgeState)
"""The `EdgeState` of each of these integers."""

BROKEN = -1
"""The verdict of a rule that can no longer be satisfied."""

States: TypeAlias = list[int]
"""The state of every edge, and at the end that of "no edge", which is always a cross."""

RING = 4
"""The number of edges around most dots and cells."""

ANY_CORNER = 0b1111
"""The set of choices for a corner's two edges: bit `first + 2 * second`, where a line is 1."""
FIRST_LINE, FIRST_CROSS, SECOND_LINE, SECOND_CROSS = 0b1010, 0b0101, 0b1100, 0b0011
"""The sets of choices in which the first or second edge of a corner is a line or a cross."""


class GridLayout(Struct, frozen=True, dict=True):
    """The incidence tables of rules, edges and corners that all puzzles on a grid share.

    - `rule_edges[r]` are the edges of rule `r` in a ring: those of a cell clockwise, those of a dot
      counter-clockwise, with "no edge" where the dot is open to the outside.
    - `edge_rules[e]` are the rules of an edge, its dots last.
    - `rule_corners[r]` are the corners of a rule: corner i consists of the edges i - 1 and i of
      `rule_edges[r]`.
    - `corner_edges[k]` are the two edges of a corner; `corner_rules[k]` are the rule of its cell,
      or -1 outside the board, and the rule of its dot.
    - `edge_corners[e]` are the corners that contain an edge, each with the choices in which the
      edge is a line and those in which it is a cross.
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
        """The number of cells, which is the number of the first rule of a dot."""
        return len(self.grid.cells)

    @cached_property
    def no_edge(self) -> int:
        """The number of the placeholder "no edge"."""
        return len(self.grid.edge_dots)

    @cached_property
    def real_edges(self) -> tuple[tuple[int, ...], ...]:
        """The edges of every rule, without "no edge"."""
        return (*self.grid.cell_edges, *self.grid.dot_edges)

    @cached_property
    def has_fours_only(self) -> bool:
        """Whether all rules have four corners, as on boards of squares."""
        return all(len(corners) == RING for corners in self.rule_corners)

    @cached_property
    def surroundings(self) -> tuple[tuple[list[int], list[int]], ...]:
        """For every rule, the edges at the dots of its edges, and the dots at their ends."""
        dot_edges, edge_dots = self.grid.dot_edges, self.grid.edge_dots
        found = []
        for ring in self.real_edges:
            edges = sorted({e for edge in ring for dot in edge_dots[edge] for e in dot_edges[dot]})
            found.append((edges, sorted({dot for edge in edges for dot in edge_dots[edge]})))
        return tuple(found)

    @cached_property
    def open_corners(self) -> tuple[int, ...]:
        """The set of choices of each corner when nothing is marked."""
        no_edge = self.no_edge
        return tuple(
            (FIRST_CROSS if first == no_edge else ANY_CORNER)
            & (SECOND_CROSS if second == no_edge else ANY_CORNER)
            for first, second in self.corner_edges
        )


@lru_cache(maxsize=8)
def layout(grid: Grid) -> GridLayout:
    """The layout of a grid.

    >>> from puzzle.grid import square_grid
    >>> found = layout(square_grid(1, 1))
    >>> found.rule_edges[0], found.rule_edges[1]
    ((0, 3, 1, 2), (0, 4, 4, 2))
    """
    cells, no_edge = len(grid.cells), len(grid.edge_dots)
    of_cells = {(ring[i - 1], edge) for ring in grid.cell_edges for i, edge in enumerate(ring)}
    rings = [
        *grid.cell_edges,
        *(_edges_around_dot(grid, dot, of_cells) for dot in range(len(grid.dots))),
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


def _edges_around_dot(grid: Grid, dot: int, of_cells: Collection[tuple[int, int]]) -> list[int]:
    """The edges at a dot, counter-clockwise from the right, with "no edge" in gaps outside.

    `of_cells` are the pairs of edges that are corners of cells. A gap has as many places as make
    the ring one of four, which most of them are, and at least one.
    """
    no_edge = len(grid.edge_dots)
    around = sorted((_turn(grid, dot, edge), edge) for edge in grid.dot_edges[dot])
    places = max(1, RING - len(around))
    ring = list(around)
    for i, (turn, edge) in enumerate(around):
        before, last = around[i - 1]
        if (last, edge) not in of_cells:
            part = ((turn - before) % 1 or 1) / (places + 1)
            ring += [(_rounded(before + k * part), no_edge) for k in range(1, places + 1)]
    return [edge for _, edge in sorted(ring)]


def _turn(grid: Grid, dot: int, edge: int) -> float:
    """The direction in which an edge leaves a dot, in turns counter-clockwise from the right."""
    (row, col), (end_row, end_col) = grid.dots[dot], grid.dots[grid.other_end(edge, dot)]
    return _rounded(math.atan2(row - end_row, end_col - col) / math.tau)


def _rounded(turn: float) -> float:
    return round(turn, 6) % 1


def verdict(clue: int, lines: int, unknown: int) -> int:
    """The state that a rule forces on all its unknown edges; UNKNOWN if none, BROKEN if violated.

    `lines` and `unknown` are the numbers of such edges of the rule. The `clue` of a dot is 2 if the
    loop visits every dot, else -1, which means zero or two lines.

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


@lru_cache(maxsize=256)
def verdicts(clue: int, edges: int) -> tuple[tuple[int, ...], ...]:
    """The `verdict` of a clue with so many edges, by the numbers of lines and of unknown ones."""
    counts = range(edges + 1)
    return tuple(tuple(verdict(clue, i, j) for j in counts) for i in counts)


class RuleGraph:
    """The rules of one puzzle, for deduction; raises `RulesError` for rules without hints.

    - `clues[r]` is the number of lines that rule `r` demands: for a dot 2, or -1 for none or two;
      None for a cell without a clue, or with an animal.
    - `rules` are the numbers of the clues and dots; `loop_rule` is the number of the loop rule,
      `sides_rule` that of the two sides of the loop.
    - `animals` are the cells of animals, each with whether it is inside of the loop.
    - `global_rules` are the rules about the whole board that are used beside the others: the sides
      only where animals are.
    - `edge_rules[e]` are the rules of an edge.
    - `verdicts[r][lines][unknown]` is the `verdict` of a rule by the numbers of its lines and of
      its unknown edges.

    >>> from puzzle.grid import square_grid
    >>> graph = RuleGraph(Puzzle(square_grid(1, 2), (None, 3)))
    >>> graph.rules[:2], graph.clues[:3], graph.edge_rules[0]
    ((1, 2), (None, 3, -1), (2, 3))
    """

    def __init__(self, puzzle: Puzzle) -> None:
        require(puzzle, Capability.HINTS)
        self.puzzle = puzzle
        self.layout = layout(puzzle.grid)
        self.edges = len(puzzle.grid.edge_dots)
        self.cells = len(puzzle.grid.cells)
        lines = puzzle.rules.variant.lines_at_dot
        dot = -1 if lines is None else lines
        self.clues = (*puzzle.line_counts, *[dot] * len(puzzle.grid.dots))
        self.rules = tuple(rule for rule, clue in enumerate(self.clues) if clue is not None)
        self.loop_rule = len(self.clues)
        self.sides_rule = self.loop_rule + 1
        self.animals = puzzle.rules.variant.sides(puzzle.clues)
        self.global_rules = frozenset(
            (self.loop_rule, self.sides_rule) if self.animals else (self.loop_rule,)
        )
        self.verdicts = tuple(
            verdicts(-1 if clue is None else clue, len(edges))
            for clue, edges in zip(self.clues, self.layout.real_edges, strict=True)
        )
        clues, edge_rules = self.clues, [*self.layout.edge_rules]
        for rule in range(self.cells):
            if clues[rule] is None:
                for edge in self.layout.real_edges[rule]:
                    edge_rules[edge] = tuple([each for each in edge_rules[edge] if each != rule])
        self.edge_rules = tuple(edge_rules)

    @cached_property
    def clue_corners(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """For each dot, the cells there with a clue above 0, each with its two sides at the dot."""
        shape = self.layout
        return tuple(
            tuple(
                (shape.corner_rules[corner][0], *shape.corner_edges[corner])
                for corner in shape.rule_corners[self.cells + dot]
                if shape.corner_rules[corner][0] >= 0 and self.clues[shape.corner_rules[corner][0]]
            )
            for dot in range(len(self.puzzle.grid.dots))
        )

    @cached_property
    def clue_cells(self) -> tuple[int, ...]:
        """The cells with a clue that counts lines."""
        return tuple(rule for rule in self.rules if rule < self.cells)

    @property
    def has_patterns(self) -> bool:
        """Whether patterns of clues are known on the board: they are about square cells."""
        return self.puzzle.grid.is_square

    def reason(self, rule: int) -> Reason:
        """A rule as a `Reason`."""
        if rule >= self.loop_rule:
            return LoopReason() if rule == self.loop_rule else SidesReason()
        return ClueReason(rule) if rule < self.cells else DotReason(rule - self.cells)

    def reasons(self, rules: Iterable[int]) -> tuple[Reason, ...]:
        """Rules as `Reason`s, clues first, then dots, then the loop and its sides."""
        return tuple(self.reason(rule) for rule in sorted(rules))


def changed_edges(before: States, now: States) -> list[int]:
    """The edges whose states differ on two boards.

    >>> changed_edges([0, 1, 2, 2], [0, 2, 2, 2])
    [1]
    """
    return [*compress(count(), map(ne, before, now))]


def states_of(board: Board) -> States:
    """The marks of a board as `States`: integers, with a cross for "no edge" at the end.

    >>> from puzzle.grid import square_grid
    >>> states_of(Board.blank(Puzzle(square_grid(1, 1), (4,))))
    [0, 0, 0, 0, 2]
    """
    return [*map(int, board.marks), CROSS]


def board_of(puzzle: Puzzle, states: States) -> Board:
    """The board of a puzzle with the marks of `states`, the opposite of `states_of`.

    >>> from puzzle.grid import square_grid
    >>> board = Board.blank(Puzzle(square_grid(1, 1), (4,))).mark({2: EdgeState.CROSS})
    >>> board_of(board.puzzle, states_of(board)) == board
    True
    """
    return Board(puzzle, tuple([EDGE_STATES[state] for state in states[:-1]]))
