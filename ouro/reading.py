"""Puzzles and boards from text and pictures, and back to text."""

import os
from pathlib import Path

from puzzle.errors import PuzzleError
from puzzle.model import Board, Puzzle
from puzzle.moves import parse_marks
from puzzle.notation import format_board
from scanner.values import MAX_BYTES, PictureReading
from service.version import DISTRIBUTION
from solver.judge import read_only
from solver.search import may_be_meant


class PuzzleTypeError(PuzzleError, TypeError):
    """Something else than a puzzle, a board or a text was given.

    >>> print(PuzzleTypeError("A puzzle", "int", "give a text"))
    A puzzle cannot be made of int; give a text.
    """

    def __init__(self, wanted: str, given: str, remedy: str) -> None:
        super().__init__(wanted, given, remedy)
        self.wanted = wanted
        self.given = given
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.wanted} cannot be made of {self.given}; {self.remedy}."


def read(text: str) -> Puzzle:
    """Read a puzzle in any notation.

    - `text`: a Loopy game ID, an address of puzz.link, what a saved file of puzz.link holds, or
      rows of clues in any form, with anything around them. Marks in a saved file are left out.

    Returns the puzzle: its grid, a clue or None for each cell, row by row, and its `Rules`.

    Raises `AmbiguousTextError`, which has the `candidates`, when the text may be several boards,
    `NotationError` when it is no puzzle, with a sentence that says what is wrong and where,
    `SizeError` when a side is over 200 cells, and `PuzzleTypeError` for what is no text.

    >>> import ouro
    >>> ouro.read("3x2:3c2a") == ouro.read("3../.2.")
    True
    """
    return read_only(_text(text)).puzzle


def read_board(text: str, marks: str = "") -> Board:
    """Read a puzzle with the marks that are drawn on it.

    - `text`: as for `read`; the lines and crosses of a saved file of puzz.link are kept.
    - `marks`: what is drawn besides, such as `A1-A3 x A1-B1`: lines from the dot A1 at the top left
      to the dot A3 two rows below, and a cross. They replace marks of a saved file.

    Returns the board: the puzzle, and an `EdgeState` for each edge of its grid.

    Raises `NotationError` when the text is not a puzzle or the marks are not paths on its grid,
    `SizeError` when a side is over 200 cells, and `PuzzleTypeError` for what is no text.

    >>> import ouro
    >>> board = ouro.read_board("1x2:44", marks="A1-A3 x A1-B1")
    >>> len(board.lines), len(board.crosses)
    (2, 1)
    """
    board = read_only(_text(text)).board
    return board.mark(parse_marks(marks, board.puzzle.grid))


def read_picture(picture: str | os.PathLike[str] | bytes) -> PictureReading:
    """Read the puzzle in a picture.

    - `picture`: the path of a picture, or the bytes of its file: PNG, JPEG, WebP, GIF, AVIF or BMP,
      of at most 10 MiB and 12 megapixels, or 25 if it is a JPEG. A board on squares is read, of any
      program, site or page; pictures of Ouro's own boards are recognised on any tiling, by the game
      ID in their file.

    Returns a `PictureReading`: the puzzle, `doubts` with the cells whose clues are not certain,
    `recognised`, whether the file has the game ID, `marks`, the lines and crosses that are drawn,
    of which `marks.on(puzzle)` makes a board, and `remarks`: "left", "top", "right", "bottom"
    where the board may go on, "unlikely" if it has not exactly one solution, "two" if it may be two
    boards, and "lines" if the puzzle is without lines that the picture shows.

    Raises `PictureError` when no puzzle can be read, with a sentence that says why, and `SizeError`
    when a side is over 200 cells; `PuzzleTypeError` for what is no path and no bytes, `OSError` for
    a file that cannot be read, and `ModuleNotFoundError` without numpy, which the extra `pictures`
    installs.

    >>> import ouro
    >>> puzzle = ouro.read("3x2:3c2a")
    >>> reading = ouro.read_picture(ouro.render(puzzle, format="png"))
    >>> reading.puzzle == puzzle, reading.doubts, reading.recognised
    (True, (), True)
    """
    try:
        from scanner.reading import read_picture as read_file  # noqa: PLC0415 - it loads numpy
    except ModuleNotFoundError as error:
        remedy = f'pip install "{DISTRIBUTION}[pictures]" installs it'
        message = f"Pictures need the package {error.name}: {remedy}."
        raise ModuleNotFoundError(message, name=error.name) from None
    return read_file(_data(picture), may_be_meant)


def write(puzzle: str | Puzzle | Board, notation: str = "loopy") -> str:
    """Write a puzzle in one of the notations that `read` takes.

    - `puzzle`: a text, a puzzle, or a board; only "pzpr" and "save" keep the marks of a board.
    - `notation`: "loopy", "puzzlink", "rows", "sized" for rows after a size, "csv", "lists",
      "drawing", "task" for those of puzzle-loop.com, "penpa" for an address of penpa-edit, "pzpr"
      for a saved file of puzz.link, or "save" for one of Loopy, which has marks on squares only.

    Returns the text, from which `read` makes the same puzzle, and `read_board` the same board if it
    is "pzpr" or "save". A small board as "sized", "csv", "lists" or "drawing" may be ambiguous, and
    one without a blank cell and without a solution is only read back from the other notations.

    Raises `NotationError` when there is no notation of that name, or it has no room for the tiling
    or the rules of the puzzle, and what `read` raises.

    >>> import ouro
    >>> ouro.write(ouro.read("3../.2."), "puzzlink")
    'https://puzz.link/p?slither/3/2/dgc'
    """
    return format_board(board_of(puzzle), notation)


def board_of(puzzle: str | Puzzle | Board) -> Board:
    """A board as it is; the blank board of a puzzle, which may be a text.

    Raises what `read` raises.

    >>> board_of("1x1:4").lines
    frozenset()
    """
    return puzzle if isinstance(puzzle, Board) else Board.blank(puzzle_of(puzzle))


def puzzle_of(puzzle: str | Puzzle) -> Puzzle:
    """A puzzle as it is, or that of a text.

    Raises `PuzzleTypeError` for a board, whose marks would be left out, and what `read` raises.

    >>> puzzle_of("1x1:4").clues
    (4,)
    """
    if isinstance(puzzle, Puzzle):
        return puzzle
    if isinstance(puzzle, Board):
        raise PuzzleTypeError("A puzzle without marks", "a board", "give its puzzle, board.puzzle")
    return read_only(_text(puzzle, ", a Puzzle or a Board")).puzzle


def _text(text: object, others: str = "") -> str:
    if isinstance(text, str):
        return text
    remedy = f"give a text such as 4x4:3c3d22b2a1{others}"
    raise PuzzleTypeError("A puzzle", type(text).__name__, remedy)


def _data(picture: object) -> bytes:
    if isinstance(picture, bytes):
        return picture
    if not isinstance(picture, str | os.PathLike):
        remedy = "give the path or the bytes of a picture"
        raise PuzzleTypeError("A puzzle", type(picture).__name__, remedy)
    with Path(picture).open("rb") as file:
        return file.read(MAX_BYTES + 1)
