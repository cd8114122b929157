"""A clock for the bot that a test moves."""

from datetime import datetime, timedelta


class Clock:
    """Stands still until it is moved."""

    def __init__(self, start: datetime) -> None:
        self.time = start

    def __call__(self) -> datetime:
        return self.time

    def pass_(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)
