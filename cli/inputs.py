"""Reads the puzzles of a command from its argument, a file, or standard input."""

import io
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import chain, islice
from pathlib import Path
from typing import Annotated, TextIO, TypeAlias

import typer
from msgspec import Struct

from cli.errors import UsageError, escape_for_terminal
from cli.shapes import BOUNDS, Puzzles, PuzzleText, puzzles_in, several_in
from cli.streams import open_text
from puzzle.model import Board

STDIN = "-"
"""The argument that selects standard input."""

AsList: TypeAlias = Annotated[
    bool | None,
    typer.Option(
        "--list/--board",
        help="Read a puzzle from every line, or all lines as one; unless given, the lines tell.",
        show_default=False,
    ),
]


class Source(Struct, frozen=True):
    """The argument or the file to read; raises `UsageError` unless exactly one is given.

    `as_list` says whether it is a list or one board; if it is None, its lines tell.
    """

    argument: str | None
    path: Path | None
    as_list: bool | None = None

    def __post_init__(self) -> None:
        if (self.argument is None) == (self.path is None):
            raise UsageError("Give one puzzle, or - for standard input, or --file PATH.")

    @property
    def is_argument(self) -> bool:
        """Whether the puzzle is the argument itself."""
        return self.path is None and self.argument != STDIN

    @property
    def is_typed(self) -> bool:
        """Whether a person types the puzzles at a terminal."""
        return self.argument == STDIN and sys.stdin.isatty()

    def puzzles(self) -> Puzzles:
        """The puzzles, of which a list is read as they arrive; a file of one puzzle is no list.

        Raises `UsageError` when it is not clear whether they are a list, or `UnreadableFileError`
        when the file cannot be read.
        """
        puzzles = puzzles_in(self.lines(), as_list=self.as_list)
        if not puzzles.is_list or not (self.is_argument or self._is_file):
            return puzzles
        first = list(islice(puzzles.texts, 2))
        return Puzzles(len(first) > 1, chain(first, puzzles.texts))

    def board(self) -> Board:
        """The only board.

        Raises `UsageError` when there are several, `UnreadableFileError` when the file cannot be
        read, and `PuzzleError` when the text is no puzzle.
        """
        texts = puzzles_in(self.lines(), as_list=False).texts
        whole = next(texts, PuzzleText(1, ""))
        several = several_in(whole.text) if self.as_list is None else []
        if len(several) > 1:
            raise UsageError(
                f"There are several puzzles, one in line {several[0]} and one in line "
                f"{several[1]}, and this command takes one; --board reads all lines as one board."
            )
        found = whole.found()
        if remark := whole.remark(found):
            print(escape_for_terminal(remark), file=sys.stderr)
        return found.board

    def lines(self) -> Iterator[str]:
        """The lines, each cut one character beyond the limit of `BOUNDS`, which bounds memory.

        Raises `UnreadableFileError` when the file cannot be read.
        """
        with self._open() as stream:
            while text := stream.readline(BOUNDS.max_text + 1):
                yield text
                while len(text) > BOUNDS.max_text and not text.endswith("\n"):
                    text = stream.readline(BOUNDS.max_text + 1)
                    if not text:
                        return

    def count(self) -> int | None:
        """The number of puzzles in a file; None if it is not known before all are read."""
        return sum(1 for _ in self.puzzles().texts) if self._is_file else None

    @property
    def _is_file(self) -> bool:
        return self.path is not None and self.path.is_file()

    def _open(self) -> AbstractContextManager[TextIO]:
        if self.argument is not None and self.is_argument:
            return nullcontext(io.StringIO(self.argument))
        return open_text(self.path)
