"""A board that several people draw: what each wrote, what is on top, and what can be taken back.

What is drawn last counts: the mark of an edge is the write on it that was stored last. All writes
are kept, so what lay below one that is taken back returns with its author. A board is the fold of
its entries, numbered from 1; nothing else is stored of its marks, and two processes that have the
same entries have the same board.

A stroke that had to wait for its connection changes only the edges that are still as its author
saw them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct, field

from puzzle.model import EdgeState

MAX_MEMBERS = 8
"""Maximum number of people who draw on a board."""
MAX_ENTRIES = 60_000
"""Maximum number of entries of a board: 50 minutes of eight people at 20 strokes a second."""
MAX_UNDONE = 100
"""Maximum number of strokes that a person can undo one after the other."""
LATE_SECONDS = 3
"""A stroke that waited longer for its connection changes only what its author saw."""


class Write(NamedTuple):
    """A write on an edge: the number of its entry, who wrote, and the mark."""

    number: int
    member: int
    state: EdgeState


class Stroke(Struct, frozen=True, tag="stroke"):
    """Marks that a member sets."""

    member: int
    states: Mapping[int, EdgeState]


class Undone(Struct, frozen=True, tag="undone"):
    """A member takes back what is left of an own stroke, on some of its edges or on none."""

    member: int
    stroke: int
    edges: tuple[int, ...]


class Removal(Struct, frozen=True, tag="removal"):
    """All that a member has drawn is taken back, or what was taken back before is put back."""

    member: int
    back: bool = False


Entry = Stroke | Undone | Removal
"""What changes a board of several people."""

BLANK = Write(0, -1, EdgeState.UNKNOWN)
"""What is on an edge on which nobody has written."""


class SharedMarks(Struct, eq=False):
    """The marks of a board after the first `number` entries.

    >>> marks = SharedMarks()
    >>> first = marks.add(Stroke(0, {5: EdgeState.LINE}))
    >>> second = marks.add(Stroke(1, {5: EdgeState.CROSS}))
    >>> marks.top(5).member, marks.undo(0).edges, marks.undo(1).edges
    (1, (), (5,))
    >>> sorted(marks.add(marks.undo(1))), marks.top(5).member
    ([5], 0)
    """

    number: int = 0
    _writes: dict[int, list[Write]] = field(default_factory=dict)
    _strokes: dict[int, list[tuple[int, tuple[int, ...]]]] = field(default_factory=dict)
    _removed: dict[int, int] = field(default_factory=dict)

    def top(self, edge: int) -> Write:
        """What is on an edge: its last write that is not taken back."""
        for write in reversed(self._writes.get(edge, ())):
            if write.number > self._removed.get(write.member, 0):
                return write
        return BLANK

    def tops(self) -> dict[int, Write]:
        """What is on each edge that has a line or a cross."""
        found = {edge: self.top(edge) for edge in self._writes}
        return {edge: write for edge, write in found.items() if write.state}

    def add(self, entry: Entry) -> frozenset[int]:
        """Add the next entry; returns the edges on which something else may be now."""
        self.number += 1
        match entry:
            case Stroke(member, states):
                for edge, state in states.items():
                    self._writes.setdefault(edge, []).append(Write(self.number, member, state))
                own = self._strokes.setdefault(member, [])
                own.append((self.number, tuple(states)))
                del own[:-MAX_UNDONE]
                return frozenset(states)
            case Undone(member, stroke, edges):
                for edge in edges:
                    kept = [each for each in self._writes[edge] if each.number != stroke]
                    self._writes[edge] = kept
                own = self._strokes.get(member, [])
                self._strokes[member] = [each for each in own if each[0] < stroke]
                return frozenset(edges)
            case Removal(member, back):
                self._removed[member] = 0 if back else self.number
                return frozenset(
                    edge
                    for edge, writes in self._writes.items()
                    if any(each.member == member for each in writes)
                )

    def stroke(
        self,
        member: int,
        states: Mapping[int, EdgeState],
        seen: Mapping[int, EdgeState] | None = None,
    ) -> tuple[Stroke | None, tuple[int, ...]]:
        """The entry of a stroke, None if it changes nothing, and the edges that it leaves.

        With `seen`, the marks that its author saw, it leaves edges that have another mark now. The
        mark that is there already changes no author.
        """
        left = (
            ()
            if seen is None
            else tuple(
                edge
                for edge, before in seen.items()
                if edge in states and self.top(edge).state not in {before, states[edge]}
            )
        )
        new = {
            edge: state
            for edge, state in states.items()
            if edge not in left and self.top(edge).state is not state
        }
        return (Stroke(member, new) if new else None), left

    def clear(self, member: int) -> Stroke | None:
        """The entry that removes a member's marks; None if there are none."""
        own = [edge for edge, write in self.tops().items() if write.member == member]
        return Stroke(member, dict.fromkeys(own, EdgeState.UNKNOWN)) if own else None

    def undo(self, member: int) -> Undone | None:
        """The entry that takes a member's last stroke back where nobody has written since.

        None if there is no stroke; without edges if others have written on all of them.
        """
        removed = self._removed.get(member, 0)
        own = [each for each in self._strokes.get(member, ()) if each[0] > removed]
        if not own:
            return None
        number, edges = own[-1]
        return Undone(
            member, number, tuple(edge for edge in edges if self.top(edge).number == number)
        )

    def over(self, undone: Undone) -> frozenset[int]:
        """Who has written on the edges of a stroke that an undo leaves as they are."""
        edges = next(
            (
                edges
                for number, edges in self._strokes.get(undone.member, ())
                if number == undone.stroke
            ),
            (),
        )
        return frozenset(self.top(edge).member for edge in edges if edge not in undone.edges)

    def has_drawn(self, member: int) -> bool:
        """Whether anything is on the board that a removal of a member would take back."""
        return any(write.member == member for write in self.tops().values())


def folded(entries: Iterable[Entry]) -> SharedMarks:
    """The marks after entries."""
    marks = SharedMarks()
    for entry in entries:
        marks.add(entry)
    return marks
