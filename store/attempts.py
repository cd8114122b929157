"""Attempts: one row per player and puzzle."""

from collections.abc import Collection
from datetime import date, datetime
from functools import cache
from typing import Any

from msgspec.structs import asdict, replace
from sqlalchemy import Delete, Insert, Select, Update, bindparam, delete, func, or_, select, update

from store import deletions, players, puzzles
from store.errors import GoneError, StaleError
from store.records import Attempt, AttemptKind, BoardSummary, DailyRecord, StoredPuzzle
from store.schema import attempts
from store.schema import puzzles as puzzle_table
from store.statements import (
    affected_rows,
    fetch_all,
    fetch_first,
    fetch_one,
    insert_in,
    is_listed,
    is_row_id,
    select_by,
)
from store.transaction import Connection

_UNFINISHED = (attempts.c.solved_at.is_(None), ~attempts.c.revealed)
_LAST_USED_FIRST = (attempts.c.touched_at.desc(), attempts.c.id.desc())


async def begin(
    connection: Connection,
    player_id: int,
    target: StoredPuzzle | DailyRecord,
    kind: AttemptKind,
    now: datetime,
) -> Attempt:
    """The player's attempt at a puzzle or daily, created if there is none.

    The player is stored if needed. A new attempt is a replay if the player deleted an earlier one
    at the live daily. Raises `GoneError` if the attempt was deleted just now.
    """
    await players.ensure(connection, player_id, now)
    daily = target if isinstance(target, DailyRecord) else None
    new = Attempt(
        id=0,
        player_id=player_id,
        puzzle_id=target.puzzle_id if isinstance(target, DailyRecord) else target.id,
        kind=kind,
        begun_at=now,
        touched_at=now,
        day=daily.day if daily else None,
        track=daily.track if daily else None,
        replayed=daily is not None and await deletions.is_replay(connection, player_id, daily, now),
    )
    values = asdict(new)
    del values["id"]
    await connection.execute(_beginning(connection.dialect), values)
    attempt = await find(connection, player_id, new.puzzle_id)
    if attempt is None:
        raise GoneError
    return attempt


@cache
def _beginning(dialect: str) -> Insert:
    return insert_in(dialect, attempts).on_conflict_do_nothing()


async def get(connection: Connection, attempt_id: int, *, lock: bool = False) -> Attempt | None:
    """The attempt with an ID; with `lock`, nothing else changes it until the transaction ends.

    None if there is none, also for a number that is too large for an ID. To change an attempt, get
    it with `lock` and `save` it in the same writing transaction.
    """
    if not is_row_id(attempt_id):
        return None
    statement = _locking() if lock else select_by(attempts, "id")
    return await fetch_one(connection, statement, Attempt, {"id": attempt_id})


@cache
def _locking() -> Select[*tuple[Any, ...]]:
    return select_by(attempts, "id").with_for_update()


async def revisions(connection: Connection, attempt_ids: Collection[int]) -> dict[int, int]:
    """The revisions of the stored attempts among some IDs."""
    statement = _revisions(connection.dialect)
    rows = await connection.execute(statement, {"ids": [*filter(is_row_id, attempt_ids)]})
    return {row[0]: row[1] for row in rows}


@cache
def _revisions(dialect: str) -> Select[int, int]:
    return select(attempts.c.id, attempts.c.revision).where(
        is_listed(dialect, attempts.c.id, "ids")
    )


async def find(connection: Connection, player_id: int, puzzle_id: int) -> Attempt | None:
    """A player's attempt at a puzzle; None if there is none."""
    statement = select_by(attempts, "player_id", "puzzle_id")
    values = {"player_id": player_id, "puzzle_id": puzzle_id}
    return await fetch_one(connection, statement, Attempt, values)


async def of_daily(connection: Connection, player_id: int, day: date, track: str) -> Attempt | None:
    """A player's attempt at a daily; None if there is none."""
    statement = select(attempts).where(
        attempts.c.player_id == player_id, attempts.c.day == day, attempts.c.track == track
    )
    return await fetch_one(connection, statement, Attempt)


async def last_ranked_track(connection: Connection, player_id: int) -> str | None:
    """The track of the daily that a player solved last on its own day; None for none."""
    statement = (
        select(attempts.c.track)
        .where(attempts.c.player_id == player_id, attempts.c.ranked)
        .order_by(attempts.c.solved_at.desc(), attempts.c.id.desc())
        .limit(1)
    )
    track: str | None = (await connection.execute(statement)).scalar()
    return track


async def solved_on_track(
    connection: Connection, player_id: int, track: str, since: date, until: date
) -> dict[date, bool]:
    """The days from `since` to `until`, both included, whose daily of a track a player opened.

    The value tells whether it is solved.
    """
    statement = select(attempts.c.day, attempts.c.solved_at.is_not(None)).where(
        attempts.c.player_id == player_id,
        attempts.c.track == track,
        attempts.c.day.between(since, until),
    )
    return {row[0]: row[1] for row in await connection.execute(statement)}


async def unfinished(
    connection: Connection, player_id: int, limit: int = 25
) -> tuple[BoardSummary, ...]:
    """A player's attempts that are neither solved nor revealed, most recently used first."""
    statement = (
        select(
            attempts.c.id,
            attempts.c.day,
            attempts.c.track,
            puzzle_table.c.size,
            attempts.c.lines,
            attempts.c.touched_at,
        )
        .join(puzzle_table, puzzle_table.c.id == attempts.c.puzzle_id)
        .where(attempts.c.player_id == player_id, *_UNFINISHED)
        .order_by(*_LAST_USED_FIRST)
        .limit(limit)
    )
    return await fetch_all(connection, statement, BoardSummary)


async def remove_unfinished(
    connection: Connection, player_id: int, kinds: Collection[AttemptKind], keep: int
) -> int:
    """Remove a player's unfinished attempts of some kinds except the `keep` used last.

    Returns the number of removed attempts.
    """
    statement = _removing_unfinished(frozenset(kinds), keep)
    return await affected_rows(connection, statement, {"player_id": player_id})


@cache
def _removing_unfinished(kinds: frozenset[AttemptKind], keep: int) -> Delete:
    player = attempts.c.player_id == bindparam("player_id")
    surplus = (
        select(attempts.c.id)
        .where(player, or_(*(attempts.c.kind == kind for kind in sorted(kinds))), *_UNFINISHED)
        .order_by(*_LAST_USED_FIRST)
        .offset(keep)
    )
    return delete(attempts).where(attempts.c.id.in_(surplus))


async def save(connection: Connection, attempt: Attempt) -> Attempt:
    """Store an attempt; returns it with its next revision.

    Raises `StaleError` if it was saved elsewhere, or removed, since it was read.
    """
    saved = replace(attempt, revision=attempt.revision + 1)
    row = {"row_id": attempt.id, "row_revision": attempt.revision, **_mutable_columns(saved)}
    if not await affected_rows(connection, _saving(), row):
        raise StaleError(attempt.id)
    return saved


@cache
def _saving() -> Update:
    """Stores an attempt that still has the revision that was read."""
    return update(attempts).where(
        attempts.c.id == bindparam("row_id"), attempts.c.revision == bindparam("row_revision")
    )


def _mutable_columns(attempt: Attempt) -> dict[str, Any]:
    """The columns of an attempt that can change, with their values."""
    values = asdict(attempt)
    del values["id"], values["player_id"], values["puzzle_id"]
    return values


async def solved_counts(connection: Connection, player_id: int) -> dict[AttemptKind, int]:
    """The number of puzzles that a player solved without revealing the solution, by kind.

    Replays of deleted attempts are not counted.
    """
    statement = (
        select(attempts.c.kind, func.count())
        .where(
            attempts.c.player_id == player_id,
            attempts.c.solved_at.is_not(None),
            ~attempts.c.revealed,
            ~attempts.c.replayed,
        )
        .group_by(attempts.c.kind)
    )
    return {row[0]: row[1] for row in await connection.execute(statement)}


async def hardest_solved(
    connection: Connection, player_id: int, today: date
) -> StoredPuzzle | None:
    """The puzzle with the highest score that a player solved without revealing the solution.

    Today's dailies are left out, as others are still solving them, and so are replays of deleted
    attempts. None if there is none.
    """
    statement = (
        select(*puzzles.COLUMNS)
        .join(attempts, attempts.c.puzzle_id == puzzle_table.c.id)
        .where(
            attempts.c.player_id == player_id,
            attempts.c.solved_at.is_not(None),
            ~attempts.c.revealed,
            ~attempts.c.replayed,
            puzzle_table.c.score.is_not(None),
            attempts.c.day.is_(None) | (attempts.c.day < today),
        )
        .order_by(puzzle_table.c.score.desc(), puzzle_table.c.id)
    )
    return await fetch_first(connection, statement, StoredPuzzle)
