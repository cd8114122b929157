"""Small sets of reasons found by SAT alone, for boards that are too hard for people.

For each edge, the rules within a few hops are tried first, then wider windows, and finally all
rules. A hop leads from an edge over a rule to the rule's other unknown edges. So parts of the board
that marks separate, and that only the loop rule connects, are never in one window.
"""

from collections.abc import Iterable

from solver.explain.budget import Budget
from solver.explain.lookahead import Refuted
from solver.explain.rule_graph import CROSS, LINE, UNKNOWN, RuleGraph, States
from solver.explain.shrink import MAX_LOOPS, open_rules

HOPS = (3, 6, 12, None)
"""The sizes of the windows in hops, smallest first; None means all rules."""

MAX_SETS = 12
"""Maximum number of sets of reasons that are found within one window size."""

MAX_LOOPS_ALL_RULES = 2_000
"""Maximum number of loops that are excluded one by one when the window is all rules."""


def find_cores(
    graph: RuleGraph,
    states: States,
    impossible: Iterable[tuple[int, int]],
    budget: Budget,
) -> list[Refuted]:
    """Edges with a state that rules refute, and these rules; the fewest rules first.

    `impossible` are the edges and states to refute, in order of preference. All of them are tried
    with one window size before a larger one. When the budget is spent, returns what was found.
    """
    if budget.is_spent:
        return []
    candidates = list(impossible)
    with open_rules(graph, states, [*graph.rules, graph.loop_rule], budget=budget) as every:
        for hops in HOPS:
            found: list[Refuted] = []
            for edge, state in candidates:
                if len(found) == MAX_SETS or budget.is_spent:
                    break
                rules = graph.rules if hops is None else window(graph, states, edge, hops)
                max_loops = MAX_LOOPS_ALL_RULES if hops is None else MAX_LOOPS
                forced = CROSS if state == LINE else LINE
                core = every.forces(edge, forced, [*rules, graph.loop_rule], max_loops)
                if core is not None:
                    found.append(Refuted(edge, state, frozenset(core)))
            if found:
                return sorted(found, key=lambda refuted: len(refuted.rules))
    return []


def window(graph: RuleGraph, states: States, edge: int, hops: int) -> set[int]:
    """The rules within a number of hops of an edge, by breadth-first search.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> graph = RuleGraph(Puzzle(square_grid(1, 2), (3, None)))
    >>> sorted(window(graph, [UNKNOWN] * 7 + [CROSS], 0, 1))
    [0, 2, 3]
    """
    rules: set[int] = set()
    edges, new = {edge}, {edge}
    for _ in range(hops):
        reached = {rule for e in new for rule in graph.edge_rules[e]} - rules
        if not reached:
            break
        rules |= reached
        around = {e for rule in reached for e in graph.layout.real_edges[rule]}
        new = {e for e in around if states[e] == UNKNOWN} - edges
        edges |= new
    return rules
