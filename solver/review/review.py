"""The review of a solved board: its strokes judged, easy steps left open, and long pauses.

Strokes are judged one after another, against what could be deduced before each of them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import median

from msgspec import Struct, field

from puzzle.model import Board, EdgeState
from puzzle.rules import Capability, require
from puzzle.strokes import Stroke, drawn
from solver.explain.budget import Budget
from solver.explain.choice import Easy
from solver.explain.direct import RuleDeduction, apply_rule
from solver.explain.explainer import SHORT_WAY, Explainer
from solver.explain.nearness import Near, Nearness
from solver.explain.patterns import KnownPattern
from solver.explain.rule_graph import LINE, UNKNOWN, RuleGraph, States, board_of, states_of
from solver.explain.sides import ConnectedCells, find_sides
from solver.explain.step import Step
from solver.explain.steps import step_of_easy
from solver.explain.targeted import TargetedSearch
from solver.review.judgement import (
    MAX_HIDDEN,
    MAX_REASONS,
    Derivation,
    Effort,
    JudgedStroke,
    Judgement,
    Kind,
    NotReviewed,
    OpenStep,
    Review,
    is_right,
    without_wrong,
)
from solver.review.known_marks import KnownMarks, VisibleMarks, forced_by, leaves_out_crosses

SEARCH_UNITS = 3_000
"""Maximum units of work (see `solver.explain.budget`) of the searches for one edge."""
SEARCH_PART = 3
"""One of so many parts of the work for a review is for the searches for all edges together."""
MAX_THOUGHT = 8
"""Maximum number of steps to crosses alone that are added at once to what is in mind."""


class Reviewer:
    """Judges the strokes of a board whose `solution` is known, with at most `units` of work.

    A part of them is for searches. When all are used up, only wrong marks are judged.
    """

    def __init__(self, explainer: Explainer, solution: frozenset[int], units: int) -> None:
        self._whole = Budget(units, strict=True)
        self._budget = Budget(units // SEARCH_PART, parent=self._whole)
        self.knowledge = KnownMarks(explainer, solution, self._whole)
        self.open_steps = OpenSteps(explainer.graph)
        self._explainer = explainer
        self._solution = solution
        self._number = 0
        self._is_stale = False

    def judge(self, stroke: Stroke) -> JudgedStroke:
        """Judge a stroke against the board before it, and draw it."""
        known, before = self.knowledge, self.knowledge.board
        changes = {e: s for e, s in stroke.states.items() if before.marks[e] is not s}
        wrong = {e: s for e, s in changes.items() if not is_right(s, e, self._solution)}
        erased = [e for e, s in changes.items() if s is EdgeState.UNKNOWN]
        right = {e: s for e, s in changes.items() if s and e not in wrong}
        was_right = {e: is_right(before.marks[e], e, self._solution) for e in changes}
        if self._is_stale and (right or wrong) and not self._whole.is_spent:
            known.rebuild()
            self._is_stale = False
        judgements = [
            Judgement(Kind.ERASED if was_right[e] else Kind.CORRECTION, e) for e in erased
        ]
        judgements += self._judge_right(right, was_right, own=stroke.own)
        judgements += self._judge_wrong(wrong, own=stroke.own)
        known.board = before.mark(changes)
        if any(before.marks[e] and was_right[e] for e in (*erased, *wrong)):
            self._is_stale = True
        self._number += 1
        return JudgedStroke(stroke, before, tuple(judgements))

    def _judge_right(
        self, right: dict[int, EdgeState], was_right: dict[int, bool], *, own: bool
    ) -> Iterable[Judgement]:
        """Judge right marks, and draw them; those that are easy first, as others follow then."""
        known, left, harder = self.knowledge, sorted(right), False
        seen = Seen.of(known.visible)
        while left:
            over = self._whole.is_spent
            edge = self._first_of(left) if own and not over else left[0]
            left.remove(edge)
            if not was_right[edge]:
                yield Judgement(Kind.CORRECTION, edge)
            elif not own:
                yield Judgement(Kind.GIVEN, edge)
            elif over:
                yield Judgement(Kind.OPEN, edge)
            else:
                harder |= edge not in known.visible.easy
                yield self._judge_own(edge, right[edge])
            if not over:
                known.add(edge, right[edge])
        if self._whole.is_spent:
            self.open_steps.end(without_wrong(known.board, self._solution))
        elif harder:
            self.open_steps.pass_by(self._number, seen, right)

    def _first_of(self, left: Sequence[int]) -> int:
        """The edge of a stroke that is easiest to deduce; the lowest of those that are hard."""
        known = self.knowledge
        easy = next((e for e in left if e in known.visible.easy), None)
        for _ in range(MAX_THOUGHT):
            if easy is None:
                easy = next((e for e in left if known.states[e] != UNKNOWN), None)
            if easy is not None or len(left) == 1 or self._budget.is_spent:
                break
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
        if known.states[edge] == UNKNOWN and edge not in known.visible.easy:
            if self._budget.is_spent:
                return Judgement(Kind.OPEN, edge)
        elif not self._is_deduced(edge):
            return Judgement(Kind.FOLLOWED, edge)  # it was thought of before
        units = Budget(SEARCH_UNITS, parent=self._budget)
        effort, derivation = self._derive(edge, state, units)
        ahead = not effort.is_within_sight and not self._is_easiest(edge, effort)
        if ahead and units.is_spent:
            return Judgement(Kind.OPEN, edge)
        return Judgement(Kind.AHEAD if ahead else Kind.FOLLOWED, edge, effort, derivation)

    def _derive(
        self, edge: int, state: EdgeState, units: Budget
    ) -> tuple[Effort, Derivation | None]:
        """The least effort found to deduce the right state of an edge, and how."""
        known = self.knowledge
        search = TargetedSearch(self._explainer, known.states, units)
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
            chain = search.shortest_chain(edge, self._open_patterns(), MAX_REASONS)
            if chain is not None and chain.lines <= MAX_HIDDEN:
                return Effort(chain.reasons, chain.lines, int(chain.reasons > 1)), joint
        return Effort(reasons, 0, 1), joint

    def _derive_easy(self, edge: int) -> tuple[Effort, Derivation]:
        """The derivation by an easy step from what is easy to see."""
        visible = self.knowledge.visible
        easy = visible.easy[edge]
        board = board_of(self._explainer.puzzle, visible.states_without(easy))
        return Effort(), Derivation(board, easy)

    def _derive_easily(self, edge: int, search: TargetedSearch) -> tuple[Effort, Derivation] | None:
        """A derivation by single reasons, a pattern or a short way, if there is one."""
        known = self.knowledge
        if edge in known.visible.easy:
            return self._derive_easy(edge)
        if edge in known.origin:
            found = known.origin[edge]
            board = known.known_board(found.edges)
            return Effort(1, known.hidden_lines(edge)), Derivation(board, found)
        by_sides = search.step_by_sides(edge)
        if by_sides is not None and by_sides.way and len(by_sides.way.cells) <= SHORT_WAY:
            return Effort(by_sides.cost), Derivation(known.known_board(), by_sides)
        return None

    def _open_patterns(self) -> list[KnownPattern]:
        """The easy patterns that force something beyond single reasons."""
        states, easy = self.knowledge.states, self.knowledge.visible.easy
        found = {one.place: one for one in easy.values() if isinstance(one, KnownPattern)}
        return [one for one in found.values() if one.open_edges(states)]

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
        for pattern in self._open_patterns():
            return 1, pattern.open_edges(known.states)
        grid, animals = explainer.puzzle.grid, explainer.graph.animals
        connected = ConnectedCells(grid, known.states, self._budget, animals)
        sides = find_sides(connected)
        if sides:
            return 1, {sides[0].edge: sides[0].state}
        units = Budget(SEARCH_UNITS, parent=self._budget)
        found = explainer.fewest_reasons(known.states, units)
        return None if found is None else (len(found.rules), {found.edge: found.state})

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
        known = self.knowledge
        if self._whole.is_spent or not (known.states[edge] == UNKNOWN or self._is_deduced(edge)):
            return Judgement(Kind.MISTAKE, edge)
        search = TargetedSearch(self._explainer, known.states, self._budget)
        return Judgement(Kind.MISTAKE, edge, *(self._derive_easily(edge, search) or ()))

    def _is_deduced(self, edge: int) -> bool:
        """Whether an edge is known and not drawn, and it is known how it follows."""
        return edge in self.knowledge.visible.easy or edge in self.knowledge.origin

    def _is_forced(self, edge: int, state: EdgeState) -> bool:
        """Whether a single reason forces a state on the board as it is drawn."""
        graph, states = self._explainer.graph, states_of(self.knowledge.board)
        found = (apply_rule(graph, states, rule) for rule in graph.edge_rules[edge])
        return any(
            one is not None and one.state == int(state) and edge in one.edges for one in found
        )


MAX_OPEN_STEPS = 3
"""Maximum number of easy steps that stayed open."""
MIN_PASSED = 2
"""Minimum number of harder strokes that passed while a step was open."""


class Seen(Struct, frozen=True):
    """What is easy to see before a stroke: copies of the fields of `VisibleMarks`."""

    states: States
    easy: Mapping[int, Easy]

    @classmethod
    def of(cls, visible: VisibleMarks) -> "Seen":
        """What is easy to see now."""
        return cls(visible.states.copy(), visible.easy.copy())


class _Opened(Struct, frozen=True):
    """The first harder stroke that passed an edge, with what was seen before it."""

    number: int
    seen: Seen
    drawn: Mapping[int, EdgeState]


class OpenSteps(Struct, eq=False):
    """Counts the harder strokes that pass each edge while an easy step forces it."""

    graph: RuleGraph
    _opened: dict[int, _Opened] = field(default_factory=dict)
    _passed: dict[int, set[int]] = field(default_factory=dict)

    def pass_by(self, number: int, seen: Seen, drawn: Mapping[int, EdgeState]) -> None:
        """Note a harder stroke, which draws some right marks, and what was easy before it."""
        opened = _Opened(number, seen, drawn)
        for edge in seen.easy.keys() - drawn.keys():
            self._opened.setdefault(edge, opened)
            self._passed.setdefault(edge, set()).add(number)

    def end(self, board: Board) -> None:
        """Forget the steps that are open on a board, as what passes them is counted no more."""
        marks = board.marks
        self._opened = {edge: one for edge, one in self._opened.items() if marks[edge]}

    def longest(self, board: Board) -> tuple[OpenStep, ...]:
        """The steps that stayed open longest until they were drawn, as the last board shows.

        No two of them have an edge in common. A cross that is never drawn is left out on purpose,
        and so are all crosses of a player who draws few.
        """
        few = leaves_out_crosses(board)
        drawn = board.lines if few else board.lines | board.crosses
        steps = [self._step(edge, few=few) for edge in sorted(self._opened.keys() & drawn)]
        found: list[OpenStep] = []
        taken: set[int] = set()
        for one in sorted(steps, key=lambda one: (-one.passed, one.since)):
            if one.passed >= MIN_PASSED and taken.isdisjoint(one.step.forced):
                taken.update(one.step.forced)
                found.append(one)
        return tuple(found[:MAX_OPEN_STEPS])

    def _step(self, edge: int, *, few: bool) -> OpenStep:
        """The easy step for an edge before the first harder stroke that passed it.

        A stroke counts if it passed all edges of the step.
        """
        graph, opened = self.graph, self._opened[edge]
        easy, states = opened.seen.easy[edge], opened.seen.states.copy()
        for each, (state, _) in forced_by(easy).items():
            if each in opened.drawn:
                states[each] = state
            elif each in opened.seen.easy and (state == LINE or not few):
                states[each] = UNKNOWN
        if isinstance(easy, RuleDeduction) and easy.rule < graph.loop_rule:
            easy = apply_rule(graph, states, easy.rule) or easy
        board = board_of(graph.puzzle, states)
        step = step_of_easy(graph, board, states, easy)
        passed = set.intersection(*(self._passed[each] for each in step.forced))
        return OpenStep(step, board, opened.number, len(passed))


REVIEW_BUDGET = 120_000
"""Maximum units of work (see `solver.explain.budget`) of a review."""
LONG_PAUSE_SECONDS, LONG_PAUSE_MEDIANS = 20, 4
"""A pause is long if it takes more seconds, and more times the median of all pauses."""
MAX_PAUSES = 5
"""Maximum number of long pauses."""


def review(
    explainer: Explainer, strokes: Sequence[Stroke], units: int = REVIEW_BUDGET
) -> Review | NotReviewed:
    """The review of strokes that lead to the solution, with at most about `units` of work.

    Raises `RulesError` for rules without reviews.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import EdgeState, Puzzle
    >>> explainer = Explainer(Puzzle(square_grid(1, 1), (4,)))
    >>> lines = [Stroke(number, {number: EdgeState.LINE}) for number in range(4)]
    >>> found = review(explainer, lines)
    >>> found.strokes[0].judgements[0].derivation.step(explainer.graph).technique.name
    'full-clue'
    """
    require(explainer.puzzle, Capability.REVIEWS)
    solution = explainer.solution
    if solution is None:
        return NotReviewed.SEVERAL_SOLUTIONS
    if drawn(explainer.puzzle, strokes).lines != solution:
        return NotReviewed.INCOMPLETE
    reviewer = Reviewer(explainer, solution, units)
    judged = tuple(reviewer.judge(stroke) for stroke in strokes)
    open_steps = reviewer.open_steps.longest(reviewer.knowledge.board)
    return Review(solution, judged, open_steps, _long_pauses(strokes))


def easy_lines(explainer: Explainer, board: Board, near: Near = ()) -> Iterator[tuple[Step, Board]]:
    """The easy steps that draw a line on a board of right marks, each with the board before it.

    The board has the crosses that follow from its marks as well, so that all steps draw lines.
    """
    states = VisibleMarks(explainer, states_of(board)).states
    seen = board_of(explainer.puzzle, states)
    nearness = Nearness(explainer.puzzle.grid, near)
    for easy in explainer.easy.at(states, nearness):
        yield step_of_easy(explainer.graph, seen, states, easy), seen


def _long_pauses(strokes: Sequence[Stroke]) -> tuple[int, ...]:
    """The numbers of the strokes after long pauses, the longest first."""
    times = [0, *(stroke.seconds for stroke in strokes)]
    pauses = [after - before for before, after in pairwise(times)]
    least = max(LONG_PAUSE_SECONDS, LONG_PAUSE_MEDIANS * median(pauses))
    long = [number for number, pause in enumerate(pauses) if pause > least]
    return tuple(sorted(long, key=lambda number: -pauses[number])[:MAX_PAUSES])
