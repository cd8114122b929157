"""Deductions from one clue or dot together with the loop rule.

When the two ends of a chain are near the same clue or dot, some choices for its lines would close a
premature loop. All choices (at most 7) are enumerated, also together with an adjacent edge as a
line.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from msgspec import Struct, field

from solver.explain.chains import as_subloop, chain_representatives, shortest_path
from solver.explain.lookahead import Refuted
from solver.explain.rule_graph import CROSS, LINE, UNKNOWN, RuleGraph, States

Surroundings: TypeAlias = tuple[list[int], list[int]]
"""The states of the edges near a rule, and for each dot there the first one of the same chain."""


def refute_by_loop(graph: RuleGraph, states: States) -> Iterator[Refuted]:
    """Yield edges with states that one rule and the loop refute together.

    Here the upper cell has three lines, so its fourth side, which is also a side of the 3 below
    it, would close a loop:

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from puzzle.moves import parse_marks
    >>> grid = square_grid(2, 1)
    >>> states = [UNKNOWN] * 7 + [CROSS]
    >>> for edge, state in parse_marks("A2-A1-B1-B2", grid).items():
    ...     states[edge] = int(state)
    >>> graph = RuleGraph(Puzzle(grid, (None, 3)))
    >>> {(found.edge, found.supposed) for found in refute_by_loop(graph, states)} >= {(1, LINE)}
    True
    """
    yield from RepeatedLoopChoices(graph).at(states)


class RepeatedLoopChoices(Struct, eq=False):
    """What `refute_by_loop` finds on one board after another.

    Where a rule and the loop refuted nothing, they are tried again only after a change nearby:
    what changes far away can only complete the loop, which refutes less.
    """

    graph: RuleGraph
    _nothing: dict[int, Surroundings] = field(default_factory=dict)

    def at(self, states: States) -> Iterator[Refuted]:
        """Yield edges with states that one rule and the loop refute together."""
        choices = _ChoiceChecker(self.graph, states)
        for rule in choices.rules_near_both_ends():
            around = choices.around(rule)
            if self._nothing.get(rule) != around:
                choices.may_complete = False
                found = [*choices.refuted(rule)]
                yield from found
                if not found and not choices.may_complete:
                    self._nothing[rule] = around


class _ChoiceChecker:
    """Enumerates the choices of rules for their unknown edges, and checks which close a loop.

    `may_complete` is set when a choice closes a loop through all lines, which may be the solution.
    """

    def __init__(self, graph: RuleGraph, states: States) -> None:
        self._graph = graph
        self._grid = graph.puzzle.grid
        self._states = states
        self._lines = [edge for edge in range(graph.edges) if states[edge] == LINE]
        self._chain = chain_representatives(graph, self._lines)
        edge_dots = self._grid.edge_dots
        self._lengths = Counter(self._chain[edge_dots[edge][0]] for edge in self._lines)
        self.may_complete = False

    def around(self, rule: int) -> Surroundings:
        """What decides whether some choice closes a loop: the states and the chains nearby."""
        edges, dots = self._graph.layout.surroundings[rule]
        states, chain = self._states, self._chain
        chains = [chain[dot] for dot in dots]
        return [states[edge] for edge in edges], [*map(chains.index, chains)]

    def rules_near_both_ends(self) -> list[int]:
        """The rules near both ends of some chain that can be continued at both ends."""
        ends: dict[int, list[int]] = {}
        for edge in self._lines:
            for dot in self._grid.edge_dots[edge]:
                if self._unknown_at(dot):
                    ends.setdefault(self._chain[dot], []).append(dot)
        found: set[int] = set()
        for dots in ends.values():
            if len(dots) == 2:
                found |= self._rules_near(dots[0]) & self._rules_near(dots[1])
        return sorted(found)

    def _unknown_at(self, dot: int) -> list[int]:
        """The unknown edges at a dot."""
        states = self._states
        return [edge for edge in self._grid.dot_edges[dot] if states[edge] == UNKNOWN]

    def _rules_near(self, dot: int) -> set[int]:
        """The rules of the unknown edges at a dot, and at the dots that these edges lead to."""
        dots = {dot, *(self._grid.other_end(edge, dot) for edge in self._unknown_at(dot))}
        rules = self._graph.edge_rules
        return {rule for near in dots for edge in self._unknown_at(near) for rule in rules[edge]}

    def refuted(self, rule: int) -> Iterator[Refuted]:
        """Yield the edges and states that this rule and the loop refute."""
        reasons = frozenset({rule, self._graph.loop_rule})
        ring = self._graph.layout.real_edges[rule]
        own = [edge for edge in ring if self._states[edge] == UNKNOWN]
        allowed = self._allowed(rule, own)
        left = [choice for choice in allowed if not self._closes(choice)]
        for edge in own if allowed else ():
            if all(edge in choice for choice in left):
                yield Refuted(edge, CROSS, reasons)
            if not any(edge in choice for choice in left):
                yield Refuted(edge, LINE, reasons)
        near = self._chains_of(own)
        for edge in self._beside(ring, own) if left else ():
            ends = self._chains_of([edge])
            if (len(ends) == 1 or ends <= near) and all(
                self._closes((*choice, edge)) for choice in left
            ):
                yield Refuted(edge, LINE, reasons)

    def _chains_of(self, edges: list[int]) -> set[int]:
        """The chains that these edges are at; a dot without lines counts as one."""
        edge_dots, chain = self._grid.edge_dots, self._chain
        return {chain[dot] for edge in edges for dot in edge_dots[edge]}

    def _allowed(self, rule: int, own: list[int]) -> list[tuple[int, ...]]:
        """The sets of unknown edges that can be the remaining lines of a rule."""
        lines = sum(self._states[edge] == LINE for edge in self._graph.layout.real_edges[rule])
        clue = self._graph.clues[rule] or 0
        counts = [clue - lines] if clue >= 0 else [[0, 2], [1]][lines]
        return [choice for count in counts for choice in combinations(own, count)]

    def _beside(self, ring: tuple[int, ...], own: list[int]) -> list[int]:
        """The unknown edges that share a dot with a rule's edges and are not among them."""
        dots = {dot for edge in ring for dot in self._grid.edge_dots[edge]}
        return sorted({edge for dot in dots for edge in self._unknown_at(dot)} - set(own))

    def _closes(self, new: tuple[int, ...]) -> bool:
        """Whether these new lines close a premature loop."""
        edge_dots, chain = self._grid.edge_dots, self._chain
        joined: dict[int, int] = {}
        for number, edge in enumerate(new):
            one, two = map(chain.__getitem__, edge_dots[edge])
            while one in joined:
                one = joined[one]
            while two in joined:
                two = joined[two]
            if one == two:
                return self._is_premature(new, number)
            joined[one] = two
        return False

    def _is_premature(self, new: tuple[int, ...], number: int) -> bool:
        """Whether the loop that one of the new lines closes with the lines before is premature."""
        a, b = self._grid.edge_dots[new[number]]
        touched = {self._chain[dot] for edge in new for dot in self._grid.edge_dots[edge]}
        if sum(self._lengths[chain] for chain in touched) < len(self._lines):
            return True
        self.may_complete = True
        loop = [new[number], *shortest_path(self._grid, [*self._lines, *new[:number]], a, b)]
        return as_subloop(self._graph.puzzle, loop, [*self._lines, *new]) is not None
