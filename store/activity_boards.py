"""Which attempt a person has in which instance of the Activity.

Everything ends with its attempt.
"""

from collections.abc import Collection
from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import delete, select, update

from store.records import ActivityBoard, WebSession
from store.schema import activity_boards, attempts, web_sessions
from store.statements import fetch_all, fetch_one, insert_in, select_by
from store.transaction import Connection

CHANGING = "attempt_id", "until", "session", "server_id", "channel_id"
"""What changes of a player in an instance."""


class InstanceBoard(Struct, frozen=True):
    """The attempt that a player has in an instance, as it is now."""

    instance: bytes
    player_id: int
    attempt_id: int
    revision: int


async def get(
    connection: Connection, player_id: int, instance: bytes, now: datetime
) -> ActivityBoard | None:
    """What a player has in an instance; None for nothing, or if it is over."""
    statement = select_by(activity_boards, "player_id", "instance")
    parameters = {"player_id": player_id, "instance": instance}
    found = await fetch_one(connection, statement, ActivityBoard, parameters)
    return found if found is not None and found.until > now else None


async def put(connection: Connection, board: ActivityBoard, most: int) -> None:
    """Store what a player has in an instance; beyond `most`, what ends first is removed."""
    values = asdict(board)
    statement = insert_in(connection.dialect, activity_boards).values(values)
    columns = activity_boards.c
    key = [columns.player_id, columns.instance]
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=key,
            set_={name: values[name] for name in CHANGING},
        )
    )
    surplus = (
        select(columns.instance)
        .where(columns.player_id == board.player_id)
        .order_by(columns.until.desc(), columns.instance)
        .offset(most)
    )
    await connection.execute(
        delete(activity_boards).where(
            columns.player_id == board.player_id, columns.instance.in_(surplus)
        )
    )


async def within(
    connection: Connection, instances: Collection[bytes], now: datetime
) -> tuple[InstanceBoard, ...]:
    """What players have in some instances, in the order of players."""
    columns = activity_boards.c
    statement = (
        select(columns.instance, columns.player_id, columns.attempt_id, attempts.c.revision)
        .join(attempts, attempts.c.id == columns.attempt_id)
        .where(columns.instance.in_(sorted(instances)), columns.until > now)
        .order_by(columns.player_id)
    )
    return await fetch_all(connection, statement, InstanceBoard)


async def of_session(connection: Connection, session: WebSession) -> ActivityBoard | None:
    """What a player has in the instance in which a page has its session; None in a browser."""
    statement = select_by(activity_boards, "player_id", "session")
    parameters = {"player_id": session.player_id, "session": session.hash}
    return await fetch_one(connection, statement, ActivityBoard, parameters)


async def follow(connection: Connection, before: bytes, session: WebSession) -> None:
    """Note that a page goes on with another session, if it is in an instance."""
    columns = activity_boards.c
    await connection.execute(
        update(activity_boards)
        .where(columns.player_id == session.player_id, columns.session == before)
        .values(attempt_id=session.attempt_id, session=session.hash)
    )


async def remove(connection: Connection, player_id: int, instance: bytes) -> None:
    """Remove what a player has in an instance."""
    columns = activity_boards.c
    await connection.execute(
        delete(activity_boards).where(columns.player_id == player_id, columns.instance == instance)
    )


async def end_session(connection: Connection, board: ActivityBoard) -> None:
    """End the session of the page in which a player has a board."""
    await connection.execute(delete(web_sessions).where(web_sessions.c.hash == board.session))


async def remove_all(connection: Connection, player_id: int) -> None:
    """Remove what a player has in all instances."""
    await connection.execute(
        delete(activity_boards).where(activity_boards.c.player_id == player_id)
    )
