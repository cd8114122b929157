"""Secrets: the puzzles of which nobody is told anything yet.

A kind of secrets is a SELECT among `_SOURCES`, of what is secret now.
"""

from datetime import date, datetime

from store.records import Secret
from store.sql import query
from store.transaction import Connection

_SOURCES = (
    """SELECT 'daily' AS kind, puzzle_id, loop_key, day, track FROM dailies
    WHERE day >= :day AND available_until > :now""",
    # until nobody in it solves any more, see `play.race.phase_of`
    """SELECT 'race', puzzle_id, loop_key, NULL, NULL FROM races
    WHERE ended_at IS NULL AND ends_at > :now AND EXISTS (
        SELECT 1 FROM racers LEFT JOIN attempts ON attempts.player_id = racers.player_id
        AND attempts.puzzle_id = races.puzzle_id
        WHERE race_id = races.id AND solved_at IS NULL AND revealed IS NOT TRUE)""",
)
_UNION = " UNION ALL ".join(_SOURCES)
_NOW = query("SELECT kind, puzzle_id FROM ({union}) AS secrets", tuple[str, int], union=_UNION)
_FIND = query(
    """SELECT secrets.*, notation, solution, size FROM ({union}) AS secrets
    JOIN puzzles ON puzzles.id = puzzle_id""",
    Secret,
    union=_UNION,
)


async def now_secret(
    connection: Connection, day: date, now: datetime
) -> frozenset[tuple[str, int]]:
    """The kinds and puzzles of all secrets of an instant on a day."""
    return frozenset(await _NOW.all(connection, day=day, now=now))


async def find(connection: Connection, day: date, now: datetime) -> tuple[Secret, ...]:
    """All secrets of an instant on a day."""
    return await _FIND.all(connection, day=day, now=now)
