"""Emptying the PostgreSQL database that tests share."""

from store.database import Database
from store.errors import StoreError
from store.migrate import migrate, require_newest
from store.transaction import Connection
from tests.support.store.tables import tables, tell


async def clear_postgresql(connection: Connection) -> None:
    """Drop everything in the database."""
    await tell(connection, "DROP SCHEMA public CASCADE")
    await tell(connection, "CREATE SCHEMA public")


async def clear_tables(connection: Connection) -> None:
    """Delete the rows of all tables."""
    await tell(connection, f"TRUNCATE {', '.join(await tables(connection))} RESTART IDENTITY")


async def make_tables(database: Database) -> None:
    """Replace the contents of a database with empty tables of the newest schema."""
    try:
        await require_newest(database.address)
    except StoreError:
        async with database.writing() as connection:
            await clear_postgresql(connection)
    await migrate(database.address)
    async with database.writing() as connection:
        await clear_tables(connection)
