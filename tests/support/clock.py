"""A clock for the bot that a test moves."""

from datetime import UTC, datetime, timedelta


class Clock:
    """Stands still until it is moved."""

    def __init__(self, start: datetime = datetime(2026, 11, 21, 12, tzinfo=UTC)) -> None:
        self.time = start

    def __call__(self) -> datetime:
        return self.time

    def pass_(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)
