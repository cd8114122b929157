"""Single values that outlive a restart, such as the hash of the commands last registered."""

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from store.schema import meta
from store.statements import insert


async def read(connection: AsyncConnection, key: str) -> str | None:
    """The value of a key."""
    return (await connection.execute(select(meta.c.value).where(meta.c.key == key))).scalar()


async def write(connection: AsyncConnection, key: str, value: str) -> None:
    """Stores the value of a key."""
    await connection.execute(
        insert(connection, meta)
        .values(key=key, value=value)
        .on_conflict_do_update(index_elements=["key"], set_={"value": value})
    )


async def remove(connection: AsyncConnection, key: str) -> None:
    """Forgets a key."""
    await connection.execute(delete(meta).where(meta.c.key == key))
