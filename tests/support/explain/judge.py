"""Checks of steps, and of the reasons why there is none, in three independent ways.

- SAT with only the reasons and the known marks of the step allows no other state.
- On small boards, all solutions among all simple cycles agree; on others a search for a
  solution with the other state finds none.
- The argument is read line by line (`proofs`).
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from puzzle.model import Board, EdgeState, Puzzle, Solution
from puzzle.moves import format_marks
from puzzle.notation import format_loopy
from puzzle.rules import is_solved
from solver.explain.explainer import NoStep
from solver.explain.step import Argument, Deduction, EdgesAre, Reason, Step
from solver.search import Outcome, solve
from tests.support.explain.proofs import Reader
from tests.support.explain.truth import Marks, Truth
from tests.support.oracle import solutions

LINE, CROSS, UNKNOWN = EdgeState.LINE, EdgeState.CROSS, EdgeState.UNKNOWN

MAX_FOR_PEOPLE = 6
"""Maximum number of reasons of a step that must have an argument for every deduction."""
MAX_SHRUNK = 12
"""Maximum number of reasons of a step that must have no unneeded reason."""


class Tally(Struct):
    """Counts of what was checked."""

    states: int = 0
    hard: int = 0
    deductions: int = 0
    without_argument: int = 0
    too_hard: int = 0


class Judge:
    """Checks steps of a puzzle, with solvers that are independent of the explainer."""

    def __init__(self, puzzle: Puzzle, truth: Truth, tally: Tally) -> None:
        self.puzzle = puzzle
        self.truth = truth
        self.tally = tally
        self.all_solutions = _all_solutions(puzzle)

    def check(self, board: Board, answer: Step | NoStep) -> None:
        """Assert that the answer is correct; the error has a note with the board."""
        self.tally.states += 1
        try:
            if isinstance(answer, Step):
                self.check_step(board, answer)
            else:
                self.check_end(board, answer)
        except AssertionError as error:
            error.add_note(f"{format_loopy(self.puzzle)} --marks {marks_text(board)!r}\n{answer}")
            raise

    # Steps

    def check_step(self, board: Board, step: Step) -> None:
        marks = marks_of(board)
        self.tally.hard += step.cost > 1
        self.tally.deductions += len(step.deductions)
        assert step.deductions
        assert len(set(step.reasons)) == len(step.reasons)
        assert step.known <= marks.keys()
        assert all(reason in self.truth.rules for reason in step.reasons)
        for deduction in step.deductions:
            assert board.marks[deduction.edge] is UNKNOWN
            assert self.truth.forces(step.reasons, marks, deduction), "not forced by the reasons"
            self.check_forced(marks, deduction)
        if step.pattern is not None:
            self.check_pattern(marks, step)
            return
        if step.cost <= MAX_SHRUNK:
            self.check_nothing_idle(marks, step)
        self.check_arguments(marks, step)

    def check_forced(self, marks: Marks, deduction: Deduction) -> None:
        """There is a solution with these marks, and all such solutions agree with the deduction."""
        if self.all_solutions is not None:
            fitting = [lines for lines in self.all_solutions if _fits(marks, lines)]
            assert fitting, "there is no solution"
            is_line = deduction.state is LINE
            assert all((deduction.edge in lines) is is_line for lines in fitting), "not forced"
        else:
            opposite = CROSS if deduction.state is LINE else LINE
            found = solve(self.puzzle, assume={**marks, deduction.edge: opposite})
            assert found.outcome is Outcome.NONE, "not forced"

    def check_nothing_idle(self, marks: Marks, step: Step) -> None:
        """Some deduction of the step needs all of its reasons."""
        assert any(
            not any(
                self.truth.forces([r for r in step.reasons if r != reason], marks, deduction)
                for reason in step.reasons
            )
            for deduction in step.deductions
        ), "a reason is idle"

    def check_pattern(self, marks: Marks, step: Step) -> None:
        """The reasons suffice with the known marks, and each reason and each mark is needed.

        Patterns have the marks that they need where dots may have no line.
        """
        known = {edge: marks[edge] for edge in step.known}
        assert self.forced_by(step.reasons, known, step), "takes other marks"
        for reason in step.reasons:
            rest = [other for other in step.reasons if other != reason]
            assert not self.forced_by(rest, known, step), "a reason is idle"
        for edge in known:
            others = {other: mark for other, mark in known.items() if other != edge}
            assert not self.forced_by(step.reasons, others, step, visits=False), "a mark is idle"

    def forced_by(
        self, reasons: Sequence[Reason], known: Marks, step: Step, *, visits: bool = True
    ) -> bool:
        """Whether these reasons and marks force all deductions of a step."""
        return all(
            self.truth.forces(reasons, known, found, visits=visits) for found in step.deductions
        )

    def check_arguments(self, marks: Marks, step: Step) -> None:
        """The arguments prove the deductions in order, and use exactly the known marks."""
        arguments = [a for a in (step.argument, *step.further) if a != Argument(())]
        without = [d for d in step.deductions if not any(_is_about(a, d) for a in arguments)]
        assert not without or step.cost > MAX_FOR_PEOPLE, "an argument is missing"
        self.tally.without_argument += len(without)
        reader = Reader(self.puzzle, step.reasons, marks)
        for argument in arguments:
            reader.follow(argument)
        given = {e for a in arguments for i in a.all_inferences() for e in i.given}
        assert step.known == given & marks.keys()
        known = {edge: marks[edge] for edge in step.known} | states_of(without)
        for deduction in step.deductions:
            if deduction not in without:
                assert reader.states[deduction.edge] is deduction.state
            assert self.truth.forces(step.reasons, known, deduction), "takes other marks"

    # No step

    def check_end(self, board: Board, answer: NoStep) -> None:
        marks = marks_of(board)
        match answer:
            case NoStep.SOLVED:
                assert is_solved(self.puzzle, board.lines)
            case NoStep.WRONG_MARKS:
                assert solve(self.puzzle, assume=marks).outcome is Outcome.NONE
                assert solve(self.puzzle).outcome is not Outcome.NONE
            case NoStep.NO_SOLUTION:
                assert solve(self.puzzle).outcome is Outcome.NONE
            case NoStep.NOTHING_FORCED:
                unknown = [edge for edge, mark in enumerate(board.marks) if not mark]
                for edge in unknown:
                    for state in (LINE, CROSS):
                        found = solve(self.puzzle, assume={**marks, edge: state})
                        assert found.outcome is not Outcome.NONE
            case NoStep.TOO_HARD:
                self.tally.too_hard += 1


def _is_about(argument: Argument, deduction: Deduction) -> bool:
    """Whether an argument proves a deduction."""
    if argument.supposed is not None:
        return argument.supposed.edge == deduction.edge
    facts = [inference.fact for inference in argument.inferences]
    return any(isinstance(fact, EdgesAre) and deduction.edge in fact.edges for fact in facts)


def states_of(deductions: Iterable[Deduction]) -> dict[int, EdgeState]:
    return {deduction.edge: deduction.state for deduction in deductions}


def marks_of(board: Board) -> dict[int, EdgeState]:
    return {edge: mark for edge, mark in enumerate(board.marks) if mark}


def marks_text(board: Board) -> str:
    return format_marks(board.puzzle.grid, marks_of(board))


def _fits(marks: Marks, lines: Solution) -> bool:
    return all((edge in lines) is (mark is LINE) for edge, mark in marks.items())


def _all_solutions(puzzle: Puzzle) -> list[Solution] | None:
    """All solutions on a board of at most 4x4 square cells; None on others."""
    grid = puzzle.grid
    if not grid.is_square or max(grid.rows, grid.cols) > 4:
        return None
    return [
        frozenset(grid.edge_index[grid.dot_index[a], grid.dot_index[b]] for a, b in cycle)
        for cycle in solutions(grid.rows, grid.cols, puzzle.clues, puzzle.rules.name)
    ]


def state_in(loop: Solution, edge: int) -> EdgeState:
    return LINE if edge in loop else CROSS
