"""Parses submitted answers: moves, rows of edges, y and n for each edge, or a file of puzz.link."""

import re

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import NotationError
from puzzle.grid import Grid
from puzzle.lazy_messages import LazyMessage, lazy, lazy_plural
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.moves import parse_marks
from puzzle.notation import parse_pzpr
from puzzle.notation.text import in_row, unwrap
from puzzle.places import cell_name
from puzzle.symmetry import images

TASK = lazy("the answer to a task")
"""The form of puzzle-loop.com: y or n for each edge."""
ROWS = lazy("rows of edges")
FILE = lazy("a pzprv3 file")

_BLANKS = re.compile(r"(?:[\s/,;:\"\[\]{}]|horizontal|vertical)+")
_SIGNS = {"1": EdgeState.LINE, "0": EdgeState.UNKNOWN, "?": EdgeState.UNKNOWN}


def parse_submission(text: str, puzzle: Puzzle, bounds: Bounds = DEFAULT_BOUNDS) -> Board:
    """The board that a text submits for a puzzle. The text is one of these:

    - moves, A1-A4-C4 (`puzzle.moves`), with all lines of the loop;
    - an answer as puzzle-loop.com takes it: y or n for each edge, on squares the horizontal ones
      row by row, then the vertical ones;
    - the same edges as rows of 1 (line), 0 and ? (neither), or as a solution that `ouro solve
      --json` prints;
    - a file saved at puzz.link, whose clues have to be those of this puzzle in this orientation.

    Raises `NotationError` for any other text.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 2), (3, None))
    >>> texts = ("A1-B1-B2-A2-A1", "ynynyyn", "10/10/110", "pzprv3/slither/1/2/3 ./1 1 0/1 0/1 0")
    >>> [sorted(parse_submission(text, puzzle).lines) for text in texts]
    [[0, 2, 4, 5], [0, 2, 4, 5], [0, 2, 4, 5], [0, 2, 4, 5]]
    """
    if not any(char.isalnum() or char == "?" for char in text):
        remedy = lazy("give the moves, A1-A4-C4, or a file saved at puzz.link")
        raise NotationError("", lazy("There is no answer in the text"), remedy=remedy)
    text = unwrap(text, bounds)
    bare = _BLANKS.sub("", text)
    if set(bare.lower()) <= {"y", "n"}:
        return _parse_task(bare.lower(), puzzle)
    if set(bare) <= _SIGNS.keys():
        _check_square(ROWS, puzzle)
        return _parse_rows([row for row in _BLANKS.split(text) if row], puzzle)
    if "pzprv" in text:
        _check_square(FILE, puzzle)
        return _parse_file(text, puzzle, bounds)
    if "://" in text:
        raise NotationError(
            "",
            lazy("An address has the puzzle and no lines"),
            remedy=lazy(
                "save the answer there as a file and give that, or give the moves, A1-A4-C4"
            ),
        )
    return Board.blank(puzzle).mark(parse_marks(text, puzzle.grid))


def _check_square(form: str, puzzle: Puzzle) -> None:
    """Raise `NotationError` for a form of answers that other tilings than squares do not have."""
    if not puzzle.grid.is_square:
        problem = lazy("only puzzles of square cells have such answers")
        raise NotationError(form, problem, remedy=lazy("give the moves, or y or n for each edge"))


def _parse_task(text: str, puzzle: Puzzle) -> Board:
    edges = len(puzzle.grid.edge_dots)
    if len(text) != edges:
        remedy = lazy("this puzzle has {count} edges", count=edges)
        count = len(text)
        problem = lazy_plural("there is {count} letter", "there are {count} letters", count)
        raise NotationError(TASK, problem, remedy=remedy)
    lines = frozenset(edge for edge, letter in enumerate(text) if letter == "y")
    return Board.of_lines(puzzle, lines)


def _parse_rows(rows: list[str], puzzle: Puzzle) -> Board:
    grid = puzzle.grid
    widths = [grid.cols] * (grid.rows + 1) + [grid.cols + 1] * grid.rows
    if len(rows) != len(widths):
        remedy = lazy(
            "this puzzle has {across} of horizontal edges, then {down} of vertical",
            across=grid.rows + 1,
            down=grid.rows,
        )
        problem = lazy_plural("there is {count} row", "there are {count} rows", len(rows))
        raise NotationError(ROWS, problem, remedy=remedy)
    for number, (row, width) in enumerate(zip(rows, widths, strict=True), start=1):
        if len(row) != width:
            remedy = lazy("there should be {count}", count=width)
            problem = lazy_plural("there is {count} edge", "there are {count} edges", len(row))
            raise NotationError(ROWS, problem, in_row(number), remedy)
    return Board(puzzle, tuple(_SIGNS[sign] for row in rows for sign in row))


def _parse_file(text: str, puzzle: Puzzle, bounds: Bounds) -> Board:
    board = parse_pzpr(text, bounds)
    if board.puzzle == puzzle:
        return board
    if board.puzzle in images(puzzle):
        problem = lazy("it is this puzzle turned or mirrored")
        remedy = lazy("save it as it lies here")
    elif board.puzzle.grid != puzzle.grid:
        problem = lazy("it is another puzzle, of {size}", size=board.puzzle.size)
        remedy = lazy("this one is of {size}", size=puzzle.size)
    elif board.puzzle.rules != puzzle.rules:
        problem = lazy("it is another puzzle, {rules}", rules=board.puzzle.rules.title)
        remedy = lazy("this one is {rules}", rules=puzzle.rules.title)
    else:
        problem = _first_difference(puzzle.grid, board.puzzle, puzzle)
        remedy = lazy("save the answer to this one")
    raise NotationError(FILE, problem, remedy=remedy)


def _first_difference(grid: Grid, given: Puzzle, wanted: Puzzle) -> LazyMessage:
    cell = next(cell for cell, clue in enumerate(given.clues) if clue != wanted.clues[cell])
    clue, other = (
        lazy("no clue")
        if each is None
        else lazy("the clue {clue}", clue=wanted.rules.clue_word(each))
        for each in (given.clues[cell], wanted.clues[cell])
    )
    return lazy(
        "it is another puzzle: it has {clue} at {cell}, where this one has {other}",
        clue=clue,
        cell=cell_name(grid, cell),
        other=other,
    )
