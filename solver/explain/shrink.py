"""SAT checks whether a few rules force an edge, and reduction to a minimal set of rules.

Only the unknown edges of the rules have variables, so the cost of a check depends on the number of
rules and not on the size of the board. Each rule has a selector, a variable that is assumed to
enable the rule. Sets are reduced by `solver.minimal`, with at most one check per rule and order of
deletion.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from solver.encoding import exactly, none_or_two
from solver.explain.budget import PROPAGATIONS_PER_UNIT, SAT_CALL_UNITS, UNLIMITED, Budget
from solver.explain.chains import LoopFinder, as_subloop
from solver.explain.pairs import forced_at_corner
from solver.explain.rule_graph import CROSS, LINE, UNKNOWN, RuleGraph, States
from solver.explain.sides import connected_cells
from solver.minimal import minimal_in_order
from solver.options import Options
from solver.report import Limits
from solver.session import SatAnswer, Session

MAX_LOOPS = 40
"""Maximum number of loops that are excluded one by one; then the rules count as insufficient."""

SMALL_SET = 3
"""Maximum size of a reduced set for which no second order of deletion is tried."""

MAX_CONFLICTS = 20_000
"""Maximum number of conflicts of all calls for one set of rules; then nothing more is forced."""

FAST_START_OPTIONS = Options(backend="minisat22")
"""Options with a backend that is created quickly."""


class Forced(Struct, frozen=True):
    """An edge, the state into which it is forced, and the rules that force it."""

    edge: int
    state: int
    rules: frozenset[int]


def shrink(
    graph: RuleGraph,
    states: States,
    found: Forced,
    fewer_than: int | None = None,
    budget: Budget = UNLIMITED,
) -> Forced | None:
    """Reduce the rules to a minimal subset that forces the edge, of fewer than `fewer_than` rules.

    Returns None when not even all rules force the edge, when the subset is not small enough, or
    when a strict budget is spent before it is minimal. As there can be several minimal subsets, two
    orders of deletion are tried, the second only when the first leaves more than `SMALL_SET` rules:
    one starts with the loop and the dots, one with the clues.
    """
    rules = found.rules
    most = len(rules) if fewer_than is None else fewer_than - 1
    with open_rules(graph, states, rules, [found.edge], budget) as rule_solver:
        forced_by = partial(rule_solver.forces, found.edge, found.state)
        sufficient = forced_by(rules)
        if sufficient is None:
            return None

        def forced_without(rule: int, left: Set[int]) -> set[int] | None:
            return forced_by(left - {rule}) if len(left) > 1 else None

        left = minimal_in_order(sorted(rules, reverse=True), sufficient, forced_without, most)
        if not 0 < len(left) <= SMALL_SET and most >= SMALL_SET:
            most = min(most, len(left) - 1) if left else most
            left = minimal_in_order(sorted(rules), sufficient, forced_without, most) or left
    if budget.ends_now:
        return None
    return replace(found, rules=frozenset(left)) if left else None


def forced_edges(
    graph: RuleGraph, states: States, rules: Collection[int], budget: Budget = UNLIMITED
) -> list[tuple[int, int]]:
    """All unknown edges of these rules that the rules force, with their states, in order."""
    clue, dot = min(rules), max(rules)
    is_pair = len(rules) == 2 and clue < graph.cells
    if is_pair and dot - graph.cells in graph.puzzle.grid.cell_dots[clue]:
        return forced_at_corner(graph, states, clue, dot)
    with open_rules(graph, states, rules, budget=budget) as rule_solver:
        return rule_solver.all_forced()


@contextmanager
def open_rules(
    graph: RuleGraph,
    states: States,
    rules: Collection[int],
    extra: Iterable[int] = (),
    budget: Budget = UNLIMITED,
) -> "Iterator[RuleSolver]":
    """Open a solver for these rules, with variables for their unknown edges and `extra` edges.

    Its work is taken from the budget. After `MAX_CONFLICTS` conflicts or at the time limit of the
    budget, it finds nothing more forced.
    """
    budget.spend(len(rules))
    with _CountedSession(budget) as session:
        yield RuleSolver(graph, states, rules, extra, session)


class _CountedSession(Session):
    """A SAT session whose work is taken from a budget."""

    def __init__(self, budget: Budget) -> None:
        limits = Limits(seconds=budget.seconds, conflicts=MAX_CONFLICTS)
        super().__init__(limits, FAST_START_OPTIONS)
        self._budget = budget
        self._counted = 0

    def solve(self, assumptions: Sequence[int] = ()) -> SatAnswer:
        """Call `Session.solve` and count its work; UNKNOWN when a strict budget is spent."""
        if self._budget.ends_now:
            return SatAnswer.UNKNOWN
        answer = super().solve(assumptions)
        units = self.propagations // PROPAGATIONS_PER_UNIT
        self._budget.spend(SAT_CALL_UNITS + units - self._counted)
        self._counted = units
        return answer


class RuleSolver:
    """A SAT solver for some rules of a board, each with a selector."""

    def __init__(
        self,
        graph: RuleGraph,
        states: States,
        rules: Collection[int],
        extra: Iterable[int],
        session: Session,
    ) -> None:
        self._graph = graph
        self._states = states
        self._session = session
        edges_of = graph.layout.real_edges
        extra = {*extra}
        local = sorted(rule for rule in rules if rule < graph.loop_rule)
        touched = {edge for rule in local for edge in edges_of[rule]} | extra
        self.edges = sorted(edge for edge in touched if states[edge] == UNKNOWN)
        self._variable = {edge: i for i, edge in enumerate(self.edges, 1)}
        self._selectors = {rule: len(self.edges) + i for i, rule in enumerate(sorted(rules), 1)}
        for rule in local:
            off = -self._selectors[rule]
            for clause in self._clauses(rule):
                session.add_clause((off, *clause))
        if graph.sides_rule in self._selectors:
            for clause in self._clauses_of_sides(extra):
                session.add_clause((-self._selectors[graph.sides_rule], *clause))
        self._loops: LoopFinder | None = None

    def _clauses(self, rule: int) -> list[tuple[int, ...]]:
        """The clauses of a rule over its unknown edges, given the marked edges."""
        edges = self._graph.layout.real_edges[rule]
        lines = sum(self._states[edge] == LINE for edge in edges)
        open_ = tuple(self._variable[edge] for edge in edges if edge in self._variable)
        clue = self._graph.clues[rule] or 0
        if clue >= 0:
            count = clue - lines
        elif lines:
            count = 2 - lines
        else:
            return [tuple(clause) for clause in none_or_two(open_)]
        if not 0 <= count <= len(open_):
            return [()]
        return [tuple(clause) for clause in exactly(count, open_)]

    def _clauses_of_sides(self, extra: Collection[int]) -> Iterator[tuple[int, ...]]:
        """The clauses by which a line is between cells on different sides, given the marked edges.

        Cells whose sides are related by marks and animals have one variable together. Of unknown
        edges, the sides tell about the `extra` ones and those around an enabled clue or dot, so
        that a person finds all edges of an argument around its reasons.
        """
        graph = self._graph
        connected = connected_cells(graph, self._states)
        if connected.conflict() is not None:
            yield ()
            return
        first = len(self.edges) + len(self._selectors) + 1
        for edge in self.edges:
            (one, one_differs), (two, two_differs) = map(
                connected.relative, graph.puzzle.grid.edge_cells[edge]
            )
            line = self._variable[edge]
            line = -line if one_differs is not two_differs else line
            a, b = first + one, first + two
            same = ((-line,),) if one == two else ()
            clauses = same or ((-line, a, b), (-line, -a, -b), (line, -a, b), (line, a, -b))
            near = [self._selectors.get(rule) for rule in graph.edge_rules[edge]]
            for off in [()] if edge in extra else [(-each,) for each in near if each is not None]:
                yield from ((*off, *clause) for clause in clauses)

    def forces(
        self, edge: int, state: int, rules: Collection[int], max_loops: int = MAX_LOOPS
    ) -> set[int] | None:
        """The rules among `rules` that suffice to force the edge; None when all do not."""
        opposite = -self._variable[edge] if state == LINE else self._variable[edge]
        return self.refute([opposite], rules, max_loops)

    def refute(
        self, literals: list[int], rules: Collection[int], max_loops: int = MAX_LOOPS
    ) -> set[int] | None:
        """The rules among `rules` that suffice to refute these literals; None when all do not.

        With the loop rule, models with subloops are excluded one by one; after `max_loops` of them
        the literals count as not refuted.
        """
        selectors = {self._selectors[rule]: rule for rule in rules}
        assumptions = [*selectors, *literals]
        uses_loop = self._graph.loop_rule in rules
        for _ in range(max_loops):
            answer = self._session.solve(assumptions)
            if answer is SatAnswer.UNSAT:
                return {selectors[lit] for lit in self._session.core() if lit in selectors}
            if answer is SatAnswer.UNKNOWN or not uses_loop or not self._cut_subloop():
                return None
        return None

    def all_forced(self) -> list[tuple[int, int]]:
        """All edges that all rules together force, with their states, in order."""
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
        """Exclude a subloop of the last model; returns whether it has one.

        A loop is a subloop if it violates a clue or a line is outside it; other lines may touch it.
        """
        graph, states = self._graph, self._states
        if self._loops is None:
            self._loops = LoopFinder(graph, [e for e in range(graph.edges) if states[e] == LINE])
        known = self._loops.known
        model = self._session.literals()
        drawn = [edge for edge, literal in zip(self.edges, model, strict=False) if literal > 0]
        loop = self._loops.find(drawn)
        if loop is None:
            return False
        subloop = as_subloop(graph.puzzle, loop, [*known, *drawn])
        if subloop is None:
            return False
        needed = [edge for edge in loop if edge in self._variable]
        if subloop.outside in self._variable and as_subloop(graph.puzzle, loop, known) is None:
            needed.append(subloop.outside)
        off = -self._selectors[graph.loop_rule]
        self._session.add_clause((off, *(-self._variable[edge] for edge in needed)))
        return True
