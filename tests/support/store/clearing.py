"""Emptying the PostgreSQL database that tests share."""

from sqlalchemy import text

from store.database import Database
from store.errors import StoreError
from store.migrate import migrate, require_newest
from store.schema import metadata
from store.transaction import Connection


async def clear_postgresql(connection: Connection) -> None:
    """Drop everything in the database."""
    await connection.execute(text("DROP SCHEMA public CASCADE"))
    await connection.execute(text("CREATE SCHEMA public"))


async def clear_tables(connection: Connection) -> None:
    """Delete the rows of all tables."""
    names = ", ".join(table.name for table in metadata.sorted_tables)
    await connection.execute(text(f"TRUNCATE {names} RESTART IDENTITY"))


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
