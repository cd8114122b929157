"""What time it is: the service asks one clock, which tests can move."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], datetime]
"""Gives the present instant, in UTC."""


def utc_now() -> datetime:
    """The time of the machine."""
    return datetime.now(UTC)
