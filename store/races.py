"""Races, the people in them, and their attempts."""

from datetime import datetime
from functools import cache
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import Insert, Select, Update, bindparam, delete, select, update

from store.records import Attempt, Race, Racer
from store.schema import attempts, racers, races
from store.shards import ALL_SHARDS, ShardRange
from store.statements import affected_rows, fetch_all, fetch_one, insert_in, is_row_id, select_by
from store.transaction import Connection

_FIRST_FIRST = (racers.c.joined_at, racers.c.player_id)


async def create(connection: Connection, race: Race) -> Race:
    """Store a new race; returns it with its ID."""
    values = asdict(race)
    del values["id"]
    statement = races.insert().returning(races)
    [created] = await fetch_all(connection, statement, Race, values)
    return created


async def get(connection: Connection, race_id: int, *, lock: bool = False) -> Race | None:
    """The race with an ID; with `lock`, nothing else changes it until the transaction ends."""
    if not is_row_id(race_id):
        return None
    statement = _locking() if lock else select_by(races, "id")
    return await fetch_one(connection, statement, Race, {"id": race_id})


@cache
def _locking() -> Select[*tuple[Any, ...]]:
    return select_by(races, "id").with_for_update()


async def join(connection: Connection, racer: Racer) -> None:
    """Add a stored player to a race; nothing if they are in it."""
    await connection.execute(_joining(connection.dialect), asdict(racer))


@cache
def _joining(dialect: str) -> Insert:
    return insert_in(dialect, racers).on_conflict_do_nothing()


async def leave(connection: Connection, race_id: int, player_id: int) -> None:
    """Remove a player from a race."""
    of_player = racers.c.player_id == player_id
    await connection.execute(delete(racers).where(racers.c.race_id == race_id, of_player))


async def racers_of(connection: Connection, race_id: int) -> tuple[Racer, ...]:
    """The people in a race; who joined first is first."""
    return await fetch_all(connection, _racers(), Racer, {"race_id": race_id})


@cache
def _racers() -> Select[*tuple[Any, ...]]:
    return select_by(racers, "race_id").order_by(*_FIRST_FIRST)


async def attempts_of(connection: Connection, race: Race) -> tuple[Attempt, ...]:
    """The attempts of the people in a race at its puzzle."""
    values = {"race": race.id, "puzzle": race.puzzle_id}
    return await fetch_all(connection, _attempts(), Attempt, values)


@cache
def _attempts() -> Select[*tuple[Any, ...]]:
    return (
        select(attempts)
        .join(racers, racers.c.player_id == attempts.c.player_id)
        .where(racers.c.race_id == bindparam("race"), attempts.c.puzzle_id == bindparam("puzzle"))
    )


async def start(connection: Connection, race_id: int, now: datetime, ends_at: datetime) -> None:
    """Note that a race begins; the tokens of its people are forgotten."""
    begun = update(races).where(races.c.id == race_id).values(started_at=now, ends_at=ends_at)
    await connection.execute(begun)
    await _forget_tokens(connection, race_id)


async def show(connection: Connection, race_id: int, message_id: int) -> None:
    """Note the message of a race."""
    await connection.execute(
        update(races).where(races.c.id == race_id).values(message_id=message_id)
    )


async def end(connection: Connection, race_id: int, now: datetime) -> bool:
    """Note that a race has ended; False if that was noted before."""
    ended = await affected_rows(connection, _ending(), {"race": race_id, "now": now}) == 1
    await _forget_tokens(connection, race_id)
    return ended


@cache
def _ending() -> Update:
    this = (races.c.id == bindparam("race"), races.c.ended_at.is_(None))
    return update(races).where(*this).values(ended_at=bindparam("now"))


async def _forget_tokens(connection: Connection, race_id: int) -> None:
    await connection.execute(update(racers).where(racers.c.race_id == race_id).values(token=""))


async def unfinished(
    connection: Connection, limit: int, shards: ShardRange = ALL_SHARDS
) -> tuple[Race, ...]:
    """The races in servers of some shards that have not ended, the oldest first."""
    statement = (
        select(races)
        .where(races.c.ended_at.is_(None), shards.condition(races.c.server_id))
        .order_by(races.c.id)
        .limit(limit)
    )
    return await fetch_all(connection, statement, Race)


async def in_channel(connection: Connection, channel_id: int) -> tuple[Race, ...]:
    """The races in a channel that have not ended, the newest first."""
    return await fetch_all(connection, _in_channel(), Race, {"channel": channel_id})


@cache
def _in_channel() -> Select[*tuple[Any, ...]]:
    return (
        select(races)
        .where(races.c.ended_at.is_(None), races.c.channel_id == bindparam("channel"))
        .order_by(races.c.id.desc())
    )


async def of_player(connection: Connection, player_id: int) -> tuple[Race, ...]:
    """The races of a player that have not ended."""
    return await fetch_all(connection, _of_player(), Race, {"player": player_id})


@cache
def _of_player() -> Select[*tuple[Any, ...]]:
    return (
        select(races)
        .join(racers, racers.c.race_id == races.c.id)
        .where(races.c.ended_at.is_(None), racers.c.player_id == bindparam("player"))
    )


async def on_puzzle(connection: Connection, puzzle_id: int) -> tuple[Race, ...]:
    """The races on a puzzle that have not ended."""
    return await fetch_all(connection, _on_puzzle(), Race, {"puzzle": puzzle_id})


@cache
def _on_puzzle() -> Select[*tuple[Any, ...]]:
    return select(races).where(races.c.ended_at.is_(None), races.c.puzzle_id == bindparam("puzzle"))
