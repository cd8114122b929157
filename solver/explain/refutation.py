"""Refutations: short sequences of steps from the right marks of a board to a wrong mark's opposite.

The search deduces edges from the right marks alone until a deduction contradicts a wrong mark. Each
deduction records what it depends on, so that the others can be omitted. The remaining moves of the
search are then converted to steps, with arguments, on a board that has only the right marks and the
steps before. Steps and arguments that the last step does not depend on are left out. See "How marks
are checked" in docs/hints.md.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from puzzle.model import Board
from solver.explain.budget import SUPPOSITION_UNITS, Budget
from solver.explain.chains import as_subloop, closing_edges
from solver.explain.direct import RuleDeduction, apply_rule, by_sides, close, premature_loop
from solver.explain.explainer import Explainer
from solver.explain.lookahead import LookAhead
from solver.explain.loop_choices import refute_by_loop
from solver.explain.pairs import find_proofs
from solver.explain.rule_graph import CROSS, LINE, UNKNOWN, RuleGraph, States, board_of, states_of
from solver.explain.shrink import Forced, shrink
from solver.explain.smallest import MIN_JOINT_REASONS, as_forced
from solver.explain.step import Step
from solver.explain.steps import explanation_length, step_of_forced, step_of_rule


class Move(NamedTuple):
    """A deduction in the search for a refutation.

    - `rules`: the rules that force the edges.
    - `edges`: the forced edges with their states.
    - `given`: the known edges that the deduction uses.
    - `premises`: a bit set of the numbers of all moves that this move depends on, and its own.
    """

    rules: frozenset[int]
    edges: dict[int, int]
    given: frozenset[int]
    premises: int


def as_steps(
    explainer: Explainer, board: Board, moves: list[Move], wrong: frozenset[int]
) -> tuple[Step, ...]:
    """The steps for moves, without what turns out to be unneeded; () if that fails.

    Every step is one of `board`, which has right marks only, after the steps before. Only the last
    one deduces the state of an edge of `wrong`.
    """
    while True:
        pairs = list(_iter_steps(explainer, board, moves, wrong))
        if not pairs or not _contradicts(pairs[-1][1], wrong):
            return ()
        needed = _needed(pairs, wrong)
        if len(needed) == len(moves):
            return tuple(step for _, step in needed)
        moves = [move for move, _ in needed]


def _iter_steps(
    explainer: Explainer, board: Board, moves: Iterable[Move], wrong: frozenset[int]
) -> Iterator[tuple[Move, Step]]:
    """Each move with its step on the board after the steps before, up to a wrong mark."""
    for move in moves:
        step = _as_step(explainer, board, move, wrong)
        if step is not None:
            yield move, step
            if _contradicts(step, wrong):
                return
            board = board.mark(step.forced)


def _as_step(explainer: Explainer, board: Board, move: Move, wrong: frozenset[int]) -> Step | None:
    """The step for a move, with a minimal set of reasons; None when its edges are known already.

    Its reasons are those for an edge with a wrong mark, if the move forces one.
    """
    graph, states = explainer.graph, states_of(board)
    unknown = [edge for edge in move.edges if states[edge] == UNKNOWN]
    if not unknown:
        return None
    edge = next((edge for edge in unknown if edge in wrong), unknown[0])
    forced = Forced(edge, move.edges[edge], move.rules)
    if len(move.rules) > 1:
        fewer = shrink(graph, states, forced)
        if fewer is None:
            return None
        forced = fewer
    if len(forced.rules) > 1:
        return step_of_forced(graph, board, forced)
    (rule,) = forced.rules
    deduction = _apply_rule(graph, states, rule, edge)
    return None if deduction is None else step_of_rule(graph, board, deduction)


def _apply_rule(graph: RuleGraph, states: States, rule: int, edge: int) -> RuleDeduction | None:
    """The deduction from one rule, which contains an edge if the rule is the loop rule."""
    if rule == graph.sides_rule:
        return next((one for one in by_sides(graph, states) if edge in one.edges), None)
    if rule != graph.loop_rule:
        return apply_rule(graph, states, rule)
    closing = dict(closing_edges(graph.puzzle, states))
    return premature_loop(graph, edge, closing[edge]) if edge in closing else None


def _needed(pairs: Sequence[tuple[Move, Step]], wrong: frozenset[int]) -> list[tuple[Move, Step]]:
    """The moves and steps that the last step depends on, without their needless arguments.

    The last step keeps the argument for the wrong mark with the lowest number.
    """
    refuted = min(found.edge for found in pairs[-1][1].deductions if found.edge in wrong)
    wanted, kept = {refuted}, []
    for move, step in reversed(pairs):
        if not wanted.isdisjoint(step.forced):
            shorter = _with_arguments_for(step, wanted)
            wanted |= shorter.known
            kept.append((move, shorter))
    return kept[::-1]


def _contradicts(step: Step, wrong: frozenset[int]) -> bool:
    """Whether a step deduces the state of a wrongly marked edge."""
    return not wrong.isdisjoint(step.forced)


def _with_arguments_for(step: Step, wanted: Collection[int]) -> Step:
    """A step with the arguments for some of its edges; its first argument always stays."""
    needed, further = set(wanted), []
    for argument in reversed(step.further):
        if not needed.isdisjoint(argument.proved_edges()):
            needed |= argument.used_edges()
            further.append(argument)
    if len(further) == len(step.further):
        return step
    arguments = (step.argument, *further[::-1])
    proved = {edge for argument in arguments for edge in argument.proved_edges()}
    used = {edge for argument in arguments for edge in argument.used_edges()}
    return replace(
        step,
        deductions=tuple(found for found in step.deductions if found.edge in proved),
        known=step.known & used,
        further=arguments[1:],
    )


MAX_STEPS = 15
"""Maximum number of steps of a refutation, so that a person can follow it."""

REFUTATION_BUDGET = 50_000
"""Maximum units of work (see `solver.explain.budget`) for the whole search."""

MAX_REASONS = 6
"""Maximum number of reasons of a step of a refutation."""

MAX_MOVES = 2 * MAX_STEPS
"""Maximum number of moves of a sequence; longer ones were never reduced to `MAX_STEPS` steps."""

MAX_SUPPOSED = 100
"""Maximum number of wrong marks for which look-ahead is tried."""

MAX_CANDIDATES = 12
"""Maximum number of sequences of each kind that are converted to steps and compared."""

SHORT_EXPLANATION = 5
"""Length of an explanation with which the search ends.

Steps of several reasons at the start of a refutation lead to no shorter one: such a step takes
three sentences, and the step after it two.
"""

SHORTER_BUDGET = 5_000
"""Maximum units of work of the search for a shorter explanation after the first one is found."""


def refutation(
    explainer: Explainer, board: Board, wrong: frozenset[int], units: int | None = REFUTATION_BUDGET
) -> tuple[Step, ...]:
    """The steps with the shortest explanation found from a board of right marks to a wrong mark.

    `wrong` are the edges that were marked wrongly and are unknown on `board`. Only the last step
    deduces the state of any of them. The result is empty when no refutation of at most `MAX_STEPS`
    steps, of at most `MAX_REASONS` reasons each, is found with `units` of work (see
    `solver.explain.budget`).

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> puzzle = Puzzle(square_grid(2, 2), (3, 3, None, None))
    >>> steps = refutation(Explainer(puzzle), Board.blank(puzzle), frozenset({0}))
    >>> [step.technique.name for step in steps]
    ['corner-3']
    """
    search = _RefutationSearch(explainer, states_of(board), Budget(units))
    best: tuple[Step, ...] = ()
    unreached = set(wrong)
    sequences = search.joint_sequences(unreached)
    while unreached and not search.budget.is_spent:
        search.add_single_moves()
        reached = search.known_among(unreached)
        unreached -= reached
        sequences += [*search.sequences_to(reached), *search.joint_sequences(unreached)]
        candidates = (as_steps(explainer, board, moves, wrong) for moves in sequences)
        found = [steps for steps in candidates if steps and _can_be_followed(steps)]
        if found and not best:
            search.budget = Budget(SHORTER_BUDGET, parent=search.budget)
        best = min([*found, *([best] if best else [])], key=_preference, default=())
        if best and explanation_length(best) <= SHORT_EXPLANATION:
            break
        if not search.add_joint_moves():
            break
        sequences = []
    return best


def _can_be_followed(steps: Sequence[Step]) -> bool:
    """Whether steps are within `MAX_STEPS` and `MAX_REASONS`."""
    return len(steps) <= MAX_STEPS and max(step.cost for step in steps) <= MAX_REASONS


def _preference(steps: Sequence[Step]) -> tuple[int, int, int]:
    """The order of preference of refutations: short explanations, little effort, low edges."""
    return explanation_length(steps), effort(steps), steps[-1].deductions[0].edge


def effort(steps: Sequence[Step]) -> int:
    """The effort of following steps: a step of n reasons counts 1 + (n - 1)**2."""
    return sum(1 + (step.cost - 1) ** 2 for step in steps)


class _RefutationSearch:
    """A search that deduces edges on a board, and records what each deduction depends on."""

    def __init__(self, explainer: Explainer, states: States, budget: Budget) -> None:
        self._explainer = explainer
        self._graph = explainer.graph
        self.budget = budget
        self._states = states
        self._moves: list[Move] = []
        self._origin: dict[int, int] = {}
        self._dirty: set[int] | None = None

    def known_among(self, edges: Iterable[int]) -> set[int]:
        """The edges that have a state."""
        return {edge for edge in edges if self._states[edge] != UNKNOWN}

    def sequences_to(self, reached: Iterable[int]) -> list[list[Move]]:
        """The sequences of moves that deduce the edges `reached`, the shortest first."""
        sequences = [self._with_premises(self._moves[self._origin[edge]]) for edge in reached]
        short = [sequence for sequence in sequences if len(sequence) <= MAX_MOVES]
        return sorted(short, key=len)[:MAX_CANDIDATES]

    def joint_sequences(self, unreached: Iterable[int]) -> list[list[Move]]:
        """Sequences of moves whose last one forces the opposite of a wrong mark by several reasons.

        The reasons come from look-ahead, from corners, and from a clue or dot with the loop.
        """
        first = sorted(unreached)[:MAX_SUPPOSED]
        if not first:
            return []
        reasons = [*self._by_lookahead(first), *self._by_proofs(set(first))]
        sequences = []
        for found in _fewest_first(reasons)[:MAX_CANDIDATES]:
            forced = shrink(self._graph, self._states, found, budget=self.budget)
            if forced is not None and len(forced.rules) <= MAX_REASONS:
                given, edges = self._used_edges(forced), {forced.edge: forced.state}
                sequences.append(self._with_premises(self._move(forced.rules, edges, given)))
        return sequences

    def _by_lookahead(self, edges: Sequence[int]) -> list[Forced]:
        """The edges whose wrong state look-ahead refutes, with the rules that it uses."""
        look = LookAhead(self._graph, self._states)
        solution = self._explainer.solution or frozenset()
        self.budget.spend(SUPPOSITION_UNITS * len(edges))
        refuted = [look.refute(edge, CROSS if edge in solution else LINE) for edge in edges]
        return [as_forced(found) for found in refuted if found is not None]

    def _by_proofs(self, edges: Collection[int]) -> list[Forced]:
        """The edges that corners, or a clue or dot with the loop, force, with their rules."""
        self.budget.spend(len(self._graph.rules))
        proofs = find_proofs(self._graph, self._states)
        forced = [Forced(proof.edge, proof.state, proof.rules) for proof in proofs]
        if self._moves:  # loop choices need a board where no single rule forces more
            forced += map(as_forced, refute_by_loop(self._graph, self._states))
        return [found for found in forced if found.edge in edges]

    def _move_count(self, edge: int) -> int:
        """The number of moves that an edge depends on; 0 when it was not deduced."""
        origin = self._origin.get(edge)
        return 0 if origin is None else self._moves[origin].premises.bit_count()

    def _with_premises(self, last: Move) -> list[Move]:
        """All moves that a move depends on, in order, and the move itself."""
        earlier = [move for number, move in enumerate(self._moves) if last.premises >> number & 1]
        return earlier if last in earlier else [*earlier, last]

    def add_single_moves(self) -> None:
        """Add all moves of a single reason."""
        dirty = None if self._dirty is None else sorted(self._dirty)
        for found in close(self._graph, self._states, dirty):
            edges = dict.fromkeys(found.edges, found.state)
            self._add(frozenset([found.rule]), edges, found.given | self._witness(found))
        self._dirty = set()

    def add_joint_moves(self) -> bool:
        """Add moves of several reasons; returns False when there are none.

        Adds all moves of two reasons that corners prove, or else one move with the fewest reasons.
        Returns False when that needs more than `MAX_REASONS`.
        """
        self.budget.spend(len(self._graph.rules))
        together: dict[frozenset[int], dict[int, int]] = {}
        for proof in find_proofs(self._graph, self._states):
            if len(proof.rules) <= MIN_JOINT_REASONS:
                together.setdefault(proof.rules, {})[proof.edge] = proof.state
        moves = [(rules, edges, self._known_edges_of(rules)) for rules, edges in together.items()]
        if not moves:
            forced = self._explainer.fewest_reasons(self._states, self.budget)
            if forced is None or len(forced.rules) > MAX_REASONS:
                return False
            moves = [(forced.rules, {forced.edge: forced.state}, self._used_edges(forced))]
        for rules, edges, given in moves:
            self._mark(edges)
            self._add(rules, edges, given)
        return True

    def _add(self, rules: frozenset[int], edges: dict[int, int], given: frozenset[int]) -> None:
        """Add a move and record that it deduces its edges."""
        number = len(self._moves)
        self._moves.append(self._move(rules, edges, given))
        self._origin.update(dict.fromkeys(edges, number))

    def _move(self, rules: frozenset[int], edges: dict[int, int], given: frozenset[int]) -> Move:
        """A move with the premises that follow from its given edges."""
        premises = 1 << len(self._moves)
        for edge in given:
            if edge in self._origin:
                premises |= self._moves[self._origin[edge]].premises
        return Move(rules, edges, given, premises)

    def _mark(self, edges: dict[int, int]) -> None:
        """Set the states of edges, and add their rules to those to apply again."""
        self._dirty = self._dirty or set()
        for edge, state in edges.items():
            self._states[edge] = state
            self._dirty.update(self._graph.edge_rules[edge])

    def _witness(self, found: RuleDeduction) -> frozenset[int]:
        """A line outside a premature loop, if the loop alone does not show that it is premature.

        It is the line that depends on the fewest moves.
        """
        if found.subloop is None or found.subloop.outside is None:
            return frozenset()
        loop = frozenset(found.subloop.edges)
        if as_subloop(self._graph.puzzle, loop, ()) is not None:
            return frozenset()
        lines = (e for e in range(self._graph.edges) if self._states[e] == LINE)
        return frozenset([min((e for e in lines if e not in loop), key=self._move_count)])

    def _used_edges(self, forced: Forced) -> frozenset[int]:
        """The known edges that the argument of a step uses; without an argument, all it may use."""
        board = board_of(self._graph.puzzle, self._states)
        step = step_of_forced(self._graph, board, forced)
        has_argument = any(True for _ in step.argument.all_inferences())
        return step.known if has_argument else self._known_edges_of(forced.rules)

    def _known_edges_of(self, rules: Iterable[int]) -> frozenset[int]:
        """All known edges that rules may use: all lines for the loop rule."""
        real = self._graph.layout.real_edges
        edges: set[int] = set()
        for rule in rules:
            if rule == self._graph.sides_rule:
                edges.update(range(self._graph.edges))
            elif rule == self._graph.loop_rule:
                edges.update(e for e in range(self._graph.edges) if self._states[e] == LINE)
            else:
                edges.update(real[rule])
        return frozenset(edge for edge in edges if self._states[edge] != UNKNOWN)


def _fewest_first(found: Iterable[Forced]) -> list[Forced]:
    """Sets of rules without repetitions, in an order that depends on nothing else."""
    return sorted(set(found), key=lambda each: (len(each.rules), each.edge, sorted(each.rules)))
