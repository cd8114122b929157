"""Changes of clues as lines of text, such as `C4 = 2`."""

import re
import unicodedata
from collections.abc import Mapping

from msgspec import Struct

from puzzle.clue_rows import Clue
from puzzle.errors import NotationError
from puzzle.grid import Grid
from puzzle.lazy_messages import lazy
from puzzle.places import cell_at

BLANK_WORDS = frozenset(
    {"blank", "empty", ".", "-", "_", "?"}
    | {"leer", "vide", "vacía", "vacia", "vazia", "空白", "空", "빈칸"}
)
"""What stands for a blank cell, in each language."""
MAX_QUOTED = 30
"""Maximum number of characters of a line that an error quotes."""

_BREAK = re.compile(r"[;,\n、]")
_LINE = re.compile(r"([A-Za-z]+ ?[0-9]+)(?: ?[=:] ?| )(.*)")


class ReadLines(Struct, frozen=True):
    """The clues of the lines that could be read, by cell, and what is wrong with each other line.

    Of the lines about one cell, the last one counts.
    """

    clues: Mapping[int, Clue]
    errors: tuple[NotationError, ...] = ()


def read_clue_lines(grid: Grid, text: str) -> ReadLines:
    """Read changes of clues, each on a line of its own or after a comma.

    >>> from puzzle.grid import square_grid
    >>> found = read_clue_lines(square_grid(5, 5), "C4 = 2, d5=blank\\nF6 = 1")
    >>> found.clues, str(found.errors[0])
    ({17: 2, 23: None}, 'There is no cell F6; this board has the cells A1 to E5.')
    """
    clues, errors = dict[int, Clue](), list[NotationError]()
    for part in _BREAK.split(unicodedata.normalize("NFKC", text)):
        line = " ".join(part.split())
        if not line:
            continue
        try:
            cell, clue = _read(grid, line)
        except NotationError as error:
            errors.append(error)
        else:
            clues[cell] = clue
    return ReadLines(clues, tuple(errors))


def _read(grid: Grid, line: str) -> tuple[int, Clue]:
    match = _LINE.fullmatch(line)
    if match is None:
        problem = lazy("{line!r} does not say which clue a cell has", line=line[:MAX_QUOTED])
        raise NotationError("", problem, remedy=lazy("write C4 = 2, or C4 = blank"))
    cell = cell_at(grid, match[1].replace(" ", ""))
    word, most = match[2].lower(), len(grid.cell_edges[cell])
    if word in BLANK_WORDS:
        return cell, None
    if re.fullmatch(r"[0-9]{1,2}", word) and int(word) <= most:
        return cell, int(word)
    problem = lazy("{line!r} has no clue that a cell can have", line=line[:MAX_QUOTED])
    raise NotationError(
        "", problem, remedy=lazy("write a number from 0 to {most}, or blank", most=most)
    )
