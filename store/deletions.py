"""Who deleted their data today: one row for each person, which is deleted when the day closes.

It serves two purposes. A daily of the day that the person had begun gives no second ranked attempt.
And a process that has counted work of the person, to store the sum later, does not store it.
"""

from collections.abc import Mapping
from datetime import date, datetime

from msgspec import Struct
from msgspec.structs import asdict

from store.records import DailyRecord
from store.sql import command, query, replacing
from store.transaction import Connection

LOCK = 0x4F75726F_0001
"""The advisory lock in PostgreSQL: shared by those who store counts, exclusive to who deletes."""


class Deletion(Struct, frozen=True):
    """When a person deleted their data, and the tracks whose dailies of the day they had begun."""

    day: date
    person_id: int
    at: datetime
    tracks: tuple[str, ...]


_LOCK = command("SELECT pg_advisory_xact_lock(:lock)", only="postgresql")
_LOCK_SHARED = command("SELECT pg_advisory_xact_lock_shared(:lock)", only="postgresql")
_BEGUN = query("SELECT track FROM attempts WHERE player_id = :person_id AND day = :day", str)
_RECORD = replacing("deletions", Deletion, ["day", "person_id"])
_GET = query("SELECT * FROM deletions WHERE day = :day AND person_id = :person_id", Deletion)
_IS_RECORDED = query("SELECT 1 FROM deletions WHERE day = :day AND person_id = :person_id", int)
_OF_PEOPLE = query("SELECT * FROM deletions WHERE person_id IN :people", Deletion)


async def lock(connection: Connection, *, shared: bool = False) -> None:
    """Lock in PostgreSQL until the transaction ends; SQLite has one writer at a time.

    To be called before the transaction locks rows of a person: others wait for it.
    """
    if connection.dialect == "postgresql":
        await (_LOCK_SHARED if shared else _LOCK).run(connection, lock=LOCK)


async def record(connection: Connection, person_id: int, now: datetime) -> None:
    """Record a deletion, with the dailies of the day that the person has begun.

    To be called under the `lock`, in the transaction that deletes the attempts, before it does.
    """
    day = now.date()
    before = await _tracks(connection, person_id, day)
    begun = await _BEGUN.all(connection, person_id=person_id, day=day)
    tracks = tuple(sorted({*before, *begun}))
    await _RECORD.run(connection, asdict(Deletion(day, person_id, now, tracks)))


async def is_recorded(connection: Connection, person_id: int, day: date) -> bool:
    """Whether a person deleted their data on a day."""
    return await _IS_RECORDED.one(connection, day=day, person_id=person_id) is not None


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
    found = await _OF_PEOPLE.all(connection, people=[*instants])
    return frozenset(each.person_id for each in found if each.at >= instants[each.person_id])


async def _tracks(connection: Connection, person_id: int, day: date) -> tuple[str, ...]:
    """The tracks whose dailies of a day a person had begun before their data was deleted."""
    found = await _GET.all(connection, day=day, person_id=person_id)
    return found[0].tracks if found else ()
