"""The last storm of each player: its answers, its drill, and how its message becomes the result."""

from datetime import datetime

from msgspec.structs import asdict

from store.records import LastStorm
from store.sql import command, query, replacing
from store.transaction import Connection

_IS_UNTOLD = "player_id = :player_id AND began_at = :began_at AND told_at IS NULL"

_BEGIN = replacing("last_storms", LastStorm, ["player_id"])
_FIND = query("SELECT * FROM last_storms WHERE player_id = :player_id", LastStorm)
_ANSWER = command(
    """UPDATE last_storms
    SET answers = answers + 1, ends_at = :ends_at, wrong = :wrong, text = :text
    WHERE {is_untold} AND answers + 1 = :answers""",
    is_untold=_IS_UNTOLD,
)
_TELL = command(
    "UPDATE last_storms SET told_at = :now, token = '' WHERE {is_untold}", is_untold=_IS_UNTOLD
)
_UNTOLD = query(
    """SELECT * FROM last_storms WHERE told_at IS NULL AND ends_at > :since AND ends_at <= :until
    ORDER BY ends_at LIMIT :limit""",
    LastStorm,
)


async def begin(connection: Connection, storm: LastStorm) -> None:
    """Store a storm in the place of the one before; its player is stored already."""
    await _BEGIN.run(connection, asdict(storm))


async def find(connection: Connection, player_id: int) -> LastStorm | None:
    """The last storm of a player."""
    return await _FIND.one(connection, player_id=player_id)


async def answer(connection: Connection, after: LastStorm) -> bool:
    """Store a storm after one more answer; False, if it was answered or told meanwhile."""
    return await _ANSWER.run(connection, asdict(after)) == 1


async def tell(connection: Connection, player_id: int, began_at: datetime, now: datetime) -> bool:
    """Note that the result of a storm is shown; False, if it was, or another one was begun."""
    return await _TELL.run(connection, player_id=player_id, began_at=began_at, now=now) == 1


async def untold(
    connection: Connection, since: datetime, until: datetime, limit: int
) -> tuple[LastStorm, ...]:
    """The storms that ended in a period and whose results are not shown, the first first."""
    return await _UNTOLD.all(connection, since=since, until=until, limit=limit)
