"""Turns of connections to identify to Discord's gateway, reserved by all bot processes in one row.

A turn is a moment. The row of a bucket has the last one that was reserved; the next is a gap after
it, or now. Nothing is locked while a process waits for its turn.
"""

from datetime import datetime, timedelta

from msgspec import Struct
from sqlalchemy import select, text

from store.schema import identify_turns
from store.statements import insert
from store.transaction import Connection

LONGEST_WAIT = timedelta(days=2)
"""Longer than any process waits for a turn."""

_RESERVE = text(
    "INSERT INTO identify_turns (bucket, next_at) VALUES (:bucket, clock_timestamp())"
    " ON CONFLICT (bucket) DO UPDATE SET next_at = CASE"
    " WHEN identify_turns.next_at > clock_timestamp() + make_interval(secs => :longest)"
    " THEN clock_timestamp() ELSE"
    " greatest(clock_timestamp(), identify_turns.next_at + make_interval(secs => :gap)) END"
    " RETURNING next_at, extract(epoch FROM next_at - clock_timestamp())"
)
"""In PostgreSQL one statement, by its clock: the clocks of the processes may differ."""


class IdentifyTurn(Struct, frozen=True):
    """The moment of a turn, by the clock of the database, and the seconds until then."""

    at: datetime
    seconds: float


async def reserve(
    connection: Connection, bucket: int, gap: timedelta, now: datetime
) -> IdentifyTurn:
    """Reserve the next turn of a bucket, at least `gap` after the last one.

    A turn that is later than `LONGEST_WAIT` was reserved by a wrong clock and does not count. `now`
    is the time in SQLite, which has no clock of its own.
    """
    if connection.dialect == "postgresql":
        values = {
            "bucket": bucket,
            "gap": gap.total_seconds(),
            "longest": LONGEST_WAIT.total_seconds(),
        }
        row = (await connection.execute(_RESERVE, values)).one()
        return IdentifyTurn(row[0], max(0.0, float(row[1])))
    stored = select(identify_turns.c.next_at).where(identify_turns.c.bucket == bucket)
    last: datetime | None = (await connection.execute(stored)).scalar()
    at = now if last is None or last > now + LONGEST_WAIT else max(now, last + gap)
    await connection.execute(
        insert(connection, identify_turns)
        .values(bucket=bucket, next_at=at)
        .on_conflict_do_update(index_elements=["bucket"], set_={"next_at": at})
    )
    return IdentifyTurn(at, (at - now).total_seconds())
