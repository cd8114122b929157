"""Commands typed as text instead of pressed as buttons: one line of text is one action."""

from play.history import Clear, Mark
from play.pen import Action, MoveTo
from puzzle.errors import NotationError
from puzzle.grid import Grid
from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.moves import (
    FILLERS,
    cell_word,
    cells_named,
    examples,
    parse_changes,
    path_end,
    side_words,
)
from puzzle.places import corner_of, dot_at, dot_name

NAME = lazy("moves")


def parse_command(text: str, grid: Grid) -> Action:
    """The action that a line of text describes; case does not matter.

    - `D2 top` draws a line, `x D2 top` crosses out, `erase D2 top` or `e D2 top` removes marks.
      `A1-A4-C4` draws lines and moves the pen to C4. One line may contain several of these.
    - `go C3` moves the pen to the dot C3, on squares the top left corner of the cell C3, and
      `go C3 bottom right` to that corner of a cell; `clear` removes all marks; each must be alone.

    Raises `NotationError` for any other text.

    >>> from puzzle.grid import square_grid
    >>> grid = square_grid(2, 2)
    >>> parse_command("go c3", grid)
    MoveTo(dot=8)
    >>> parse_command("x A1 top, E A1-A2", grid).states
    {0: <EdgeState.CROSS: 2>, 6: <EdgeState.UNKNOWN: 0>}
    """
    first, *rest = text.split(maxsplit=1) or [""]
    match first.lower():
        case "":
            raise NotationError(NAME, lazy("there is nothing"), remedy=_example(grid))
        case "clear":
            if rest:
                raise NotationError(NAME, lazy("clear stands alone"), remedy=_example(grid))
            return Clear()
        case "go":
            return MoveTo(_corner_named(grid, rest[0] if rest else ""))
    states = parse_changes(text, grid)
    if not states:
        raise NotationError(NAME, lazy("there is nothing"), remedy=_example(grid))
    return Mark(states, path_end(text, grid))


def go_example(grid: Grid) -> str:
    """The name of a dot that is there on boards like this one."""
    if grid.is_square:
        return "C3"
    return min((dot_name(grid, dot) for dot in range(len(grid.dots))), key=len)


def _example(grid: Grid) -> LazyMessage:
    line, path, cross = examples(grid)
    return lazy(
        "write {line} or {path} for lines, x {cross}, erase {line}, go {dot} or clear",
        line=line,
        path=path,
        cross=cross,
        dot=go_example(grid),
    )


def _no_dot(grid: Grid) -> NotationError:
    dot = go_example(grid)
    remedy = lazy("write go {dot} or go {dot} bottom right", dot=dot)
    if not grid.is_square:
        remedy = lazy("write go {dot}", dot=dot)
    return NotationError(NAME, lazy("go takes the name of one dot"), remedy=remedy)


def _corner_named(grid: Grid, text: str) -> int:
    """The dot of a name, or of a cell and two sides that meet at a corner of it."""
    words = [word for word in text.replace(",", " ").split() if word.lower() not in _CORNER_WORDS]
    named = [name for word in words for name in side_words(word)]
    places = [word for word in words if not side_words(word)]
    if len(places) != 1:
        raise _no_dot(grid)
    cell = cell_word(places[0])
    if cell is not None:
        named += cell.words
    if cell is None or not named:
        return dot_at(grid, places[0])
    cells = list(cells_named(grid, cell.cells, NAME))
    ways = {part for name in named for part in name.split("-")}
    found = [
        dot
        for cell in cells
        for dot in grid.cell_dots[cell]
        if set(corner_of(grid, cell, dot).value.split("-")) == ways
    ]
    if len(found) != 1:
        raise _no_dot(grid)
    return found[0]


_CORNER_WORDS = FILLERS | {"corner"}
"""Words that change nothing about a corner."""
