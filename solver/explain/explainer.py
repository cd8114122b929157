"""The search for the next step that a person could find on a board."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import cached_property
from itertools import islice

from msgspec import Struct

from puzzle.model import Board, EdgeState, Puzzle
from puzzle.rules import is_solved
from solver.agreement import Agreement
from solver.constructing import find_forced
from solver.explain.budget import UNLIMITED, Budget
from solver.explain.choice import Easy, EasyChoices
from solver.explain.crossings import explained_by_counting
from solver.explain.direct import RuleDeduction
from solver.explain.nearness import MAX_GROUPS, Near, Nearness
from solver.explain.pairs import find_proofs
from solver.explain.patterns import KnownPattern, patterns_of_clues
from solver.explain.rule_graph import CROSS, LINE, UNKNOWN, RuleGraph, States, states_of
from solver.explain.shrink import Forced, shrink
from solver.explain.sides import ConnectedCells, find_sides, step_of_sides
from solver.explain.sides_at_clue import find_tied_clues, step_of_tied_clue
from solver.explain.smallest import (
    MIN_JOINT_REASONS,
    ImpossibleStates,
    RepeatedSearch,
    by_nearness,
    impossible_states,
    quick_reasons,
    smallest_reasons_next,
)
from solver.explain.step import Step
from solver.explain.steps import MAX_FURTHER, step_of_easy, step_of_forced, takes_a_trial
from solver.report import Limits, Outcome, Report
from solver.search import solve

TRUTH_LIMITS = Limits(seconds=None, propagations=20_000_000)
"""The limits of the search for the solution."""

STEP_BUDGET = 1_000_000
"""Maximum units of work (see `solver.explain.budget`) for one step."""

OTHER_ROUNDS, MAX_OTHER_SETS = 8, 12
"""Rounds of the search for other steps of several reasons, and the number of sets it tries."""

OTHER_REASONS = range(MIN_JOINT_REASONS, 7)
"""Numbers of reasons of such a step; with more, it is too hard to find."""


SHORT_WAY = 8
"""Maximum number of cells of a way round an edge that is easier to see than two reasons."""


class NoStep(Enum):
    """The reasons why there is no next step."""

    SOLVED = "the lines solve the puzzle"
    WRONG_MARKS = "the marks do not lead to a solution"
    NO_SOLUTION = "the puzzle has no solution"
    NOTHING_FORCED = "several solutions are left, and nothing more is common to them"
    TOO_HARD = "no reasons were found within the limits"


class Explainer(Struct, eq=False, dict=True):
    """Finds and explains the steps of one puzzle; keeps its solution and what searches found.

    That the solution is unique is never a reason. The solution is only used to recognise wrong
    marks, and to skip the state of each edge that cannot be refuted. `shared` is what all solutions
    with the marks of the boards share, where it is known already.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(2, 2), (None, 1, None, 0))
    >>> step = Explainer(puzzle).next_step(Board.blank(puzzle))
    >>> step.technique.name, step.reasons, len(step.deductions)
    ('zero', (ClueReason(cell=3),), 4)
    """

    puzzle: Puzzle
    limits: Limits = TRUTH_LIMITS
    shared: Agreement | None = None

    @cached_property
    def graph(self) -> RuleGraph:
        """The rules of the puzzle; raises `RulesError` for rules without hints."""
        return RuleGraph(self.puzzle)

    @cached_property
    def search(self) -> RepeatedSearch:
        """What searches on the boards of the puzzle keep."""
        return RepeatedSearch(self.graph)

    @cached_property
    def report(self) -> Report:
        """The result of the search for up to two solutions of the puzzle."""
        return solve(self.puzzle, self.limits)

    @property
    def solution(self) -> frozenset[int] | None:
        """The unique solution; None when there is not exactly one, or a limit ended the search."""
        return self.report.solutions[0] if self.report.outcome is Outcome.UNIQUE else None

    @cached_property
    def patterns(self) -> tuple[KnownPattern, ...]:
        """The known patterns that the clues of the puzzle form."""
        return patterns_of_clues(self.graph)

    @cached_property
    def easy(self) -> EasyChoices:
        """The single reasons and known patterns of one board after another."""
        return EasyChoices(self.graph, self.patterns)

    def next_step(
        self,
        board: Board,
        budget: Budget = UNLIMITED,
        near: Near = (),
        *,
        another: int = 0,
        rules_first: bool = False,
    ) -> Step | NoStep:
        """The step that is easiest to see, or the reason why there is none.

        Single reasons and known patterns come before all others, then steps with few reasons. A
        step that can be told comes before one that takes a long trial. Of equally easy ones, the
        nearest to `near` is taken: the edges that were marked last, those before them, and so on.
        With `rules_first`, single reasons come before patterns. `another`
        is the number of steps to skip in this order, of which no two deduce the same edge; the
        first step follows again after the last.

        The search may use what is left of `budget`, but at most `STEP_BUDGET`. Wrong marks are
        recognised by comparison with the solution, or, when there are several, by a search for a
        solution that has all marks.
        """
        lines = board.lines
        if is_solved(self.puzzle, lines):
            return NoStep.SOLVED
        obstacle = self._obstacle(board, lines)
        if obstacle is not None:
            return obstacle
        states = states_of(board)
        nearness = Nearness(self.puzzle.grid, near)
        choices = self.easy.at(states, nearness, rules_first=rules_first)
        steps = self._steps(board, states, choices, nearness, budget)
        found = list(islice(steps, another + 1))
        if found:
            return found[another % len(found)]
        return NoStep.NOTHING_FORCED if self._impossible_states(states) == [] else NoStep.TOO_HARD

    def walkthrough(
        self,
        board: Board | None = None,
        units: int | None = None,
        *,
        rules_first: bool = False,
        look: Callable[[Board], Board] | None = None,
    ) -> Iterator[Step | NoStep]:
        """Yield steps from a board, by default blank, and at the end why there is no next step.

        `units` limits the work for all steps together; a later step that needs work is TOO_HARD.
        Steps are near to the last ones, the first to the marks of the board. With `rules_first`,
        as in lessons for beginners, single reasons come before patterns, wherever they are. With
        `look`, a step is found on what it sees of each board.
        """
        board = board or Board.blank(self.puzzle)
        budget = Budget(units)
        before: deque[tuple[int, ...]] = deque(
            [marked_edges(board)], MAX_GROUPS if not rules_first else 0
        )
        while True:
            seen = look(board) if look else board
            step = self.next_step(seen, budget, before, rules_first=rules_first)
            yield step
            if not isinstance(step, Step):
                return
            board = board.mark(step.forced)
            before.appendleft(tuple(step.forced))

    def _obstacle(self, board: Board, lines: frozenset[int]) -> NoStep | None:
        """Why there is no step, if no solution with all marks of the board is known."""
        if self.shared is not None:
            is_wrong = lines & self.shared.crosses or board.crosses & self.shared.lines
            return NoStep.WRONG_MARKS if is_wrong else None
        if self.report.outcome is Outcome.NONE:
            return NoStep.NO_SOLUTION
        if self.solution is not None:
            is_right = lines <= self.solution and not board.crosses & self.solution
            return None if is_right else NoStep.WRONG_MARKS
        marks = {edge: mark for edge, mark in enumerate(board.marks) if mark}
        found = solve(self.puzzle, self.limits, assume=marks)
        if found.outcome is Outcome.NONE:
            return NoStep.WRONG_MARKS
        return None if found.solutions else NoStep.TOO_HARD

    def _steps(
        self,
        board: Board,
        states: States,
        choices: Iterable[Easy],
        nearness: Nearness,
        budget: Budget,
    ) -> Iterator[Step]:
        """Yield the steps of a board in order of preference; no two deduce the same edge."""
        seen: set[int] = set()
        for easy in choices:
            new = set(easy.edges if isinstance(easy, RuleDeduction) else easy.open_edges(states))
            if seen.isdisjoint(new):
                seen |= new
                yield step_of_easy(self.graph, board, states, easy)
        if not seen:
            step = self._joint_step(board, states, budget, nearness)
            if step is None:
                return
            if takes_a_trial(step):
                others = self._other_joint_steps(board, states, set(), budget, nearness)
                step = next((each for each in others if not takes_a_trial(each)), step)
            seen.update(step.forced)
            yield step
        for step in self._steps_by_sides(states, nearness, budget):
            if seen.isdisjoint(step.forced):
                seen.update(step.forced)
                yield step
        yield from self._other_joint_steps(board, states, seen, budget, nearness)

    def _other_joint_steps(
        self, board: Board, states: States, seen: set[int], budget: Budget, nearness: Nearness
    ) -> Iterator[Step]:
        """Yield steps of several reasons that find no edge of `seen`, those with few first."""
        proofs = find_proofs(self.graph, states, OTHER_ROUNDS, self.search.corners.at(states))
        new = [Forced(*proof[:3]) for proof in proofs if proof.edge not in seen]
        for found in by_nearness(new, nearness)[:MAX_OTHER_SETS]:
            if budget.is_spent:
                return
            small = shrink(self.graph, states, found, budget=budget)
            if found.edge in seen or small is None or len(small.rules) not in OTHER_REASONS:
                continue
            step = step_of_forced(self.graph, board, small, budget, MAX_FURTHER)
            if seen.isdisjoint(step.forced):
                seen.update(step.forced)
                yield explained_by_counting(self.graph, board, states, step, budget)

    def _joint_step(
        self, board: Board, states: States, budget: Budget, nearness: Nearness
    ) -> Step | None:
        """A step by the sides of the loop, or of several reasons; None without one in the budget.

        A short way comes before two reasons, and any way before more reasons.
        """
        if budget.is_spent:
            return None
        budget = Budget(STEP_BUDGET, parent=budget)
        by_sides = next(self._steps_by_sides(states, nearness, budget), None)
        if by_sides and by_sides.way and len(by_sides.way.cells) <= SHORT_WAY:
            return by_sides
        quick = quick_reasons(self.search, states, budget)
        if by_sides is not None and not (
            quick[1] and self.graph.sides_rule not in quick[0][0].rules
        ):
            return by_sides
        found = self._fewest(states, budget, nearness, *quick)
        if found is None:
            return None
        step = step_of_forced(self.graph, board, found, budget, MAX_FURTHER)
        return explained_by_counting(self.graph, board, states, step, budget)

    def _steps_by_sides(self, states: States, nearness: Nearness, budget: Budget) -> Iterator[Step]:
        """Yield the steps by the sides of the loop, without a clue before those with one."""
        connected = ConnectedCells(self.puzzle.grid, states, budget, self.graph.animals)
        for sides in find_sides(connected, nearness):
            yield step_of_sides(connected, sides)
        for tied in find_tied_clues(self.graph, connected, nearness):
            yield step_of_tied_clue(connected, tied)

    def fewest_reasons(self, states: States, budget: Budget) -> Forced | None:
        """The smallest set of reasons found that forces an edge, when no single reason does.

        None when the budget is spent before one is found.
        """
        quick = quick_reasons(self.search, states, budget)
        return self._fewest(states, budget, None, *quick)

    def _fewest(
        self,
        states: States,
        budget: Budget,
        nearness: Nearness | None,
        found: list[Forced],
        is_minimal: bool,
    ) -> Forced | None:
        """The smallest set of reasons, given what `quick_reasons` found."""
        found = by_nearness(found, nearness)
        if is_minimal:
            return found[0]
        impossible = self._impossible_states(states) or []
        return smallest_reasons_next(
            self.search, states, found, impossible, budget, nearness=nearness
        )

    def _impossible_states(self, states: States) -> ImpossibleStates | None:
        """The unknown edges that have the same state in all solutions, with the opposite state.

        None when the limits ended the search for them.
        """
        shared = self.shared
        if shared is None and self.solution is not None:
            return impossible_states(self.solution, states)
        if shared is None:
            marks = {edge: EdgeState(state) for edge, state in enumerate(states[:-1]) if state}
            common = find_forced(self.puzzle, self.limits, marks)
            if not common.complete:
                return None
            shared = common.forced
        return [
            (edge, CROSS if edge in shared.lines else LINE)
            for edge in sorted(shared.lines | shared.crosses)
            if states[edge] == UNKNOWN
        ]


def marked_edges(board: Board) -> tuple[int, ...]:
    """The edges of a board that are marked.

    >>> from puzzle.grid import square_grid
    >>> board = Board.blank(Puzzle(square_grid(1, 1), (4,)))
    >>> marked_edges(board.mark({2: EdgeState.CROSS}))
    (2,)
    """
    return tuple(edge for edge, mark in enumerate(board.marks) if mark)
