"""Search for an argument that a person can follow, from a few rules known to force an edge.

Two kinds of argument are tried: inferences by single rules and by corners up to the conclusion,
and inferences from the opposite of the conclusion to a contradiction. The one with fewer
inferences is returned, with a preference for the first kind. When there is neither, a case
distinction on the two states of another edge is tried, with at most `MAX_TRIALS` suppositions.
"""

from collections.abc import Collection

from puzzle.model import EdgeState
from solver.explain.reasoning import Reasoning
from solver.explain.rule_graph import LINE, RuleGraph, States
from solver.explain.step import Argument, Deduction

SHORT_ARGUMENT = 5
"""Maximum number of inferences of a forward argument that is returned at once."""

FORWARD_BONUS = 3
"""Number of inferences by which a forward argument may be longer than one with a supposition."""

MAX_RULES = 12
"""Maximum number of rules with which case distinctions are tried; more are too hard to follow."""
MAX_TRIALS = 300
"""Maximum number of suppositions in the search for a case distinction."""
KNOWN_STATES = (EdgeState.LINE, EdgeState.CROSS)
MAX_BRANCHES = 3
"""Maximum number of edges tried at one level of a case distinction, unless one settles it."""


def argue(
    graph: RuleGraph, states: States, edge: int, state: int, rules: Collection[int]
) -> Argument | None:
    """The shortest argument found that these rules force `edge` into `state`; None without one.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from solver.explain.rule_graph import CROSS, UNKNOWN
    >>> graph = RuleGraph(Puzzle(square_grid(2, 2), (3, None, None, None)))
    >>> found = argue(graph, [UNKNOWN] * 12 + [CROSS], 0, LINE, {0, 4})
    >>> [inference.fact.relation for inference in found.inferences[:1]]
    [<Relation.ALIKE: 'both are lines or neither is'>]
    >>> found.inferences[-1].fact
    EdgesAre(edges=(0, 6), state=<EdgeState.LINE: 1>)
    """
    opposite = EdgeState.CROSS if state == LINE else EdgeState.LINE
    forward = Reasoning(graph, states, rules).reach(edge, state)
    if forward is not None and _length(forward) <= SHORT_ARGUMENT:
        return forward
    backward = _refute_supposition(graph, states, rules, Deduction(edge, opposite))
    if forward is not None and backward is not None:
        return forward if _length(forward) <= _length(backward) + FORWARD_BONUS else backward
    if forward is not None or backward is not None:
        return forward or backward
    if len(rules) > MAX_RULES:
        return None
    return _CaseSearch(MAX_TRIALS).refute(
        Reasoning(graph, states, rules), Deduction(edge, opposite)
    )


def _refute_supposition(
    graph: RuleGraph, states: States, rules: Collection[int], supposed: Deduction
) -> Argument | None:
    """The argument that refutes a supposition, by single rules or, if needed, with corners."""
    for with_corners in (False, True):
        reasoning = Reasoning(graph, states, rules, with_corners=with_corners)
        argument = reasoning.refute(supposed.edge, supposed.state)
        if argument is not None:
            return argument
    return None


class _CaseSearch:
    """A search for case distinctions with a maximum number of suppositions."""

    def __init__(self, trials: int) -> None:
        self._trials = trials

    def refute(self, reasoning: Reasoning, supposed: Deduction) -> Argument | None:
        """The argument that refutes a supposition, by a case distinction if needed.

        First choice is an edge both of whose states are refuted directly. Otherwise, for edges
        with one state refuted directly, the search goes on with the other state.
        """
        self._trials -= 1
        argument = reasoning.refute(supposed.edge, supposed.state)
        if argument is not None or self._trials < 0:
            return argument
        leads: list[tuple[int, int, Argument, Deduction]] = []
        both: list[Argument] = []
        for edge in reasoning.open_edges():
            cases = {state: self._refute_directly(reasoning, edge, state) for state in KNOWN_STATES}
            line, cross = cases[EdgeState.LINE], cases[EdgeState.CROSS]
            if line is not None and cross is not None:
                both.append(reasoning.with_cases(supposed, (line, cross)))
            elif line is not None:
                leads.append((_length(line), edge, line, Deduction(edge, EdgeState.CROSS)))
            elif cross is not None:
                leads.append((_length(cross), edge, cross, Deduction(edge, EdgeState.LINE)))
        if both:
            return min(both, key=_length)
        for _, _, refuted, rest in sorted(leads, key=lambda lead: lead[:2])[:MAX_BRANCHES]:
            argument = self.refute(reasoning.copy(), rest)
            if argument is not None:
                line_first = rest.state is EdgeState.CROSS
                both_cases = (refuted, argument) if line_first else (argument, refuted)
                return reasoning.with_cases(supposed, both_cases)
        return self._try_open_cases(reasoning, supposed) if not leads else None

    def _refute_directly(
        self, reasoning: Reasoning, edge: int, state: EdgeState
    ) -> Argument | None:
        self._trials -= 1
        return reasoning.copy().refute(edge, state)

    def _try_open_cases(self, reasoning: Reasoning, supposed: Deduction) -> Argument | None:
        """A case distinction on an edge neither of whose states is refuted directly."""
        for edge in reasoning.open_edges()[:MAX_BRANCHES]:
            line = self.refute(reasoning.copy(), Deduction(edge, EdgeState.LINE))
            cross = line and self.refute(reasoning.copy(), Deduction(edge, EdgeState.CROSS))
            if line is not None and cross is not None:
                return reasoning.with_cases(supposed, (line, cross))
        return None


def _length(argument: Argument) -> int:
    """The number of inferences of an argument, with those of its cases."""
    return sum(1 for _ in argument.all_inferences())
