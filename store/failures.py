"""Translates errors of the database drivers into errors of the store."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from store.drivers import PostgresError
from store.errors import (
    BusyError,
    ConflictError,
    CorruptError,
    FullError,
    GoneError,
    StoreError,
    UnreachableError,
)

_POSTGRES_ERRORS: Mapping[str, Callable[[str], StoreError]] = MappingProxyType(
    {
        "53100": FullError,
        "40001": ConflictError,  # a serialization failure
        "40P01": ConflictError,  # a deadlock
        "55P03": ConflictError,  # a lock that another transaction has for too long
        "57014": BusyError,
        "23503": lambda _: GoneError(),  # a foreign key without its row
    }
)
_POSTGRES_UNREACHABLE = ("08", "28", "3D", "53", "57P", "58")
"""Prefixes of codes for lost connections, refused logins, exhausted servers and shutdowns.

See https://www.postgresql.org/docs/current/errcodes-appendix.html
"""


@contextmanager
def translate_errors(place: str) -> Iterator[None]:
    """Raise errors of the drivers as errors of `store.errors`; other errors pass unchanged."""
    try:
        yield
    except (PostgresError, sqlite3.Error) as error:
        translated = _store_error_for(error, place)
        if translated is None:
            raise
        raise translated from error


@contextmanager
def translate_connect_errors(place: str) -> Iterator[None]:
    """The same while connecting; raises `UnreachableError` if the network or the server fails.

    No transaction has begun, so `BusyError` takes the place of `ConflictError`.
    """
    try:
        with translate_errors(place):
            yield
    except ConflictError as error:
        raise BusyError(place) from error
    except OSError as error:
        reason = error.strerror or str(error) or "it does not answer"
        raise UnreachableError(place, reason) from error
    except PostgresError as error:
        raise UnreachableError(place, str(error)) from error


def _store_error_for(error: PostgresError | sqlite3.Error, place: str) -> StoreError | None:
    """The store's error for an error of a driver; None if it is a programming error."""
    if isinstance(error, sqlite3.Error):
        return _sqlite_error(error, place)
    if kind := _POSTGRES_ERRORS.get(error.state):
        return kind(place)
    lost = error.state.startswith(_POSTGRES_UNREACHABLE)
    return UnreachableError(place, first_line(error)) if lost else None


def _sqlite_error(error: sqlite3.Error, place: str) -> StoreError | None:
    code = getattr(error, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
        return GoneError()
    match code & 0xFF:
        case sqlite3.SQLITE_FULL:
            return FullError(place)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return ConflictError(place)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return CorruptError(place, first_line(error))
        case (
            sqlite3.SQLITE_CANTOPEN
            | sqlite3.SQLITE_IOERR
            | sqlite3.SQLITE_PERM
            | sqlite3.SQLITE_READONLY
        ):
            return UnreachableError(place, first_line(error))
    return None


def first_line(error: BaseException) -> str:
    """The first line of an error's message, without a full stop; the name of its type if empty."""
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
