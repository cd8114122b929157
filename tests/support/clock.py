"""A clock for the bot that tests move."""

from datetime import UTC, datetime, timedelta


class Clock:
    """A clock that only moves when a test sets it."""

    def __init__(self, start: datetime = datetime(2026, 11, 21, 12, tzinfo=UTC)) -> None:
        self.time = start

    def __call__(self) -> datetime:
        return self.time

    def pass_(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)
