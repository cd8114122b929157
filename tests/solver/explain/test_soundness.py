"""No step is ever unsound: thousands of boards, each step checked in three independent ways.

- SAT with nothing but the reasons and the known marks of the step leaves no other state.
- On small boards, all solutions among all simple cycles agree; on others a search for a
  solution with the other state finds none.
- The argument is read line by line (`proofs`).
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import pytest

from bench.boards import clues_of, random_loop
from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle, Solution
from puzzle.moves import format_marks
from puzzle.notation import format_loopy
from puzzle.rules import is_solved
from solver.explain.explainer import Explainer, NoStep
from solver.explain.step import Argument, Deduction, EdgesAre, Step
from solver.search import Outcome, solve
from tests.oracle import solutions
from tests.solver.explain.proofs import Reader
from tests.solver.explain.truth import Marks, Truth

LINE, CROSS, UNKNOWN = EdgeState.LINE, EdgeState.CROSS, EdgeState.UNKNOWN

MOST_FOR_PEOPLE = 6
"""Every deduction of a step with up to so many reasons has an argument."""
MOST_SHRUNK = 12
"""No reason is idle in a step with up to so many; checking more is given up at times."""


@dataclass
class Tally:
    """What was checked."""

    states: int = 0
    hard: int = 0
    deductions: int = 0
    without_argument: int = 0
    too_hard: int = 0


class Judge:
    """Knows a puzzle independently of what explains it, and checks one step after another."""

    def __init__(self, puzzle: Puzzle, truth: Truth, tally: Tally) -> None:
        self.puzzle = puzzle
        self.truth = truth
        self.tally = tally
        self.all_solutions = _all_solutions(puzzle)

    def check(self, board: Board, answer: Step | NoStep) -> None:
        """Assert that the answer is right, with the board in the message if not."""
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
        if step.cost <= MOST_SHRUNK:
            self.check_nothing_idle(marks, step)
        self.check_arguments(marks, step)

    def check_forced(self, marks: Marks, deduction: Deduction) -> None:
        """All solutions with these marks have it, and there is one."""
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
        """Some edge of the step takes all of its reasons."""
        assert any(
            not any(
                self.truth.forces([r for r in step.reasons if r != reason], marks, deduction)
                for reason in step.reasons
            )
            for deduction in step.deductions
        ), "a reason is idle"

    def check_arguments(self, marks: Marks, step: Step) -> None:
        """They show the deductions one after another, and rest on the known marks alone."""
        arguments = [a for a in (step.argument, *step.further) if a != Argument(())]
        without = [d for d in step.deductions if not any(_is_about(a, d) for a in arguments)]
        assert not without or step.cost > MOST_FOR_PEOPLE, "an argument is missing"
        self.tally.without_argument += len(without)
        reader = Reader(self.puzzle, step.reasons, {**marks, **_states(without)})
        for argument in arguments:
            reader.follow(argument)
        given = {e for a in arguments for i in a.all_inferences() for e in i.given}
        assert step.known == given & marks.keys()
        known = {edge: marks[edge] for edge in step.known} | _states(without)
        for deduction in step.deductions:
            assert reader.states[deduction.edge] is deduction.state
            assert self.truth.forces(step.reasons, known, deduction), "takes other marks"

    # Ends

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
    """Whether an argument shows a deduction."""
    if argument.supposed is not None:
        return argument.supposed.edge == deduction.edge
    facts = [inference.fact for inference in argument.inferences]
    return any(isinstance(fact, EdgesAre) and deduction.edge in fact.edges for fact in facts)


def _states(deductions: Iterable[Deduction]) -> dict[int, EdgeState]:
    return {deduction.edge: deduction.state for deduction in deductions}


def marks_of(board: Board) -> dict[int, EdgeState]:
    return {edge: mark for edge, mark in enumerate(board.marks) if mark}


def marks_text(board: Board) -> str:
    return format_marks(board.puzzle.grid, marks_of(board))


def _fits(marks: Marks, lines: Solution) -> bool:
    return all((edge in lines) is (mark is LINE) for edge, mark in marks.items())


def _all_solutions(puzzle: Puzzle) -> list[Solution] | None:
    """All of them on a small board, None on others."""
    grid = puzzle.grid
    if max(grid.rows, grid.cols) > 4:
        return None
    return [
        frozenset(grid.edge_index[grid.dot_index[a], grid.dot_index[b]] for a, b in cycle)
        for cycle in solutions(grid.rows, grid.cols, puzzle.clues)
    ]


# Boards


def random_puzzle(rng: random.Random, rows: int, cols: int) -> tuple[Puzzle, Solution]:
    """Some of the clues of a random loop, and the loop; often there are other solutions."""
    grid = square_grid(rows, cols)
    loop = random_loop(rows, cols, rng.randrange(10**9))
    share = rng.uniform(0.2, 1)
    clues = tuple(clue if rng.random() < share else None for clue in clues_of(grid, loop))
    return Puzzle(grid, clues), loop


def random_board(rng: random.Random, puzzle: Puzzle, loop: Solution) -> Board:
    """A blank board, or one with few or many marks that agree with the loop."""
    share = rng.random() ** 2 if rng.random() < 0.7 else 0
    edges = [edge for edge in range(len(puzzle.grid.edge_dots)) if rng.random() < share]
    return Board.blank(puzzle).mark({edge: state_in(loop, edge) for edge in edges})


def state_in(loop: Solution, edge: int) -> EdgeState:
    return LINE if edge in loop else CROSS


# Plays


def play(rng: random.Random, judge: Judge, loop: Solution, steps: int) -> None:
    """Check one step after another, from one random board until it ends, then from another.

    Often only a part of a step is marked. Where nothing is forced, a mark is given away.
    """
    explainer = Explainer(judge.puzzle)
    board = random_board(rng, judge.puzzle, loop)
    for _ in range(steps):
        answer = explainer.next_step(board)
        judge.check(board, answer)
        if isinstance(answer, Step):
            some = rng.sample(answer.deductions, rng.randint(1, len(answer.deductions)))
            board = board.mark({found.edge: found.state for found in some})
        elif answer is NoStep.NOTHING_FORCED:
            edge = rng.choice([edge for edge, mark in enumerate(board.marks) if not mark])
            board = board.mark({edge: state_in(loop, edge)})
        else:
            board = random_board(rng, judge.puzzle, loop)


@pytest.mark.parametrize(
    ("rows", "cols", "puzzles", "steps"),
    [
        (1, 3, 20, 10),
        (2, 2, 20, 10),
        (2, 3, 20, 15),
        (3, 3, 20, 20),
        (4, 3, 20, 20),
        (4, 4, 15, 25),
        (4, 5, 10, 25),
        (6, 5, 10, 30),
        (7, 7, 10, 40),
        (10, 10, 3, 60),
    ],
)
def test_every_step_is_sound(rows: int, cols: int, puzzles: int, steps: int) -> None:
    rng = random.Random(rows * 100 + cols)  # nothing secret about a board
    tally = Tally()
    for _ in range(puzzles):
        puzzle, loop = random_puzzle(rng, rows, cols)
        with Truth(puzzle) as truth:
            play(rng, Judge(puzzle, truth, tally), loop, steps)
    assert tally.states == puzzles * steps


def test_mistakes_are_found() -> None:
    """Boards with a wrong mark lead nowhere, and what has no solution is said to have none."""
    rng = random.Random(1)
    tally = Tally()
    seen: set[NoStep] = set()
    for _ in range(60):
        puzzle, loop = random_puzzle(rng, *rng.choice([(2, 3), (3, 3), (4, 3), (5, 4)]))
        if rng.random() < 0.3:
            clues = tuple(clue and (clue + 1) % 4 for clue in puzzle.clues)
            puzzle = Puzzle(puzzle.grid, clues)
        board = random_board(rng, puzzle, loop)
        edge = rng.randrange(len(board.marks))
        board = board.mark({edge: CROSS if edge in loop else LINE})
        with Truth(puzzle) as truth:
            answer = Explainer(puzzle).next_step(board)
            Judge(puzzle, truth, tally).check(board, answer)
            seen.update([answer] if isinstance(answer, NoStep) else [])
    assert seen >= {NoStep.WRONG_MARKS, NoStep.NO_SOLUTION}


# The judge can tell


def some_hard_steps() -> Iterator[tuple[Judge, Board, Step]]:
    """Steps of two reasons or more that people see, of a few random puzzles."""
    rng, count = random.Random(2), 0
    for _ in range(20):
        puzzle, _ = random_puzzle(rng, 5, 4)
        board = Board.blank(puzzle)
        with Truth(puzzle) as truth:
            for step in Explainer(puzzle).walkthrough():
                if isinstance(step, Step) and 1 < step.cost <= MOST_FOR_PEOPLE:
                    count += 1
                    yield Judge(puzzle, truth, Tally()), board, step
                if isinstance(step, Step):
                    board = board.mark(_states(step.deductions))
    assert count > 20


def test_what_a_step_needs_cannot_be_left_out() -> None:
    for judge, board, step in some_hard_steps():
        for index in range(step.cost):
            fewer = (*step.reasons[:index], *step.reasons[index + 1 :])
            with pytest.raises(AssertionError):
                judge.check(board, replace(step, reasons=fewer))
        if step.known:
            with pytest.raises(AssertionError):
                judge.check(board, replace(step, known=frozenset()))


def test_the_opposite_of_a_step_is_rejected() -> None:
    for judge, board, step in some_hard_steps():
        first, *others = step.deductions
        wrong = replace(first, state=CROSS if first.state is LINE else LINE)
        with pytest.raises(AssertionError, match="not forced"):
            judge.check(board, replace(step, deductions=(wrong, *others)))


def test_an_idle_reason_is_noticed() -> None:
    for judge, board, step in some_hard_steps():
        idle = next(reason for reason in judge.truth.rules if reason not in step.reasons)
        with pytest.raises(AssertionError, match="idle"):
            judge.check(board, replace(step, reasons=(*step.reasons, idle)))


def test_an_argument_with_a_gap_is_noticed() -> None:
    for judge, board, step in some_hard_steps():
        if step.argument.inferences:
            gap = replace(step.argument, inferences=step.argument.inferences[1:])
            with pytest.raises((AssertionError, IndexError)):
                judge.check(board, replace(step, argument=gap))
