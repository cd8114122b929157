"""Dailies: the puzzle of each day and track. No canonical key is used twice."""

from collections.abc import Collection
from datetime import date
from functools import cache
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import Insert, Select, bindparam, func, select

from store import puzzles
from store.records import DailyRecord
from store.schema import dailies
from store.schema import puzzles as puzzle_table
from store.statements import fetch_all, fetch_one, insert_in, select_by
from store.transaction import Connection


async def add(connection: Connection, daily: DailyRecord) -> DailyRecord | None:
    """Store a daily; returns the one stored for its day and track.

    An older one for this day and track is kept and returned. None if the canonical key was used on
    another day or track, so that another puzzle is needed. Raises `ValueError` if the key is not
    that of the puzzle.
    """
    puzzle = await puzzles.get(connection, daily.puzzle_id)
    if puzzle is None or puzzle.canonical_key != daily.canonical_key:
        raise ValueError("the canonical key of a daily is that of its puzzle")
    await connection.execute(_adding(connection.dialect), asdict(daily))
    return await get(connection, daily.day, daily.track)


@cache
def _adding(dialect: str) -> Insert:
    return insert_in(dialect, dailies).on_conflict_do_nothing()


async def get(connection: Connection, day: date, track: str) -> DailyRecord | None:
    """The daily of a day and track; None if there is none."""
    statement = select_by(dailies, "day", "track")
    return await fetch_one(connection, statement, DailyRecord, {"day": day, "track": track})


async def of_day(connection: Connection, day: date) -> tuple[DailyRecord, ...]:
    """The dailies of a day, ordered by track."""
    return await fetch_all(connection, _of_day(), DailyRecord, {"day": day})


@cache
def _of_day() -> Select[*tuple[Any, ...]]:
    return select_by(dailies, "day").order_by(dailies.c.track)


async def sizes(connection: Connection, day: date) -> dict[str, str]:
    """The sizes of the dailies of a day by track, as the IDs of their puzzles begin."""
    rows = await connection.execute(_sizes(), {"day": day})
    return {row.track: row.size for row in rows}


@cache
def _sizes() -> Select[tuple[str, str]]:
    joined = dailies.join(puzzle_table, puzzle_table.c.id == dailies.c.puzzle_id)
    chosen = select(dailies.c.track, puzzle_table.c.size).select_from(joined)
    return chosen.where(dailies.c.day == bindparam("day"))


async def find_by_key(connection: Connection, canonical_key: str) -> DailyRecord | None:
    """The daily of any day whose puzzle has a canonical key; None if there is none."""
    statement = select_by(dailies, "canonical_key")
    return await fetch_one(connection, statement, DailyRecord, {"canonical_key": canonical_key})


async def days(
    connection: Connection, since: date, until: date, tracks: Collection[str]
) -> tuple[date, ...]:
    """The days from `since` to `until`, both included, that had a daily of some tracks then."""
    statement = (
        select(dailies.c.day)
        .where(
            dailies.c.day.between(since, until),
            dailies.c.track.in_(tracks),
            ~dailies.c.made_later,
        )
        .distinct()
        .order_by(dailies.c.day)
    )
    return tuple((await connection.execute(statement)).scalars())


async def last_day(connection: Connection, track: str) -> date | None:
    """The last day for which a track has a daily; None if it has none."""
    statement = select(func.max(dailies.c.day)).where(dailies.c.track == track)
    found: date | None = (await connection.execute(statement)).scalar()
    return found
