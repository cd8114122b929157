"""Turns of connections to identify to Discord's gateway, reserved by all bot processes in one row.

A turn is a moment. The row of a bucket has the last one that was reserved; the next is a gap after
it, or now. Nothing is locked while a process waits for its turn.
"""

from datetime import datetime, timedelta

from msgspec import Struct

from store.sql import command, query
from store.transaction import Connection

LONGEST_WAIT = timedelta(days=2)
"""Longer than any process waits for a turn."""


class IdentifyTurn(Struct, frozen=True):
    """The moment of a turn, by the clock of the database, and the seconds until then."""

    at: datetime
    seconds: float


_RESERVE = query(
    """INSERT INTO identify_turns (bucket, next_at) VALUES (:bucket, clock_timestamp())
    ON CONFLICT (bucket) DO UPDATE SET next_at = CASE
        WHEN identify_turns.next_at > clock_timestamp() + make_interval(secs => :longest)
        THEN clock_timestamp()
        ELSE greatest(clock_timestamp(), identify_turns.next_at + make_interval(secs => :gap)) END
    RETURNING next_at AS at, CAST(
        greatest(0, extract(epoch FROM next_at - clock_timestamp())) AS double precision
    ) AS seconds""",
    IdentifyTurn,
    only="postgresql",
)
"""In PostgreSQL one statement, by its clock: the clocks of the processes may differ."""
_LAST = query("SELECT next_at FROM identify_turns WHERE bucket = :bucket", datetime)
_SET = command(
    """INSERT INTO identify_turns (bucket, next_at) VALUES (:bucket, :at)
    ON CONFLICT (bucket) DO UPDATE SET next_at = excluded.next_at"""
)


async def reserve(
    connection: Connection, bucket: int, gap: timedelta, now: datetime
) -> IdentifyTurn:
    """Reserve the next turn of a bucket, at least `gap` after the last one.

    A turn that is later than `LONGEST_WAIT` was reserved by a wrong clock and does not count. `now`
    is the time in SQLite, which has no clock of its own.
    """
    if connection.dialect == "postgresql":
        seconds = {"gap": gap.total_seconds(), "longest": LONGEST_WAIT.total_seconds()}
        (turn,) = await _RESERVE.all(connection, bucket=bucket, **seconds)
        return turn
    last = await _LAST.first(connection, bucket=bucket)
    at = now if last is None or last > now + LONGEST_WAIT else max(now, last + gap)
    await _SET.run(connection, bucket=bucket, at=at)
    return IdentifyTurn(at, (at - now).total_seconds())
