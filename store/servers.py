"""Servers: the settings of their managers, and trouble with posting."""

from collections.abc import Collection
from datetime import datetime, time

from msgspec.structs import asdict
from sqlalchemy import delete, func, select, update

from store.records import Server
from store.schema import members, quotas, servers
from store.shards import ALL_SHARDS, ShardRange
from store.statements import affected_rows, fetch_all, fetch_one, insert, select_by
from store.transaction import Connection


async def find(connection: Connection, server_id: int) -> Server | None:
    """A server; None for one that is not stored."""
    return await fetch_one(connection, select_by(servers, "id"), Server, {"id": server_id})


async def all_ids(connection: Connection) -> tuple[int, ...]:
    """The IDs of all servers, in order."""
    return tuple((await connection.execute(select(servers.c.id).order_by(servers.c.id))).scalars())


async def ensure(connection: Connection, server_id: int, now: datetime) -> Server:
    """A server; one that is not stored is stored with default settings.

    Raises `RuntimeError` if the stored row is missing, a programming error.
    """
    values = asdict(Server(server_id, now))
    await connection.execute(insert(connection, servers).values(values).on_conflict_do_nothing())
    server = await find(connection, server_id)
    if server is None:
        raise RuntimeError("a server is gone within a transaction")
    return server


async def save(connection: Connection, server: Server) -> None:
    """Store all settings of a server; a stored `created_at` is kept."""
    values = asdict(server)
    chosen = {name: value for name, value in values.items() if name not in ("id", "created_at")}
    await connection.execute(
        insert(connection, servers)
        .values(values)
        .on_conflict_do_update(index_elements=["id"], set_=chosen)
    )


async def with_channel(
    connection: Connection, after: int = 0, limit: int = 500, shards: ShardRange = ALL_SHARDS
) -> tuple[Server, ...]:
    """Servers of some shards with a channel for posts, by ID.

    `after` is the last ID of the previous page.
    """
    statement = (
        select(servers)
        .where(
            servers.c.channel_id.is_not(None),
            servers.c.id > after,
            shards.condition(servers.c.id),
        )
        .order_by(servers.c.id)
        .limit(limit)
    )
    return await fetch_all(connection, statement, Server)


async def lock(connection: Connection, server_ids: Collection[int]) -> frozenset[int]:
    """Those of some servers that are stored; none is removed until the transaction ends."""
    statement = select(servers.c.id).where(servers.c.id.in_(server_ids)).order_by(servers.c.id)
    locking = statement.with_for_update(read=True, key_share=True)
    return frozenset((await connection.execute(locking)).scalars())


async def schedules(connection: Connection) -> tuple[tuple[time, str, int], ...]:
    """The posting times and time zones of servers, each with the number of servers."""
    statement = (
        select(servers.c.post_at, servers.c.zone, func.count())
        .where(servers.c.channel_id.is_not(None))
        .group_by(servers.c.post_at, servers.c.zone)
        .order_by(servers.c.zone, servers.c.post_at)
    )
    return tuple((row[0], row[1], row[2]) for row in await connection.execute(statement))


async def record_trouble(connection: Connection, server_id: int, trouble: str) -> bool:
    """Store why posting fails; True for the one caller that is to notify a manager.

    False for later callers, until `clear_trouble`.
    """
    here = update(servers).where(servers.c.id == server_id)
    first = here.where(~servers.c.trouble_reported).values(trouble=trouble, trouble_reported=True)
    if await affected_rows(connection, first):
        return True
    await connection.execute(here.values(trouble=trouble))
    return False


async def clear_trouble(connection: Connection, server_id: int) -> None:
    """Record that posting works again."""
    await connection.execute(
        update(servers)
        .where(servers.c.id == server_id)
        .values(trouble=None, trouble_reported=False)
    )


async def remove(connection: Connection, server_id: int) -> None:
    """Delete a server, its posts, members and quotas."""
    for statement in (
        delete(members).where(members.c.server_id == server_id),
        delete(quotas).where(quotas.c.subject_id == server_id),
        delete(servers).where(servers.c.id == server_id),
    ):
        await connection.execute(statement)
