"""Players: their settings, the servers they play in, and their reminders."""

from datetime import datetime
from functools import cache

from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Insert, case, delete, func, select, type_coerce, update
from sqlalchemy.types import TypeEngine

from store.errors import GoneError
from store.records import Player, Visibility
from store.schema import enum_type, members, players
from store.shards import ALL_SHARDS, ShardRange
from store.statements import (
    affected_rows,
    fetch_all,
    fetch_one,
    insert,
    insert_in,
    is_json,
    select_by,
)
from store.transaction import Connection


async def find(connection: Connection, player_id: int) -> Player | None:
    """A player; None for a person who is not stored."""
    return await fetch_one(connection, select_by(players, "id"), Player, {"id": player_id})


async def ensure(connection: Connection, player_id: int, now: datetime) -> Player:
    """A player; one who is not stored is stored with default settings.

    A deletion of the player that has begun ends before; one that begins later waits until the
    transaction ends. Raises `GoneError` if the player was deleted just now.
    """
    await connection.execute(_ensuring(connection.dialect), asdict(Player(player_id, now)))
    player = await find(connection, player_id)
    if player is None:
        raise GoneError
    return player


@cache
def _ensuring(dialect: str) -> Insert:
    same = {"created_at": players.c.created_at}  # changes nothing, but locks the row
    return insert_in(dialect, players).on_conflict_do_update(index_elements=["id"], set_=same)


async def save(connection: Connection, player: Player) -> None:
    """Store all settings of a player; a stored `created_at` is kept."""
    values = asdict(player)
    chosen = {name: value for name, value in values.items() if name not in ("id", "created_at")}
    await connection.execute(
        insert(connection, players)
        .values(values)
        .on_conflict_do_update(index_elements=["id"], set_=chosen)
    )


def visibility() -> ColumnElement[Visibility]:
    """How a player appears on leaderboards, in a query; hidden for a value of another version, and
    for settings that cannot be read, which keep nobody else from a leaderboard."""
    chosen = func.coalesce(players.c.settings["visibility"].as_string(), Visibility.NAMED.value)
    shown = {each: each for each in (Visibility.NAMED, Visibility.ANONYMOUS)}
    kind: TypeEngine[Visibility] = enum_type(Visibility, "visibility")  # type: ignore[assignment]
    hidden = Visibility.HIDDEN.value
    read = case(shown, value=chosen, else_=hidden)
    return type_coerce(case((is_json(players.c.settings), read), else_=hidden), kind)


async def join(connection: Connection, player_id: int, server_id: int) -> None:
    """Add a stored player to the leaderboards of a server."""
    values = {"server_id": server_id, "player_id": player_id}
    await connection.execute(_joining(connection.dialect), values)


@cache
def _joining(dialect: str) -> Insert:
    return insert_in(dialect, members).on_conflict_do_nothing()


async def leave(connection: Connection, player_id: int, server_id: int) -> None:
    """Remove a player from the leaderboards of a server."""
    await connection.execute(
        delete(members).where(members.c.server_id == server_id, members.c.player_id == player_id)
    )


async def to_remind(
    connection: Connection, now: datetime, limit: int = 100, shards: ShardRange = ALL_SHARDS
) -> tuple[Player, ...]:
    """Players whose reminder is due, the earliest first; see `move_reminder`.

    Their IDs divide them among the shards like servers, so that each process reminds some.
    """
    statement = (
        select(players)
        .where(
            players.c.reminders,
            players.c.next_reminder <= now,
            shards.condition(players.c.id),
        )
        .order_by(players.c.next_reminder, players.c.id)
        .limit(limit)
    )
    return await fetch_all(connection, statement, Player)


async def move_reminder(connection: Connection, player: Player, following: datetime | None) -> bool:
    """Set when the next reminder is due; True if the caller is the one to send the due one.

    False if another caller moved it since the record was read. To be committed before the reminder
    is sent: a crash then loses one rather than sending it twice.
    """
    statement = (
        update(players)
        .where(players.c.id == player.id, players.c.next_reminder == player.next_reminder)
        .values(next_reminder=following)
    )
    return await affected_rows(connection, statement) == 1
