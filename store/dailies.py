"""Dailies: the puzzle of each day and track. No canonical key is used twice."""

from collections.abc import Collection
from datetime import date

from msgspec.structs import asdict

from store import puzzles
from store.records import DailyRecord
from store.sql import insert, query
from store.transaction import Connection

_ADD = insert("dailies", DailyRecord, "ON CONFLICT DO NOTHING")
_GET = query("SELECT * FROM dailies WHERE day = :day AND track = :track", DailyRecord)
_OF_DAY = query("SELECT * FROM dailies WHERE day = :day ORDER BY track", DailyRecord)
_SIZES = query(
    "SELECT track, size FROM dailies JOIN puzzles ON puzzles.id = puzzle_id WHERE day = :day",
    tuple[str, str],
)
_FIND_BY_KEY = query("SELECT * FROM dailies WHERE canonical_key = :canonical_key", DailyRecord)
_DAYS = query(
    """SELECT DISTINCT day FROM dailies WHERE day BETWEEN :since AND :until
    AND track IN :tracks AND NOT made_later ORDER BY day""",
    date,
)
_LAST_DAY = query("SELECT max(day) AS day FROM dailies WHERE track = :track", date)


async def add(connection: Connection, daily: DailyRecord) -> DailyRecord | None:
    """Store a daily; returns the one stored for its day and track.

    An older one for this day and track is kept and returned. None if the canonical key was used on
    another day or track, so that another puzzle is needed. Raises `ValueError` if the key is not
    that of the puzzle.
    """
    puzzle = await puzzles.get(connection, daily.puzzle_id)
    if puzzle is None or puzzle.canonical_key != daily.canonical_key:
        raise ValueError("the canonical key of a daily is that of its puzzle")
    await _ADD.run(connection, asdict(daily))
    return await get(connection, daily.day, daily.track)


async def get(connection: Connection, day: date, track: str) -> DailyRecord | None:
    """The daily of a day and track; None if there is none."""
    return await _GET.one(connection, day=day, track=track)


async def of_day(connection: Connection, day: date) -> tuple[DailyRecord, ...]:
    """The dailies of a day, ordered by track."""
    return await _OF_DAY.all(connection, day=day)


async def sizes(connection: Connection, day: date) -> dict[str, str]:
    """The sizes of the dailies of a day by track, as the IDs of their puzzles begin."""
    return dict(await _SIZES.all(connection, day=day))


async def find_by_key(connection: Connection, canonical_key: str) -> DailyRecord | None:
    """The daily of any day whose puzzle has a canonical key; None if there is none."""
    return await _FIND_BY_KEY.one(connection, canonical_key=canonical_key)


async def days(
    connection: Connection, since: date, until: date, tracks: Collection[str]
) -> tuple[date, ...]:
    """The days from `since` to `until`, both included, that had a daily of some tracks then."""
    return await _DAYS.all(connection, since=since, until=until, tracks=[*tracks])


async def last_day(connection: Connection, track: str) -> date | None:
    """The last day for which a track has a daily; None if it has none."""
    return await _LAST_DAY.first(connection, track=track)
