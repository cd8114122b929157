"""Where the puzzles of a command come from: its argument, a file, or standard input."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from cli.errors import UnreadableFileError, UsageError
from puzzle.bounds import Bounds

BOUNDS = Bounds()
"""The largest boards that the command line takes."""

STDIN = "-"


@dataclass(frozen=True, slots=True)
class PuzzleText:
    """The text of one puzzle and the line it stands on, counted from 1."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where to read from; exactly one of the two is given."""

    argument: str | None
    path: Path | None

    def __post_init__(self) -> None:
        if (self.argument is None) == (self.path is None):
            raise UsageError("Give one puzzle, or - for standard input, or --file PATH.")

    @property
    def is_batch(self) -> bool:
        """Whether every line is a puzzle of its own: standard input and `.txt` files."""
        if self.path is not None:
            return self.path.suffix.lower() == ".txt"
        return self.argument == STDIN

    def whole(self) -> str:
        """All the text there is, as one puzzle."""
        if self.argument is not None and self.argument != STDIN:
            return self.argument
        with self._open() as stream:
            return stream.read(BOUNDS.max_text + 1)

    def puzzles(self) -> Iterator[PuzzleText]:
        """The texts one by one, as they arrive; blank lines of a batch are passed over."""
        if not self.is_batch:
            yield PuzzleText(1, self.whole())
            return
        with self._open() as stream:
            for line, text in enumerate(_bounded_lines(stream), start=1):
                if text.strip():
                    yield PuzzleText(line, text.rstrip("\r\n"))

    @contextmanager
    def _open(self) -> Iterator[TextIO]:
        if self.path is None:
            yield sys.stdin
            return
        try:
            with self.path.open(encoding="utf-8-sig") as stream:
                yield stream
        except OSError as error:
            raise UnreadableFileError(self.path, (error.strerror or "").lower()) from None
        except UnicodeDecodeError:
            raise UnreadableFileError(self.path, "it is not UTF-8 text") from None


def _bounded_lines(stream: TextIO) -> Iterator[str]:
    """Lines cut at the bound, so that one without end cannot fill the memory."""
    while text := stream.readline(BOUNDS.max_text + 1):
        yield text
        while len(text) > BOUNDS.max_text and not text.endswith("\n"):
            text = stream.readline(BOUNDS.max_text + 1)
            if not text:
                return
