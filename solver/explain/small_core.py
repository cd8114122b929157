"""The last resort on boards beyond people: small sets of reasons found by SAT alone.

Rules within a few hops of an edge are tried, then wider and wider windows, and all rules at
last. A hop leads from an edge over a rule to the rule's other unknown edges: so parts of the
board that marks cut off from each other, and that the loop joins, are never in one window.
"""

from collections.abc import Iterable

from solver.explain.budget import Budget
from solver.explain.field import CROSS, LINE, UNKNOWN, Field, States
from solver.explain.lookahead import Refuted
from solver.explain.shrink import MAX_LOOPS, open_rules

HOPS = (3, 6, 12, None)
"""The windows tried, smallest first; None is all rules."""

MAX_SETS = 12
"""So many sets of reasons are enough to choose from."""

MAX_LOOPS_ALL_RULES = 2_000
"""So many loops are excluded one by one when all rules are looked at."""


def find_cores(
    field: Field,
    states: States,
    impossible: Iterable[tuple[int, int]],
    budget: Budget,
) -> list[Refuted]:
    """Edges with a state that the rules refute, and rules that do; the fewest rules first.

    `impossible` are the edges and states to refute, in order of preference. All are tried
    within one window before a wider one is opened. When the budget is spent, what was found is all.
    """
    if budget.is_spent:
        return []
    candidates = list(impossible)
    with open_rules(field, states, [*field.rules, field.loop_rule], budget=budget) as every:
        for hops in HOPS:
            found: list[Refuted] = []
            for edge, state in candidates:
                if len(found) == MAX_SETS or budget.is_spent:
                    break
                rules = field.rules if hops is None else window(field, states, edge, hops)
                max_loops = MAX_LOOPS_ALL_RULES if hops is None else MAX_LOOPS
                forced = CROSS if state == LINE else LINE
                core = every.forces(edge, forced, [*rules, field.loop_rule], max_loops)
                if core is not None:
                    found.append(Refuted(edge, state, frozenset(core)))
            if found:
                return sorted(found, key=lambda refuted: len(refuted.rules))
    return []


def window(field: Field, states: States, edge: int, hops: int) -> set[int]:
    """The rules that so many hops lead to from an edge.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> field = Field(Puzzle(square_grid(1, 2), (3, None)))
    >>> sorted(window(field, [UNKNOWN] * 7 + [CROSS], 0, 1))
    [0, 2, 3]
    """
    rules: set[int] = set()
    edges, new = {edge}, {edge}
    for _ in range(hops):
        reached = {rule for e in new for rule in field.edge_rules[e]} - rules
        if not reached:
            break
        rules |= reached
        around = {e for rule in reached for e in field.layout.real_edges[rule]}
        new = {e for e in around if states[e] == UNKNOWN} - edges
        edges |= new
    return rules
