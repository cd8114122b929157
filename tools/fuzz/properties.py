"""Properties of parsed values; each function raises `AssertionError` if one is violated."""

import re
from collections.abc import Callable

from play.pen import Pad
from play.saving import from_text, to_text
from puzzle.model import Board, Puzzle
from puzzle.notation.pzpr import format_pzpr, parse_pzpr

_PING = re.compile(r"@(everyone|here)|<@[!&]?[0-9]{17,20}>")
_FORMATTING = re.compile(r"(?<!\\)(?:\\\\)*[*_~|`<\[]|^[ \t]*[#>-]", re.MULTILINE)
"""A markup character that is not escaped: an even number of backslashes precedes it."""

_ADDRESS = re.compile(r"[a-z]://", re.IGNORECASE)
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")


def puzzle_round_trips(
    parse: Callable[[str], Puzzle], write: Callable[[Puzzle], str]
) -> Callable[[str, Puzzle], None]:
    """The property that a puzzle is equal after formatting and parsing."""

    def check_property(_: str, puzzle: Puzzle) -> None:
        assert parse(write(puzzle)) == puzzle, "it does not read back"

    return check_property


def board_round_trips(_: str, board: Board) -> None:
    """A board is equal after formatting and parsing in the pzpr format."""
    assert parse_pzpr(format_pzpr(board)) == board, "it does not read back"


def pad_round_trips(text: str, pad: Pad) -> None:
    """A pad is equal after saving and loading."""
    assert from_text(pad.board.puzzle, to_text(pad)) == pad, f"not restored: {text[:40]!r}"


def is_plain(_: str, quoted: str) -> None:
    """Quoted text contains no mention, markup, link, control or bidirectional character."""
    assert not _PING.search(quoted), "it mentions somebody"
    assert not _FORMATTING.search(quoted), "it formats"
    assert not _ADDRESS.search(quoted), "it leads somewhere"
    assert not _UNSEEN.search(quoted), "it holds what nobody sees"
