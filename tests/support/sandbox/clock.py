"""A clock for a local chat."""


class Clock:
    """A clock that tests can put forward, in seconds since 1970."""

    def __init__(self) -> None:
        self.now = 1_760_000_000.0

    def __call__(self) -> float:
        return self.now
