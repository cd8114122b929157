"""Servers: the settings of their managers, and trouble with posting."""

from collections.abc import Collection
from datetime import datetime

from msgspec.structs import asdict

from store.records import Server
from store.shards import ALL_SHARDS, IS_OF_SHARDS, ShardRange
from store.sql import command, insert, query, replacing
from store.transaction import Connection

_FIND = query("SELECT * FROM servers WHERE id = :id", Server)
_ALL_IDS = query("SELECT id FROM servers ORDER BY id", int)
_ENSURE = insert(  # changes nothing, but locks the row
    "servers", Server, "ON CONFLICT (id) DO UPDATE SET created_at = servers.created_at"
)
_SAVE = replacing("servers", Server, ["id"], keep=["created_at"])
_WITH_CHANNEL = query(
    """SELECT * FROM servers WHERE channel_id IS NOT NULL AND id > :after AND {is_of_shards}
    ORDER BY id LIMIT :limit""",
    Server,
    is_of_shards=IS_OF_SHARDS,
    id="id",
)
_LOCK = query("SELECT * FROM servers WHERE id IN :ids ORDER BY id FOR UPDATE", Server)
_RECORD_FIRST_TROUBLE = command(
    """UPDATE servers SET trouble = :trouble, trouble_reported = TRUE
    WHERE id = :id AND NOT trouble_reported"""
)
_RECORD_TROUBLE = command("UPDATE servers SET trouble = :trouble WHERE id = :id")
_CLEAR_TROUBLE = command(
    "UPDATE servers SET trouble = NULL, trouble_reported = FALSE WHERE id = :id"
)
_REMOVE = (
    command("DELETE FROM members WHERE server_id = :id"),
    command("DELETE FROM quotas WHERE subject_id = :id"),
    command("DELETE FROM outbox WHERE server_id = :id"),
    command("DELETE FROM servers WHERE id = :id"),
)


async def find(connection: Connection, server_id: int) -> Server | None:
    """A server; None for one that is not stored."""
    return await _FIND.one(connection, id=server_id)


async def all_ids(connection: Connection) -> tuple[int, ...]:
    """The IDs of all servers, in order."""
    return await _ALL_IDS.all(connection)


async def ensure(connection: Connection, server_id: int, now: datetime) -> Server:
    """A server, locked; one that is not stored is stored with default settings.

    Raises `RuntimeError` if the stored row is missing, a programming error.
    """
    await _ENSURE.run(connection, asdict(Server(server_id, now)))
    server = await find(connection, server_id)
    if server is None:
        raise RuntimeError("a server is gone within a transaction")
    return server


async def save(connection: Connection, server: Server) -> None:
    """Store all settings of a server; a stored `created_at` is kept."""
    await _SAVE.run(connection, asdict(server))


async def with_channel(
    connection: Connection, after: int = 0, limit: int = 500, shards: ShardRange = ALL_SHARDS
) -> tuple[Server, ...]:
    """Servers of some shards with a channel for posts, by ID.

    `after` is the last ID of the previous page.
    """
    return await _WITH_CHANNEL.all(connection, after=after, limit=limit, **asdict(shards))


async def lock(connection: Connection, server_ids: Collection[int]) -> tuple[Server, ...]:
    """Those of some servers that are stored; none changes until the transaction ends."""
    return await _LOCK.all(connection, ids=list(server_ids))


async def record_trouble(connection: Connection, server_id: int, trouble: str) -> bool:
    """Store why posting fails; True for the one caller that is to notify a manager.

    False for later callers, until `clear_trouble`.
    """
    if await _RECORD_FIRST_TROUBLE.run(connection, id=server_id, trouble=trouble):
        return True
    await _RECORD_TROUBLE.run(connection, id=server_id, trouble=trouble)
    return False


async def clear_trouble(connection: Connection, server_id: int) -> None:
    """Record that posting works again."""
    await _CLEAR_TROUBLE.run(connection, id=server_id)


async def remove(connection: Connection, server_id: int) -> None:
    """Delete a server, its posts, members and quotas."""
    for each in _REMOVE:
        await each.run(connection, id=server_id)
