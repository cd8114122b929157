"""Judges strokes one after another, against what could be deduced before each of them."""

from collections.abc import Iterable, Mapping, Sequence

from puzzle.model import EdgeState
from puzzle.strokes import Stroke
from solver.explain.budget import Budget
from solver.explain.direct import apply_rule
from solver.explain.explainer import SHORT_WAY, Explainer
from solver.explain.marked_patterns import patterns_of_marks
from solver.explain.patterns import KnownPattern
from solver.explain.rule_graph import LINE, UNKNOWN, states_of
from solver.explain.sides import ConnectedCells, find_sides
from solver.explain.targeted import TargetedSearch
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
from solver.review.known_marks import KnownMarks

SEARCH_UNITS = 3_000
"""Maximum units of work (see `solver.explain.budget`) of the searches for one edge."""
MAX_THOUGHT = 8
"""Maximum number of steps to crosses alone that are added at once to what is in mind."""


class Reviewer:
    """Judges the strokes of a board whose `solution` is known; all searches share a budget."""

    def __init__(self, explainer: Explainer, solution: frozenset[int], budget: Budget) -> None:
        self.knowledge = KnownMarks(explainer, solution)
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
        """Judge right marks, and draw them; those that are easy first, as others follow then."""
        known, left = self.knowledge, sorted(right)
        if own and right:
            self._find_patterns()
        while left:
            edge = self._first_of(left) if own else left[0]
            left.remove(edge)
            if not was_right[edge]:
                yield Judgement(Kind.CORRECTION, edge)
            elif own:
                yield self._judge_own(edge, right[edge])
            else:
                yield Judgement(Kind.GIVEN, edge)
            known.add(edge, right[edge])

    def _find_patterns(self) -> None:
        """Find the patterns on the board as it is drawn."""
        graph, states = self._explainer.graph, states_of(self.knowledge.board)
        self._patterns = [*self._explainer.patterns, *patterns_of_marks(graph, states)]

    def _first_of(self, left: Sequence[int]) -> int:
        """The edge of a stroke that is easiest to deduce; the lowest of those that are hard."""
        known = self.knowledge
        for _ in range(MAX_THOUGHT):
            easy = next((e for e in left if known.states[e] != UNKNOWN), None)
            if easy is not None or len(left) == 1 or self._budget.is_spent:
                break
            self._find_patterns()
            easier = self._easiest()
            if easier is None:
                break
            easy = next((e for e in left if e in easier[1]), None)
            if easy is not None or not self._think(easier[1]):
                break
        return left[0] if easy is None else easy

    def _think(self, states: Mapping[int, int]) -> bool:
        """Add crosses to what is in mind, of who leaves them out; False if there is a line too."""
        if LINE in states.values() or not self.knowledge.leaves_out_crosses:
            return False
        self.knowledge.think(states)
        return True

    def _judge_own(self, edge: int, state: EdgeState) -> Judgement:
        """Judge a right mark that the player chose."""
        known = self.knowledge
        if known.states[edge] == UNKNOWN and self._budget.is_spent:
            return Judgement(Kind.OPEN, edge)
        if known.states[edge] != UNKNOWN and edge not in known.origin:
            return Judgement(Kind.FOLLOWED, edge)  # it was thought of before
        effort, derivation = self._derive(edge, state)
        ahead = not effort.is_within_sight and not self._is_easiest(edge, effort)
        if ahead and self._budget.is_spent:
            return Judgement(Kind.OPEN, edge)
        return Judgement(Kind.AHEAD if ahead else Kind.FOLLOWED, edge, effort, derivation)

    def _derive(self, edge: int, state: EdgeState) -> tuple[Effort, Derivation | None]:
        """The least effort found to deduce the right state of an edge, and how."""
        known = self.knowledge
        search = TargetedSearch(
            self._explainer, known.states, Budget(SEARCH_UNITS, parent=self._budget)
        )
        easy = self._derive_easily(edge, search)
        if easy is not None:
            return easy
        board = known.known_board()
        by_sides, found = search.step_by_sides(edge), search.reasons_for(edge, int(state))
        reasons = 0 if found is None else len(found.rules)
        if by_sides is not None and not 0 < reasons <= by_sides.cost:
            return Effort(by_sides.cost, 0, 1), Derivation(board, by_sides)
        joint = None if found is None else Derivation(board, found)
        if not 0 < reasons <= MAX_REASONS:
            chain = search.shortest_chain(edge, self._patterns, MAX_REASONS)
            if chain is not None and chain.lines <= MAX_HIDDEN:
                return Effort(chain.reasons, chain.lines, int(chain.reasons > 1)), joint
        return Effort(reasons, 0, 1), joint

    def _derive_easily(self, edge: int, search: TargetedSearch) -> tuple[Effort, Derivation] | None:
        """A derivation by single reasons, a pattern or a short way, if there is one."""
        known = self.knowledge
        if known.states[edge] != UNKNOWN:
            return self._derive_known(edge)
        for pattern in self._patterns:
            if edge in pattern.open_edges(known.states):
                return Effort(), Derivation(known.known_board(), pattern)
        found = search.step_by_sides(edge)
        if found is not None and found.way and len(found.way.cells) <= SHORT_WAY:
            return Effort(found.cost), Derivation(known.known_board(), found)
        return None

    def _is_easiest(self, edge: int, effort: Effort) -> bool:
        """Whether no line takes fewer reasons, so that a mark is not ahead of any other.

        Who draws no crosses is taken to have those in mind that take fewer reasons.
        """
        known = self.knowledge
        for _ in range(MAX_THOUGHT):
            easier = self._easiest()
            if easier is None:
                return False
            reasons, states = easier
            if edge in states or reasons >= effort.reasons > 0:
                return True
            if not self._think(states):
                return False
            if known.states[edge] != UNKNOWN:
                return True
        return False

    def _easiest(self) -> tuple[int, dict[int, int]] | None:
        """The number of reasons of the easiest step beyond single reasons, and what it forces."""
        known, explainer = self.knowledge, self._explainer
        for pattern in self._patterns:
            if states := pattern.open_edges(known.states):
                return 1, states
        connected = ConnectedCells(explainer.puzzle.grid, known.states, self._budget)
        sides = find_sides(connected)
        if sides:
            return 1, {sides[0].edge: sides[0].state}
        units = Budget(SEARCH_UNITS, parent=self._budget)
        found = explainer.fewest_reasons(known.states, units)
        return None if found is None else (len(found.rules), {found.edge: found.state})

    def _derive_known(self, edge: int) -> tuple[Effort, Derivation]:
        """The effort for an edge that single reasons force."""
        known = self.knowledge
        found = known.origin[edge]
        board = known.known_board(found.edges)
        for pattern in self._patterns:
            if edge in pattern.core:
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
        """A mistake, with what easily shows the right state, if there is such a thing."""
        search = TargetedSearch(self._explainer, self.knowledge.states, self._budget)
        unknown = self.knowledge.states[edge] == UNKNOWN
        if self._budget.is_spent or not (unknown or edge in self.knowledge.origin):
            return Judgement(Kind.MISTAKE, edge)
        return Judgement(Kind.MISTAKE, edge, *(self._derive_easily(edge, search) or ()))

    def _is_forced(self, edge: int, state: EdgeState) -> bool:
        """Whether a single reason forces a state on the board as it is drawn."""
        graph, states = self._explainer.graph, states_of(self.knowledge.board)
        found = (apply_rule(graph, states, rule) for rule in graph.edge_rules[edge])
        return any(
            one is not None and one.state == int(state) and edge in one.edges for one in found
        )
