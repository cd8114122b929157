"""Viewers of stored values that change: pages and messages that show a board and follow it."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection
from typing import Generic, TypeAlias, TypeVar

from store.database import Database
from store.transaction import Connection

Shown = TypeVar("Shown")
Row = TypeVar("Row")
Viewer: TypeAlias = Callable[[Shown], None]
Pointer: TypeAlias = tuple[int, float, float]
"""A member, and where they point."""


class Viewers(Generic[Shown]):
    """Who sees in this process what is told under a number; nothing is stored.

    >>> viewers, seen = Viewers(), []
    >>> stop = viewers.watch(7, seen.append)
    >>> viewers.tell(7, (0, 1.5, 2))
    >>> stop()
    >>> viewers.tell(7, (0, 2, 2))
    >>> seen, 7 in viewers
    ([(0, 1.5, 2)], False)
    """

    def __init__(self) -> None:
        self._viewers: defaultdict[int, list[Viewer[Shown]]] = defaultdict(list)

    def __contains__(self, number: object) -> bool:
        return number in self._viewers

    def watch(self, number: int, viewer: Viewer[Shown]) -> Callable[[], None]:
        """Call `viewer` with what is told; the returned function ends that."""
        self._viewers[number].append(viewer)

        def stop() -> None:
            self._viewers[number].remove(viewer)
            if not self._viewers[number]:
                del self._viewers[number]

        return stop

    def tell(self, number: int, value: Shown) -> None:
        """Tell all who watch a number."""
        for viewer in (*self._viewers.get(number, ()),):
            viewer(value)


class Watchers(Generic[Shown]):
    """The viewers in this process of values with a number and a revision.

    >>> watchers, seen = Watchers(), []
    >>> stop = watchers.watch(7, 1, seen.append)
    >>> watchers.publish(7, 2, "newer")
    >>> watchers.publish(7, 2, "the same")
    >>> watchers.end(7)
    >>> seen, watchers.watched
    (['newer', None], {7: 2})
    >>> stop()
    >>> watchers.watched
    {}
    """

    def __init__(self) -> None:
        self._viewers = Viewers[Shown | None]()
        self._revisions: dict[int, int] = {}

    @property
    def watched(self) -> dict[int, int]:
        """The watched numbers, each with the newest revision that all its viewers have."""
        return dict(self._revisions)

    def watch(self, number: int, revision: int, viewer: Viewer[Shown | None]) -> Callable[[], None]:
        """Call `viewer`, which has a revision, with newer values, and with None when it is gone.

        It may get a revision twice. The returned function ends that.
        """
        end = self._viewers.watch(number, viewer)
        self._revisions[number] = min(revision, self._revisions.get(number, revision))

        def stop() -> None:
            end()
            if number not in self._viewers:
                del self._revisions[number]

        return stop

    def publish(self, number: int, revision: int, value: Shown) -> None:
        """Give the viewers a newer value; an older revision is ignored."""
        if number in self._viewers and revision > self._revisions[number]:
            self._revisions[number] = revision
            self._viewers.tell(number, value)

    def end(self, number: int) -> None:
        """Tell the viewers that the value is gone."""
        self._viewers.tell(number, None)

    async def look(
        self,
        database: Database,
        table: str,
        revisions: Callable[[Connection, Collection[int]], Awaitable[dict[int, int]]],
        get: Callable[[Connection, int], Awaitable[Row | None]],
        load: Callable[[Row], Awaitable[Shown]],
    ) -> None:
        """Tell viewers what other processes have changed or removed in a table since the last look.

        `revisions` reads those of the rows that exist, `get` reads a row, and `load` what it shows.
        """
        watched = self.watched
        if not watched:
            return
        stored = await database.read(revisions, watched)
        for number in watched.keys() - stored.keys():
            self.end(number)
        for number, revision in stored.items():
            if revision > watched[number]:
                with database.damaged.skipping(table, id=number):
                    row = await database.read(get, number)
                    if row is not None:
                        self.publish(number, revision, await load(row))
