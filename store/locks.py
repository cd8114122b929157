"""Waits for locks on a SQLite database, in tries that are short because none can be cancelled."""

import time
from collections.abc import Awaitable, Callable

from store.errors import BusyError, ConflictError
from store.failures import translate_errors


async def retry_while_locked(
    begin: Callable[[], Awaitable[object]], place: str, seconds: float
) -> None:
    """Begin a transaction, and try again while another program has locked the database `place`.

    Raises `BusyError` when that has lasted for `seconds`, and what `translate_errors` raises.
    """
    until = time.monotonic() + seconds
    while True:
        try:
            with translate_errors(place):
                await begin()
        except ConflictError as error:
            if time.monotonic() >= until:
                raise BusyError(place) from error
        else:
            return
