"""Tasks of puzzle-loop.com: the clues of a game ID, with the size beside them in JSON or a script.

As in `{"Task": "3c3d", "W": 3, "H": 3}` or `var task = '3c3d';`, the second of which is a square
where the number of cells is one, unless the script has the size too.

Source: https://www.puzzle-loop.com
"""

import re
from math import isqrt

import msgspec

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import NotationError
from puzzle.lazy_messages import lazy
from puzzle.model import Puzzle
from puzzle.notation.loopy import count_cells, format_loopy, no_size, parse_loopy
from puzzle.notation.notation import Notation, RemarkedPuzzle
from puzzle.notation.text import check_rows, unwrap

NAME = lazy("a task of puzzle-loop.com")

_TASK = re.compile(r"\btask\b['\"]?\s{0,9}[:=]\s{0,9}(['\"])([^'\"\n]*)\1", re.IGNORECASE)
_SIDE = r"\b(?:puzzle)?(?:{names})\b['\"]?\s{{0,9}}[:=]\s{{0,9}}['\"]?(\d{{1,9}})"
_WIDTH = re.compile(_SIDE.format(names="w|width|cols|columns"), re.IGNORECASE | re.ASCII)
_HEIGHT = re.compile(_SIDE.format(names="h|height|rows"), re.IGNORECASE | re.ASCII)


def _named_size(text: str) -> tuple[int, int] | None:
    """The columns and rows of a size whose numbers are named in a text; None without one.

    >>> _named_size('{"width": 4, "height": 3}')
    (4, 3)
    """
    width, height = _WIDTH.search(text), _HEIGHT.search(text)
    return (int(width[1]), int(height[1])) if width and height else None


def is_named_task(text: str) -> bool:
    """Whether a text has a task under this name.

    >>> is_named_task("var task = '3c';"), is_named_task("the task = hard")
    (True, False)
    """
    return bool(_TASK.search(text))


def read_task(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> RemarkedPuzzle:
    """Read a task, with a remark when a square was assumed.

    Raises `NotationError`, or `SizeError` when the board is outside `bounds`.

    >>> read_task('{"Task": "3a2c", "W": 3, "H": 2}').puzzle.size
    '3x2'
    """
    text = unwrap(text, bounds)
    tasks = {found[2] for found in _TASK.finditer(text)}
    if len(tasks) != 1:
        problem = lazy("there is not exactly one task in it")
        raise NotationError(NAME, problem, remedy=lazy("give the clues of one puzzle"))
    task = tasks.pop()
    if size := _named_size(text):
        return RemarkedPuzzle(parse_loopy(f"{size[0]}x{size[1]}:{task}", bounds))
    cells = count_cells(task)
    side = isqrt(cells)
    if side**2 != cells or _WIDTH.search(text) or _HEIGHT.search(text):
        raise no_size(task)
    remark = lazy("no size is given, so it is read as a square of {side}x{side}", side=side)
    return RemarkedPuzzle(parse_loopy(f"{side}x{side}:{task}", bounds), (remark,))


def format_task(puzzle: Puzzle) -> str:
    """Format a puzzle as JSON with its clues and its size.

    Raises `NotationError` for other cells than squares.

    >>> format_task(read_task("var task = '3c'").puzzle)
    '{"Task":"3c","W":2,"H":2}'
    """
    check_rows(NAME, puzzle)
    clues = format_loopy(puzzle).partition(":")[2]
    sides = {"Task": clues, "W": puzzle.grid.cols, "H": puzzle.grid.rows}
    return msgspec.json.encode(sides).decode()


TASK = Notation("task", NAME, is_named_task, read_task, format_task)
"""Tasks in JSON or a script."""
