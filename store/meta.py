"""Single values that survive a restart, such as the hash of the registered commands."""

from datetime import UTC, datetime

from store.sql import command, query
from store.transaction import Connection

_READ = query("SELECT value FROM meta WHERE key = :key", str)
_WRITE = command(
    """INSERT INTO meta (key, value) VALUES (:key, :value)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value"""
)
_LOCK = command(
    """INSERT INTO meta (key, value) VALUES (:key, '')
    ON CONFLICT (key) DO UPDATE SET value = meta.value"""
)
_PUT_IF_BEFORE = command(
    """INSERT INTO meta (key, value) VALUES (:key, :value)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE meta.value < :limit"""
)
_REMOVE_VALUE = command("DELETE FROM meta WHERE key = :key AND value = :value")


async def read(connection: Connection, key: str) -> str | None:
    """The value of a key; None if it is not stored."""
    return await _READ.first(connection, key=key)


async def read_instant(connection: Connection, key: str) -> datetime | None:
    """The instant that is the value of a key; None if it is not stored, or cannot be read."""
    stored = await read(connection, key)
    values = [] if stored is None else [stored]
    instants = connection.damaged.read("meta", values, _instant, key=lambda _: {"key": key})
    return next(instants, None)


def _instant(value: str) -> datetime:
    return datetime.fromisoformat(value).astimezone(UTC)


async def lock(connection: Connection, key: str) -> str:
    """The value of a key, which nobody else changes until the transaction ends; empty for none."""
    await _LOCK.run(connection, key=key)
    return await read(connection, key) or ""


async def write(connection: Connection, key: str, value: str) -> None:
    """Store the value of a key."""
    await _WRITE.run(connection, key=key, value=value)


async def put_if_before(connection: Connection, key: str, value: str, limit: str) -> bool:
    """Store the value of a key unless it has one that is not before `limit`, as texts compare.

    Returns whether it was stored.
    """
    return await _PUT_IF_BEFORE.run(connection, key=key, value=value, limit=limit) == 1


async def remove_value(connection: Connection, key: str, value: str) -> None:
    """Delete a key if it has this value."""
    await _REMOVE_VALUE.run(connection, key=key, value=value)
