"""Posts as the database records them."""

from datetime import date

from store.records import DailyPost
from store.sql import query
from store.transaction import Connection

_GET = query(
    "SELECT * FROM due_posts WHERE server_id = :server_id AND day = :day AND track = :track",
    DailyPost,
)


async def post_of(
    connection: Connection, server_id: int, day: date, track: str
) -> DailyPost | None:
    """The post of a day and track in a server; None if there is none."""
    return await _GET.one(connection, server_id=server_id, day=day, track=track)
