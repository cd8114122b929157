"""The ID that marks all log entries of one interaction."""

import secrets

import structlog


def request_id() -> str:
    """The ID of the interaction that the current task answers; a new one outside of interactions.

    It has eight hexadecimal digits.

    >>> with structlog.contextvars.bound_contextvars(request="1f2e3d4c"):
    ...     request_id()
    '1f2e3d4c'
    >>> len(request_id())
    8
    """
    value = structlog.contextvars.get_contextvars().get("request")
    return value if isinstance(value, str) else secrets.token_hex(4)
