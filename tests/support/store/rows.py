"""Rows for tests of the store."""

from datetime import UTC, date, datetime, time, timedelta

from msgspec.structs import replace

from store import attempts, dailies, players, puzzles
from store.records import (
    Attempt,
    AttemptKind,
    DailyRecord,
    Player,
    StoredPuzzle,
    UnsavedPuzzle,
    Visibility,
)
from store.transaction import Connection
from tests.support.store.tables import rows_of, tables

DAY = date(2026, 11, 5)
NOON = datetime(2026, 11, 5, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def new_puzzle(number: int = 1) -> UnsavedPuzzle:
    return UnsavedPuzzle(
        notation=f"7x7:{number}",
        canonical_key=f"key{number}",
        solution=f"loop{number}",
        level="easy",
        score=1.5,
        hardest=2,
        techniques={"corner-3": number},
        seed=number,
    )


async def add_puzzle(connection: Connection, number: int = 1) -> StoredPuzzle:
    return await puzzles.add(connection, new_puzzle(number))


async def add_daily(connection: Connection, day: date = DAY, track: str = "easy") -> DailyRecord:
    """Add a daily with its own puzzle."""
    puzzle = await add_puzzle(connection, day.toordinal() * 1000 + ord(track[0]))
    opens = datetime.combine(day, time(), UTC)
    number = (day - date(2026, 11, 1)).days + 1
    daily = DailyRecord(
        day, track, number, puzzle.id, puzzle.canonical_key, opens, opens + timedelta(days=1)
    )
    stored = await dailies.add(connection, daily)
    assert stored is not None
    return stored


async def add_solved(
    connection: Connection, player_id: int, daily: DailyRecord, seconds: int, **other: int
) -> Attempt:
    """Add a ranked attempt that took `seconds`."""
    shown = daily.available_from + timedelta(hours=1)
    attempt = await attempts.begin(connection, player_id, daily, AttemptKind.DAILY, shown)
    return await attempts.save(
        connection,
        replace(
            attempt,
            shown_at=shown,
            solved_at=shown + seconds * SECOND,
            touched_at=shown + seconds * SECOND,
            seconds=seconds,
            ranked=True,
            pad="1;1;l;ja;0-1:0A;",
            **other,  # type: ignore[arg-type]  # all are numbers
        ),
    )


async def add_player(
    connection: Connection, player_id: int, visibility: Visibility = Visibility.NAMED
) -> Player:
    player = replace(
        await players.ensure(connection, player_id, NOON),
        settings={
            "theme": "dark",
            "labels": True,
            "language": "ja",
            "visibility": visibility.value,
        },
        zone="Asia/Tokyo",
    )
    await players.save(connection, player)
    return player


Snapshot = dict[str, list[tuple[object, ...]]]


async def snapshot(connection: Connection) -> Snapshot:
    """All rows of all tables."""
    found = (await tables(connection)).values()
    return {table.name: await rows_of(connection, table) for table in found}
