"""The clock of the service, which tests replace."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], datetime]
"""Returns the current time in UTC, as an aware datetime."""


def utc_now() -> datetime:
    """The current time of the machine, in UTC."""
    return datetime.now(UTC)
