"""Stored rows that cannot be read: they are skipped, one at a time, logged and counted.

A row may be damaged, or have been written by a newer version, whose values this one does not know.
It must not keep the rows beside it from their readers.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

import structlog

from store.errors import StoreError

MAX_LOGGED = 1000
"""Maximum number of rows that are remembered as logged; each is logged once."""

Row = TypeVar("Row")
Value = TypeVar("Value")

log = structlog.stdlib.get_logger(__name__)


class DamagedRowError(Exception):
    """The one row that was asked for cannot be read; `table` has it."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table

    def __str__(self) -> str:
        return f"A row of {self.table} cannot be read; the log tells what is wrong with it."


class UnreadableValueError(Exception):
    """A value of a row cannot be read; the text says which and why, without the value."""


class DamagedRows:
    """Reads rows one at a time, and skips those that cannot be read.

    `count` is called with the table of each row that is skipped, each time; the front end sets it.

    >>> skipped = []
    >>> rows = DamagedRows()
    >>> rows.count = skipped.append
    >>> with structlog.testing.capture_logs():
    ...     [*rows.read("posts", ["1", "one", "2"], int, key=lambda row: {"text": row})]
    [1, 2]
    >>> skipped
    ['posts']
    """

    def __init__(self) -> None:
        self.count: Callable[[str], None] = _count_nothing
        self._logged: set[tuple[str, str]] = set()

    def read(
        self,
        table: str,
        rows: Iterable[Row],
        read: Callable[[Row], Value],
        key: Callable[[Row], Mapping[str, object]],
    ) -> Iterator[Value]:
        """The values of rows, without those for which `read` raises.

        The log has the `key` of such a row, which names no person.
        """
        for row in rows:
            with self.skipping(table, **key(row)):
                yield read(row)

    @contextmanager
    def skipping(self, table: str, **key: object) -> Iterator[None]:
        """End the block at the first error, as the row with a key that it reads cannot be read.

        The key names no person. Raises a `StoreError`: the database fails, not the row.
        """
        try:
            yield
        except StoreError:
            raise
        except Exception as error:
            known = isinstance(error, UnreadableValueError)
            self.note(table, key, str(error) if known else type(error).__name__)

    def note(self, table: str, key: Mapping[str, object], problem: str) -> None:
        """Count a row that is skipped, and log it unless it was logged before.

        Neither `key` nor `problem` has anything of a person.
        """
        self.count(table)
        text = ", ".join(f"{name}={value}" for name, value in key.items())
        if (table, text) in self._logged:
            return
        if len(self._logged) >= MAX_LOGGED:
            self._logged.clear()
        self._logged.add((table, text))
        log.error("stored row skipped", table=table, key=text, problem=problem)


def _count_nothing(table: str) -> None:
    """Count nothing until somebody wants to know."""
