"""Reads the puzzles of a command from its argument, a file, or standard input."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from msgspec import Struct

from cli.errors import UnreadableFileError, UsageError
from puzzle.bounds import Bounds

BOUNDS = Bounds()
"""Size limits of the boards and texts that the command line reads."""

STDIN = "-"
"""The argument that selects standard input."""


class PuzzleText(Struct, frozen=True):
    """The text of one puzzle and its line number, counted from 1."""

    line: int
    text: str


class Source(Struct, frozen=True):
    """The argument or the file to read; raises `UsageError` unless exactly one is given."""

    argument: str | None
    path: Path | None

    def __post_init__(self) -> None:
        if (self.argument is None) == (self.path is None):
            raise UsageError("Give one puzzle, or - for standard input, or --file PATH.")

    @property
    def is_batch(self) -> bool:
        """Whether each line is a puzzle: in standard input and `.txt` files."""
        if self.path is not None:
            return self.path.suffix.lower() == ".txt"
        return self.argument == STDIN

    def read_all(self) -> str:
        """The whole text as one puzzle, cut one character beyond the limit of `BOUNDS`.

        Raises `UnreadableFileError` when the file cannot be read.
        """
        if self.argument is not None and self.argument != STDIN:
            return self.argument
        with self._open() as stream:
            return stream.read(BOUNDS.max_text + 1)

    def puzzles(self) -> Iterator[PuzzleText]:
        """The puzzles one by one, as they arrive; blank lines of a batch are skipped.

        Raises `UnreadableFileError` when the file cannot be read.
        """
        if not self.is_batch:
            yield PuzzleText(1, self.read_all())
            return
        with self._open() as stream:
            for line, text in enumerate(_bounded_lines(stream), start=1):
                if text.strip():
                    yield PuzzleText(line, text.rstrip("\r\n"))

    def count(self) -> int | None:
        """The number of puzzles in a file; None if it is not known before all are read."""
        if self.path is None or not self.path.is_file():
            return None
        return sum(1 for _ in self.puzzles())

    @property
    def is_typed(self) -> bool:
        """Whether a person types the puzzles at a terminal."""
        return self.argument == STDIN and sys.stdin.isatty()

    @contextmanager
    def _open(self) -> Iterator[TextIO]:
        if self.path is None:
            yield _standard_input()
            return
        try:
            with self.path.open(encoding="utf-8-sig") as stream:
                yield stream
        except OSError as error:
            raise UnreadableFileError(self.path, (error.strerror or "").lower()) from None
        except UnicodeDecodeError:
            raise UnreadableFileError(self.path, "it is not UTF-8 text") from None


def _standard_input() -> TextIO:
    """A stream of standard input that is not closed or locked when the interpreter ends.

    A thread may still wait for the next line then.
    """
    try:
        number = sys.stdin.fileno()
    except (OSError, ValueError):  # it was replaced by a stream that is no file
        return sys.stdin
    return open(number, encoding=sys.stdin.encoding, errors=sys.stdin.errors, closefd=False)


def _bounded_lines(stream: TextIO) -> Iterator[str]:
    """Lines cut one character beyond the limit of `BOUNDS`, which bounds memory."""
    while text := stream.readline(BOUNDS.max_text + 1):
        yield text
        while len(text) > BOUNDS.max_text and not text.endswith("\n"):
            text = stream.readline(BOUNDS.max_text + 1)
            if not text:
                return
