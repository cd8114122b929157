"""Reads the puzzles of a command from its argument, a file, or standard input."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import chain, islice
from pathlib import Path
from typing import Annotated, TextIO, TypeAlias

import typer
from msgspec import Struct
from msgspec.structs import replace

from cli.errors import UsageError, escape_for_terminal
from cli.pictures import ENDINGS, PictureLine, in_play
from cli.shapes import BOUNDS, Puzzles, PuzzleText, holds_puzzle, puzzles_in, several_in
from cli.streams import open_puzzles

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


def tell_remark(text: PuzzleText) -> None:
    """Tell on standard error what a text leaves open; raises `PuzzleError` if it is no puzzle."""
    if remark := text.remark(text.found()):
        print(escape_for_terminal(remark), file=sys.stderr)


class Source(Struct, frozen=True):
    """The argument or the file to read; raises `UsageError` unless exactly one is given.

    `as_list` says whether it is a list or one board; if it is None, its lines tell. `choice` is
    the board that is chosen where the text of one may be several.
    """

    argument: str | None
    path: Path | None
    as_list: bool | None = None
    choice: int | None = None

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
        puzzles = self._puzzles(self.as_list)
        if not puzzles.is_list or not (self.is_argument or self._is_file):
            return puzzles
        first = list(islice(puzzles.texts, 2))
        return Puzzles(len(first) > 1, chain(first, puzzles.texts))

    def _puzzles(self, as_list: bool | None) -> Puzzles:
        lines = self.lines()
        first = next(lines, None)
        if isinstance(first, PictureLine):
            return Puzzles(False, iter([PuzzleText(1, first, first.doubts, first.remarks)]))
        found = puzzles_in(lines if first is None else chain([first], lines), as_list=as_list)
        if self.choice is None:
            return found
        if found.is_list:
            raise UsageError("--as chooses the board of one text; give one instead of a list.")
        return Puzzles(False, (replace(text, choice=self.choice) for text in found.texts))

    def only(self) -> PuzzleText:
        """The only puzzle, with what its text leaves open told on standard error.

        Raises `UsageError` when there are several, `UnreadableFileError` when the file cannot be
        read, and `PuzzleError` when the text is no puzzle.
        """
        whole = in_play(next(self._puzzles(False).texts))
        several = several_in(whole.text) if self.as_list is None else []
        if len(several) > 1:
            raise UsageError(
                f"There are several puzzles, one in line {several[0]} and one in line "
                f"{several[1]}, and this command takes one; --board reads all lines as one board."
            )
        tell_remark(whole)
        return whole

    def lines(self) -> Iterator[str]:
        """The lines, or one `PictureLine`.

        Each is cut one character beyond the limit of `BOUNDS`, which bounds memory. Raises
        `UnreadableFileError` when the file cannot be read, and `PuzzleError` for a picture without
        a puzzle.
        """
        with self._open() as stream:
            if isinstance(stream, PictureLine):
                yield stream
                return
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

    def _open(self) -> AbstractContextManager[TextIO | PictureLine]:
        if self.argument is None or not self.is_argument:
            return open_puzzles(self.path)
        return nullcontext(io.StringIO(self.argument))


def source_of(
    argument: str | None,
    path: Path | None,
    as_list: bool | None = None,
    choice: int | None = None,
) -> Source:
    """The source that a command is given. A file that the argument names is told on standard error.

    The argument names a file if it ends as the name of a picture, or if there is such a file and
    no puzzle in the argument. Raises `UsageError` as `Source` does.
    """
    source = Source(argument, path, as_list, choice)
    if argument is None or not source.is_argument or not _names_file(argument):
        return source
    print(escape_for_terminal(f"Reading the file {argument}."), file=sys.stderr)
    return Source(None, Path(argument), as_list, choice)


def _names_file(text: str) -> bool:
    if Path(text).suffix.lower() in ENDINGS:
        return True
    # Not Path.is_file, which fails for a text that is too long for a path.
    return os.path.isfile(text) and not holds_puzzle(text)  # noqa: PTH113
