"""The schema versions of this program, and the version of a database."""

from functools import cache
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from store.errors import EmptyError, ForeignError, NewerError, OlderError, UnlikeError
from store.schema import metadata

FOLDER = Path(__file__).resolve().parents[1] / "migrations"
"""The folder of the migrations."""
VERSION_TABLE = "alembic_version"
"""The table with the version of a database, in which Alembic writes."""


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


def current_version(connection: Connection, place: str) -> str | None:
    """The schema version of a database; None for an empty one.

    Raises `ForeignError` if it has tables and no version, `NewerError` if this program has no
    migration of the version, and `UnlikeError` if it has not the tables of the version.
    """
    tables = set(inspect(connection).get_table_names())
    found = None
    if VERSION_TABLE in tables:
        found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()  # noqa: S608 - ours
    if found is None:
        if tables - {VERSION_TABLE}:
            raise ForeignError(place)
        return None
    if found not in known_versions():
        raise NewerError(place, str(found), newest_version())
    if found == newest_version() and _lacks_columns(connection):
        raise UnlikeError(place, str(found))
    return str(found)


def columns_of(connection: Connection) -> dict[str, frozenset[str]]:
    """The names of the columns of each table of a database."""
    found = inspect(connection).get_multi_columns()
    return {name: frozenset(each["name"] for each in found[_, name]) for _, name in found}


def _lacks_columns(connection: Connection) -> bool:
    """Whether a database lacks a column of the newest schema; numbers were used twice once."""
    found = columns_of(connection)
    return any(
        not found.get(table.name, frozenset()) >= {column.name for column in table.columns}
        for table in metadata.tables.values()
    )


def require_newest(connection: Connection, place: str) -> None:
    """Raises `OlderError` unless the schema is the newest, `EmptyError` if there is none.

    See also `current_version`.
    """
    version = current_version(connection, place)
    if version is None:
        raise EmptyError(place)
    if version != newest_version():
        raise OlderError(place)
