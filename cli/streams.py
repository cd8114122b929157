"""Opens files and standard input as text in UTF-8 or UTF-16, as spreadsheets, or as pictures."""

import codecs
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from cli.errors import UnreadableFileError
from cli.pictures import PictureLine, picture_line
from puzzle.notation.sheets import ARCHIVE, MAX_XML, sheet_text
from puzzle.notation.text import UTF_8, encoding_of
from scanner.values import is_picture


@contextmanager
def open_text(path: Path | None) -> Iterator[TextIO]:
    """The text of a file, or of standard input for None; raises `UnreadableFileError`."""
    try:
        stream = _standard_input() if path is None else _decoded(path.open("rb"), UTF_8, "strict")
        try:
            yield stream
        finally:
            if path is not None:
                stream.close()
    except OSError as error:
        raise UnreadableFileError(path, (error.strerror or "").lower()) from None
    except UnicodeDecodeError:
        raise UnreadableFileError(path, "it is not UTF-8 or UTF-16 text") from None


@contextmanager
def open_puzzles(path: Path | None) -> Iterator[TextIO | PictureLine]:
    """The text of a file or of standard input, the cells of a spreadsheet, or the puzzle of a
    picture.

    Raises `UnreadableFileError`, and `PuzzleError` for a picture without a puzzle.
    """
    with open_text(path) as stream:
        data = getattr(stream, "buffer", None)
        start = data.peek(16) if isinstance(data, io.BufferedReader) else b""
        if data is not None and is_picture(start):
            yield picture_line(data)
        elif data is not None and start.startswith(ARCHIVE):
            yield io.StringIO(sheet_text(data.read(MAX_XML)))
        else:
            yield stream


def _decoded(stream: io.BufferedReader, usual: str, errors: str) -> TextIO:
    """A text in UTF-16 if it begins so, else in the usual encoding."""
    found = encoding_of(stream.peek(2))
    return io.TextIOWrapper(stream, usual if found == UTF_8 else found, errors)


def _standard_input() -> TextIO:
    """A stream of standard input that is not closed or locked when the interpreter ends.

    A thread may still wait for the next line then.
    """
    try:
        number = sys.stdin.fileno()
    except (OSError, ValueError):  # it was replaced by a stream that is no file
        return sys.stdin
    usual = UTF_8 if codecs.lookup(sys.stdin.encoding).name == "utf-8" else sys.stdin.encoding
    return _decoded(open(number, "rb", closefd=False), usual, sys.stdin.errors or "strict")
