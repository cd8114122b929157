"""Save files of Loopy in Simon Tatham's Portable Puzzle Collection: clues and moves.

Each line is a word of 8 characters, the length of its value, and the value, with a colon between
them: `DESC    :3:a2c`. PARAMS or CPARAMS is what stands before the colon of a game ID, DESC what
stands after it. Each MOVE or SOLVE has numbers of edges, each with y (line), n (cross) or u
(neither), of which the first STATEPOS - 1 count; RESTART takes all back. Edges are numbered as
they are met around the cells, in the order of cells, clockwise from the upper left.

Source: https://git.tartarus.org/?p=simon/puzzles.git, midend.c, loopy.c and grid.c
"""

import re
from collections.abc import Iterator, Mapping

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import NotationError
from puzzle.grid import Grid
from puzzle.lazy_messages import lazy, lazy_plural
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.notation.loopy import format_loopy, parse_loopy
from puzzle.notation.notation import Notation, RemarkedPuzzle
from puzzle.notation.text import check_plain, describe, in_line, unwrap

NAME = lazy("a Loopy save file")

_LINE = re.compile(r"([A-Z]{1,8}) *:(\d{1,9}):(.*)", re.ASCII)
_MOVES = re.compile(r"S?(?:\d{1,9}[ynu])*", re.ASCII)
_MOVE = re.compile(r"(\d{1,9})([ynu])", re.ASCII)
_STATES = {"y": EdgeState.LINE, "n": EdgeState.CROSS, "u": EdgeState.UNKNOWN}
_LETTERS = {EdgeState.LINE: "y", EdgeState.CROSS: "n"}
_MAGIC = "Simon Tatham's Portable Puzzle Collection"
_COPY = lazy("copy the whole file")
_Line = tuple[str, str]


def is_save(text: str) -> bool:
    """Whether a text begins as a save file."""
    return text.lstrip().startswith("SAVEFILE")


def read_save(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> RemarkedPuzzle:
    """Read a save file, with a remark when there are moves that are not read.

    Raises `NotationError`, or `SizeError` when it is outside `bounds`.

    >>> board = Board.of_lines(parse_loopy("1x1:4"), frozenset({0, 3}))
    >>> read_save(format_save(board)).board == board
    True
    """
    lines = list(_lines(unwrap(text, bounds)))
    puzzle = _puzzle(lines, bounds)
    if puzzle.grid.is_square:
        return RemarkedPuzzle(puzzle, marks=_marks(lines, puzzle.grid))
    unread = any(word in {"MOVE", "SOLVE"} for word, _ in lines)
    return RemarkedPuzzle(puzzle, (lazy("drawn edges are read on squares only"),) if unread else ())


def format_save(board: Board) -> str:
    """Format a board as a file that Loopy opens; its marks become one move.

    Marks are written on squares only. Raises `NotationError` for other rules than the plain ones.

    >>> print(format_save(Board.blank(parse_loopy("2x1:3a"))).splitlines()[5])
    DESC    :2:3a
    """
    check_plain(NAME, board.puzzle)
    kind, _, clues = format_loopy(board.puzzle).partition(":")
    params = kind if "t" in kind else f"{kind}t0"
    grid = board.puzzle.grid
    moves = ""
    if grid.is_square:
        moves = "".join(
            f"{number}{_LETTERS[board.marks[edge]]}"
            for number, edge in enumerate(_order(grid))
            if board.marks[edge] in _LETTERS
        )
    states = "2" if moves else "1"
    lines = [("SAVEFILE", _MAGIC), ("VERSION", "1"), ("GAME", "Loopy"), ("PARAMS", f"{params}de")]
    lines += [
        ("CPARAMS", f"{params}de"),
        ("DESC", clues),
        ("NSTATES", states),
        ("STATEPOS", states),
    ]
    lines += [("MOVE", moves)] if moves else []
    return "".join(f"{word:8}:{len(value)}:{value}\n" for word, value in lines)


def _write(puzzle: Puzzle) -> str:
    return format_save(Board.blank(puzzle))


SAVE = Notation("save", NAME, is_save, read_save, _write, format_save)
"""Save files of Loopy, with marks on squares."""


def _lines(text: str) -> Iterator[_Line]:
    for number, line in enumerate(text.strip().split("\n"), start=1):
        found = _LINE.fullmatch(line.rstrip("\r"))
        if not found or int(found[2]) != len(found[3]):
            problem = lazy("{text} is not a word, a length and a value of it", text=describe(line))
            raise NotationError(NAME, problem, in_line(number), _COPY)
        yield found[1], found[3]


def _puzzle(lines: list[_Line], bounds: Bounds) -> Puzzle:
    values = dict(reversed(lines))
    if values.get("GAME") != "Loopy":
        problem = lazy("it is of the game {name}", name=describe(values.get("GAME", "")))
        raise NotationError(NAME, problem, remedy=lazy("only Loopy is Slitherlink"))
    params = values.get("CPARAMS") or values.get("PARAMS")
    if not params or "DESC" not in values:
        raise NotationError(NAME, lazy("it has no clues or no size"), remedy=_COPY)
    return parse_loopy(f"{params}:{values['DESC']}", bounds)


def _marks(lines: list[_Line], grid: Grid) -> dict[int, EdgeState]:
    moves = [line for line in lines if line[0] in {"MOVE", "SOLVE", "RESTART"}]
    made = moves[: _position(dict(lines), len(moves)) - 1]
    order, marks = _order(grid), dict[int, EdgeState]()
    for word, value in made:
        if word == "RESTART":
            marks.clear()
            continue
        if not _MOVES.fullmatch(value):
            problem = lazy("{text} is not a move", text=describe(value))
            raise NotationError(NAME, problem, remedy=_COPY)
        for number, letter in _MOVE.findall(value):
            if int(number) >= len(order):
                problem = lazy("there is no edge {number}", number=number)
                raise NotationError(NAME, problem, lazy("in a move"), _COPY)
            marks[order[int(number)]] = _STATES[letter]
    return marks


def _position(values: Mapping[str, str], moves: int) -> int:
    """The number of the state that is shown, counted from 1.

    Raises `NotationError` for a file of which moves are missing.
    """
    last = str(moves + 1)
    states, position = values.get("NSTATES", last), values.get("STATEPOS", last)
    if states != last:
        problem = lazy_plural(
            "it has {count:,} state instead of {right}",
            "it has {count:,} states instead of {right}",
            moves + 1,
            right=describe(states),
        )
        raise NotationError(NAME, problem, remedy=_COPY)
    if not position.isdecimal() or not 1 <= int(position) <= moves + 1:
        problem = lazy("{text} is none of its states", text=describe(position))
        raise NotationError(NAME, problem, remedy=_COPY)
    return int(position)


def _order(grid: Grid) -> list[int]:
    """The edges of a board of squares by Loopy's numbers."""
    return list(dict.fromkeys(edge for edges in grid.cell_edges for edge in edges))
