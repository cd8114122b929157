"""Brings a database to the schema of this version, one step after the other.

Each step is one transaction that first takes a lock and only then looks where the database
stands. So two programs that start at once take turns, and one that is killed in the middle
of a step leaves the database as it was before that step.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from store.errors import CorruptError, ForeignError, NewerError, OlderError

FOLDER = Path(__file__).resolve().parents[1] / "migrations"
VERSION_TABLE = "alembic_version"
ADVISORY_LOCK = 0x4F75726F
"""The number of our advisory lock in PostgreSQL: "Ouro"."""


def newest_version() -> str:
    """The schema that this version of the program works with.

    >>> newest_version() >= "0001"
    True
    """
    head = ScriptDirectory.from_config(_config()).get_current_head()
    if head is None:
        raise RuntimeError(f"there are no migrations in {FOLDER}")
    return head


def current_version(connection: Connection, place: str) -> str | None:
    """The schema of a database; None for an empty one.

    Raises `ForeignError` when it holds tables and none of them says a version, `NewerError`
    when this program does not know its version.
    """
    found = MigrationContext.configure(connection).get_current_revision()
    if found is None:
        if set(inspect(connection).get_table_names()) - {VERSION_TABLE}:
            raise ForeignError(place)
        return None
    scripts = ScriptDirectory.from_config(_config())
    if found not in {script.revision for script in scripts.walk_revisions()}:
        raise NewerError(place, found, newest_version())
    return found


def require_newest(connection: Connection, place: str) -> None:
    """Raises `OlderError` unless the schema is the newest; see also `current_version`."""
    if current_version(connection, place) != newest_version():
        raise OlderError(place)


def apply_next_step(connection: Connection, place: str) -> bool:
    """Takes the next step in the connection's transaction; False when there is none left.

    The caller begins the transaction, in SQLite with BEGIN IMMEDIATE and without foreign keys
    (a step may have to make a table anew), and commits it.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ADVISORY_LOCK})
    if current_version(connection, place) == newest_version():
        return False
    command.upgrade(_config(connection), "+1")
    if connection.dialect.name == "sqlite":
        broken = connection.execute(text("PRAGMA foreign_key_check")).first()
        if broken is not None:
            raise CorruptError(place, f"a row of {broken[0]} refers to one that is missing")
    return True


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
