"""Discord's timestamp markup, which clients show in the reader's own time zone.

Source: https://discord.com/developers/docs/reference#message-formatting
"""

from datetime import datetime


def relative(instant: datetime) -> str:
    """A timestamp shown relative to now, such as "in 2 hours".

    >>> from datetime import UTC
    >>> relative(datetime(2026, 11, 5, tzinfo=UTC))
    '<t:1793836800:R>'
    """
    return f"<t:{int(instant.timestamp())}:R>"


def full(instant: datetime) -> str:
    """A timestamp shown as date and time of day."""
    return f"<t:{int(instant.timestamp())}:f>"


def clock_time(instant: datetime) -> str:
    """A timestamp shown as time of day."""
    return f"<t:{int(instant.timestamp())}:t>"
