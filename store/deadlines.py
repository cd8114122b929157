"""In how many seconds a transaction has to begin; one that does not is never stored."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

QUEUE_SECONDS = 30.0
"""Seconds in which a transaction has to begin, unless `beginning_within` says otherwise."""

_seconds: ContextVar[float] = ContextVar("seconds", default=QUEUE_SECONDS)


@contextmanager
def beginning_within(seconds: float) -> Iterator[None]:
    """Let each `Database.write` of the block, and of its tasks, begin in some seconds, or never.

    >>> with beginning_within(2):
    ...     seconds_to_begin()
    2
    >>> seconds_to_begin()
    30.0
    """
    token = _seconds.set(seconds)
    try:
        yield
    finally:
        _seconds.reset(token)


def seconds_to_begin() -> float:
    """The seconds in which a `Database.write` has to begin here."""
    return _seconds.get()
