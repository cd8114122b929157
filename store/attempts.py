"""Attempts: one row per player and puzzle."""

from collections.abc import Collection
from datetime import date, datetime

from msgspec.structs import asdict, replace

from store import deletions, players
from store.errors import GoneError, StaleError
from store.records import (
    Attempt,
    AttemptKind,
    BoardSummary,
    DailyRecord,
    LockedAttempt,
    StoredPuzzle,
)
from store.sql import assignments, command, insert, is_row_id, query
from store.transaction import Connection

_IS_UNFINISHED = "solved_at IS NULL AND NOT revealed"
_IS_SOLVED = "solved_at IS NOT NULL AND NOT revealed AND NOT replayed"
_LAST_USED_FIRST = "touched_at DESC, attempts.id DESC"

_BEGIN = insert("attempts", Attempt, "ON CONFLICT DO NOTHING", leave_out=["id"])
_GET = query("SELECT * FROM attempts WHERE id = :id", Attempt)
_LOCK = query(
    """SELECT *,
        (SELECT hash FROM web_links WHERE attempt_id = attempts.id AND holder IS NULL) AS link,
        (SELECT CAST(settings AS text) FROM players WHERE id = player_id AND is_json(settings))
            AS settings
    FROM attempts WHERE id = :id FOR UPDATE""",
    LockedAttempt,
)
_REVISIONS = query("SELECT id, revision FROM attempts WHERE id IN :ids", tuple[int, int])
_FIND = query(
    "SELECT * FROM attempts WHERE player_id = :player_id AND puzzle_id = :puzzle_id", Attempt
)
_OF_DAILY = query(
    "SELECT * FROM attempts WHERE player_id = :player_id AND day = :day AND track = :track", Attempt
)
_LAST_RANKED_TRACK = query(
    """SELECT track FROM attempts WHERE player_id = :player_id AND ranked
    ORDER BY solved_at DESC, id DESC LIMIT 1""",
    str,
)
_SOLVED_ON_TRACK = query(
    """SELECT day, solved_at IS NOT NULL AS solved FROM attempts
    WHERE player_id = :player_id AND track = :track AND day BETWEEN :since AND :until""",
    tuple[date, bool],
)
_UNFINISHED = query(
    """SELECT attempts.id, day, track, size, lines, touched_at
    FROM attempts JOIN puzzles ON puzzles.id = puzzle_id
    WHERE player_id = :player_id AND {is_unfinished} ORDER BY {last_used_first} LIMIT :limit""",
    BoardSummary,
    is_unfinished=_IS_UNFINISHED,
    last_used_first=_LAST_USED_FIRST,
)
_UNFINISHED_COPY = query(
    """SELECT attempts.* FROM attempts JOIN puzzles ON puzzles.id = puzzle_id
    WHERE player_id = :player_id AND canonical_key = :key AND {is_unfinished}
    ORDER BY {last_used_first}""",
    Attempt,
    is_unfinished=_IS_UNFINISHED,
    last_used_first=_LAST_USED_FIRST,
)
_REMOVE_UNFINISHED = command(
    """DELETE FROM attempts WHERE id IN (
        SELECT id FROM attempts WHERE player_id = :player_id AND kind IN :kinds AND {is_unfinished}
        ORDER BY {last_used_first} LIMIT 2147483647 OFFSET :keep)""",
    is_unfinished=_IS_UNFINISHED,
    last_used_first=_LAST_USED_FIRST,
)
_SAVE = command(
    "UPDATE attempts SET {new}, revision = revision + 1 WHERE id = :id AND revision = :revision",
    new=assignments(Attempt, leave_out=["id", "player_id", "puzzle_id", "revision"]),
)
_SOLVED_COUNTS = query(
    """SELECT kind, count(*) AS count FROM attempts
    WHERE player_id = :player_id AND {is_solved} GROUP BY kind""",
    tuple[AttemptKind, int],
    is_solved=_IS_SOLVED,
)
_HARDEST_SOLVED = query(
    """SELECT puzzles.* FROM puzzles JOIN attempts ON puzzle_id = puzzles.id
    WHERE player_id = :player_id AND {is_solved} AND score IS NOT NULL
    AND (day IS NULL OR day < :today) ORDER BY score DESC, puzzles.id LIMIT 2""",
    StoredPuzzle,
    is_solved=_IS_SOLVED,
)


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
    await _BEGIN.run(connection, asdict(new))
    attempt = await find(connection, player_id, new.puzzle_id)
    if attempt is None:
        raise GoneError
    return attempt


async def get(connection: Connection, attempt_id: int, *, lock: bool = False) -> Attempt | None:
    """The attempt with an ID; with `lock`, nothing else changes it until the transaction ends.

    None if there is none, also for a number that is too large for an ID. To change an attempt, get
    it with `lock` and `save` it in the same writing transaction.
    """
    if not is_row_id(attempt_id):
        return None
    return await (_LOCK if lock else _GET).one(connection, id=attempt_id)


async def revisions(connection: Connection, attempt_ids: Collection[int]) -> dict[int, int]:
    """The revisions of the stored attempts among some IDs."""
    return dict(await _REVISIONS.all(connection, ids=[*filter(is_row_id, attempt_ids)]))


async def find(connection: Connection, player_id: int, puzzle_id: int) -> Attempt | None:
    """A player's attempt at a puzzle; None if there is none."""
    return await _FIND.one(connection, player_id=player_id, puzzle_id=puzzle_id)


async def of_daily(connection: Connection, player_id: int, day: date, track: str) -> Attempt | None:
    """A player's attempt at a daily; None if there is none."""
    return await _OF_DAILY.one(connection, player_id=player_id, day=day, track=track)


async def last_ranked_track(connection: Connection, player_id: int) -> str | None:
    """The track of the daily that a player solved last on its own day; None for none."""
    return await _LAST_RANKED_TRACK.first(connection, player_id=player_id)


async def solved_on_track(
    connection: Connection, player_id: int, track: str, since: date, until: date
) -> dict[date, bool]:
    """The days from `since` to `until`, both included, whose daily of a track a player opened.

    The value tells whether it is solved.
    """
    found = await _SOLVED_ON_TRACK.all(
        connection, player_id=player_id, track=track, since=since, until=until
    )
    return dict(found)


async def unfinished(
    connection: Connection, player_id: int, limit: int = 25
) -> tuple[BoardSummary, ...]:
    """A player's attempts that are neither solved nor revealed, most recently used first."""
    return await _UNFINISHED.all(connection, player_id=player_id, limit=limit)


async def unfinished_copy(connection: Connection, player_id: int, key: str) -> Attempt | None:
    """A player's unfinished attempt at a puzzle with a canonical key; None if there is none."""
    return await _UNFINISHED_COPY.first(connection, player_id=player_id, key=key)


async def remove_unfinished(
    connection: Connection, player_id: int, kinds: Collection[AttemptKind], keep: int
) -> int:
    """Remove a player's unfinished attempts of some kinds except the `keep` used last.

    Returns the number of removed attempts.
    """
    values = {"player_id": player_id, "kinds": [*kinds], "keep": keep}
    return await _REMOVE_UNFINISHED.run(connection, values)


async def save(connection: Connection, attempt: Attempt) -> Attempt:
    """Store an attempt; returns it with its next revision.

    Raises `StaleError` if it was saved elsewhere, or removed, since it was read.
    """
    if not await _SAVE.run(connection, asdict(attempt)):
        raise StaleError(attempt.id)
    return replace(attempt, revision=attempt.revision + 1)


async def solved_counts(connection: Connection, player_id: int) -> dict[AttemptKind, int]:
    """The number of puzzles that a player solved without revealing the solution, by kind.

    Replays of deleted attempts are not counted.
    """
    return dict(await _SOLVED_COUNTS.all(connection, player_id=player_id))


async def hardest_solved(
    connection: Connection, player_id: int, today: date
) -> StoredPuzzle | None:
    """The puzzle with the highest score that a player solved without revealing the solution.

    Today's dailies are left out, as others are still solving them, and so are replays of deleted
    attempts. None if there is none.
    """
    found = await _HARDEST_SOLVED.all(connection, player_id=player_id, today=today)
    return next(iter(found), None)
