"""Search for a small set of reasons that forces some edge, when no single reason does.

Proofs by corners and short look-ahead give sets of rules. SAT reduces each set to a minimal one,
and the smallest is kept. This is a heuristic: in nearly all cases measured (see docs/hints.md), an
exact search finds no smaller set.

Boards that are too hard for people also need small cores, which SAT alone finds. For each edge, the
rules within a few hops are tried first, then wider windows, and finally all rules. A hop leads from
an edge over a rule to the rule's other unknown edges. So parts of the board that marks separate,
and that only the loop rule connects, are never in one window.
"""

from collections.abc import Collection, Iterable, Iterator

from puzzle.model import Solution
from solver.explain.budget import SUPPOSITION_UNITS, UNLIMITED, Budget
from solver.explain.corner_tables import RepeatedCorners
from solver.explain.lookahead import Refuted, RepeatedLookAhead
from solver.explain.loop_choices import RepeatedLoopChoices
from solver.explain.nearness import Nearness
from solver.explain.pairs import find_proofs, forced_by_two
from solver.explain.rule_graph import CROSS, LINE, UNKNOWN, RuleGraph, States
from solver.explain.shrink import MAX_LOOPS, Forced, open_rules, shrink
from solver.explain.sides import connected_cells
from solver.explain.sides_at_clue import find_tied_clues

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
    with open_rules(graph, states, [*graph.rules, *graph.global_rules], budget=budget) as every:
        for hops in HOPS:
            found: list[Refuted] = []
            for edge, state in candidates:
                if len(found) == MAX_SETS or budget.is_spent:
                    break
                rules = graph.rules if hops is None else window(graph, states, edge, hops)
                max_loops = MAX_LOOPS_ALL_RULES if hops is None else MAX_LOOPS
                forced = CROSS if state == LINE else LINE
                core = every.forces(edge, forced, [*rules, *graph.global_rules], max_loops)
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


MAX_PROOFS, MAX_SETS = 24, 12
"""Maximum numbers of sets that are reduced: from proofs by corners, and from look-ahead."""

MIN_JOINT_REASONS = 2
"""Minimum number of reasons of a step when no single reason forces anything."""

MIN_WITHOUT_PAIRS = MIN_JOINT_REASONS + 1
"""Minimum number of reasons of a step when two do not suffice."""


def counted_reasons(graph: RuleGraph, rules: Collection[int]) -> int:
    """The number of reasons as a rating counts them: the loop counts twice beside other reasons.

    People find such steps as hard as those of one reason more, because they have to follow lines
    over the whole board. The same goes for the sides of the loop.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> graph = RuleGraph(Puzzle(square_grid(1, 2), (3, None)))
    >>> [counted_reasons(graph, [*rules, graph.loop_rule]) for rules in ([], [0], [0, 2])]
    [1, 3, 4]
    """
    return len(rules) + (len(rules) > 1 and not graph.global_rules.isdisjoint(rules))


ImpossibleStates = list[tuple[int, int]]
"""Forced edges, each with the state that it cannot have."""


class RepeatedSearch:
    """What searches on one board after another keep; they are faster when few marks change."""

    def __init__(self, graph: RuleGraph) -> None:
        self.graph = graph
        self.corners = RepeatedCorners(graph)
        self.loops = RepeatedLoopChoices(graph)
        self.look = RepeatedLookAhead(graph)


def quick_reasons(
    search: RepeatedSearch, states: States, budget: Budget = UNLIMITED
) -> tuple[list[Forced], bool]:
    """Sets of rules that force an edge, fewest rules first, and whether the first is smallest.

    The sets come from proofs by corners. When none of them has two rules, pairs of one rule and
    the loop, pairs of a clue and a dot that the proofs missed, and where animals are, clues with
    the sides of the loop, are tried too.
    """
    graph = search.graph
    budget.spend(len(graph.rules))
    marked = search.corners.at(states)
    proofs = find_proofs(graph, states, corners=marked)
    found = [Forced(proof.edge, proof.state, proof.rules) for proof in proofs[:MAX_PROOFS]]
    if not found or len(found[0].rules) > MIN_JOINT_REASONS:
        found = [*map(as_forced, search.loops.at(states)), *found]
    if not found or len(found[0].rules) > MIN_JOINT_REASONS:
        found = [*(Forced(*two) for two in forced_by_two(graph, states, marked)), *found]
    if graph.animals and (not found or len(found[0].rules) > MIN_JOINT_REASONS):
        found = [*_by_tied_clues(graph, states), *found]
    return found, bool(found) and len(found[0].rules) <= MIN_JOINT_REASONS


def _by_tied_clues(graph: RuleGraph, states: States) -> Iterator[Forced]:
    """Yield what one clue forces with the sides of the cells around it."""
    connected = connected_cells(graph, states)
    for tied in find_tied_clues(graph, connected):
        for edge, state in tied.states:
            yield Forced(edge, state, frozenset({tied.cell, graph.sides_rule}))


def easiest_reasons_next(
    search: RepeatedSearch,
    states: States,
    solution: Solution,
    budget: Budget | None = None,
) -> tuple[list[Forced], int]:
    """The next sets of reasons of a rating, and the number of edges that the first search found.

    They are all sets of two reasons without the loop that force a line, or else those that force a
    cross, or else one set with few `counted_reasons`. The list is empty if none is found. Without a
    budget, small cores are not searched for.
    """
    graph = search.graph
    found, _ = quick_reasons(search, states, budget or UNLIMITED)
    open_edges = len({forced.edge for forced in found})
    pairs = [forced for forced in found if len(forced.rules) <= MIN_JOINT_REASONS]
    without_loop = [each for each in pairs if graph.global_rules.isdisjoint(each.rules)]
    if without_loop:
        return [each for each in without_loop if each.state == LINE] or without_loop, open_edges
    best: Forced | None
    if pairs:
        few = [each for each in found if len(each.rules) == MIN_WITHOUT_PAIRS]
        few = [each for each in few if graph.global_rules.isdisjoint(each.rules)]
        best = _smallest(graph, states, few, budget or UNLIMITED) or pairs[0]
    else:
        impossible = impossible_states(solution, states)
        best = smallest_reasons_next(search, states, found, impossible, budget)
    return ([] if best is None else [best]), open_edges


def smallest_reasons_next(  # noqa: PLR0913 - a search and its limits
    search: RepeatedSearch,
    states: States,
    found: Iterable[Forced],
    impossible: ImpossibleStates,
    budget: Budget | None,
    *,
    nearness: Nearness | None = None,
) -> Forced | None:
    """The smallest set of rules from those in `found`, from look-ahead and from small cores.

    `found` must come from `quick_reasons` and have no set of two rules, so no set is smaller than
    three. Of equally small sets, the nearest is taken. Small cores, which are slow to find, are
    searched for only with a budget. Returns None when nothing is found within the limits.
    """
    graph = search.graph
    with_cores, budget = budget is not None, budget or UNLIMITED
    sets = list(found)
    best = next((few for few in sets if len(few.rules) == MIN_WITHOUT_PAIRS), None)
    if best is None:
        budget.spend(SUPPOSITION_UNITS * len(impossible))
        sets += _lookahead_sets(search.look, states, impossible)
        best = _smallest(graph, states, by_nearness(sets, nearness), budget)
    if best is None and with_cores:
        cores = find_cores(graph, states, impossible, budget)
        best = _smallest(graph, states, map(as_forced, cores), budget)
    return best


def by_nearness(sets: Iterable[Forced], nearness: Nearness | None) -> list[Forced]:
    """Sets with the fewest rules first, and of equally small ones the nearest; stable."""
    if nearness is None:
        return list(sets)
    return sorted(sets, key=lambda forced: (len(forced.rules), nearness.of((forced.edge,))))


def _lookahead_sets(
    look: RepeatedLookAhead, states: States, impossible: ImpossibleStates
) -> list[Forced]:
    """The smallest sets of rules from look-ahead, at most `MAX_SETS`."""
    refuted = sorted(look.refute_all(states, impossible), key=lambda found: len(found.rules))
    return [as_forced(found) for found in refuted[:MAX_SETS]]


def as_forced(found: Refuted) -> Forced:
    """The forced state that follows from a refuted supposition."""
    return Forced(found.edge, CROSS if found.supposed == LINE else LINE, found.rules)


def _smallest(
    graph: RuleGraph, states: States, sets: Iterable[Forced], budget: Budget
) -> Forced | None:
    """The smallest of the sets after reduction; sets that do not force their edge are skipped."""
    best: Forced | None = None
    for found in sorted(sets, key=lambda forced: len(forced.rules)):
        if budget.is_spent or (best is not None and len(best.rules) <= MIN_WITHOUT_PAIRS):
            break
        fewer_than = None if best is None else len(best.rules)
        best = shrink(graph, states, found, fewer_than, budget) or best
    return best


def impossible_states(solution: frozenset[int], states: States) -> ImpossibleStates:
    """The unknown edges, each with the state that it does not have in the solution."""
    return [
        (edge, CROSS if edge in solution else LINE)
        for edge, state in enumerate(states)
        if state == UNKNOWN
    ]
