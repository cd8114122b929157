"""The number under which everything is logged that is done for one command or press."""

import structlog


def request_number() -> str | None:
    """The number of what the present task answers, None outside of it."""
    number = structlog.contextvars.get_contextvars().get("request")
    return number if isinstance(number, str) else None
