"""What a notation is: how its texts are recognised, read and written; each module has one."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec import Struct

from puzzle.bounds import Bounds
from puzzle.lazy_messages import LazyMessage
from puzzle.model import Board, EdgeState, Puzzle

_NO_MARKS: Mapping[int, EdgeState] = MappingProxyType({})


class RemarkedPuzzle(Struct, frozen=True):
    """A puzzle as it was read, sentences without a stop on what the text left open, and marks."""

    puzzle: Puzzle
    remarks: tuple[LazyMessage, ...] = ()
    marks: Mapping[int, EdgeState] = _NO_MARKS

    @property
    def board(self) -> Board:
        """The puzzle with its marks."""
        return Board.blank(self.puzzle).mark(self.marks)


class Notation(Struct, frozen=True):
    """A way to write puzzles.

    - `name` names it in commands and in code, `title` in a sentence.
    - `recognises`: whether a text, without wrappers, seems to be in it; it may raise
      `NotationError` for one that nothing can read.
    - `read` raises `NotationError`, with a message of one sentence, and `SizeError` when the board
      is outside the bounds.
    - `write` raises `NotationError` for a tiling or rules that it cannot name.
    - `write_marks` writes a board, where marks have a place.
    """

    name: str
    title: LazyMessage
    recognises: Callable[[str], bool]
    read: Callable[[str, Bounds], RemarkedPuzzle]
    write: Callable[[Puzzle], str]
    write_marks: Callable[[Board], str] | None = None
