"""Refutations: short sequences of steps from the right marks of a board to a wrong mark's opposite.

The search deduces edges from the right marks alone until a deduction contradicts a wrong mark. Each
deduction records what it depends on, so that the others can be omitted. The remaining deductions
are then converted to steps on a board that has only the right marks and the steps before. See
"Mistakes" in docs/hints.md.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from puzzle.model import Board
from solver.explain.budget import SUPPOSITION_UNITS, Budget
from solver.explain.chains import closing_edges, unmet_clue
from solver.explain.direct import RuleDeduction, apply_rule, close, premature_loop
from solver.explain.explainer import Explainer, board_of, states_of
from solver.explain.field import CROSS, LINE, UNKNOWN, Field, States
from solver.explain.lookahead import LookAhead
from solver.explain.pairs import find_proofs
from solver.explain.shrink import Forced, shrink
from solver.explain.smallest import MIN_JOINT_REASONS, as_forced
from solver.explain.step import Step

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

MAX_CANDIDATES = 4
"""Maximum number of sequences of each kind that are converted to steps and compared."""


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


def refutation(
    explainer: Explainer, board: Board, wrong: frozenset[int], units: int | None = REFUTATION_BUDGET
) -> tuple[Step, ...]:
    """The steps with the least effort found from a board of right marks to a wrong mark.

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
    budget = Budget(units)
    search = _RefutationSearch(explainer, states_of(board), budget)
    unreached = set(wrong)
    sequences = search.lookahead_sequences(unreached)
    while unreached and not budget.is_spent:
        search.add_single_moves()
        reached = search.known_among(unreached)
        unreached -= reached
        sequences += [*search.sequences_to(reached), *search.lookahead_sequences(unreached)]
        candidates = (_as_steps(explainer, board, moves, wrong) for moves in sequences)
        found = [steps for steps in candidates if steps and _can_be_followed(steps)]
        if found:
            return min(found, key=effort)
        if not search.add_joint_moves():
            break
        sequences = []
    return ()


def _can_be_followed(steps: Sequence[Step]) -> bool:
    """Whether steps are within `MAX_STEPS` and `MAX_REASONS`."""
    return len(steps) <= MAX_STEPS and max(step.cost for step in steps) <= MAX_REASONS


def effort(steps: Sequence[Step]) -> int:
    """The effort of following steps: a step of n reasons counts 1 + (n - 1)**2."""
    return sum(1 + (step.cost - 1) ** 2 for step in steps)


class _RefutationSearch:
    """A search that deduces edges on a board, and records what each deduction depends on."""

    def __init__(self, explainer: Explainer, states: States, budget: Budget) -> None:
        self._explainer = explainer
        self._field = explainer.field
        self._budget = budget
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

    def lookahead_sequences(self, unreached: Iterable[int]) -> list[list[Move]]:
        """Sequences of moves whose last one refutes the supposition that a wrong mark is right."""
        look = LookAhead(self._field, self._states)
        solution = self._explainer.solution or frozenset()
        first = sorted(unreached)[:MAX_SUPPOSED]
        self._budget.spend(SUPPOSITION_UNITS * len(first))
        refuted = [look.refute(edge, CROSS if edge in solution else LINE) for edge in first]
        best = sorted((r for r in refuted if r is not None), key=lambda found: len(found.rules))
        sequences = []
        for found in best[:MAX_CANDIDATES]:
            forced = shrink(self._field, self._states, as_forced(found), budget=self._budget)
            if forced is not None and len(forced.rules) <= MAX_REASONS:
                given, edges = self._used_edges(forced), {forced.edge: forced.state}
                sequences.append(self._with_premises(self._move(forced.rules, edges, given)))
        return sequences

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
        for found in close(self._field, self._states, dirty):
            edges = dict.fromkeys(found.edges, found.state)
            self._add(frozenset([found.rule]), edges, found.given | self._witness(found))
        self._dirty = set()

    def add_joint_moves(self) -> bool:
        """Add moves of several reasons; returns False when there are none.

        Adds all moves of two reasons that corners prove, or else one move with the fewest reasons.
        Returns False when that needs more than `MAX_REASONS`.
        """
        self._budget.spend(len(self._field.rules))
        together: dict[frozenset[int], dict[int, int]] = {}
        for proof in find_proofs(self._field, self._states):
            if len(proof.rules) <= MIN_JOINT_REASONS:
                together.setdefault(proof.rules, {})[proof.edge] = proof.state
        moves = [(rules, edges, self._known_edges_of(rules)) for rules, edges in together.items()]
        if not moves:
            forced = self._explainer.fewest_reasons(self._states, self._budget)
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
        """Set the states of edges, and remember which rules they touch."""
        self._dirty = self._dirty or set()
        for edge, state in edges.items():
            self._states[edge] = state
            self._dirty.update(self._field.edge_rules[edge])

    def _witness(self, found: RuleDeduction) -> frozenset[int]:
        """A line outside a premature loop, if no violated clue shows that the loop is premature.

        It is the line that depends on the fewest moves.
        """
        if found.subloop is None or found.subloop.outside is None:
            return frozenset()
        loop = frozenset(found.subloop.edges)
        if unmet_clue(self._field.puzzle, loop) is not None:
            return frozenset()
        lines = (e for e in range(self._field.edges) if self._states[e] == LINE)
        return frozenset([min((e for e in lines if e not in loop), key=self._move_count)])

    def _used_edges(self, forced: Forced) -> frozenset[int]:
        """The known edges that the argument of a step uses; without an argument, all it may use."""
        board = board_of(self._field.puzzle, self._states)
        step = self._explainer.step_of_forced(board, self._states, forced)
        has_argument = any(True for _ in step.argument.all_inferences())
        return step.known if has_argument else self._known_edges_of(forced.rules)

    def _known_edges_of(self, rules: Iterable[int]) -> frozenset[int]:
        """All known edges that rules may use: all lines for the loop rule."""
        real = self._field.layout.real_edges
        edges: set[int] = set()
        for rule in rules:
            if rule == self._field.loop_rule:
                edges.update(e for e in range(self._field.edges) if self._states[e] == LINE)
            else:
                edges.update(real[rule])
        return frozenset(edge for edge in edges if self._states[edge] != UNKNOWN)


def _as_steps(
    explainer: Explainer, board: Board, moves: list[Move], wrong: frozenset[int]
) -> tuple[Step, ...]:
    """The steps for moves, without those that turn out to be unneeded; () if that fails."""
    while True:
        pairs = list(_iter_steps(explainer, board, moves, wrong))
        if not pairs or not _contradicts(pairs[-1][1], wrong):
            return ()
        needed = _needed_moves(pairs, wrong)
        if len(needed) == len(moves):
            return tuple(step for _, step in pairs)
        moves = needed


def _iter_steps(
    explainer: Explainer, board: Board, moves: Iterable[Move], wrong: frozenset[int]
) -> Iterator[tuple[Move, Step]]:
    """Each move with its step on the board after the steps before, up to a wrong mark."""
    for move in moves:
        step = _as_step(explainer, board, move)
        if step is not None:
            yield move, step
            if _contradicts(step, wrong):
                return
            board = board.mark({found.edge: found.state for found in step.deductions})


def _as_step(explainer: Explainer, board: Board, move: Move) -> Step | None:
    """The step for a move, with a minimal set of reasons; None when its edges are known already."""
    field, states = explainer.field, states_of(board)
    edge = next((edge for edge in move.edges if states[edge] == UNKNOWN), None)
    if edge is None:
        return None
    forced = Forced(edge, move.edges[edge], move.rules)
    if len(move.rules) > 1:
        fewer = shrink(field, states, forced)
        if fewer is None:
            return None
        forced = fewer
    if len(forced.rules) > 1:
        return explainer.step_of_forced(board, states, forced)
    (rule,) = forced.rules
    deduction = _apply_rule(field, states, rule, edge)
    return None if deduction is None else explainer.step_of_rule(board, deduction)


def _apply_rule(field: Field, states: States, rule: int, edge: int) -> RuleDeduction | None:
    """The deduction from one rule, which contains an edge if the rule is the loop rule."""
    if rule != field.loop_rule:
        return apply_rule(field, states, rule)
    closing = dict(closing_edges(field, states))
    return premature_loop(field, edge, closing[edge]) if edge in closing else None


def _needed_moves(pairs: list[tuple[Move, Step]], wrong: frozenset[int]) -> list[Move]:
    """The moves whose steps the last step depends on, in order, and the last move."""
    needed: list[Move] = []
    wanted = set(wrong)
    for move, step in reversed(pairs):
        if not wanted.isdisjoint(found.edge for found in step.deductions):
            wanted |= step.known
            needed.append(move)
    return needed[::-1]


def _contradicts(step: Step, wrong: frozenset[int]) -> bool:
    """Whether a step deduces the state of a wrongly marked edge."""
    return any(found.edge in wrong for found in step.deductions)
