"""Viewers of stored values that change: pages and messages that show a board and follow it."""

from collections import defaultdict
from collections.abc import Callable
from typing import Generic, TypeAlias, TypeVar

Shown = TypeVar("Shown")
Point: TypeAlias = Callable[[int, tuple[float, float]], None]
"""Shows where a member points."""


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
        self._viewers: defaultdict[int, list[Callable[[Shown | None], None]]] = defaultdict(list)
        self._revisions: dict[int, int] = {}

    @property
    def watched(self) -> dict[int, int]:
        """The watched numbers, each with the newest revision that all its viewers have."""
        return dict(self._revisions)

    def watch(
        self, number: int, revision: int, viewer: Callable[[Shown | None], None]
    ) -> Callable[[], None]:
        """Call `viewer`, which has a revision, with newer values, and with None when it is gone.

        It may get a revision twice. The returned function ends that.
        """
        self._viewers[number].append(viewer)
        self._revisions[number] = min(revision, self._revisions.get(number, revision))

        def stop() -> None:
            self._viewers[number].remove(viewer)
            if not self._viewers[number]:
                del self._viewers[number]
                del self._revisions[number]

        return stop

    def publish(self, number: int, revision: int, value: Shown) -> None:
        """Give the viewers a newer value; an older revision is ignored."""
        if number in self._viewers and revision > self._revisions[number]:
            self._revisions[number] = revision
            for viewer in (*self._viewers[number],):
                viewer(value)

    def end(self, number: int) -> None:
        """Tell the viewers that the value is gone."""
        for viewer in (*self._viewers.get(number, ()),):
            viewer(None)


class Pointers:
    """Who sees the pointers of others, by the number of what they see; nothing is stored.

    >>> pointers, seen = Pointers(), []
    >>> stop = pointers.watch(7, lambda member, at: seen.append((member, at)))
    >>> pointers.tell(7, 0, (1.5, 2))
    >>> stop()
    >>> pointers.tell(7, 0, (2, 2))
    >>> seen
    [(0, (1.5, 2))]
    """

    def __init__(self) -> None:
        self._viewers: defaultdict[int, list[Point]] = defaultdict(list)

    def watch(self, number: int, viewer: Point) -> Callable[[], None]:
        """Call `viewer` with members and where they point; the returned function ends that."""
        self._viewers[number].append(viewer)

        def stop() -> None:
            self._viewers[number].remove(viewer)
            if not self._viewers[number]:
                del self._viewers[number]

        return stop

    def tell(self, number: int, member: int, at: tuple[float, float]) -> None:
        """Tell all who watch where a member points."""
        for viewer in (*self._viewers.get(number, ()),):
            viewer(member, at)
