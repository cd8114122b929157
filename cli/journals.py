"""Reads how a board was drawn: from an export of the bot, or from a text."""

import gzip
import json
import zlib
from pathlib import Path
from typing import Any

from cli.errors import UnreadableFileError, UsageError
from cli.inputs import BOUNDS
from play.journal import Journal
from puzzle.model import Puzzle
from puzzle.notation import parse_puzzle
from puzzle.strokes import Stroke, parse_strokes

MAX_BYTES = 64 * 2**20
"""Maximum size of a file in bytes, unpacked."""


def read_journal(path: Path, attempt: int | None) -> tuple[Puzzle, tuple[Stroke, ...]]:
    """The puzzle and the strokes in a file.

    An export has the journals of many boards: `attempt` is the ID of one, by default that of the
    board solved last. A text has the puzzle in its first line, and a stroke in each line after it.
    Raises `UsageError` and `NotationError` where that cannot be read.
    """
    text = _text_of(path)
    if text.lstrip().startswith("{"):
        return _of_export(path, text, attempt)
    if attempt is not None:
        raise UsageError("--attempt chooses a board of an export; this file has only one.")
    first, _, strokes = text.strip().partition("\n")
    puzzle = parse_puzzle(first, BOUNDS)
    return puzzle, parse_strokes(strokes, puzzle.grid)


def _text_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
            file.seek(0)
            data = (gzip.GzipFile(fileobj=file) if packed else file).read(MAX_BYTES + 1)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise UnreadableFileError(path, "it is damaged") from None
    except OSError as error:
        raise UnreadableFileError(path, (error.strerror or "").lower()) from None
    if len(data) > MAX_BYTES:
        raise UnreadableFileError(path, "it is too long")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableFileError(path, "it is not UTF-8 text") from None


def _of_export(path: Path, text: str, attempt: int | None) -> tuple[Puzzle, tuple[Stroke, ...]]:
    try:
        tables = json.loads(text)
        journals = {row["attempt_id"]: str(row["text"]) for row in tables["journals"]}
        solved = [row for row in tables["attempts"] if row["solved_at"] and row["id"] in journals]
        chosen: list[dict[str, Any]] = [row for row in solved if attempt in {None, row["id"]}]
        chosen.sort(key=lambda row: (str(row["solved_at"]), row["id"]))
        found = [(str(row["puzzle"]), journals[row["id"]]) for row in chosen[-1:]]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UnreadableFileError(path, "it is no export of the bot") from None
    if not found:
        which = "" if attempt is None else f" {attempt}"
        raise UsageError(f"The export has no journal of a solved board{which}.")
    [(notation, journal)] = found
    puzzle = parse_puzzle(notation, BOUNDS)
    return puzzle, Journal(journal).strokes(puzzle)
