"""Who deleted their data today: one row for each person, which is deleted when the day closes.

It serves two purposes. A daily of the day that the person had begun gives no second ranked attempt.
And a process that has counted work of the person, to store the sum later, does not store it.
"""

from collections.abc import Mapping
from datetime import date, datetime

from sqlalchemy import exists, select, text

from store.records import DailyRecord
from store.schema import attempts, deletions
from store.statements import insert
from store.transaction import Connection

LOCK = 0x4F75726F_0001
"""The advisory lock in PostgreSQL: shared by those who store counts, exclusive to who deletes."""


async def lock(connection: Connection, *, shared: bool = False) -> None:
    """Lock in PostgreSQL until the transaction ends; SQLite has one writer at a time.

    To be called before the transaction locks rows of a person: others wait for it.
    """
    if connection.dialect == "postgresql":
        name = "pg_advisory_xact_lock_shared" if shared else "pg_advisory_xact_lock"
        await connection.execute(text(f"SELECT {name}(:lock)"), {"lock": LOCK})


async def record(connection: Connection, person_id: int, now: datetime) -> None:
    """Record a deletion, with the dailies of the day that the person has begun.

    To be called under the `lock`, in the transaction that deletes the attempts, before it does.
    """
    day = now.date()
    before = await _tracks(connection, person_id, day)
    begun = select(attempts.c.track).where(attempts.c.player_id == person_id, attempts.c.day == day)
    tracks = {*before, *(await connection.execute(begun)).scalars()}
    values = {"at": now, "tracks": tuple(sorted(tracks))}
    await connection.execute(
        insert(connection, deletions)
        .values(day=day, person_id=person_id, **values)
        .on_conflict_do_update(index_elements=["day", "person_id"], set_=values)
    )


async def is_recorded(connection: Connection, person_id: int, day: date) -> bool:
    """Whether a person deleted their data on a day."""
    own = deletions.c.day == day, deletions.c.person_id == person_id
    found: bool = (await connection.execute(select(exists().where(*own)))).scalar_one()
    return found


async def is_replay(
    connection: Connection, person_id: int, daily: DailyRecord, now: datetime
) -> bool:
    """Whether a person had begun a live daily before their data was deleted.

    False for a daily that is over, where no attempt is ranked.
    """
    if daily.available_until <= now:
        return False
    return daily.track in await _tracks(connection, person_id, daily.day)


async def since(connection: Connection, instants: Mapping[int, datetime]) -> frozenset[int]:
    """Those people who deleted their data today, at their instant or later.

    Until the transaction ends, other transactions that delete data wait.
    """
    await lock(connection, shared=True)
    stored = select(deletions.c.person_id, deletions.c.at).where(
        deletions.c.person_id.in_(instants)
    )
    found = await connection.execute(stored)
    return frozenset(person for person, at in found if at >= instants[person])


async def _tracks(connection: Connection, person_id: int, day: date) -> tuple[str, ...]:
    """The tracks whose dailies of a day a person had begun before their data was deleted."""
    statement = select(deletions.c.tracks).where(
        deletions.c.day == day, deletions.c.person_id == person_id
    )
    return (await connection.execute(statement)).scalar_one_or_none() or ()
