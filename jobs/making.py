"""The job of making puzzles."""

from dataclasses import dataclass

from puzzle.model import Puzzle, Solution
from solver.generate.generate import Made, generate
from solver.generate.order import Order
from solver.rating import Rating


@dataclass(frozen=True, slots=True)
class MakeRequest:
    """A puzzle to be made to order; see `solver.generate.order`."""

    order: Order


@dataclass(frozen=True, slots=True)
class MadePuzzle:
    """A puzzle with its only solution, its rating and the seed it was made from."""

    puzzle: Puzzle
    solution: Solution
    rating: Rating | None
    seed: int


def make_puzzle(request: MakeRequest) -> MadePuzzle | str:
    """Make a puzzle, or say in one sentence why there is none.

    >>> from solver.explain.step import Difficulty
    >>> made = make_puzzle(MakeRequest(Order(5, 5, Difficulty.EASY, seed=1)))
    >>> made.puzzle.size
    '5x5'
    """
    made = generate(request.order)
    if isinstance(made, Made):
        return MadePuzzle(made.puzzle, made.solution, made.rating, made.seed)
    return made.reason
