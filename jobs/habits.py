"""Whether a player leaves out crosses, as the boards that they drew tell."""

from collections import Counter

from msgspec import Struct

from play.journal import Journal
from puzzle.errors import NotationError
from puzzle.model import Board, EdgeState
from solver.review.known_marks import are_few

FEW_LINES = 4
"""With fewer lines, it is not known yet whether a player leaves out crosses."""


class Drawn(Struct, frozen=True):
    """The journals of a player's last boards, and that of the board itself; each may be empty.

    On a board without a journal, `hinted` are the edges whose marks are of hints.
    """

    earlier: tuple[str, ...] = ()
    now: str = ""
    hinted: frozenset[int] = frozenset()


def has_crosses_in_mind(drawn: Drawn, board: Board) -> bool:
    """Whether a player leaves out crosses: on earlier boards, or if these tell nothing, on this.

    The marks of hints are not the player's.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> board = Board.of_lines(Puzzle(square_grid(2, 2), (None,) * 4), frozenset(range(4)))
    >>> crosses = board.mark({4: EdgeState.CROSS, 5: EdgeState.CROSS})
    >>> [has_crosses_in_mind(Drawn(), each) for each in (board, crosses)]
    [True, False]
    >>> has_crosses_in_mind(Drawn(now="5PA0A0A0A.9H4B0B."), crosses)
    True
    >>> has_crosses_in_mind(Drawn(("5PA0A0A0A0B0B.",)), board)
    False
    """
    marks = Counter(state for text in drawn.earlier for state in _own_marks(text).values())
    if marks[EdgeState.LINE] < FEW_LINES:
        own = _own_marks(drawn.now) or dict(enumerate(board.marks))
        marks = Counter(state for edge, state in own.items() if edge not in drawn.hinted)
    crosses, lines = marks[EdgeState.CROSS], marks[EdgeState.LINE]
    return lines >= FEW_LINES and are_few(crosses, lines)


def _own_marks(journal: str) -> dict[int, EdgeState]:
    """The last marks of a journal that are not of a hint; none if it cannot be read."""
    try:
        return Journal(journal).own_marks()
    except NotationError:
        return {}
