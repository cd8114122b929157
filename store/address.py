"""Where the database is."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from store.errors import BadAddressError

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}


@dataclass(frozen=True, slots=True)
class Address:
    """Where a database is: `path` is the file of one in SQLite, None for PostgreSQL."""

    url: URL
    path: Path | None

    def __str__(self) -> str:
        """The file, or host and name; never the password."""
        return str(self.path or f"{self.url.host or 'localhost'}/{self.url.database}")


def parse_address(text: str) -> Address:
    """The database that an address like `sqlite:///FILE` or `postgresql://…` stands for.

    Raises `BadAddressError` for any other kind of database, and for one in memory.

    >>> str(parse_address("sqlite:///data/ouro.db"))
    'data/ouro.db'
    >>> str(parse_address("postgresql://ouro:secret@db.example/ouro"))
    'db.example/ouro'
    """
    try:
        url = make_url(text)
        kind = url.get_backend_name()
    except (ArgumentError, ValueError):
        raise BadAddressError("cannot be read") from None
    if kind not in DRIVERS:
        raise BadAddressError("is of no database that Ouro knows")
    url = url.set(drivername=DRIVERS[kind])
    if kind == "postgresql":
        if not url.database:
            raise BadAddressError("names no database")
        return Address(url, None)
    if not url.database or ":memory:" in url.database or url.database.startswith("file:"):
        raise BadAddressError("names no file")
    if url.query:
        raise BadAddressError("has options, which a file does not take")
    return Address(url, Path(url.database))


def file_address(path: Path) -> str:
    """The address of a file.

    >>> file_address(Path("data/ouro.db"))
    'sqlite:///data/ouro.db'
    """
    return URL.create("sqlite", database=str(path)).render_as_string()
