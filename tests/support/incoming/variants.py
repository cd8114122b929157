"""Data in which each field in turn is missing, null, or of a type that it never has."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Literal, get_args

from msgspec import Struct

Path = tuple[str | int, ...]
Fault = Literal["missing", "null", "wrong"]


class Variant(Struct, frozen=True):
    """Data without the field at `path`, or with null or a wrong value there."""

    path: Path
    fault: Fault

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path))} {self.fault}"

    def of(self, data: Any) -> Any:
        """A changed copy of data; the same data if it does not have the field."""
        found = deepcopy(data)
        place = found
        try:
            for step in self.path[:-1]:
                place = place[step]
            if self.fault == "missing":
                del place[self.path[-1]]
            else:
                wrong = "x" if isinstance(place[self.path[-1]], list) else [None]
                place[self.path[-1]] = None if self.fault == "null" else wrong
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
    """All variants of data, one fault after the other: some of them have all faults."""
    return [Variant(path, fault) for fault in get_args(Fault) for path in paths(data)]


def some_of(found: list[Variant], share: int, *, first: int = 0) -> list[Variant]:
    """One of `share` variants, spread over all; with `share` 1 all of them."""
    return found[first % share :: share]
