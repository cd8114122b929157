"""Migrates a database to the schema of this version, step by step.

Each step is one transaction that takes a lock before it reads the database's version. Programs that
start at the same time therefore take turns, and one that is killed in the middle of a step leaves
the database as it was before that step.
"""

from sqlalchemy import Connection, text

from store.errors import CorruptError
from store.versions import FOLDER, current_version, newest_version

ADVISORY_LOCK = 0x4F75726F
"""The key of the advisory lock in PostgreSQL: "Ouro"."""


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
    _upgrade_by_one(connection)
    if connection.dialect.name == "sqlite":
        broken = connection.execute(text("PRAGMA foreign_key_check")).first()
        if broken is not None:
            raise CorruptError(place, f"a row of {broken[0]} refers to one that is missing")
    return True


def _upgrade_by_one(connection: Connection) -> None:
    """Apply the next migration by Alembic, which is loaded only when there is one."""
    from alembic import command  # noqa: PLC0415 - it takes a third of the time of a start
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "+1")
