"""Single values that outlive a restart, such as the hash of the commands last registered."""

from sqlalchemy import delete, select

from store.schema import meta
from store.statements import insert
from store.transaction import Connection


async def read(connection: Connection, key: str) -> str | None:
    """The value of a key."""
    return (await connection.execute(select(meta.c.value).where(meta.c.key == key))).scalar()


async def write(connection: Connection, key: str, value: str) -> None:
    """Stores the value of a key."""
    await connection.execute(
        insert(connection, meta)
        .values(key=key, value=value)
        .on_conflict_do_update(index_elements=["key"], set_={"value": value})
    )


async def remove(connection: Connection, key: str) -> None:
    """Forgets a key."""
    await connection.execute(delete(meta).where(meta.c.key == key))
