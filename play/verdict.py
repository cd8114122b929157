"""Verdicts on submitted lines: solved, or the rules that are broken and where."""

from msgspec import Struct

from puzzle.model import Board, Puzzle
from puzzle.rules import Violation, ViolationCode, find_loops, is_solved, violations

MAX_SHOWN = 3
"""Maximum number of broken rules that are listed; further ones are counted."""

_DISPLAY_ORDER = (
    ViolationCode.NO_LINE,
    ViolationCode.BRANCH,
    ViolationCode.TOO_MANY,
    ViolationCode.SHEEP_OUTSIDE,
    ViolationCode.WOLF_INSIDE,
    ViolationCode.SEVERAL_LOOPS,
    ViolationCode.DEAD_END,
    ViolationCode.TOO_FEW,
    ViolationCode.WRONG_TOUCHES,
    ViolationCode.UNVISITED,
)
"""The kinds of violations as a verdict tells them: the most obvious comes first."""
_UNFINISHED = frozenset(
    {
        ViolationCode.NO_LINE,
        ViolationCode.DEAD_END,
        ViolationCode.TOO_FEW,
        ViolationCode.WRONG_TOUCHES,
        ViolationCode.UNVISITED,
    }
)


class Verdict(Struct, frozen=True):
    """Broken rules with their places, the most obvious first, and the number of further ones.

    It is computed from the submitted lines without a solution, so it cannot disclose one. `left`
    are those of all of them that further lines may satisfy, as long as no loop is closed: clues
    that lack lines, ends of lines, and dots that the loop has to visit.
    """

    shown: tuple[Violation, ...] = ()
    more: int = 0
    unfinished: bool = False
    """Further lines alone might satisfy all broken rules, and no loop is closed yet."""
    left: tuple[Violation, ...] = ()

    @property
    def solved(self) -> bool:
        """Whether no rule is broken."""
        return not self.shown


def judge(puzzle: Puzzle, lines: frozenset[int]) -> Verdict:
    """The verdict on lines as a final answer.

    Crosses are ignored. If the puzzle has several solutions, each of them is accepted.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 2), (3, None))
    >>> judge(puzzle, frozenset({0, 2, 4, 5})).shown[0].code
    <ViolationCode.TOO_MANY: 'too-many'>
    >>> judge(puzzle, frozenset({0, 1, 2, 3, 4, 6})).solved
    True
    """
    if not lines:
        return Verdict((Violation(ViolationCode.NO_LINE),), unfinished=True)
    found = sorted(violations(puzzle, lines), key=lambda each: _DISPLAY_ORDER.index(each.code))
    left = tuple(violation for violation in found if violation.code in _UNFINISHED)
    if find_loops(puzzle.grid, lines):
        left = ()
    unfinished = bool(found) and len(left) == len(found)
    return Verdict(tuple(found[:MAX_SHOWN]), max(len(found) - MAX_SHOWN, 0), unfinished, left)


def solves(before: Board, after: Board) -> bool:
    """Whether the second board is solved and the first one, of the same puzzle, is not.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 1), (4,))
    >>> before, after = (Board.of_lines(puzzle, frozenset(range(lines))) for lines in (3, 4))
    >>> solves(before, after)
    True
    """
    return is_solved(after.puzzle, after.lines) and not is_solved(before.puzzle, before.lines)


def rest_solves(board: Board) -> bool:
    """Whether crosses decide the board: with lines along all other edges it would be solved.

    False for a board that has these lines already.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import EdgeState
    >>> puzzle = Puzzle(square_grid(1, 2), (4, None))
    >>> rest_solves(Board.blank(puzzle))
    False
    >>> rest_solves(Board.blank(puzzle).mark(dict.fromkeys((1, 3, 6), EdgeState.CROSS)))
    True
    """
    grid = board.puzzle.grid
    lines = frozenset(range(len(board.marks))) - board.crosses
    if lines == board.lines or any(
        len(lines.intersection(edges)) not in {0, 2} for edges in grid.dot_edges
    ):
        return False
    return is_solved(board.puzzle, lines)
