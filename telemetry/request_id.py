"""The ID that marks all log entries of one interaction."""

import structlog


def request_id() -> str | None:
    """The ID of the interaction that the current task answers; None outside of interactions."""
    value = structlog.contextvars.get_contextvars().get("request")
    return value if isinstance(value, str) else None
