"""Prints lines for people, in colours on a terminal. Rich is loaded for a terminal only."""

import sys
from collections.abc import Iterable
from enum import Enum, auto
from typing import TYPE_CHECKING, Annotated, TypeAlias
from unicodedata import east_asian_width

import typer
from msgspec import Struct

if TYPE_CHECKING:
    from rich.console import Console

AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]

GOOD, DOUBTFUL, BAD, QUIET, STRONG = "green", "yellow", "red", "dim", "bold"
"""The styles of lines, as Rich names them. No line needs its style to be understood."""


class Fit(Enum):
    """How a line is shown that is longer than a terminal is wide."""

    AS_IS = auto()
    """The terminal wraps it, and copies it as one line: records, puzzles, boards."""
    WORDS = auto()
    """It is wrapped between words."""
    CUT = auto()
    """The end is left out."""


class Line(Struct, frozen=True):
    """A line of output, or several."""

    text: str
    style: str = ""
    fit: Fit = Fit.AS_IS


def sentence(text: str, style: str = "") -> Line:
    """Words for people, in lines of any length."""
    return Line(text, style, Fit.WORDS)


def pad(text: str, width: int) -> str:
    """A text filled up with spaces: before it, or after it for a negative width.

    Widths are columns of a terminal, of which Chinese and Japanese characters take two.

    >>> pad("12", 4), pad("答え", -6)
    ('  12', '答え  ')
    """
    wide = sum(east_asian_width(character) in {"W", "F"} for character in text)
    space = " " * (abs(width) - len(text) - wide)
    return space + text if width > 0 else text + space


class Output:
    """Standard output, and whether it is a terminal.

    >>> Output().show([Line("Exactly one solution.", GOOD)])
    Exactly one solution.
    """

    def __init__(self, console: "Console | None" = None) -> None:
        self.is_terminal = sys.stdout.isatty()
        self._console = console

    def show(self, lines: Iterable[Line]) -> None:
        """Print lines at once, so that an interruption loses none of them."""
        lines = tuple(lines)
        plain = all(not line.style and line.fit is Fit.AS_IS for line in lines)
        if self.is_terminal and not (plain and self._console is None):
            self._show_styled(lines)
        else:
            sys.stdout.write("".join(f"{line.text}\n" for line in lines))
        sys.stdout.flush()

    def tip(self, text: str) -> None:
        """Print a line about the command itself, on a terminal only."""
        if self.is_terminal:
            self.show([sentence(text, QUIET)])

    def _show_styled(self, lines: Iterable[Line]) -> None:
        from rich.console import Console  # noqa: PLC0415 - only a terminal needs it
        from rich.text import Text  # noqa: PLC0415

        if self._console is None:
            self._console = Console(file=sys.stdout)
        for line in lines:
            text = Text(line.text, line.style)
            match line.fit:
                case Fit.AS_IS:
                    self._console.print(text, soft_wrap=True)
                case Fit.WORDS:
                    self._console.print(text)
                case Fit.CUT:
                    self._console.print(text, no_wrap=True, overflow="ellipsis")
