"""Marks that were read from a picture, and how far they are to be believed."""

from collections.abc import Collection

from msgspec import Struct

from puzzle.model import Board, EdgeState, Puzzle, Solution
from puzzle.rules import is_solved

MARKS_KEYWORD = "Ouro marks"
"""The keyword under which PNG files of boards hold their marks, a digit for each edge."""

LINES, CROSSES, GAPS = (2, 0.12), (0, 0.12), (1, 0.05)
"""How many marks of a kind, and which share of them, may be wrong as mistakes of a player.

Where there are more, the kind is read wrongly.
"""


class DrawnMarks(Struct, frozen=True):
    """The edges of a board on which a picture shows lines and crosses.

    `doubts` are edges whose reading is not certain. `gaps` are those crosses that are told by a
    missing or thinner edge alone, as some programs draw them.

    >>> bool(DrawnMarks()), bool(DrawnMarks(lines=frozenset({3})))
    (False, True)
    """

    lines: frozenset[int] = frozenset()
    crosses: frozenset[int] = frozenset()
    doubts: frozenset[int] = frozenset()
    gaps: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.lines or self.crosses)

    def on(self, puzzle: Puzzle) -> Board:
        """The board of a puzzle with these marks."""
        board = Board.of_lines(puzzle, self.lines)
        return board.mark(dict.fromkeys(self.crosses, EdgeState.CROSS))

    @classmethod
    def of_file(cls, text: object, edges: int) -> "DrawnMarks":
        """The marks in the file of a picture; none if it has no right ones.

        >>> DrawnMarks.of_file("012", 3).crosses, bool(DrawnMarks.of_file("01", 3))
        (frozenset({2}), False)
        """
        if not isinstance(text, str) or len(text) != edges:
            return cls()
        each = (frozenset(e for e in range(edges) if text[e] == sign) for sign in "12")
        return cls(*each)


def file_marks(board: Board) -> str:
    """The marks of a board for the file of its picture; none if it shows the solution.

    >>> from puzzle.grid import square_grid
    >>> board = Board.blank(Puzzle(square_grid(1, 1), (4,)))
    >>> file_marks(board.mark({1: EdgeState.LINE}))
    '0100'
    """
    return "" if is_solved(board.puzzle, board.lines) else "".join(map(str, map(int, board.marks)))


def judged(
    drawn: DrawnMarks, puzzle: Puzzle, solution: Solution, certain: bool = True
) -> tuple[Board, frozenset[int]]:
    """The board with the marks, and those of its edges to ask about before they are called wrong.

    Asked about is what disagrees with the only solution and is in doubt, or of a kind that often
    disagrees; gaps that often do are no crosses. A doubt that agrees does no harm. Unless the clues
    are `certain`, nothing is called wrong unasked.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 2), (4, None))
    >>> drawn = DrawnMarks(lines=frozenset({0, 1}), doubts=frozenset({1}))
    >>> board, asked = judged(drawn, puzzle, frozenset({0, 2, 4, 5}))
    >>> sorted(board.lines), sorted(asked)
    ([0, 1], [1])
    """
    lines, crosses = drawn.lines, drawn.crosses
    wrong = (lines - solution) | (crosses & solution)
    if _is_often(wrong & drawn.gaps, drawn.gaps, GAPS):
        crosses, wrong = crosses - drawn.gaps, wrong - drawn.gaps
    asked = wrong & drawn.doubts if certain else wrong
    for kind, most in ((lines, LINES), (crosses, CROSSES)):
        if _is_often(wrong & kind, kind, most):
            asked |= wrong & kind
    return DrawnMarks(lines, crosses).on(puzzle), asked


def _is_often(wrong: Collection[int], kind: Collection[int], most: tuple[int, float]) -> bool:
    return len(wrong) > max(most[0], most[1] * len(kind))
