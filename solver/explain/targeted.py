"""The search for what leads to one given edge, rather than to the edge that is easiest to find."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from solver.explain.budget import SUPPOSITION_UNITS, Budget
from solver.explain.direct import close
from solver.explain.explainer import OTHER_ROUNDS, Explainer
from solver.explain.lookahead import LookAhead
from solver.explain.loop_choices import refute_by_loop
from solver.explain.pairs import Proof, find_proofs, forced_by_two
from solver.explain.patterns import KnownPattern
from solver.explain.rule_graph import CROSS, LINE, States
from solver.explain.shrink import Forced, shrink
from solver.explain.sides import ConnectedCells, KnownSides, find_sides, step_of_sides
from solver.explain.sides_at_clue import find_tied_clues, step_of_tied_clue
from solver.explain.smallest import as_forced, find_cores
from solver.explain.step import Step

MAX_SETS = 4
"""Maximum number of sets of reasons for an edge that are reduced."""
MAX_FIRST_STEPS = 40
"""Maximum number of first steps of a chain that are tried, of each kind."""
SPARE_REASONS = 2
"""A set of so many reasons more than wanted may be small enough when it is reduced."""


class StepChain(NamedTuple):
    """A step to another edge, from which single reasons lead to the wanted one.

    - `reasons`: the number of reasons of that step; 1 for a known pattern.
    - `lines`: the number of lines on the way, those of that step too.
    """

    reasons: int
    lines: int


class _FirstStep(NamedTuple):
    """Edges with their states, and the number of reasons, which `forced` has if some may go."""

    edges: Mapping[int, int]
    reasons: int
    forced: Forced | None = None


class TargetedSearch:
    """Searches on one board, whose `states` have all that single reasons force.

    >>> from puzzle.notation.rows import parse_rows
    >>> explainer = Explainer(parse_rows("3.../.33./..../.2.0"))
    >>> blank = [0] * explainer.graph.edges + [CROSS]
    >>> search = TargetedSearch(explainer, blank, Budget(1000))
    >>> sorted(search.reasons_for(0, LINE).rules)
    [0, 16]
    """

    def __init__(self, explainer: Explainer, states: States, budget: Budget) -> None:
        self._explainer = explainer
        self._graph = explainer.graph
        self._states = states
        self._budget = budget

    @cached_property
    def connected(self) -> ConnectedCells:
        """The parts of the board that marked edges connect."""
        return ConnectedCells(
            self._explainer.puzzle.grid, self._states, self._budget, self._graph.animals
        )

    @cached_property
    def _proofs(self) -> list[Proof]:
        self._budget.spend(len(self._graph.rules))
        corners = self._explainer.search.corners.at(self._states)
        return find_proofs(self._graph, self._states, OTHER_ROUNDS, corners)

    @cached_property
    def _by_loop(self) -> list[Forced]:
        return [*map(as_forced, refute_by_loop(self._graph, self._states))]

    def step_by_sides(self, edge: int) -> Step | None:
        """The step by the sides of the loop that decides an edge, without a clue or with one."""
        if self.connected.decides(edge):
            one, two = self._explainer.puzzle.grid.edge_cells[edge]
            way = self.connected.way(two, one)
            state = LINE if self.connected.is_other_side(way) else CROSS
            return step_of_sides(self.connected, KnownSides(edge, state, way))
        clues = self._graph.clues
        beside = [c for c in self._explainer.puzzle.grid.edge_cells[edge] if c >= 0]
        cells = [cell for cell in beside if clues[cell] is not None]
        for tied in find_tied_clues(self._graph, self.connected, cells=cells):
            if any(decided == edge for decided, _ in tied.states):
                return step_of_tied_clue(self.connected, tied)
        return None

    def reasons_for(self, edge: int, state: int) -> Forced | None:
        """A small set of several reasons that forces an edge into the state of a solution.

        None if none is found in the budget.
        """
        graph, states, opposite = self._graph, self._states, CROSS if state == LINE else LINE
        self._budget.spend(SUPPOSITION_UNITS)
        corners = self._explainer.search.corners.at(states)
        sets = [Forced(*two) for two in forced_by_two(graph, states, corners) if two[0] == edge]
        if not sets:
            sets += [Forced(*proof[:3]) for proof in self._proofs if proof.edge == edge]
            sets += [found for found in self._by_loop if found.edge == edge]
            refuted = LookAhead(graph, states).refute(edge, opposite)
            sets += [] if refuted is None else [as_forced(refuted)]
        best: Forced | None = None
        for found in sorted(sets, key=lambda one: len(one.rules))[:MAX_SETS]:
            fewer_than = None if best is None else len(best.rules)
            best = shrink(graph, states, found, fewer_than, self._budget) or best
        if best is None:
            for core in find_cores(graph, states, [(edge, opposite)], self._budget)[:1]:
                best = shrink(graph, states, as_forced(core), None, self._budget)
        return best

    def shortest_chain(
        self, edge: int, patterns: Iterable[KnownPattern], max_reasons: int
    ) -> StepChain | None:
        """The chain to an edge with the fewest lines, whose first step has at most `max_reasons`.

        None if none is found in the budget.
        """
        best: StepChain | None = None
        for first in self._first_steps(patterns, max_reasons):
            if self._budget.is_spent:
                break
            self._budget.spend(SUPPOSITION_UNITS)
            lines = self._lines_on_the_way(first, edge)
            if lines is None or (best is not None and best.lines <= lines):
                continue
            reasons = first.reasons
            if first.forced is not None:
                small = shrink(
                    self._graph, self._states, first.forced, max_reasons + 1, self._budget
                )
                if small is None:
                    continue
                reasons = len(small.rules)
            best = StepChain(reasons, lines)
        return best

    def _first_steps(
        self, patterns: Iterable[KnownPattern], max_reasons: int
    ) -> Iterator[_FirstStep]:
        """The steps with which a chain can begin, those with few reasons first."""
        for known in patterns:
            if edges := known.open_edges(self._states):
                yield _FirstStep(edges, 1)
        for sides in find_sides(self.connected)[:MAX_FIRST_STEPS]:
            yield _FirstStep({sides.edge: sides.state}, 1)
        sets = [*(Forced(*proof[:3]) for proof in self._proofs), *self._by_loop]
        sets.sort(key=lambda one: len(one.rules))
        for found in sets[:MAX_FIRST_STEPS]:
            if len(found.rules) > max_reasons + SPARE_REASONS:
                return
            yield _FirstStep({found.edge: found.state}, len(found.rules), found)

    def _lines_on_the_way(self, first: _FirstStep, edge: int) -> int | None:
        """The number of lines before an edge that single reasons force after a step, or None."""
        graph, after = self._graph, self._states.copy()
        for each, state in first.edges.items():
            after[each] = state
        given: dict[int, Collection[int]] = dict.fromkeys(first.edges, ())
        dirty = sorted({rule for each in first.edges for rule in graph.edge_rules[each]})
        for found in close(graph, after, dirty):
            given.update(dict.fromkeys(found.edges, found.given))
        if edge not in given:
            return None
        todo, seen = [edge], {edge}
        while todo:
            for each in given[todo.pop()]:
                if each in given and each not in seen:
                    seen.add(each)
                    todo.append(each)
        return sum(after[each] == LINE for each in seen - {edge})
