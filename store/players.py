"""Players: what they chose, which servers they play in, when they are to be reminded."""

from collections.abc import Collection
from dataclasses import asdict
from datetime import datetime

from sqlalchemy import delete, select, update

from store.records import Player
from store.schema import members, players
from store.statements import changes, fetch_all, fetch_one, insert
from store.transaction import Connection


async def find(connection: Connection, player_id: int) -> Player | None:
    """A player; None for somebody who never played."""
    return await fetch_one(connection, select(players).where(players.c.id == player_id), Player)


async def find_all(connection: Connection, ids: Collection[int]) -> dict[int, Player]:
    """Those of some players who are stored, by ID."""
    if not ids:
        return {}
    statement = select(players).where(players.c.id.in_(ids))
    return {player.id: player for player in await fetch_all(connection, statement, Player)}


async def ensure(connection: Connection, player_id: int, now: datetime) -> Player:
    """A player, stored as one who chose nothing if there was none."""
    values = asdict(Player(player_id, now))
    await connection.execute(insert(connection, players).values(values).on_conflict_do_nothing())
    player = await find(connection, player_id)
    if player is None:
        raise RuntimeError("a player is gone within a transaction")
    return player


async def save(connection: Connection, player: Player) -> None:
    """Stores all that a player chose; `created_at` stays what it was."""
    values = asdict(player)
    chosen = {name: value for name, value in values.items() if name not in ("id", "created_at")}
    await connection.execute(
        insert(connection, players)
        .values(values)
        .on_conflict_do_update(index_elements=["id"], set_=chosen)
    )


async def join(connection: Connection, player_id: int, server_id: int) -> None:
    """Remembers that a stored player plays in a server, whose leaderboard then has them."""
    await connection.execute(
        insert(connection, members)
        .values(server_id=server_id, player_id=player_id)
        .on_conflict_do_nothing()
    )


async def leave(connection: Connection, player_id: int, server_id: int) -> None:
    """Takes a player off the leaderboard of a server."""
    await connection.execute(
        delete(members).where(members.c.server_id == server_id, members.c.player_id == player_id)
    )


async def to_remind(connection: Connection, now: datetime, limit: int = 100) -> tuple[Player, ...]:
    """Players whose reminder is due, the earliest first. See `move_reminder`."""
    statement = (
        select(players)
        .where(players.c.reminders, players.c.next_reminder <= now)
        .order_by(players.c.next_reminder, players.c.id)
        .limit(limit)
    )
    return await fetch_all(connection, statement, Player)


async def move_reminder(connection: Connection, player: Player, following: datetime | None) -> bool:
    """Sets when the reminder after this one is due; True for the one caller who is to send it.

    False when it was moved since the record was read. To be stored before the reminder is sent:
    after a crash one is lost rather than sent twice.
    """
    statement = (
        update(players)
        .where(players.c.id == player.id, players.c.next_reminder == player.next_reminder)
        .values(next_reminder=following)
    )
    return await changes(connection, statement) == 1


async def to_remind_after(
    connection: Connection, instant: datetime, after: int = 0, limit: int = 100
) -> tuple[Player, ...]:
    """Players whose next reminder is later than an instant, by ID; `after` is the last ID of the
    page before."""
    statement = (
        select(players)
        .where(players.c.reminders, players.c.next_reminder > instant, players.c.id > after)
        .order_by(players.c.id)
        .limit(limit)
    )
    return await fetch_all(connection, statement, Player)
