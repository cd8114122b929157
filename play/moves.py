"""Commands typed as text instead of pressed as buttons: one line of text is one action."""

import re

from play.history import Clear, Mark
from play.pen import Action, MoveTo
from puzzle.errors import NotationError
from puzzle.grid import Grid, dot_at
from puzzle.lazy_messages import lazy
from puzzle.moves import parse_changes

NAME = lazy("moves")
EXAMPLE = lazy("write A1-A4-C4 for lines, x A1-B1 to cross out, erase A1-B1, go C3 or clear")

_SEPARATORS = re.compile(r"[\s,-]+")


def parse_command(text: str, grid: Grid) -> Action:
    """The action that a line of text describes; case does not matter.

    - `A1-A4-C4` draws lines and moves the pen to C4; `x A1-A2` crosses out, `erase A1-A2` or `e
      A1-A2` removes marks. One line may contain several of these.
    - `go C3` moves the pen, `clear` removes all marks; each must be alone.

    Raises `NotationError` for any other text.

    >>> from puzzle.grid import square_grid
    >>> grid = square_grid(2, 2)
    >>> parse_command("go c3", grid)
    MoveTo(dot=8)
    >>> parse_command("x A1-B1, E A1-A2", grid)
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
            return MoveTo(dot_at(grid, _single_dot_name(rest)))
    states = parse_changes(text, grid)
    if not states:
        raise NotationError(NAME, lazy("there is nothing"), remedy=EXAMPLE)
    last = next(name for name in reversed(_SEPARATORS.split(text)) if name)
    return Mark(states, dot_at(grid, last))


def _single_dot_name(rest: list[str]) -> str:
    names = rest[0].split(maxsplit=1) if rest else []
    if len(names) != 1:
        raise NotationError(NAME, lazy("go takes the name of one dot"), remedy=lazy("write go C3"))
    return names[0]
