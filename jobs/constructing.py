"""The jobs for people who set a puzzle clue by clue.

They are stateless: what a job found out goes with the next one, which is quicker then, but tells
the same unless a limit ends it. Work is limited in propagations and calls of the SAT solver.
"""

from enum import Enum

from msgspec import Struct

from puzzle.copies import LoopKey
from puzzle.model import Puzzle
from puzzle.symmetry import Symmetry, orbits, symmetry_of
from solver.constructing import (
    NOTHING,
    Consequences,
    Construction,
    Group,
    KnownLoops,
    Told,
    open_construction,
)
from solver.report import Limits

QUICK_PROPAGATIONS, QUICK_CALLS, QUICK_CELLS = 150_000, 20, 9_000
"""Maximum propagations and calls of an answer for which others wait; there are more calls on small
boards, as many as have so many cells in all."""
CLUE_LIMITS = Limits(seconds=None, calls=300, propagations=1_000_000)
"""Limits of another one, for 0.4 seconds at most."""


class ClueQuestion(Enum):
    """What people ask about the clues that they set; its answer is that of a `Construction`."""

    CONTRADICTION = "contradiction"
    VALUES = "values"
    DIFFERENCE = "difference"
    REMOVABLE = "removable"


class FollowRequest(Struct, frozen=True):
    """A puzzle whose clues have changed, and what is known; `quick` ones have closer limits."""

    puzzle: Puzzle
    known: KnownLoops = NOTHING
    quick: bool = False


class FollowAnswer(Struct, frozen=True):
    """What is found, what is known then, and the loop if it is the only one."""

    found: Consequences
    known: KnownLoops
    loop: LoopKey | None = None


def follow_clues(request: FollowRequest) -> FollowAnswer:
    """How many solutions a puzzle has, and the lines and crosses that all of them share.

    >>> from puzzle.grid import square_grid
    >>> follow_clues(FollowRequest(Puzzle(square_grid(2, 2), (None,) * 4))).found.outcome
    <Outcome.MULTIPLE: 'multiple'>
    """
    limits, cells = CLUE_LIMITS, len(request.puzzle.grid.cells)
    if request.quick:
        calls = max(QUICK_CALLS, QUICK_CELLS // cells)
        limits = Limits(seconds=None, calls=calls, propagations=QUICK_PROPAGATIONS)
    with open_construction(request.puzzle, limits, request.known) as construction:
        found = construction.follow()
        return FollowAnswer(found, construction.knowledge, _loop_of(construction, request.puzzle))


class QuestionRequest(Struct, frozen=True):
    """A question about the clues of a puzzle.

    `cell` is the one whose values are asked for, or that was changed last; `pairs` asks for clues
    that can go together as their places are symmetric.
    """

    puzzle: Puzzle
    question: ClueQuestion
    known: KnownLoops = NOTHING
    cell: int | None = None
    pairs: bool = False


class QuestionAnswer(Struct, frozen=True):
    """What is told, and the loop if it is the only one."""

    told: Told
    loop: LoopKey | None = None


def answer_question(request: QuestionRequest) -> QuestionAnswer:
    """The answer to a question about the clues of a puzzle.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 3), (0, None, 0))
    >>> answer_question(QuestionRequest(puzzle, ClueQuestion.CONTRADICTION)).told
    Told(groups=((0, 2),), complete=True)
    """
    puzzle, cell = request.puzzle, request.cell
    with open_construction(puzzle, CLUE_LIMITS, request.known) as construction:
        match request.question:
            case ClueQuestion.CONTRADICTION:
                told = construction.contradiction(cell)
            case ClueQuestion.VALUES:
                told = construction.values(cell or 0)
            case ClueQuestion.DIFFERENCE:
                told = construction.difference()
            case ClueQuestion.REMOVABLE:
                told = construction.removable(_groups(puzzle, pairs=request.pairs))
        return QuestionAnswer(told, _loop_of(construction, puzzle))


def _loop_of(construction: Construction, puzzle: Puzzle) -> LoopKey | None:
    only = construction.only_solution
    return None if only is None else LoopKey.of(puzzle.grid, only)


def _groups(puzzle: Puzzle, *, pairs: bool) -> tuple[Group, ...]:
    """The cells with clues, one by one or those that symmetry puts together."""
    if not pairs or not puzzle.grid.is_square:
        return tuple((cell,) for cell in puzzle.clue_cells)
    symmetry = symmetry_of(puzzle)
    symmetry = Symmetry.ROT180 if symmetry is Symmetry.NONE else symmetry
    cells = set(puzzle.clue_cells)
    groups = orbits(puzzle.grid.rows, puzzle.grid.cols, symmetry)
    kept = (tuple(cell for cell in group if cell in cells) for group in groups)
    return tuple(group for group in kept if group)
