"""Waits for locks on a SQLite database, in tries that are short because none can be cancelled."""

import sqlite3
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from store.errors import BusyError

Result = TypeVar("Result")


async def retry_while_locked(
    begin: Callable[[], Awaitable[Result]], place: str, seconds: float
) -> Result:
    """Begin a transaction, and try again while another program has locked the database `place`.

    Raises `BusyError` when that has lasted for `seconds`, and other errors of `begin` unchanged.
    """
    until = time.monotonic() + seconds
    while True:
        try:
            return await begin()
        except sqlite3.OperationalError as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code not in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
                raise
            if time.monotonic() >= until:
                raise BusyError(place) from error
