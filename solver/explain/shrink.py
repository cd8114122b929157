"""Whether a few rules force an edge, by SAT, and which of them can be left out.

Only the edges that the rules touch, and that are not marked, have variables. So a check costs
as much as the rules are many, however large the board.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

from solver.encoding import exactly, none_or_two
from solver.explain.chains import as_subloop, path
from solver.explain.field import CROSS, LINE, UNKNOWN, Field, States
from solver.options import Options
from solver.session import Answer, Session

MOST_LOOPS = 40
"""So many loops are excluded one by one; then the rules count as too weak."""

FEW_ENOUGH = 3
"""Sets of so many rules are hardly ever beaten by another order of leaving out."""

LIGHT = Options(backend="minisat22")
"""A backend that starts quickly."""


def shrink(field: Field, states: States, edge: int, state: int, rules: Collection[int]) -> set[int]:
    """A smallest subset of `rules`, in that none can be left out, that still forces the edge.

    Empty when not even all of them force it. As more than one subset may be smallest in this
    sense, a large one is looked for twice: once leaving out the loop and dots first, once clues.
    """
    with open_rules(field, states, rules, [edge]) as few:
        enough = few.forces(edge, state, rules)
        if enough is None:
            return set()
        left = _without_idle(few, edge, state, enough, sorted(enough, reverse=True))
        if len(left) <= FEW_ENOUGH:
            return left
        other = _without_idle(few, edge, state, enough, sorted(enough))
        return min(left, other, key=len)


def _without_idle(
    few: "FewRules", edge: int, state: int, rules: set[int], order: list[int]
) -> set[int]:
    """What is left of the rules when each in turn is left out, if it can be."""
    left = rules
    for rule in order:
        if rule in left and len(left) > 1:
            less = few.forces(edge, state, left - {rule})
            if less is not None:
                left = less
    return left


def forced_edges(field: Field, states: States, rules: Collection[int]) -> list[tuple[int, int]]:
    """All unknown edges of these rules that they force, with their states, in order."""
    with open_rules(field, states, rules) as few:
        return few.all_forced()


@contextmanager
def open_rules(
    field: Field,
    states: States,
    rules: Collection[int],
    extra: Iterable[int] = (),
    seconds: float | None = None,
) -> "Iterator[FewRules]":
    """A solver for these rules and the edges they touch, `extra` edges among them.

    After so many seconds it finds nothing forced any more.
    """
    with Session(seconds, options=LIGHT) as session:
        yield FewRules(field, states, rules, extra, session)


class FewRules:
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
        self._switch = {rule: len(self.edges) + i for i, rule in enumerate(sorted(rules), 1)}
        for rule in local:
            off = -self._switch[rule]
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
        self, edge: int, state: int, rules: Collection[int], most_loops: int = MOST_LOOPS
    ) -> set[int] | None:
        """Those of `rules` used to force the edge into the state; None when they do not."""
        opposite = -self._variable[edge] if state == LINE else self._variable[edge]
        return self.refute([opposite], rules, most_loops)

    def refute(
        self, literals: list[int], rules: Collection[int], most_loops: int = MOST_LOOPS
    ) -> set[int] | None:
        """Those of `rules` used to refute these literals; None when they do not.

        After `most_loops` subloops that had to be excluded, they count as not refuted.
        """
        switches = {self._switch[rule]: rule for rule in rules}
        assumptions = [*switches, *literals]
        loop_counts = self._field.loop_rule in rules
        for _ in range(most_loops):
            answer = self._session.solve(assumptions)
            if answer is Answer.UNSAT:
                return {switches[lit] for lit in self._session.core() if lit in switches}
            if answer is Answer.UNKNOWN or not loop_counts or not self._cut_subloop():
                return None
        return None

    def out_of_time(self) -> bool:
        """Whether the seconds given are over."""
        return self._session.out_of_time()

    def all_forced(self) -> list[tuple[int, int]]:
        """All edges that the rules together force, with their states."""
        rules = list(self._switch)
        if self.refute([], rules) is not None:
            return []
        model = self._session.literals()
        open_ = {edge: model[self._variable[edge] - 1] for edge in self.edges}
        forced = []
        while open_:
            edge, literal = open_.popitem()
            if self.refute([-literal], rules) is not None:
                forced.append((edge, LINE if literal > 0 else CROSS))
            else:
                model = self._session.literals()
                open_ = {e: lit for e, lit in open_.items() if model[abs(lit) - 1] == lit}
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
        loop = some_loop(field, known, drawn)
        if loop is None:
            return False
        subloop = as_subloop(field.puzzle, loop, [*known, *drawn])
        if subloop is None:
            return False
        needed = [edge for edge in loop if edge in self._variable]
        if subloop.outside in self._variable and as_subloop(field.puzzle, loop, known) is None:
            needed.append(subloop.outside)
        off = -self._switch[field.loop_rule]
        self._session.add_clause((off, *(-self._variable[edge] for edge in needed)))
        return True


def some_loop(field: Field, known: list[int], drawn: list[int]) -> list[int] | None:
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
            return [edge, *path(grid, lines, a, b)]
        parent[one] = two
        lines.append(edge)
    return None
