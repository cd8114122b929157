"""Migrates a database to the schema of this version, step by step.

Each step is one transaction that takes a lock before it reads the database's version. Programs that
start at the same time therefore take turns, and one that is killed in the middle of a step leaves
the database as it was before that step.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from store.errors import CorruptError, ForeignError, NewerError, OlderError

FOLDER = Path(__file__).resolve().parents[1] / "migrations"
"""The folder of the migrations."""
VERSION_TABLE = "alembic_version"
ADVISORY_LOCK = 0x4F75726F
"""The key of the advisory lock in PostgreSQL: "Ouro"."""


def newest_version() -> str:
    """The schema version of this program; raises `RuntimeError` if there are no migrations.

    >>> newest_version() >= "0001"
    True
    """
    head = ScriptDirectory.from_config(_config()).get_current_head()
    if head is None:
        raise RuntimeError(f"there are no migrations in {FOLDER}")
    return head


def current_version(connection: Connection, place: str) -> str | None:
    """The schema version of a database; None for an empty one.

    Raises `ForeignError` if it has tables and no version, and `NewerError` if this program does not
    know the version.
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
    """Apply the next migration in the connection's transaction; False if there is none.

    The caller begins the transaction, in SQLite with BEGIN IMMEDIATE and without foreign keys (a
    step may rebuild a table), and commits it. Raises `CorruptError` if a row then refers to a
    missing one.
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
