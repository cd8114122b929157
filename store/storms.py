"""Storms: the score of the first storm of each player today."""

from datetime import date, datetime
from functools import cache
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import Insert, Select, Update, bindparam, select, update

from store.players import visibility
from store.records import StormRecord, StormScore, Visibility
from store.schema import members, players, storms
from store.statements import affected_rows, fetch_all, fetch_one, insert_in, select_by
from store.transaction import Connection


async def begin(connection: Connection, storm: StormRecord) -> None:
    """Store the first storm of a day of a player, who is stored already; later ones are not."""
    await connection.execute(_beginning(connection.dialect), asdict(storm))


@cache
def _beginning(dialect: str) -> Insert:
    return insert_in(dialect, storms).on_conflict_do_nothing()


async def find(connection: Connection, day: date, player_id: int) -> StormRecord | None:
    """The stored storm of a day of a player."""
    statement = select_by(storms, "day", "player_id")
    return await fetch_one(connection, statement, StormRecord, {"day": day, "player_id": player_id})


async def score(connection: Connection, player_id: int, began_at: datetime, reached: int) -> None:
    """Raise the score of a storm; nothing for one that is not stored."""
    values = {"player": player_id, "began": began_at, "reached": reached}
    await affected_rows(connection, _scoring(), values)


@cache
def _scoring() -> Update:
    return (
        update(storms)
        .where(
            storms.c.player_id == bindparam("player"),
            storms.c.began_at == bindparam("began"),
            storms.c.score < bindparam("reached"),
        )
        .values(score=bindparam("reached"))
    )


async def best(
    connection: Connection, day: date, server_id: int, most: int
) -> tuple[StormScore, ...]:
    """The best scores of a day of the players of a server who are not hidden."""
    values = {"day": day, "server": server_id, "most": most}
    return await fetch_all(connection, _best(), StormScore, values)


@cache
def _best() -> Select[*tuple[Any, ...]]:
    return (
        select(storms.c.player_id, visibility().label("visibility"), storms.c.score)
        .join(players, players.c.id == storms.c.player_id)
        .join(members, members.c.player_id == storms.c.player_id)
        .where(
            storms.c.day == bindparam("day"),
            members.c.server_id == bindparam("server"),
            visibility() != Visibility.HIDDEN,
        )
        .order_by(storms.c.score.desc(), storms.c.player_id)
        .limit(bindparam("most"))
    )
