"""Makes steps from what the searches find: single reasons, known patterns, sets of reasons.

For a set of reasons, an argument is searched that a person can follow. Two kinds are tried:
inferences by single rules and by corners up to the conclusion, and inferences from the opposite of
the conclusion to a contradiction. The one with fewer inferences is taken, with a preference for the
first kind. When there is neither, a case distinction on the two states of another edge is tried,
with at most `MAX_TRIALS` suppositions.

The length of an explanation is about how many sentences explain it to a person.
"""

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from puzzle.model import Board, EdgeState
from solver.explain.budget import UNLIMITED, Budget
from solver.explain.chains import with_nearest_witness
from solver.explain.choice import Easy
from solver.explain.direct import RuleDeduction
from solver.explain.patterns import Claim
from solver.explain.reasoning import Reasoning
from solver.explain.rule_graph import EDGE_STATES, LINE, UNKNOWN, RuleGraph, States, states_of
from solver.explain.shrink import Forced, forced_edges
from solver.explain.sides import KnownSides, connected_cells, step_of_sides
from solver.explain.step import Argument, Deduction, EdgesAre, Inference, Step
from solver.explain.techniques import recognise, technique_named

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
    if forward is not None and _inferences(forward) <= SHORT_ARGUMENT:
        return forward
    backward = _refute_supposition(graph, states, rules, Deduction(edge, opposite))
    if forward is not None and backward is not None:
        return (
            forward if _inferences(forward) <= _inferences(backward) + FORWARD_BONUS else backward
        )
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


class _CaseSearch(Struct, eq=False):
    """A search for case distinctions with a maximum number of suppositions."""

    trials: int

    def refute(self, reasoning: Reasoning, supposed: Deduction) -> Argument | None:
        """The argument that refutes a supposition, by a case distinction if needed.

        First choice is an edge both of whose states are refuted directly. Otherwise, for edges
        with one state refuted directly, the search goes on with the other state.
        """
        self.trials -= 1
        argument = reasoning.refute(supposed.edge, supposed.state)
        if argument is not None or self.trials < 0:
            return argument
        leads: list[tuple[int, int, Argument, Deduction]] = []
        both: list[Argument] = []
        for edge in reasoning.open_edges():
            cases = {state: self._refute_directly(reasoning, edge, state) for state in KNOWN_STATES}
            line, cross = cases[EdgeState.LINE], cases[EdgeState.CROSS]
            if line is not None and cross is not None:
                both.append(reasoning.with_cases(supposed, (line, cross)))
            elif line is not None:
                leads.append((_inferences(line), edge, line, Deduction(edge, EdgeState.CROSS)))
            elif cross is not None:
                leads.append((_inferences(cross), edge, cross, Deduction(edge, EdgeState.LINE)))
        if both:
            return min(both, key=_inferences)
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
        self.trials -= 1
        return reasoning.copy().refute(edge, state)

    def _try_open_cases(self, reasoning: Reasoning, supposed: Deduction) -> Argument | None:
        """A case distinction on an edge neither of whose states is refuted directly."""
        for edge in reasoning.open_edges()[:MAX_BRANCHES]:
            line = self.refute(reasoning.copy(), Deduction(edge, EdgeState.LINE))
            cross = line and self.refute(reasoning.copy(), Deduction(edge, EdgeState.CROSS))
            if line is not None and cross is not None:
                return reasoning.with_cases(supposed, (line, cross))
        return None


def _inferences(argument: Argument) -> int:
    """The number of inferences of an argument, with those of its cases."""
    return sum(1 for _ in argument.all_inferences())


WITHOUT_ARGUMENT = 12
"""Sentences that a step without an argument counts as, since a person has to find the argument."""
OF_PATTERN = 3
"""Sentences that a known pattern counts as."""
MAX_TOLD = 12
"""Maximum number of sentences of the arguments of a step that are told; with more, or without an
argument, only a long trial shows it."""


def explanation_length(steps: Sequence[Step]) -> int:
    """The number of sentences that explain steps.

    Each inference, supposition and conclusion is a sentence, and so are the two around a case
    distinction.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Board, Puzzle
    >>> from solver.explain.explainer import Explainer
    >>> puzzle = Puzzle(square_grid(2, 2), (0, None, None, 4))
    >>> explanation_length([Explainer(puzzle).next_step(Board.blank(puzzle))])
    2
    """
    return sum(map(_length_of_step, steps))


def _length_of_step(step: Step) -> int:
    if step.pattern is not None:
        return OF_PATTERN
    if step.arguments == (Argument(()),):
        return WITHOUT_ARGUMENT
    return 1 + length_of(step.arguments)


def takes_a_trial(step: Step) -> bool:
    """Whether only a long trial shows a step, as its argument is too long or not found."""
    return step.pattern is None and not 0 < length_of(step.arguments) <= MAX_TOLD


def length_of(arguments: Iterable[Argument]) -> int:
    """The number of sentences of arguments, without the conclusions."""
    return sum(map(_length_of_argument, arguments))


def _length_of_argument(argument: Argument) -> int:
    supposition = 0 if argument.supposed is None else 1
    around_cases = 2 if argument.cases else 0
    cases = length_of(argument.cases)
    return len(argument.inferences) + supposition + around_cases + cases


MAX_FURTHER = 6
"""Maximum number of sentences of the arguments of a step after the first; the step ends there."""
MAX_TOGETHER = 10
"""Maximum number of sentences of all arguments of a step, if there are further ones."""


def step_of_easy(graph: RuleGraph, board: Board, states: States, easy: Easy) -> Step:
    """The step for a single reason or a known pattern."""
    if isinstance(easy, RuleDeduction):
        return step_of_rule(graph, board, easy)
    claims = _without_zero(graph, states, list(easy.open_claims(states)))
    forced = sorted(easy.open_edges(states).items())
    return Step(
        tuple(Deduction(edge, EDGE_STATES[state]) for edge, state in forced),
        technique_named(easy.place.name),
        graph.reasons({rule for claim in claims for rule in claim.rules}),
        frozenset(edge for claim in claims for edge in claim.given),
        Argument(()),
        pattern=easy.open_place(graph, states),
    )


def _without_zero(graph: RuleGraph, states: States, claims: list[Claim]) -> list[Claim]:
    """Claims that use the marked crosses of a 0 in place of its rule; unchanged if one needs it."""
    real = graph.layout.real_edges
    others: list[Claim] = []
    for claim in claims:
        zeros = {rule for rule in claim.rules if rule < graph.cells and graph.clues[rule] == 0}
        if not zeros:
            return claims
        rest = claim.rules - zeros
        around = {edge for rule in rest for edge in real[rule]}
        crosses = {edge for zero in zeros for edge in real[zero] if edge in around}
        if not rest or any(states[edge] == UNKNOWN for edge in crosses):
            return claims
        others.append(claim._replace(rules=rest, given=claim.given | crosses))
    return others


def step_of_rule(graph: RuleGraph, board: Board, found: RuleDeduction) -> Step:
    """The step for a deduction from a single reason."""
    if found.way is not None:
        connected = connected_cells(graph, states_of(board))
        return step_of_sides(connected, KnownSides(found.edges[0], found.state, found.way))
    state = EdgeState(found.state)
    reason = graph.reason(found.rule)
    subloop, given = found.subloop, found.given
    if subloop is not None:
        subloop = with_nearest_witness(graph.puzzle, subloop, sorted(board.lines), found.edges)
        given |= {edge for edge in (subloop.outside,) if edge is not None}
    inference = Inference(reason, EdgesAre(found.edges, state), given, subloop=subloop)
    deductions = tuple(Deduction(edge, state) for edge in sorted(found.edges))
    return _step(graph, board, deductions, [found.rule], [Argument((inference,))])


def step_of_forced(
    graph: RuleGraph,
    board: Board,
    found: Forced,
    budget: Budget = UNLIMITED,
    most: int | None = None,
) -> Step:
    """The step for an edge that several reasons force together.

    It contains this edge, and the other edges that the reasons force by an argument that was
    found. The arguments after the first have at most `most` sentences together.
    """
    known = states_of(board)
    forced = dict(forced_edges(graph, known, found.rules, budget))
    forced[found.edge] = found.state
    arguments: list[Argument] = []
    for target in (found.edge, *forced):
        if known[target] == UNKNOWN:
            limit = None if most is None or not arguments else _left(arguments, most)
            argument = _prove(graph, known, Forced(target, forced[target], found.rules), limit)
            arguments += [] if argument is None else [argument]
    known[found.edge] = found.state
    deductions = tuple(
        Deduction(edge, EdgeState(forced[edge]))
        for edge in sorted(forced)
        if known[edge] != UNKNOWN
    )
    return _step(graph, board, deductions, found.rules, arguments)


def _left(arguments: list[Argument], most: int) -> int:
    """The number of sentences that a further argument may have."""
    return min(most - length_of(arguments[1:]), MAX_TOGETHER - length_of(arguments))


def _prove(graph: RuleGraph, known: States, target: Forced, most: int | None) -> Argument | None:
    """The argument for an edge, if one is found; adds the edges it proves to `known`."""
    argument = argue(graph, known, target.edge, target.state, target.rules)
    if argument is None or (most is not None and length_of([argument]) > most):
        return None
    known[target.edge] = target.state
    if argument.supposed is None:
        for inference in argument.inferences:
            if isinstance(inference.fact, EdgesAre):
                for edge in inference.fact.edges:
                    known[edge] = int(inference.fact.state)
    return argument


def _step(
    graph: RuleGraph,
    board: Board,
    deductions: tuple[Deduction, ...],
    rules: Iterable[int],
    arguments: list[Argument],
) -> Step:
    reasons = graph.reasons(rules)
    used = {edge for argument in arguments for edge in argument.used_edges()}
    known = frozenset(edge for edge in used if board.marks[edge] != EdgeState.UNKNOWN)
    first = arguments[0] if arguments else Argument(())
    technique = recognise(board, deductions, reasons, known, first)
    return Step(deductions, technique, reasons, known, first, tuple(arguments[1:]))
