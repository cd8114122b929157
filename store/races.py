"""Races, the people in them, and their attempts."""

from collections.abc import Iterable
from datetime import datetime

from msgspec.structs import asdict

from store.records import Attempt, Race, Racer
from store.sql import command, creating, insert, is_row_id, query
from store.transaction import Connection

_CREATE = creating("races", Race)
_GET = query("SELECT * FROM races WHERE id = :id", Race)
_LOCK = query("SELECT * FROM races WHERE id = :id FOR UPDATE", Race)
_JOIN = insert("racers", Racer, "ON CONFLICT DO NOTHING")
_LEAVE = command("DELETE FROM racers WHERE race_id = :id AND player_id = :player_id")
_RACERS = query("SELECT * FROM racers WHERE race_id = :id ORDER BY joined_at, player_id", Racer)
_ATTEMPTS = query(
    """SELECT attempts.* FROM attempts JOIN racers ON racers.player_id = attempts.player_id
    WHERE race_id = :id AND puzzle_id = :puzzle_id""",
    Attempt,
)
_START = command("UPDATE races SET started_at = :now, ends_at = :ends_at WHERE id = :id")
_SET_PARS = command(
    """UPDATE racers SET par = :par, chat_par = :chat_par
    WHERE race_id = :race_id AND player_id = :player_id"""
)
_SHOW = command("UPDATE races SET message_id = :message_id WHERE id = :id")
_END = command("UPDATE races SET ended_at = :now WHERE id = :id AND ended_at IS NULL")
_IN_CHANNEL = query(
    "SELECT * FROM races WHERE ended_at IS NULL AND channel_id = :channel_id ORDER BY id DESC", Race
)
_OF_PLAYER = query(
    """SELECT races.* FROM races JOIN racers ON race_id = races.id
    WHERE ended_at IS NULL AND player_id = :player_id""",
    Race,
)
_LAST = query(
    """SELECT races.* FROM races JOIN racers ON race_id = races.id
    WHERE player_id = :player_id AND (ended_at IS NULL OR puzzle_id = :puzzle_id)
    ORDER BY races.id DESC LIMIT 1""",
    Race,
)


async def create(connection: Connection, race: Race) -> Race:
    """Store a new race; returns it with its ID."""
    [created] = await _CREATE.all(connection, **asdict(race))
    return created


async def get(connection: Connection, race_id: int, *, lock: bool = False) -> Race | None:
    """The race with an ID; with `lock`, nothing else changes it until the transaction ends."""
    if not is_row_id(race_id):
        return None
    return await (_LOCK if lock else _GET).one(connection, id=race_id)


async def join(connection: Connection, racer: Racer) -> None:
    """Add a stored player to a race; nothing if they are in it."""
    await _JOIN.run(connection, asdict(racer))


async def leave(connection: Connection, race_id: int, player_id: int) -> None:
    """Remove a player from a race."""
    await _LEAVE.run(connection, id=race_id, player_id=player_id)


async def racers_of(connection: Connection, race_id: int) -> tuple[Racer, ...]:
    """The people in a race; who joined first is first."""
    return await _RACERS.all(connection, id=race_id) if is_row_id(race_id) else ()


async def attempts_of(connection: Connection, race: Race) -> tuple[Attempt, ...]:
    """The attempts of the people in a race at its puzzle."""
    return await _ATTEMPTS.all(connection, id=race.id, puzzle_id=race.puzzle_id)


async def start(
    connection: Connection, race: Race, people: Iterable[Racer], now: datetime, ends_at: datetime
) -> None:
    """Note that a race begins, with the pars of its people."""
    await _SET_PARS.run(connection, *map(asdict, people))
    await _START.run(connection, id=race.id, now=now, ends_at=ends_at)


async def show(connection: Connection, race_id: int, message_id: int | None) -> None:
    """Note the message of a race."""
    await _SHOW.run(connection, id=race_id, message_id=message_id)


async def end(connection: Connection, race_id: int, now: datetime) -> bool:
    """Note that a race has ended; False if that was noted before."""
    return await _END.run(connection, id=race_id, now=now) == 1


async def in_channel(connection: Connection, channel_id: int) -> tuple[Race, ...]:
    """The races in a channel that have not ended, the newest first."""
    return await _IN_CHANNEL.all(connection, channel_id=channel_id)


async def of_player(connection: Connection, player_id: int) -> tuple[Race, ...]:
    """The races of a player that have not ended."""
    return await _OF_PLAYER.all(connection, player_id=player_id)


async def last(connection: Connection, player_id: int, puzzle_id: int) -> Race | None:
    """The newest race of a player that has not ended, or that is on a puzzle."""
    return await _LAST.one(connection, player_id=player_id, puzzle_id=puzzle_id)
