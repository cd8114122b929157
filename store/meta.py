"""Single values that survive a restart, such as the hash of the registered commands."""

from datetime import UTC, datetime

from sqlalchemy import delete

from store.schema import meta
from store.statements import affected_rows, insert, select_by
from store.transaction import Connection


async def read(connection: Connection, key: str) -> str | None:
    """The value of a key; None if it is not stored."""
    row = (await connection.execute(select_by(meta, "key"), {"key": key})).first()
    return None if row is None else row.value


async def read_instant(connection: Connection, key: str) -> datetime | None:
    """The instant that is the value of a key; None if it is not stored, or cannot be read."""
    stored = await read(connection, key)
    values = [] if stored is None else [stored]
    instants = connection.damaged.read("meta", values, _instant, key=lambda _: {"key": key})
    return next(instants, None)


def _instant(value: str) -> datetime:
    return datetime.fromisoformat(value).astimezone(UTC)


async def write(connection: Connection, key: str, value: str) -> None:
    """Store the value of a key."""
    await connection.execute(
        insert(connection, meta)
        .values(key=key, value=value)
        .on_conflict_do_update(index_elements=["key"], set_={"value": value})
    )


async def put_if_before(connection: Connection, key: str, value: str, limit: str) -> bool:
    """Store the value of a key unless it has one that is not before `limit`, as texts compare.

    Returns whether it was stored.
    """
    statement = (
        insert(connection, meta)
        .values(key=key, value=value)
        .on_conflict_do_update(
            index_elements=["key"], set_={"value": value}, where=meta.c.value < limit
        )
    )
    return await affected_rows(connection, statement) == 1


async def remove_value(connection: Connection, key: str, value: str) -> None:
    """Delete a key if it has this value."""
    await connection.execute(delete(meta).where(meta.c.key == key, meta.c.value == value))
