"""The last storm of each player: its answers and its drill."""

from msgspec.structs import asdict

from store.records import LastStorm
from store.sql import command, query, replacing
from store.transaction import Connection

_BEGIN = replacing("last_storms", LastStorm, ["player_id"])
_FIND = query("SELECT * FROM last_storms WHERE player_id = :player_id", LastStorm)
_ANSWER = command(
    """UPDATE last_storms
    SET answers = answers + 1, ends_at = :ends_at, wrong = :wrong, text = :text
    WHERE player_id = :player_id AND began_at = :began_at AND answers + 1 = :answers"""
)


async def begin(connection: Connection, storm: LastStorm) -> None:
    """Store a storm in the place of the one before; its player is stored already."""
    await _BEGIN.run(connection, asdict(storm))


async def find(connection: Connection, player_id: int) -> LastStorm | None:
    """The last storm of a player."""
    return await _FIND.one(connection, player_id=player_id)


async def answer(connection: Connection, after: LastStorm) -> bool:
    """Store a storm after one more answer; False if it was answered meanwhile."""
    return await _ANSWER.run(connection, asdict(after)) == 1
