"""What small steps decide on a board, for one choice of clues after another.

A SAT solver holds the rules, and each clue has a selector, a variable that is assumed to show it.
Unit propagation then marks what single clues and dots force. Where it is stuck, premature loops and
steps of several reasons are looked for on the board, and each one that is found becomes a clause:
its reasons and the marks around them imply the edge. So it is looked for only once; on all later
boards, unit propagation finds it. What follows does not depend on the order of the clauses.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain

from puzzle.clue_rows import Clue
from puzzle.grid import Grid
from puzzle.model import Puzzle
from puzzle.rules import PLAIN, Rules
from solver.encoding import (
    demand,
    edge_variable,
    grid_clauses,
    rule_variables,
    variant_rules,
)
from solver.explain.chains import closing_edges
from solver.explain.corner_tables import RepeatedCorners
from solver.explain.explainer import SHORT_WAY
from solver.explain.pairs import find_proofs, forced_by_two
from solver.explain.rule_graph import CROSS, LINE, UNKNOWN, RuleGraph, States
from solver.explain.shrink import FAST_START_OPTIONS, Forced
from solver.explain.sides import ConnectedCells, KnownSides, find_sides
from solver.explain.smallest import MIN_JOINT_REASONS
from solver.explain.step import Subloop
from solver.session import Session

EXTRA_ROUNDS = 2
"""Rounds of the search for proofs after the first edge; more find more steps at once."""


@contextmanager
def open_small_steps(grid: Grid, most: int, rules: Rules = PLAIN) -> "Iterator[SmallSteps]":
    """Open a solver for steps of at most `most` reasons on a grid, under some rules."""
    with Session(options=FAST_START_OPTIONS) as session:
        yield SmallSteps(grid, most, rules, session)


class SmallSteps:
    """Decides edges by steps of at most `most` reasons.

    >>> from puzzle.grid import square_grid
    >>> with open_small_steps(square_grid(1, 2), most=1) as steps:
    ...     steps.decided((4, None)), steps.decided((3, None))[0]
    ([1, 2, 1, 2, 1, 1, 2, 2], 0)
    >>> with open_small_steps(square_grid(1, 2), most=2) as steps:
    ...     steps.decided((3, None))[0]
    1
    """

    def __init__(self, grid: Grid, most: int, rules: Rules, session: Session) -> None:
        self._grid = grid
        self._most = most
        self._rules = rules
        self._session = session
        self._edges = len(grid.edge_dots)
        self._corners: RepeatedCorners | None = None
        self._selectors: dict[tuple[int, int], int] = {}
        self._shared = grid_clauses(grid)
        session.add(self._shared.dots.clauses)
        self._variables, self._given = self._edges, list[int]()
        if not rules.is_plain:
            self._add_variant(Puzzle(grid, (None,) * len(grid.cells), rules))

    def _add_variant(self, blank: Puzzle) -> None:
        """Add the rules of a variant, enabled by a variable that is always assumed.

        Without it, unit propagation would not tell what follows from no clue at all.
        """
        given = self._variables = rule_variables(blank) + 1
        self._given = [given]
        self._session.add((-given, *clause) for clause in variant_rules(blank))
        if blank.rules.variant.signs and self._most > 1:
            self._session.add(self._shared.inside)

    def decided(self, clues: Sequence[Clue], marks: Iterable[int] = ()) -> States:
        """The states of the edges that the steps decide with these clues, and marks as literals."""
        edges, states = self._edges, [*[UNKNOWN] * self._edges, CROSS]
        shown = [self._selector(at, clue) for at, clue in enumerate(clues) if clue is not None]
        shown += [*self._given, *marks]
        while True:
            for literal in self._session.propagate(shown):
                if -edges <= literal <= edges:
                    states[abs(literal) - 1] = LINE if literal > 0 else CROSS
            if UNKNOWN not in states or not self._learn(clues, states):
                return states

    def needed(self, clues: Sequence[Clue], groups: Sequence[Sequence[int]]) -> list[int]:
        """The numbers of the groups of cells that remain when each in turn is dropped if it can be.

        It can where the clues of the rest decide all edges by steps that were found, or by more of
        them if they have single reasons.
        """
        edges, left, kept = self._edges, {*range(len(clues))}, list[int]()
        real = frozenset(range(-edges, edges + 1))
        shown = [[self._selector(cell, clues[cell] or 0) for cell in group] for group in groups]
        for number, selectors in enumerate(shown):
            shown[number] = []
            found = self._session.propagate([*chain(*shown), *self._given])
            is_solved = sum(map(real.__contains__, found)) == edges
            if not is_solved and self._most == 1:
                less = left.difference(groups[number])
                few = [clue if cell in less else None for cell, clue in enumerate(clues)]
                is_solved = UNKNOWN not in self.decided(few)
            if is_solved:
                left.difference_update(groups[number])
            else:
                shown[number] = selectors
                kept.append(number)
        return kept

    def _selector(self, cell: int, clue: int) -> int:
        """The variable that shows a clue."""
        selector = self._selectors.get((cell, clue))
        if selector is None:
            selector = self._selectors[cell, clue] = self._variables + len(self._selectors) + 1
            clauses = [*demand(self._grid, self._rules, cell, clue)]
            count = self._rules.variant.line_count(clue)
            if count is not None:
                clauses += self._shared.clue(cell, count).clauses
            self._session.add((-selector, *clause) for clause in clauses)
        return selector

    def _learn(self, clues: Sequence[Clue], states: States) -> bool:
        """Add clauses for what else follows on a board; returns whether anything does."""
        puzzle = Puzzle(self._grid, tuple(clues), self._rules)
        found = [self._loop_clause(clues, loop) for _, loop in closing_edges(puzzle, states)]
        animals = puzzle.rules.variant.sides(puzzle.clues)
        if animals and not found:
            connected = ConnectedCells(self._grid, states, animals=animals)
            ways = find_sides(connected)
            if self._most == 1 and any(len(each.way.cells) > SHORT_WAY for each in ways):
                ways = []
            found = [self._sides_clause(clues, states, each) for each in ways]
        if not found and self._most >= MIN_JOINT_REASONS:
            if self._corners is None or self._corners.graph.puzzle.clues != puzzle.clues:
                self._corners = RepeatedCorners(RuleGraph(puzzle))
            steps = self._joint_steps(self._corners, states)
            found = [self._clause(self._corners.graph, states, step) for step in steps]
        off = [-literal for literal in self._given]
        self._session.add((*off, *clause) for clause in found)
        return bool(found)

    def _joint_steps(self, kept: RepeatedCorners, states: States) -> list[Forced]:
        """Steps of several reasons that corners prove, or of two reasons at one corner."""
        graph, corners = kept.graph, kept.at(states)
        if self._most > MIN_JOINT_REASONS:
            proofs = find_proofs(graph, states, EXTRA_ROUNDS, corners)
            steps = [Forced(*proof[:3]) for proof in proofs if len(proof.rules) <= self._most]
            if steps:
                return steps
        return [Forced(*two) for two in forced_by_two(graph, states, corners)]

    def _clause(self, graph: RuleGraph, states: States, step: Forced) -> list[int]:
        """The reasons of a step and the marks around them imply its edge."""
        real, clues = graph.layout.real_edges, graph.clues
        off = [-self._selector(rule, clues[rule] or 0) for rule in step.rules if rule < graph.cells]
        known = {e for rule in step.rules for e in real[rule] if states[e] != UNKNOWN}
        marks = [self._unlike(states[edge], edge) for edge in known]
        return [*off, *marks, -self._unlike(step.state, step.edge)]

    def _sides_clause(self, clues: Sequence[Clue], states: States, found: KnownSides) -> list[int]:
        """The marks on a way between the sides of an edge, and its animals, imply the edge."""
        off = [-self._selector(cell, clues[cell] or 0) for cell in found.way.animals]
        marks = [self._unlike(states[edge], edge) for edge in found.way.crossed]
        return [*off, *marks, -self._unlike(found.state, found.edge)]

    @staticmethod
    def _unlike(state: int, edge: int) -> int:
        """The literal that an edge has another state than this one."""
        return -edge_variable(edge) if state == LINE else edge_variable(edge)

    def _loop_clause(self, clues: Sequence[Clue], loop: Subloop) -> list[int]:
        """Not all edges of a premature loop are lines, given what shows that it is premature."""
        lines = [*loop.edges, *(() if loop.outside is None else (loop.outside,))]
        unmet = () if loop.unmet is None else (-self._selector(loop.unmet, clues[loop.unmet] or 0),)
        return [*(-edge_variable(edge) for edge in lines), *unmet]
