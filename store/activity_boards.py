"""Which board a person has in which instance of the Activity.

Everything ends with its attempt, or with its board of several people.
"""

from collections.abc import Collection
from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict

from store.records import ActivityBoard, PageSession
from store.sql import command, query, replacing
from store.transaction import Connection


class InstanceBoard(Struct, frozen=True):
    """The attempt that a player has in an instance, as it is now."""

    instance: bytes
    player_id: int
    attempt_id: int
    revision: int


_GET = query(
    """SELECT * FROM activity_boards
    WHERE player_id = :player_id AND instance = :instance AND until > :now""",
    ActivityBoard,
)
_PUT = replacing("activity_boards", ActivityBoard, ["player_id", "instance"])
_REMOVE_SURPLUS = command(
    """DELETE FROM activity_boards WHERE player_id = :player_id AND instance IN (
        SELECT instance FROM activity_boards WHERE player_id = :player_id
        ORDER BY until DESC, instance LIMIT 2147483647 OFFSET :most)"""
)
_WITHIN = query(
    """SELECT instance, activity_boards.player_id, attempt_id, revision FROM activity_boards
    JOIN attempts ON attempts.id = attempt_id WHERE instance IN :instances AND until > :now
    ORDER BY activity_boards.player_id""",
    InstanceBoard,
)
_TOGETHER = query(
    """SELECT together_id FROM activity_boards
    JOIN together_boards ON together_boards.id = together_id
    WHERE instance = :instance AND until > :now AND together_boards.channel_id = :channel
    ORDER BY until DESC, player_id LIMIT 1""",
    int,
)
_OF_SESSION = query(
    "SELECT * FROM activity_boards WHERE player_id = :player_id AND session = :session",
    ActivityBoard,
)
_FOLLOW = command(
    """UPDATE activity_boards
    SET attempt_id = :attempt_id, together_id = :together_id, session = :hash
    WHERE player_id = :player_id AND session = :before"""
)
_REMOVE = command(
    "DELETE FROM activity_boards WHERE player_id = :player_id AND instance = :instance"
)
_END_SESSION = command("DELETE FROM web_sessions WHERE hash = :session")
_REMOVE_ALL = command("DELETE FROM activity_boards WHERE player_id = :player_id")


async def get(
    connection: Connection, player_id: int, instance: bytes, now: datetime
) -> ActivityBoard | None:
    """What a player has in an instance; None for nothing, or if it is over."""
    return await _GET.one(connection, player_id=player_id, instance=instance, now=now)


async def put(connection: Connection, board: ActivityBoard, most: int) -> None:
    """Store what a player has in an instance; beyond `most`, what ends first is removed."""
    await _PUT.run(connection, asdict(board))
    await _REMOVE_SURPLUS.run(connection, player_id=board.player_id, most=most)


async def within(
    connection: Connection, instances: Collection[bytes], now: datetime
) -> tuple[InstanceBoard, ...]:
    """What players have in some instances, in the order of players."""
    return await _WITHIN.all(connection, instances=sorted(instances), now=now)


async def together_in(
    connection: Connection, instance: bytes, channel: int | None, now: datetime
) -> int | None:
    """The board of several people of a channel that somebody opened last in an instance there."""
    return await _TOGETHER.one(connection, instance=instance, channel=channel, now=now)


async def of_session(connection: Connection, session: PageSession) -> ActivityBoard | None:
    """What a player has in the instance in which a page has its session; None in a browser."""
    player_id, hashed = session.player_id, session.hash
    return await _OF_SESSION.one(connection, player_id=player_id, session=hashed)


async def follow(connection: Connection, before: bytes, session: PageSession) -> None:
    """Note that a page goes on with another session, if it is in an instance."""
    await _FOLLOW.run(connection, before=before, **asdict(session))


async def remove(connection: Connection, player_id: int, instance: bytes) -> None:
    """Remove what a player has in an instance."""
    await _REMOVE.run(connection, player_id=player_id, instance=instance)


async def end_session(connection: Connection, board: ActivityBoard) -> None:
    """End the session of the page in which a player has a board."""
    await _END_SESSION.run(connection, session=board.session)


async def remove_all(connection: Connection, player_id: int) -> None:
    """Remove what a player has in all instances."""
    await _REMOVE_ALL.run(connection, player_id=player_id)
