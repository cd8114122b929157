"""Deductions from a single reason: a clue, a dot, an edge that would close a premature loop.

Where animals are, the sides of cells are a reason too.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct, field

from solver.explain.chains import closing_edges
from solver.explain.rule_graph import (
    CROSS,
    LINE,
    UNKNOWN,
    RuleGraph,
    States,
    changed_edges,
)
from solver.explain.sides import connected_cells, find_sides
from solver.explain.step import Subloop, Way


class RuleDeduction(NamedTuple):
    """The edges that one rule forces into a state, given the states of the edges in `given`."""

    rule: int
    edges: tuple[int, ...]
    state: int
    given: frozenset[int]
    subloop: Subloop | None = None
    way: Way | None = None


class RepeatedDirect(Struct, eq=False):
    """The deductions from single reasons on one board after another, anew where marks differ.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> direct = RepeatedDirect(RuleGraph(Puzzle(square_grid(1, 1), (4,))))
    >>> [found.edges for found in direct.at([0, 0, 0, 0, 2])]
    [(0, 3, 1, 2)]
    >>> [found.rule for found in direct.at([0, 1, 1, 1, 2])]
    [0, 1, 2]
    """

    graph: RuleGraph
    _states: States = field(default_factory=list)
    _found: dict[int, RuleDeduction] = field(default_factory=dict)
    _loops: list[RuleDeduction] = field(default_factory=list)

    def at(self, states: States) -> list[RuleDeduction]:
        """All deductions of a board: first from clues, then from dots, from the loop, from sides.

        Several deductions may force the same edge.
        """
        graph, before = self.graph, self._states
        changed = changed_edges(before or states, states)
        dirty = {rule for edge in changed for rule in graph.edge_rules[edge]}
        for rule in dirty if before else graph.rules:
            found = apply_rule(graph, states, rule)
            if found is not None:
                self._found[rule] = found
            else:
                self._found.pop(rule, None)
        if not before or any((before[e], states[e]) != (UNKNOWN, CROSS) for e in changed):
            self._loops = [
                premature_loop(graph, *loop) for loop in closing_edges(graph.puzzle, states)
            ]
        self._states = states.copy()
        loops = [loop for loop in self._loops if states[loop.edges[0]] == UNKNOWN]
        local = (self._found[rule] for rule in sorted(self._found))
        return [*local, *loops, *by_sides(graph, states)]


def premature_loop(graph: RuleGraph, edge: int, subloop: Subloop) -> RuleDeduction:
    """The deduction that an edge is a cross because it would close a subloop."""
    given = frozenset(subloop.edges) - {edge}
    return RuleDeduction(graph.loop_rule, (edge,), CROSS, given, subloop)


def by_sides(graph: RuleGraph, states: States) -> list[RuleDeduction]:
    """The deductions from the sides of cells, those by short ways first; none without animals.

    >>> from puzzle.notation import parse_loopy
    >>> graph = RuleGraph(parse_loopy("2x1:sheep-wolf_SW"))
    >>> [(found.edges, found.state) for found in by_sides(graph, [UNKNOWN] * 7 + [CROSS])][:2]
    [((0,), 1), ((1,), 2)]
    """
    if not graph.animals:
        return []
    connected = connected_cells(graph, states)
    return [
        RuleDeduction(
            graph.sides_rule, (each.edge,), each.state, frozenset(each.way.crossed), way=each.way
        )
        for each in find_sides(connected)
    ]


def apply_rule(graph: RuleGraph, states: States, rule: int) -> RuleDeduction | None:
    """The deduction from a clue or dot about its unknown edges; None without one.

    `given` are the lines that satisfy the rule, or else the marks that leave only one choice.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> graph = RuleGraph(Puzzle(square_grid(1, 1), (4,)))
    >>> apply_rule(graph, [UNKNOWN] * 4 + [CROSS], 0)
    RuleDeduction(rule=0, edges=(0, 3, 1, 2), state=1, given=frozenset(), subloop=None, way=None)
    """
    edges = graph.layout.real_edges[rule]
    around = [states[edge] for edge in edges]
    lines = around.count(LINE)
    state = graph.verdicts[rule][lines][around.count(UNKNOWN)]
    if state <= UNKNOWN:  # or broken
        return None
    unknown = tuple(edge for edge in edges if states[edge] == UNKNOWN)
    filled = lines == (2 if rule >= graph.cells else graph.clues[rule])
    given = [edge for edge in edges if states[edge] == LINE] if filled else None
    if given is None:
        given = [edge for edge in edges if states[edge] != UNKNOWN]
        if rule < graph.cells:
            given = [edge for edge in given if states[edge] == CROSS]
    return RuleDeduction(rule, unknown, state, frozenset(given))


def close(
    graph: RuleGraph, states: States, dirty: Iterable[int] | None = None
) -> Iterator[RuleDeduction]:
    """Close `states` under single reasons, in place; yields each deduction as it is marked.

    Clues and dots are propagated with a queue of rules; premature loops are looked for only when
    the queue is empty, and sides when there are none. `dirty` are the rules that may force
    something new, by default all. The caller must consume the whole iterator to have everything
    marked.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> graph, states = RuleGraph(Puzzle(square_grid(1, 2), (4, None))), [UNKNOWN] * 7 + [CROSS]
    >>> sum(len(found.edges) for found in close(graph, states))
    7
    >>> states[:7]
    [1, 2, 1, 2, 1, 1, 2]
    """
    yield from _close_locally(graph, states, graph.rules if dirty is None else dirty)
    while found := (
        [premature_loop(graph, *closing) for closing in closing_edges(graph.puzzle, states)]
        or by_sides(graph, states)
    ):
        for each in found:
            states[each.edges[0]] = each.state
            yield each
        rules = sorted({rule for each in found for rule in graph.edge_rules[each.edges[0]]})
        yield from _close_locally(graph, states, rules)


def _close_locally(
    graph: RuleGraph, states: States, dirty: Iterable[int]
) -> Iterator[RuleDeduction]:
    """Mark everything that clues and dots force, starting with the rules in `dirty`."""
    queue = deque(dirty)
    waiting = set(queue)
    while queue:
        rule = queue.popleft()
        waiting.remove(rule)
        found = apply_rule(graph, states, rule)
        if found is None:
            continue
        for edge in found.edges:
            states[edge] = found.state
            new = [other for other in graph.edge_rules[edge] if other not in waiting]
            waiting.update(new)
            queue += new
        yield found
