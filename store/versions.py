"""The schema versions of this program, and the version of a database."""

from collections.abc import Collection
from functools import cache
from pathlib import Path

from store.errors import ForeignError, NewerError
from store.sql import query
from store.transaction import Connection

FOLDER = Path(__file__).resolve().parents[1] / "migrations"
"""The folder of the migrations."""
VERSION_TABLE = "alembic_version"
"""The table with the version of a database, in which Alembic writes."""

SELECT_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"
SELECT_VERSION = "SELECT version_num FROM alembic_version"

_TABLES = {
    "sqlite": query(SELECT_TABLES, str, only="sqlite"),
    "postgresql": query(
        "SELECT CAST(table_name AS text) FROM information_schema.tables"
        " WHERE table_schema = current_schema()",
        str,
        only="postgresql",
    ),
}
_VERSION = query(SELECT_VERSION, str)


@cache
def known_versions() -> tuple[str, ...]:
    """The versions of the migrations, from the names of their files, oldest first.

    >>> known_versions()[:1]
    ('0001',)
    """
    files = (FOLDER / "versions").glob("v[0-9]*.py")
    return tuple(sorted(file.name[1:].partition("_")[0] for file in files))


def newest_version() -> str:
    """The schema version of this program; raises `RuntimeError` if there are no migrations.

    >>> newest_version() >= "0001"
    True
    """
    if not known_versions():
        raise RuntimeError(f"there are no migrations in {FOLDER}")
    return known_versions()[-1]


async def current_version(connection: Connection) -> str | None:
    """The schema version of a database; None for an empty one. Raises what `checked` raises."""
    tables = await _TABLES[connection.dialect].all(connection)
    found = await _VERSION.one(connection) if VERSION_TABLE in tables else None
    return checked(tables, found, connection.place)


def checked(tables: Collection[str], found: str | None, place: str) -> str | None:
    """The version that was `found` in a database with some tables; None for an empty one.

    Raises `ForeignError` if it has tables and no version, and `NewerError` if this program has no
    migration of the version.
    """
    if found is None:
        if {*tables} - {VERSION_TABLE}:
            raise ForeignError(place)
        return None
    if found not in known_versions():
        raise NewerError(place, found, newest_version())
    return found
