"""A clock for the local chat that tests set."""


class Clock:
    """A clock in seconds since 1970 that only moves when a test sets `now`."""

    def __init__(self) -> None:
        self.now = 1_760_000_000.0

    def __call__(self) -> float:
        return self.now
