"""A board that several people draw: what each wrote, what is on top, and what can be taken back.

What is drawn last counts: the mark of an edge is the write on it that was stored last. All writes
are kept, so what lay below one that is taken back returns with its author. A board is the fold of
its entries, numbered from 1; nothing else is stored of its marks, and two processes that have the
same entries have the same board.

A stroke that had to wait for its connection changes only the edges that are still as its author
saw them.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterable, Mapping
from datetime import timedelta
from functools import partial
from typing import TypeAlias

from msgspec import Struct, field

from puzzle.model import EdgeState

MAX_DRAWING = 8
"""Maximum number of people who draw on a board at once, and number of colours and signs."""
DRAWING = timedelta(minutes=10)
"""Who has not drawn for so long does not draw now, and makes room for somebody else."""
MAX_MEMBERS = 64
"""Maximum number of people who have drawn on a board."""
UNTOUCHED = timedelta(days=14)
"""A board on which nobody draws for so long ends."""
MAX_ENTRIES = 60_000
"""Maximum number of entries of a board: 50 minutes of eight people at 20 strokes a second."""
MAX_UNDONE = 100
"""Maximum number of strokes that a person can undo one after the other."""
MAX_SIZE = 8_000_000
"""Maximum number of characters of all entries of a board."""
KEPT_CHANGES = 1_000
"""Number of the last entries whose edges are kept, for pages that have all but these."""


class Write(Struct, frozen=True, gc=False):
    """A write on edges: the number of its entry, who wrote, and the mark."""

    number: int
    member: int
    state: EdgeState


class DrawnStroke(Struct, frozen=True, tag="s", array_like=True):
    """Marks that a member sets."""

    member: int
    states: Mapping[int, EdgeState]


class Undone(Struct, frozen=True, tag="u", array_like=True):
    """A member takes back what is left of an own stroke, on some of its edges or on none."""

    member: int
    stroke: int
    edges: tuple[int, ...]


class Removal(Struct, frozen=True, tag="r", array_like=True):
    """All that a member has drawn is taken back, or what was taken back before is put back."""

    member: int
    back: bool = False


class HelpAsked(Struct, frozen=True, tag="a", array_like=True):
    """A member asks for help about the marks of that moment (`play.saving.states_text`), which all
    are given; `wanted` says for what."""

    member: int
    wanted: Mapping[str, str | int]
    marks: str


Entry: TypeAlias = DrawnStroke | Undone | Removal | HelpAsked
"""What changes a board of several people."""
Changed: TypeAlias = tuple[Entry | None, tuple[int, ...]]
"""The entry of a change, None if it changes nothing, and the edges that it leaves as they are."""

BLANK = Write(0, -1, EdgeState.UNKNOWN)
"""What is on an edge on which nobody has written."""


class SharedMarks(Struct, eq=False):
    """The marks of a board after the first `number` entries.

    >>> marks = SharedMarks()
    >>> first = marks.add(DrawnStroke(0, {5: EdgeState.LINE}))
    >>> second = marks.add(DrawnStroke(1, {5: EdgeState.CROSS}))
    >>> marks.undo(0), (undone := marks.undo(1)[0]).edges
    ((Undone(member=0, stroke=1, edges=()), (5,)), (5,))
    >>> sorted(marks.add(undone)), marks.top(5).member
    ([5], 0)
    """

    number: int = 0
    asked: tuple[int, HelpAsked] | None = None
    """The last help that was asked for, with the number of its entry."""
    _writes: dict[int, list[Write]] = field(default_factory=dict)
    _strokes: dict[int, list[tuple[int, array[int]]]] = field(default_factory=dict)
    _lines: set[int] = field(default_factory=set)
    _removed: dict[int, int] = field(default_factory=dict)
    _changed: deque[array[int]] = field(default_factory=partial(deque, maxlen=KEPT_CHANGES))

    def top(self, edge: int, removed: Mapping[int, int] | None = None, without: int = 0) -> Write:
        """What is on an edge: its last write that is not taken back.

        `removed` tells for members up to which entry theirs are taken back, by default as it is;
        the entry `without` is passed over.
        """
        gone = self._removed if removed is None else removed
        for write in reversed(self._writes.get(edge, ())):
            if write.number > gone.get(write.member, 0) and write.number != without:
                return write
        return BLANK

    def tops(self) -> dict[int, Write]:
        """What is on each edge that has a line or a cross."""
        found = {edge: self.top(edge) for edge in self._writes}
        return {edge: write for edge, write in found.items() if write.state}

    def add(self, entry: Entry) -> frozenset[int]:
        """Add the next entry; returns the edges on which something else may be now."""
        self.number += 1
        changed = self._add(entry)
        self._changed.append(changed)
        self._lines.difference_update(changed)
        self._lines |= {edge for edge in changed if self.top(edge).state is EdgeState.LINE}
        return frozenset(changed)

    def since(self, number: int) -> frozenset[int] | None:
        """The edges on which something else may be than after `number` entries; None for too many.

        >>> SharedMarks().since(0)
        frozenset()
        """
        count = self.number - number
        if not 0 <= count <= len(self._changed):
            return None
        return frozenset().union(*(self._changed[-place] for place in range(1, count + 1)))

    def _add(self, entry: Entry) -> array[int]:
        match entry:
            case DrawnStroke(member, states):
                writes = {state: Write(self.number, member, state) for state in EdgeState}
                for edge, state in states.items():
                    self._writes.setdefault(edge, []).append(writes[state])
                own, changed = self._strokes.setdefault(member, []), _edges(states)
                own.append((self.number, changed))
                del own[:-MAX_UNDONE]
                return changed
            case Undone(member, stroke, edges):
                for edge in edges:
                    kept = [each for each in self._writes[edge] if each.number != stroke]
                    self._writes[edge] = kept
                own = self._strokes.get(member, [])
                self._strokes[member] = [each for each in own if each[0] < stroke]
                return _edges(edges)
            case HelpAsked():
                self.asked = self.number, entry
                return _edges(())
            case Removal(member, back):
                self._removed[member] = 0 if back else self.number
                return _edges(
                    edge
                    for edge, writes in self._writes.items()
                    if any(each.member == member for each in writes)
                )

    def stroke(
        self,
        member: int,
        states: Mapping[int, EdgeState],
        seen: Mapping[int, EdgeState] | None = None,
    ) -> Changed:
        """The entry of a stroke, None if it changes nothing, and the edges that it leaves.

        With `seen`, the marks that its author saw, it leaves edges that have another mark now. The
        mark that is there already changes no author.
        """
        left = tuple(
            edge
            for edge, before in (seen or {}).items()
            if edge in states and self.top(edge).state not in {before, states[edge]}
        )
        new = {
            edge: state
            for edge, state in states.items()
            if edge not in left and self.top(edge).state is not state
        }
        return (DrawnStroke(member, new) if new else None), left

    def clear(self, member: int) -> Changed:
        """The entry that removes a member's marks, None if there are none; it leaves no edges."""
        own = (edge for edge, write in self.tops().items() if write.member == member)
        return self.stroke(member, dict.fromkeys(own, EdgeState.UNKNOWN))

    def undoable(self, member: int) -> int:
        """How many strokes a member can undo one after the other."""
        removed = self._removed.get(member, 0)
        return sum(number > removed for number, _ in self._strokes.get(member, ()))

    def undo(self, member: int) -> Changed:
        """The entry that takes a member's last stroke back where nobody has written since, None if
        there is no stroke, and the edges that it leaves.
        """
        if not self.undoable(member):
            return None, ()
        number, edges = self._strokes[member][-1]
        back = tuple(edge for edge in edges if self.top(edge).number == number)
        return Undone(member, number, back), tuple(edge for edge in edges if edge not in back)

    def lines_after(self, entry: Entry) -> frozenset[int]:
        """The edges that would have lines after one more entry."""
        match entry:
            case DrawnStroke(_, states):
                after = dict(states)
            case Undone(_, stroke, edges):
                after = {edge: self.top(edge, without=stroke).state for edge in edges}
            case HelpAsked():
                after = {}
            case Removal(member, back):
                removed = self._removed | {member: 0 if back else self.number}
                after = {edge: self.top(edge, removed).state for edge in self._writes}
        lines = {edge for edge, state in after.items() if state is EdgeState.LINE}
        return frozenset(self._lines - after.keys() | lines)

    @property
    def told(self) -> tuple[int, HelpAsked] | None:
        """The last help that was asked for, with its number; None once something else was drawn."""
        asked = self.asked
        return asked if asked and self.since(asked[0]) == frozenset() else None

    def is_removed(self, member: int) -> bool:
        """Whether something that a member drew is taken back."""
        return bool(self._removed.get(member))


def _edges(edges: Iterable[int]) -> array[int]:
    """Edges in little memory: a board has thousands of strokes."""
    return array("I", edges)
