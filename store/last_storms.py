"""The last storm of each player: its answers, its drill, and how its message becomes the result."""

from datetime import datetime
from functools import cache

from msgspec.structs import asdict
from sqlalchemy import Insert, Select, Update, bindparam, select, update

from store.records import LastStorm
from store.schema import last_storms
from store.statements import affected_rows, fetch_all, fetch_one, insert_in, select_by
from store.transaction import Connection


async def begin(connection: Connection, storm: LastStorm) -> None:
    """Store a storm in the place of the one before; its player is stored already."""
    await connection.execute(_beginning(connection.dialect), asdict(storm))


@cache
def _beginning(dialect: str) -> Insert:
    statement = insert_in(dialect, last_storms)
    new = {column.name: column for column in statement.excluded if column.name != "player_id"}
    return statement.on_conflict_do_update(index_elements=["player_id"], set_=new)


async def find(connection: Connection, player_id: int) -> LastStorm | None:
    """The last storm of a player."""
    statement = select_by(last_storms, "player_id")
    return await fetch_one(connection, statement, LastStorm, {"player_id": player_id})


async def answer(connection: Connection, after: LastStorm) -> bool:
    """Store a storm after one more answer; False, if it was answered or told meanwhile."""
    values = {
        "player": after.player_id,
        "began": after.began_at,
        "before": after.answers - 1,
        "ends": after.ends_at,
        "now_wrong": after.wrong,
        "asked": after.text,
    }
    return await affected_rows(connection, _answering(), values) == 1


@cache
def _answering() -> Update:
    columns = last_storms.c
    return (
        _untold()
        .where(columns.answers == bindparam("before"))
        .values(
            answers=columns.answers + 1,
            ends_at=bindparam("ends"),
            wrong=bindparam("now_wrong"),
            text=bindparam("asked"),
        )
    )


async def tell(connection: Connection, player_id: int, began_at: datetime, now: datetime) -> bool:
    """Note that the result of a storm is shown; False, if it was, or another one was begun."""
    values = {"player": player_id, "began": began_at, "now": now}
    return await affected_rows(connection, _telling(), values) == 1


@cache
def _telling() -> Update:
    return _untold().values(told_at=bindparam("now"), token="")


def _untold() -> Update:
    columns = last_storms.c
    return update(last_storms).where(
        columns.player_id == bindparam("player"),
        columns.began_at == bindparam("began"),
        columns.told_at.is_(None),
    )


async def untold(
    connection: Connection, since: datetime, until: datetime, limit: int
) -> tuple[LastStorm, ...]:
    """The storms that ended in a period and whose results are not shown, the first first."""
    values = {"since": since, "until": until, "most": limit}
    return await fetch_all(connection, _found(), LastStorm, values)


@cache
def _found() -> Select[*tuple[object, ...]]:
    columns = last_storms.c
    return (
        select(last_storms)
        .where(
            columns.told_at.is_(None),
            columns.ends_at <= bindparam("until"),
            columns.ends_at > bindparam("since"),
        )
        .order_by(columns.ends_at)
        .limit(bindparam("most"))
    )
