"""Prints for people: plain lines, in colours on a terminal. Rich is loaded for a terminal only."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from rich.console import Console

AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]

GOOD, DOUBTFUL, BAD, QUIET, STRONG = "green", "yellow", "red", "dim", "bold"
"""The styles of lines, as Rich names them. No line needs its style to be understood."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of output, or several; with `cut`, a terminal shows only what fits its width."""

    text: str
    style: str = ""
    cut: bool = False


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
        if self.is_terminal:
            self._show_styled(lines)
        else:
            sys.stdout.write("".join(f"{line.text}\n" for line in lines))
        sys.stdout.flush()

    def tip(self, text: str) -> None:
        """Print a line about the command itself, on a terminal only."""
        if self.is_terminal:
            self.show([Line(text, QUIET)])

    def _show_styled(self, lines: Iterable[Line]) -> None:
        from rich.console import Console  # noqa: PLC0415 - only a terminal needs it
        from rich.text import Text  # noqa: PLC0415

        if self._console is None:
            self._console = Console(file=sys.stdout)
        for line in lines:
            text = Text(line.text, line.style)
            if line.cut:
                self._console.print(text, no_wrap=True, overflow="ellipsis")
            else:
                self._console.print(text, soft_wrap=True)
