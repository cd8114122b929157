"""How hard puzzles are for people."""

from ouro.reading import puzzle_of
from puzzle.model import Puzzle
from solver.rating import NotRated, Rating, rate_within


def rate(puzzle: str | Puzzle, *, seconds: float | None = None) -> Rating | NotRated:
    """Rate how hard a puzzle is for people.

    - `puzzle`: a text or a puzzle, of any orientation: turned and mirrored it is as hard.
    - `seconds`: stop after so long. None bounds the work instead, which is counted, so that the
      rating does not depend on the machine.

    Returns a `Rating`, with the `level` (a `Difficulty`), the `score`, the number of reasons of the
    `typical` hard step and of the `hardest` one, and how often each technique is used; or
    `NotRated`, which says why not:
    SEVERAL_SOLUTIONS, NO_SOLUTION or TOO_HARD.

    Raises `LimitsError` for negative seconds, and what `read` raises.

    >>> import ouro
    >>> ouro.rate(ouro.read("4x4:3c3d22b2a1")).level
    <Difficulty.HARD: 3>
    >>> ouro.rate(ouro.read("3x3:3a3c3a3"))
    <NotRated.SEVERAL_SOLUTIONS: 'it has several solutions'>
    """
    return rate_within(puzzle_of(puzzle), seconds)
