"""Data in which something is missing: each field in turn, or null in its place."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from msgspec import Struct

Path = tuple[str | int, ...]


class Variant(Struct, frozen=True):
    """Data without the field at `path`, or with null there."""

    path: Path
    null: bool

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path))} {'null' if self.null else 'missing'}"

    def of(self, data: Any) -> Any:
        """A changed copy of data; the same data if it does not have the field."""
        found = deepcopy(data)
        place = found
        try:
            for step in self.path[:-1]:
                place = place[step]
            if self.null:
                place[self.path[-1]] = None
            else:
                del place[self.path[-1]]
        except (LookupError, TypeError):
            return found
        return found


def paths(data: Any, below: Path = ()) -> Iterator[Path]:
    """The paths of all fields of data, also of those in objects and in entries of lists.

    >>> list(paths({"a": [{"b": 1}], "c": None}))
    [('a',), ('a', 0, 'b'), ('c',)]
    """
    if isinstance(data, dict):
        for name, value in data.items():
            yield (*below, name)
            yield from paths(value, (*below, name))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from paths(value, (*below, number))


def variants(data: Any) -> list[Variant]:
    """All variants of data."""
    return [Variant(path, null) for path in paths(data) for null in (False, True)]


def some_of(found: list[Variant], share: int, *, first: int = 0) -> list[Variant]:
    """One of `share` variants, spread over all; with `share` 1 all of them."""
    return found[first % share :: share]
