"""Plays from random boards, in which every step is checked."""

import random

from puzzle.model import Board, Puzzle, Solution
from solver.explain.explainer import Explainer, NoStep
from solver.explain.step import Step
from tests.support.explain.judge import Judge, state_in


def random_board(rng: random.Random, puzzle: Puzzle, loop: Solution) -> Board:
    """A blank board, or one with few or many marks that agree with the loop."""
    share = rng.random() ** 2 if rng.random() < 0.7 else 0
    edges = [edge for edge in range(len(puzzle.grid.edge_dots)) if rng.random() < share]
    return Board.blank(puzzle).mark({edge: state_in(loop, edge) for edge in edges})


def play(rng: random.Random, judge: Judge, loop: Solution, steps: int) -> None:
    """Check steps from a random board until there is none, then from another board.

    Often only a part of a step is marked, and sometimes another step is asked for. When nothing is
    forced, a mark of the loop is added.
    """
    explainer = Explainer(judge.puzzle)
    board = random_board(rng, judge.puzzle, loop)
    for _ in range(steps):
        answer = explainer.next_step(board, another=rng.choice([0, 0, 0, 1, 7]))
        judge.check(board, answer)
        if isinstance(answer, Step):
            some = rng.sample(answer.deductions, rng.randint(1, len(answer.deductions)))
            board = board.mark({found.edge: found.state for found in some})
        elif answer is NoStep.NOTHING_FORCED:
            edge = rng.choice([edge for edge, mark in enumerate(board.marks) if not mark])
            board = board.mark({edge: state_in(loop, edge)})
        else:
            board = random_board(rng, judge.puzzle, loop)
