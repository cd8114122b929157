"""Instants as chats show them: in the reader's own time zone, kept up to date.

Source: https://discord.com/developers/docs/reference#message-formatting
"""

from datetime import datetime


def relative(instant: datetime) -> str:
    """How long ago something was, or how soon it comes.

    >>> from datetime import UTC
    >>> relative(datetime(2026, 11, 5, tzinfo=UTC))
    '<t:1793836800:R>'
    """
    return f"<t:{int(instant.timestamp())}:R>"


def full(instant: datetime) -> str:
    """A date and a time of day."""
    return f"<t:{int(instant.timestamp())}:f>"


def clock_time(instant: datetime) -> str:
    """A time of day."""
    return f"<t:{int(instant.timestamp())}:t>"
