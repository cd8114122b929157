"""All steps are sound: on thousands of boards, each is checked in three independent ways.

The ways are those of `tests/support/explain/judge.py`.
"""

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from puzzle.grid import square_grid
from puzzle.model import Board, Puzzle, Solution
from solver.explain.explainer import Explainer, NoStep
from solver.explain.step import Step
from solver.generate.loops import random_loop
from solver.generate.seeded_random import SeededRandom
from tests.support.explain.judge import (
    CROSS,
    LINE,
    MAX_FOR_PEOPLE,
    Judge,
    Tally,
    states_of,
)
from tests.support.explain.plays import play, random_board
from tests.support.explain.truth import Truth
from tests.support.solver.boards import clues_of


def random_puzzle(rng: random.Random, rows: int, cols: int) -> tuple[Puzzle, Solution]:
    """Some of the clues of a random loop, and the loop; often there are other solutions."""
    grid = square_grid(rows, cols)
    loop = random_loop(grid, SeededRandom(rng.randrange(10**9)))
    share = rng.uniform(0.2, 1)
    clues = tuple(clue if rng.random() < share else None for clue in clues_of(grid, loop))
    return Puzzle(grid, clues), loop


@pytest.mark.parametrize(
    ("rows", "cols", "puzzles", "steps"),
    [
        (1, 3, 10, 10),
        (2, 2, 10, 10),
        (2, 3, 10, 15),
        (3, 3, 8, 20),
        (4, 3, 6, 20),
        (4, 5, 4, 25),
        (6, 5, 1, 30),
        (10, 10, 1, 20),
        pytest.param(6, 5, 100, 30, marks=pytest.mark.long),
        pytest.param(7, 7, 100, 40, marks=pytest.mark.long),
        pytest.param(10, 10, 20, 60, marks=pytest.mark.long),
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
    """Wrong marks are reported, and so are puzzles without a solution."""
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


# The judge rejects wrong steps


def some_hard_steps() -> Iterator[tuple[Judge, Board, Step]]:
    """Steps of 2 to `MAX_FOR_PEOPLE` reasons, of a few random puzzles."""
    rng, count = random.Random(2), 0
    for _ in range(10):
        puzzle, _ = random_puzzle(rng, 5, 4)
        board = Board.blank(puzzle)
        with Truth(puzzle) as truth:
            for step in Explainer(puzzle).walkthrough():
                if isinstance(step, Step) and 1 < step.cost <= MAX_FOR_PEOPLE:
                    count += 1
                    yield Judge(puzzle, truth, Tally()), board, step
                if isinstance(step, Step):
                    board = board.mark(states_of(step.deductions))
    assert count > 10


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
