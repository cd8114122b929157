"""Whether a few rules force an edge, by SAT, and which of them can be left out.

Only the edges that the rules touch, and that are not marked, have variables. So a check costs
as much as the rules are many, however large the board.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

from solver.encoding import exactly, none_or_two
from solver.explain.budget import PROPAGATIONS_PER_UNIT, SAT_CALL_UNITS, UNLIMITED, Budget
from solver.explain.chains import as_subloop, shortest_path
from solver.explain.field import CROSS, LINE, UNKNOWN, Field, States
from solver.options import Options
from solver.session import SatAnswer, Session

MAX_LOOPS = 40
"""So many loops are excluded one by one; then the rules count as too weak."""

SMALL_SET = 3
"""Sets of so many rules are hardly ever beaten by another order of leaving out."""

MAX_CONFLICTS = 20_000
"""Conflicts that all questions about one set of rules may take; then nothing more is forced."""

FAST_START_OPTIONS = Options(backend="minisat22")
"""A backend that starts quickly."""


@dataclass(frozen=True, slots=True)
class Forced:
    """An edge, the state it is forced into, and the rules that do so."""

    edge: int
    state: int
    rules: frozenset[int]


def shrink(
    field: Field,
    states: States,
    found: Forced,
    fewer_than: int | None = None,
    budget: Budget = UNLIMITED,
) -> Forced | None:
    """The same with a smallest subset of the rules, in that none can be left out.

    None when not even all rules force the edge, and where it is not `fewer_than` so many. As more
    than one subset may be smallest in this sense, a large one is looked for twice: once leaving
    out the loop and dots first, once clues.
    """
    rules = found.rules
    most = len(rules) if fewer_than is None else fewer_than - 1
    with open_rules(field, states, rules, [found.edge], budget) as rule_solver:
        forced_by = partial(rule_solver.forces, found.edge, found.state)
        sufficient = forced_by(rules)
        if sufficient is None:
            return None
        left = _minimal_subset(forced_by, sufficient, sorted(rules, reverse=True), most)
        if not 0 < len(left) <= SMALL_SET and most >= SMALL_SET:
            most = min(most, len(left) - 1) if left else most
            left = _minimal_subset(forced_by, sufficient, sorted(rules), most) or left
    return replace(found, rules=frozenset(left)) if left else None


def _minimal_subset(
    forced_by: Callable[[set[int]], set[int] | None],
    sufficient: set[int],
    order: list[int],
    most: int,
) -> set[int]:
    """The rules of `order` that are left when each in turn is left out, if the rest suffices.

    Empty as soon as more than `most` turn out to be needed. Verdicts alone decide this; which
    rules are `sufficient`, as far as the solver says, only saves asking.
    """
    left = set(order)
    needed = 0
    for rule in order:
        less: set[int] | None = sufficient
        if rule in sufficient:
            less = forced_by(left - {rule}) if len(left) > 1 else None
        if less is not None:
            sufficient = less
            left.remove(rule)
        else:
            needed += 1
            if needed > most:
                return set()
    return left


def forced_edges(
    field: Field, states: States, rules: Collection[int], budget: Budget = UNLIMITED
) -> list[tuple[int, int]]:
    """All unknown edges of these rules that they force, with their states, in order."""
    with open_rules(field, states, rules, budget=budget) as rule_solver:
        return rule_solver.all_forced()


@contextmanager
def open_rules(
    field: Field,
    states: States,
    rules: Collection[int],
    extra: Iterable[int] = (),
    budget: Budget = UNLIMITED,
) -> "Iterator[RuleSolver]":
    """A solver for these rules and the edges they touch, `extra` edges among them.

    What it does is taken from the budget. After `MAX_CONFLICTS`, and at the end that somebody
    asked for by the clock, it finds nothing forced any more.
    """
    budget.spend(len(rules))
    with _CountedSession(budget) as session:
        yield RuleSolver(field, states, rules, extra, session)


class _CountedSession(Session):
    """A solver whose work is taken from a budget."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget.seconds, MAX_CONFLICTS, options=FAST_START_OPTIONS)
        self._budget = budget
        self._counted = 0

    def solve(self, assumptions: Sequence[int] = ()) -> SatAnswer:
        """See `Session.solve`."""
        answer = super().solve(assumptions)
        units = self.propagations // PROPAGATIONS_PER_UNIT
        self._budget.spend(SAT_CALL_UNITS + units - self._counted)
        self._counted = units
        return answer


class RuleSolver:
    """Some rules of a board in a solver, each with a literal that switches it on."""

    def __init__(
        self,
        field: Field,
        states: States,
        rules: Collection[int],
        extra: Iterable[int],
        session: Session,
    ) -> None:
        self._field = field
        self._states = states
        self._session = session
        edges_of = field.layout.real_edges
        local = sorted(rule for rule in rules if rule != field.loop_rule)
        touched = {edge for rule in local for edge in edges_of[rule]} | set(extra)
        self.edges = sorted(edge for edge in touched if states[edge] == UNKNOWN)
        self._variable = {edge: i for i, edge in enumerate(self.edges, 1)}
        self._selectors = {rule: len(self.edges) + i for i, rule in enumerate(sorted(rules), 1)}
        for rule in local:
            off = -self._selectors[rule]
            for clause in self._clauses(rule):
                session.add_clause((off, *clause))
        self._known_lines: list[int] | None = None

    def _clauses(self, rule: int) -> list[tuple[int, ...]]:
        """The rule over its unknown edges, the marked ones taken into account."""
        edges = self._field.layout.real_edges[rule]
        lines = sum(self._states[edge] == LINE for edge in edges)
        open_ = tuple(self._variable[edge] for edge in edges if edge in self._variable)
        if rule < self._field.cells:
            count = (self._field.clues[rule] or 0) - lines
        elif lines:
            count = 2 - lines
        else:
            return [tuple(clause) for clause in none_or_two(open_)]
        if not 0 <= count <= len(open_):
            return [()]
        return [tuple(clause) for clause in exactly(count, open_)]

    def forces(
        self, edge: int, state: int, rules: Collection[int], max_loops: int = MAX_LOOPS
    ) -> set[int] | None:
        """Those of `rules` used to force the edge into the state; None when they do not."""
        opposite = -self._variable[edge] if state == LINE else self._variable[edge]
        return self.refute([opposite], rules, max_loops)

    def refute(
        self, literals: list[int], rules: Collection[int], max_loops: int = MAX_LOOPS
    ) -> set[int] | None:
        """Those of `rules` used to refute these literals; None when they do not.

        After `max_loops` subloops that had to be excluded, they count as not refuted.
        """
        selectors = {self._selectors[rule]: rule for rule in rules}
        assumptions = [*selectors, *literals]
        uses_loop = self._field.loop_rule in rules
        for _ in range(max_loops):
            answer = self._session.solve(assumptions)
            if answer is SatAnswer.UNSAT:
                return {selectors[lit] for lit in self._session.core() if lit in selectors}
            if answer is SatAnswer.UNKNOWN or not uses_loop or not self._cut_subloop():
                return None
        return None

    def all_forced(self) -> list[tuple[int, int]]:
        """All edges that the rules together force, with their states."""
        rules = list(self._selectors)
        if self.refute([], rules) is not None:
            return []
        model = set(self._session.literals())
        variables = {edge: self._variable[edge] for edge in self.edges}
        open_ = {e: lit for e, v in variables.items() for lit in (v, -v) if lit in model}
        forced = []
        while open_:
            edge, literal = open_.popitem()
            if self.refute([-literal], rules) is not None:
                forced.append((edge, LINE if literal > 0 else CROSS))
            else:
                model = set(self._session.literals())
                open_ = {e: lit for e, lit in open_.items() if lit in model}
        return sorted(forced)

    def _cut_subloop(self) -> bool:
        """Exclude a subloop of the model, if it has one.

        A loop counts, even with tails, if it leaves a clue unmet or a line outside.
        """
        field, states = self._field, self._states
        if self._known_lines is None:
            self._known_lines = [e for e in range(field.edges) if states[e] == LINE]
        model = self._session.literals()
        drawn = [edge for edge in self.edges if model[self._variable[edge] - 1] > 0]
        known = self._known_lines
        loop = find_loop(field, known, drawn)
        if loop is None:
            return False
        subloop = as_subloop(field.puzzle, loop, [*known, *drawn])
        if subloop is None:
            return False
        needed = [edge for edge in loop if edge in self._variable]
        if subloop.outside in self._variable and as_subloop(field.puzzle, loop, known) is None:
            needed.append(subloop.outside)
        off = -self._selectors[field.loop_rule]
        self._session.add_clause((off, *(-self._variable[edge] for edge in needed)))
        return True


def find_loop(field: Field, known: list[int], drawn: list[int]) -> list[int] | None:
    """The edges of a loop that the last of its `drawn` lines closes; None without one."""
    grid = field.puzzle.grid
    parent: dict[int, int] = {}

    def find(dot: int) -> int:
        while dot in parent:
            dot = parent[dot]
        return dot

    lines: list[int] = []
    for edge in (*known, *drawn):
        a, b = grid.edge_dots[edge]
        one, two = find(a), find(b)
        if one == two:
            return [edge, *shortest_path(grid, lines, a, b)]
        parent[one] = two
        lines.append(edge)
    return None
