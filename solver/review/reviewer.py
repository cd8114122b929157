"""Judges strokes one after another, against what could be deduced before each of them."""

from collections.abc import Iterable

from puzzle.model import EdgeState
from puzzle.strokes import Stroke
from solver.explain.budget import Budget
from solver.explain.direct import apply_rule
from solver.explain.explainer import SHORT_WAY, Explainer
from solver.explain.patterns import KnownPattern, lines_reaching_clues
from solver.explain.rule_graph import CROSS, UNKNOWN, states_of
from solver.explain.sides import ConnectedCells, find_sides
from solver.explain.targeted import reasons_for, shortest_chain, step_by_sides
from solver.review.judgement import (
    MAX_HIDDEN,
    MAX_REASONS,
    Derivation,
    Effort,
    JudgedStroke,
    Judgement,
    Kind,
    is_right,
)
from solver.review.knowledge import Knowledge

STEP_UNITS = 3_000
"""Maximum units of work (see `solver.explain.budget`) of the search for reasons for an edge."""
CHAIN_UNITS = 1_000
"""Maximum units of work of the search for a chain to an edge."""
MAX_THOUGHT = 6
"""Maximum number of crosses of several reasons that are added at once to what is in mind."""


class Reviewer:
    """Judges the strokes of a board whose `solution` is known; all searches share a budget."""

    def __init__(self, explainer: Explainer, solution: frozenset[int], budget: Budget) -> None:
        self.knowledge = Knowledge(explainer, solution)
        self._explainer = explainer
        self._solution = solution
        self._budget = budget
        self._patterns: list[KnownPattern] = []

    def judge(self, stroke: Stroke) -> JudgedStroke:
        """Judge a stroke against the board before it, and draw it."""
        known, before = self.knowledge, self.knowledge.board
        changes = {e: s for e, s in stroke.states.items() if before.marks[e] is not s}
        wrong = {e: s for e, s in changes.items() if not is_right(s, e, self._solution)}
        erased = [e for e, s in changes.items() if s is EdgeState.UNKNOWN]
        right = {e: s for e, s in changes.items() if s and e not in wrong}
        was_right = {e: is_right(before.marks[e], e, self._solution) for e in changes}
        judgements = [
            Judgement(Kind.ERASED if was_right[e] else Kind.CORRECTION, e) for e in erased
        ]
        judgements += self._judge_right(right, was_right, own=stroke.own)
        judgements += self._judge_wrong(wrong, own=stroke.own)
        known.board = before.mark(changes)
        if any(before.marks[e] and was_right[e] for e in (*erased, *wrong)):
            known.rebuild()
        return JudgedStroke(stroke, before, tuple(judgements))

    def _judge_right(
        self, right: dict[int, EdgeState], was_right: dict[int, bool], *, own: bool
    ) -> Iterable[Judgement]:
        """Judge right marks, and draw them; those that are known first, as others follow then."""
        known = self.knowledge
        graph, states = self._explainer.graph, states_of(known.board)
        if own and right:
            self._patterns = [*self._explainer.patterns, *lines_reaching_clues(graph, states)]
        left = sorted(right)
        while left:
            edge = next((e for e in left if known.states[e] != UNKNOWN), left[0])
            left.remove(edge)
            if not was_right[edge]:
                yield Judgement(Kind.CORRECTION, edge)
            elif own:
                yield self._judge_own(edge, right[edge])
            else:
                yield Judgement(Kind.GIVEN, edge)
            known.add(edge, right[edge])

    def _judge_own(self, edge: int, state: EdgeState) -> Judgement:
        """Judge a right mark that the player chose."""
        if self.knowledge.states[edge] == UNKNOWN and self._budget.is_spent:
            return Judgement(Kind.OPEN, edge)
        effort, derivation = self.derive(edge, state)
        ahead = not effort.is_within_sight and not self._is_easiest(edge, effort)
        if ahead and self._budget.is_spent:
            return Judgement(Kind.OPEN, edge)
        return Judgement(Kind.AHEAD if ahead else Kind.FOLLOWED, edge, effort, derivation)

    def derive(self, edge: int, state: EdgeState) -> tuple[Effort, Derivation | None]:
        """The least effort found to deduce the right state of an edge, and how."""
        known, explainer = self.knowledge, self._explainer
        if known.states[edge] != UNKNOWN:
            return self._derive_known(edge)
        board = known.known_board()
        for pattern in self._patterns:
            if edge in pattern.open_edges(known.states):
                return Effort(), Derivation(board, pattern)
        by_sides = step_by_sides(explainer, known.states, edge, self._budget)
        if by_sides is not None and by_sides.way and len(by_sides.way.cells) <= SHORT_WAY:
            return Effort(by_sides.cost), Derivation(board, by_sides)
        budget = Budget(STEP_UNITS, parent=self._budget)
        found = reasons_for(explainer, known.states, edge, int(state), budget)
        joint = None if found is None else Derivation(board, found)
        reasons = 0 if found is None else len(found.rules)
        if by_sides is not None and not 0 < reasons <= by_sides.cost:
            return Effort(by_sides.cost, 0, 1), Derivation(board, by_sides)
        if not 0 < reasons <= MAX_REASONS:
            units = Budget(CHAIN_UNITS, parent=self._budget)
            chain = shortest_chain(
                explainer,
                known.states,
                edge,
                patterns=self._patterns,
                max_reasons=MAX_REASONS,
                budget=units,
            )
            if chain is not None and chain.lines <= MAX_HIDDEN:
                return Effort(chain.reasons, chain.lines, int(chain.reasons > 1)), joint
        return Effort(reasons, 0, 1), joint

    def _is_easiest(self, edge: int, effort: Effort) -> bool:
        """Whether no line takes fewer reasons, so that a mark is not ahead of any other.

        Who draws no crosses is taken to have those in mind that take as few reasons as any step.
        """
        known, explainer = self.knowledge, self._explainer
        for _ in range(MAX_THOUGHT):
            if any(one.is_open(known.states) for one in self._patterns):
                return False
            if find_sides(ConnectedCells(explainer.puzzle.grid, known.states, self._budget)):
                return False
            units = Budget(STEP_UNITS, parent=self._budget)
            fewest = explainer.fewest_reasons(known.states, units)
            if fewest is None or fewest.edge == edge or len(fewest.rules) == effort.reasons:
                return fewest is not None
            if fewest.state != CROSS or not known.leaves_out_crosses:
                return False
            known.think(fewest.edge)
            if known.states[edge] != UNKNOWN:
                return True
        return False

    def _derive_known(self, edge: int) -> tuple[Effort, Derivation | None]:
        """The effort for an edge that single reasons force; none to draw an erased mark again."""
        known = self.knowledge
        found = known.origin.get(edge)
        if found is None:
            return Effort(), None
        board = known.known_board(found.edges)
        for pattern in self._patterns:
            if edge in pattern.core and known.board.marks[edge] is EdgeState.UNKNOWN:
                return Effort(), Derivation(board, pattern)
        return Effort(1, known.hidden_lines(edge)), Derivation(board, found)

    def _judge_wrong(self, wrong: dict[int, EdgeState], *, own: bool) -> Iterable[Judgement]:
        """Judge wrong marks; those that earlier wrong marks force are consequences."""
        known, left = self.knowledge, sorted(wrong)
        while left:
            forced = next((e for e in left if self._is_forced(e, wrong[e])), None)
            edge = left[0] if forced is None else forced
            left.remove(edge)
            if not own:
                yield Judgement(Kind.GIVEN, edge)
            elif forced is not None:
                yield Judgement(Kind.CONSEQUENCE, edge)
            else:
                yield self._mistake(edge)
            known.board = known.board.mark({edge: wrong[edge]})

    def _mistake(self, edge: int) -> Judgement:
        """A mistake, with the step that shows it, if that is within sight."""
        right = EdgeState.LINE if edge in self._solution else EdgeState.CROSS
        if self.knowledge.states[edge] == UNKNOWN and self._budget.is_spent:
            return Judgement(Kind.MISTAKE, edge)
        return Judgement(Kind.MISTAKE, edge, *self.derive(edge, right))

    def _is_forced(self, edge: int, state: EdgeState) -> bool:
        """Whether a single reason forces a state on the board as it is drawn."""
        graph, states = self._explainer.graph, states_of(self.knowledge.board)
        found = (apply_rule(graph, states, rule) for rule in graph.edge_rules[edge])
        return any(
            one is not None and one.state == int(state) and edge in one.edges for one in found
        )
