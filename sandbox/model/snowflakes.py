"""Discord's identifiers: 64 bits, 42 of them milliseconds since 2015 (UTC)."""

from collections.abc import Callable
from datetime import UTC, datetime

from msgspec import Struct

EPOCH_MS = 1_420_070_400_000
SEQUENCE_BITS = 22


class Snowflakes(Struct, eq=False):
    """Generates increasing ids that contain the time of their creation.

    `clock` returns seconds since 1970. Ids are unique and increasing even when the clock stops;
    `last` is the latest one.

    >>> ids = Snowflakes(lambda: 1_700_000_000.0)
    >>> first, second = ids.make(), ids.make()
    >>> first < second, created_at(first).isoformat()
    (True, '2023-11-14T22:13:20+00:00')
    """

    clock: Callable[[], float]
    last: int = 0

    def make(self) -> int:
        """The next id."""
        moment = (int(self.clock() * 1000) - EPOCH_MS) << SEQUENCE_BITS
        self.last = max(self.last + 1, moment)
        return self.last


def number_in(text: str | None) -> int | None:
    """The number that a text is, of at most 20 digits; None for any other text.

    >>> number_in("175928847299117063"), number_in("-1"), number_in("x")
    (175928847299117063, None, None)
    """
    known = text is not None and text.isascii() and text.isdigit() and len(text) <= 20
    return int(text) if known and text else None


def created_at(snowflake: int) -> datetime:
    """The creation time in an id.

    >>> created_at(175928847299117063).isoformat()
    '2016-04-30T11:18:25.796000+00:00'
    """
    milliseconds = (snowflake >> SEQUENCE_BITS) + EPOCH_MS
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
