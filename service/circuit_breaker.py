"""Circuit breakers: after failures, nothing is tried for a while."""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class _Failures:
    count: int
    until: datetime


class CircuitBreaker(Generic[Key]):
    """A circuit breaker for each key, which opens with each failure and closes after a wait.

    The wait is `first` after one failure and doubles with each further one, up to `longest`. At
    most `most` keys are kept; the one whose failures began first is dropped first.

    >>> from datetime import UTC
    >>> noon = datetime(2026, 11, 21, 12, tzinfo=UTC)
    >>> breaker = CircuitBreaker[str](timedelta(seconds=20), timedelta(minutes=15))
    >>> breaker.opened_until("a", noon) is None
    True
    >>> for _ in range(3):
    ...     until = breaker.fail("a", noon)
    >>> until - noon, breaker.opened_until("a", noon) == until
    (datetime.timedelta(seconds=80), True)
    >>> breaker.opened_until("a", until) is breaker.opened_until("b", noon) is None
    True
    >>> breaker.close("a"); breaker.fail("a", noon) - noon
    datetime.timedelta(seconds=20)
    """

    def __init__(self, first: timedelta, longest: timedelta, most: int = 10_000) -> None:
        self._first = first
        self._longest = longest
        self._most = most
        self._failures: dict[Key, _Failures] = {}

    def fail(self, key: Key, now: datetime) -> datetime:
        """Record a failure; returns the instant until which the breaker is open."""
        before = self._failures.get(key)
        count = before.count + 1 if before is not None else 1
        wait = self._longest
        if count <= 32:  # beyond that it is the longest in any case
            wait = min(self._first * 2 ** (count - 1), self._longest)
        self._failures[key] = _Failures(count, now + wait)
        if len(self._failures) > self._most:
            del self._failures[next(iter(self._failures))]
        return now + wait

    def close(self, key: Key) -> None:
        """Forget the failures of a key."""
        self._failures.pop(key, None)

    def opened_until(self, key: Key, now: datetime) -> datetime | None:
        """The instant until which the breaker is open; None if it is closed."""
        failures = self._failures.get(key)
        return failures.until if failures is not None and now < failures.until else None
