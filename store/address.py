"""Addresses of databases."""

import re
from pathlib import Path
from urllib.parse import unquote

from msgspec import Struct
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from store.errors import BadAddressError

DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
"""SQLAlchemy's dialect and driver for each kind of database."""

_PASSWORD = re.compile(r"(postgres(?:ql)?://[^:/?]*:)([^?]*)(@[^@/?]*/.*)")
"""An address before its password, which ends at the last @ before a host, and after it."""
_UNCLEAR = "cannot be read: in a password, write %40 for @, %2F for / and %3F for ?"

POOLER, TRANSACTION = "pgbouncer", "transaction"
"""The option of a PostgreSQL address for a PgBouncer in between, and its pooling mode."""


class Address(Struct, frozen=True):
    """The address of a database; `path` is the file of a SQLite database, None for PostgreSQL.

    `pooled` is whether PgBouncer in transaction mode is in between: each transaction may then have
    another connection to the server.
    """

    url: URL
    path: Path | None
    pooled: bool = False

    def __str__(self) -> str:
        """The file, or host and name; never the password."""
        return str(self.path or f"{self.url.host or 'localhost'}/{self.url.database}")


def parse_address(text: str) -> Address:
    """The database with an address such as `sqlite:///FILE` or `postgresql://…`.

    A password may be written as it is, without ?, or encoded. Raises `BadAddressError` for another
    kind of database, for one in memory, for options of a file, and where a password may end later.

    >>> str(parse_address("sqlite:///data/ouro.db"))
    'data/ouro.db'
    >>> str(parse_address("postgresql://ouro:secret@db.example/ouro"))
    'db.example/ouro'
    >>> parse_address("postgres://ouro:a/b@c:%40@db.example/ouro").url.password
    'a/b@c:@'
    >>> parse_address("postgresql://ouro@db.example:6432/ouro?pgbouncer=transaction").pooled
    True
    """
    found = _PASSWORD.fullmatch(text)
    try:
        url = make_url(text if found is None else f"{found[1]}-{found[3]}")
        kind = url.get_backend_name()
    except (ArgumentError, ValueError):
        raise BadAddressError(_UNCLEAR if "@" in text else "cannot be read") from None
    if kind not in DRIVERS:
        raise BadAddressError("is of no database that Ouro knows")
    url = url.set(drivername=DRIVERS[kind])
    if kind != "sqlite":
        if "@" in f"{url.host}{url.database}{text.partition('?')[2]}":
            raise BadAddressError(_UNCLEAR)
        if not url.database:
            raise BadAddressError("names no database")
        url = url if found is None else url.set(password=unquote(found[2]))
        pooler = url.query.get(POOLER)
        if pooler not in {None, TRANSACTION}:
            raise BadAddressError(f"has an option {POOLER} that is not {TRANSACTION}")
        return Address(url.difference_update_query([POOLER]), None, pooler is not None)
    if not url.database or ":memory:" in url.database or url.database.startswith("file:"):
        raise BadAddressError("names no file")
    if url.query:
        raise BadAddressError("has options, which a file does not take")
    return Address(url, Path(url.database))


def file_address(path: Path) -> str:
    """The address of a SQLite file.

    >>> file_address(Path("data/ouro.db"))
    'sqlite:///data/ouro.db'
    """
    return URL.create("sqlite", database=str(path)).render_as_string()
