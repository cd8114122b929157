"""The journal of an attempt: every change of its marks in order, with its time and its source.

Unlike the steps of a history, entries are never removed: undo and redo are entries, too. An entry
is `SECONDS`, a letter for its source, the changed edges as `play.steps` encodes them, and a dot.
The seconds are those since the board was first shown, in base 36, so an entry is added without
reading the journal. A journal that would become too long ends with `!` instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from enum import Enum
from types import MappingProxyType

from msgspec import Struct

from play.clock import elapsed
from play.history import History, Redo, Undo
from play.pen import Action
from play.steps import Change, base36, changes_of, encoded, inverted
from puzzle.errors import NotationError
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.strokes import Stroke

MAX_BYTES = 16_384
"""Maximum length of a journal in bytes; some 2,000 strokes fit."""
NAME = "a journal"
FULL = "!"
"""What a journal ends with that became too long."""

_ENTRY = re.compile(r"([0-9a-z]{1,6})([H-W])((?:(?:[0-9a-z]{1,5})?[A-F])+)\.")
_DISCORD_EPOCH_MS = 1_420_070_400_000


class MarkSource(Enum):
    """What changed the marks; the value is its letter in a journal."""

    PEN = "P"
    TEXT = "T"
    HINT = "H"
    PAGE = "W"
    UNDO = "U"
    REDO = "R"


_SOURCES = MappingProxyType({source.value: source for source in MarkSource})
OWN = frozenset({MarkSource.PEN, MarkSource.TEXT, MarkSource.PAGE})
"""The sources that are a player's own decision."""


class Entry(Struct, frozen=True):
    """A change of marks, its source, and its time in seconds since the board was shown."""

    seconds: int
    source: MarkSource
    changes: tuple[Change, ...]


class Journal(Struct, frozen=True):
    """A journal as it is stored; its entries are read when they are asked for.

    >>> journal = Journal("5PA.7U2C.")
    >>> [(entry.seconds, entry.source.name, entry.changes[0].edge) for entry in journal.entries()]
    [(5, 'PEN', 0), (7, 'UNDO', 2)]
    """

    text: str = ""

    def entries(self) -> Iterator[Entry]:
        """The entries in order; raises `NotationError` at one that cannot be read."""
        at, end = 0, len(self.text) - self.text.endswith(FULL)
        if len(self.text) > MAX_BYTES:
            raise NotationError(NAME, "it is too long", remedy=f"at most {MAX_BYTES} characters")
        while at < end:
            found = _ENTRY.match(self.text, at, end)
            source = None if found is None else _SOURCES.get(found[2])
            if found is None or source is None:
                raise NotationError(NAME, f"its entry at character {at + 1} cannot be read")
            yield Entry(int(found[1], 36), source, tuple(changes_of(found[3])))
            at = found.end()

    def own_marks(self) -> dict[int, EdgeState]:
        """The last state of each edge that the player decided, not a hint.

        Raises `NotationError` as `entries` does.

        >>> Journal("5PA.7H4B.9UC.").own_marks()
        {0: <EdgeState.UNKNOWN: 0>}
        """
        own = dict[int, EdgeState]()
        for entry in self.entries():
            for edge, _, after in entry.changes:
                if entry.source in OWN:
                    own[edge] = after
                elif entry.source is MarkSource.HINT:
                    own.pop(edge, None)
                elif edge in own:
                    own[edge] = after
        return own

    def strokes(self, puzzle: Puzzle) -> tuple[Stroke, ...]:
        """The strokes from a blank board of a puzzle on.

        Raises `NotationError` if the journal is not complete: it begins later, ends too early, or
        is of another board.
        """
        if self.text.endswith(FULL):
            raise NotationError(NAME, "it is not complete")
        board, strokes = Board.blank(puzzle), list[Stroke]()
        seconds = 0
        for entry in self.entries():
            edges = len(board.marks)
            for edge, before, _ in entry.changes:
                if edge >= edges or board.marks[edge] is not before:
                    raise NotationError(NAME, "it is not complete, or of another board")
            seconds = max(seconds, entry.seconds)
            states = {edge: after for edge, _, after in entry.changes}
            strokes.append(Stroke(seconds, states, entry.source in OWN))
            board = board.mark(states)
        return tuple(strokes)


def entry_of(
    before: History, action: Action, after: History, source: MarkSource, seconds: int
) -> str:
    """The entry for an action that led from a history to another; empty if no mark changed.

    >>> from play.pen import Arrow, Pad
    >>> from puzzle.grid import square_grid
    >>> blank = Pad.fresh(Puzzle(square_grid(1, 2), (None, None)))
    >>> line = blank.apply(Arrow.RIGHT)
    >>> entry_of(blank.history, Arrow.RIGHT, line.history, MarkSource.PEN, 40)
    '14PA.'
    >>> entry_of(line.history, Undo(), line.apply(Undo()).history, MarkSource.PEN, 41)
    '15UC.'
    """
    if after.board is before.board:
        return ""
    if isinstance(action, Undo):
        source, changes = MarkSource.UNDO, inverted(after.undone.last)
    else:
        source = MarkSource.REDO if isinstance(action, Redo) else source
        changes = after.done.last
    text = changes.partition("=")[2]
    if after.shades is not before.shades:  # a trial that is taken back may change both
        edges = len(after.board.marks)
        text = encoded(change for change in changes_of(text) if change.edge < edges)
    return f"{base36(seconds)}{source.value}{text}."


def interaction_seconds(shown: datetime, interaction: int) -> int:
    """Seconds from when a board was shown to an interaction, whose number has its milliseconds.

    >>> from datetime import UTC
    >>> interaction_seconds(datetime(2015, 1, 1, tzinfo=UTC), 61_500 << 22)
    61
    """
    at = datetime.fromtimestamp(((interaction >> 22) + _DISCORD_EPOCH_MS) / 1000, shown.tzinfo)
    return elapsed(shown, at)
