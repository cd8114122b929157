"""Commands typed as text instead of pressed as buttons: one line of text is one action."""

from play.history import Clear, Mark
from play.pen import Action, MoveTo
from puzzle.errors import NotationError
from puzzle.grid import Grid
from puzzle.lazy_messages import lazy
from puzzle.moves import parse_changes, path_end
from puzzle.names import Direction
from puzzle.places import corners, dot_at
from puzzle.side_moves import FILLERS, cell_word, cells_named, side_words

NAME = lazy("moves")
EXAMPLE = lazy("write D2 top or A1-A4-C4 for lines, x D2 left, erase D2 top, go C3 or clear")
GO_EXAMPLE = lazy("write go C3 or go C3 bottom right")


def parse_command(text: str, grid: Grid) -> Action:
    """The action that a line of text describes; case does not matter.

    - `D2 top` draws a line, `x D2 top` crosses out, `erase D2 top` or `e D2 top` removes marks.
      `A1-A4-C4` draws lines and moves the pen to C4. One line may contain several of these.
    - `go C3` moves the pen to the top left corner of C3 and `go C3 bottom right` to that corner;
      `clear` removes all marks; each must be alone.

    Raises `NotationError` for any other text.

    >>> from puzzle.grid import square_grid
    >>> grid = square_grid(2, 2)
    >>> parse_command("go c3", grid)
    MoveTo(dot=8)
    >>> parse_command("x A1 top, E A1-A2", grid)
    Mark(states={0: <EdgeState.CROSS: 2>, 6: <EdgeState.UNKNOWN: 0>}, pen=3)
    """
    first, *rest = text.split(maxsplit=1) or [""]
    match first.lower():
        case "":
            raise NotationError(NAME, lazy("there is nothing"), remedy=EXAMPLE)
        case "clear":
            if rest:
                raise NotationError(NAME, lazy("clear stands alone"), remedy=EXAMPLE)
            return Clear()
        case "go":
            return MoveTo(_corner_named(grid, rest[0] if rest else ""))
    states = parse_changes(text, grid)
    if not states:
        raise NotationError(NAME, lazy("there is nothing"), remedy=EXAMPLE)
    return Mark(states, path_end(text, grid))


def _corner_named(grid: Grid, text: str) -> int:
    """The dot of a name, or of a cell and two sides that meet at a corner of it."""
    words = [word for word in text.replace(",", " ").split() if word.lower() not in _CORNER_WORDS]
    ways = {way for word in words for way in side_words(word)}
    places = [word for word in words if not side_words(word)]
    if len(places) != 1:
        raise NotationError(NAME, lazy("go takes the name of one dot"), remedy=GO_EXAMPLE)
    named = cell_word(grid, places[0])
    if named is not None:
        ways.update(named.ways)
    if named is None or not ways:
        return dot_at(grid, places[0])
    cells = list(cells_named(grid, named.cells, NAME))
    corner = next((way for way in Direction if _sides_at(way) == {way.value for way in ways}), None)
    found = None if corner is None or len(cells) > 1 else corners(grid, cells[0]).get(corner)
    if found is None:
        raise NotationError(NAME, lazy("go takes the name of one dot"), remedy=GO_EXAMPLE)
    return found


_CORNER_WORDS = FILLERS | {"corner"}
"""Words that change nothing about a corner."""


def _sides_at(corner: Direction) -> set[str]:
    """The names of the sides that meet at a corner."""
    return set(corner.value.split("-"))
