"""What must hold of whatever is read: promises that raise AssertionError when broken."""

import re
from collections.abc import Callable

from play.calendar import EPOCH, Track, opens
from play.identity import KnownDaily, find_live
from play.pen import Pad
from play.resemblance import needed_score
from play.saving import from_text, to_text
from puzzle.model import Board, Puzzle
from puzzle.notation.pzpr import format_pzpr, parse_pzpr
from tools.fuzz.edits import Edited

_PING = re.compile(r"@(everyone|here)|<@[!&]?[0-9]{17,20}>")
_FORMATTING = re.compile(r"(?<!\\)(?:\\\\)*[*_~|`<\[]|^[ \t]*[#>-]", re.MULTILINE)
"""A character that formats, with none or an even number of backslashes before it."""

_ADDRESS = re.compile(r"[a-z]://", re.IGNORECASE)
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")


def reads_back(
    parse: Callable[[str], Puzzle], write: Callable[[Puzzle], str]
) -> Callable[[str, Puzzle], None]:
    """The promise that a puzzle, written and read again, is the same."""

    def promise(_: str, puzzle: Puzzle) -> None:
        assert parse(write(puzzle)) == puzzle, "it does not read back"

    return promise


def draws_again(_: str, board: Board) -> None:
    """A saved board, saved and read again, is the same."""
    assert parse_pzpr(format_pzpr(board)) == board, "it does not read back"


def restores(text: str, pad: Pad) -> None:
    """A stored pad is written as it was read, its numbers apart, and can be undone to its start."""
    assert from_text(pad.board.puzzle, to_text(pad)) == pad, f"not restored: {text[:40]!r}"


def is_plain(_: str, quoted: str) -> None:
    """What is quoted mentions nobody, formats nothing, leads nowhere and turns no text around."""
    assert not _PING.search(quoted), "it mentions somebody"
    assert not _FORMATTING.search(quoted), "it formats"
    assert not _ADDRESS.search(quoted), "it leads somewhere"
    assert not _UNSEEN.search(quoted), "it holds what nobody sees"


def is_recognised(text: str, edited: Edited) -> None:
    """A daily is recognised after edits that cost less than the score it needs."""
    puzzle, least = edited.puzzle, edited.least_score()
    if least is None or least < needed_score(puzzle, edited.original):
        return
    daily = KnownDaily(EPOCH, Track.NORMAL, edited.original)
    found = find_live(puzzle, [daily], opens(EPOCH))
    assert found is daily, f"not recognised after {text!r}"
