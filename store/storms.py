"""Storms: the score of the first storm of each player today."""

from collections.abc import Sequence
from datetime import date, datetime

from msgspec.structs import asdict

from store.players import VISIBILITY
from store.records import StormRecord, StormScore
from store.sql import command, insert, query
from store.transaction import Connection

_BEGIN = insert("storms", StormRecord, "ON CONFLICT DO NOTHING")
_FIND = query("SELECT * FROM storms WHERE day = :day AND player_id = :player_id", StormRecord)
_SCORE = command(
    """UPDATE storms SET score = :reached
    WHERE player_id = :player_id AND began_at = :began_at AND score < :reached"""
)
_BEST = query(
    """SELECT storms.player_id, {visibility} AS visibility, score
    FROM storms JOIN players ON players.id = storms.player_id
    JOIN members ON members.player_id = storms.player_id
    WHERE day = :day AND server_id = :server_id AND {visibility} <> 'hidden' AND NOT kept_off
    AND storms.player_id NOT IN :without
    ORDER BY score DESC, storms.player_id LIMIT :most""",
    StormScore,
    visibility=VISIBILITY,
)


async def begin(connection: Connection, storm: StormRecord) -> None:
    """Store the first storm of a day of a player, who is stored already; later ones are not."""
    await _BEGIN.run(connection, asdict(storm))


async def find(connection: Connection, day: date, player_id: int) -> StormRecord | None:
    """The stored storm of a day of a player."""
    return await _FIND.one(connection, day=day, player_id=player_id)


async def score(connection: Connection, player_id: int, began_at: datetime, reached: int) -> None:
    """Raise the score of a storm; nothing for one that is not stored."""
    await _SCORE.run(connection, player_id=player_id, began_at=began_at, reached=reached)


async def best(
    connection: Connection, day: date, server_id: int, most: int, without: Sequence[int] = ()
) -> tuple[StormScore, ...]:
    """The best scores of a day of the players of a server who may be shown, without some."""
    values = {"day": day, "server_id": server_id, "most": most, "without": [*without]}
    return await _BEST.all(connection, **values)
