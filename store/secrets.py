"""Secrets: the puzzles of which nobody is told anything yet."""

from datetime import date, datetime

from store.records import Secret
from store.sql import query
from store.transaction import Connection

_DAILIES = "FROM dailies WHERE day >= :day AND available_until > :now"
# until nobody in it solves any more, see `play.race.phase_of`
_RACES = """FROM races WHERE ended_at IS NULL AND ends_at > :now AND EXISTS (
    SELECT 1 FROM racers LEFT JOIN attempts ON attempts.player_id = racers.player_id
    AND attempts.puzzle_id = races.puzzle_id
    WHERE race_id = races.id AND solved_at IS NULL AND revealed IS NOT TRUE)"""
_WEEKS = "FROM published WHERE week_ends > :now"
_VERSION = query(
    """SELECT -count(*) {dailies} UNION ALL SELECT puzzle_id {races}
    UNION ALL SELECT puzzle_id {weeks} ORDER BY 1""",
    int,
    dailies=_DAILIES,
    races=_RACES,
    weeks=_WEEKS,
)
_FIND = query(
    """SELECT secrets.*, notation, solution, size FROM (
        SELECT CASE WHEN day > :day THEN 'coming' ELSE 'daily' END AS kind, puzzle_id, day, track
        {dailies} UNION ALL SELECT 'race', puzzle_id, NULL, NULL {races}
        UNION ALL SELECT 'week', puzzle_id, NULL, NULL {weeks}
    ) AS secrets JOIN puzzles ON puzzles.id = puzzle_id""",
    Secret,
    dailies=_DAILIES,
    races=_RACES,
    weeks=_WEEKS,
)


async def version(connection: Connection, day: date, now: datetime) -> tuple[int, ...]:
    """What differs whenever the secrets of a day have changed: dailies are only added."""
    return await _VERSION.all(connection, day=day, now=now)


async def find(connection: Connection, day: date, now: datetime) -> tuple[Secret, ...]:
    """All secrets of an instant on a day."""
    return await _FIND.all(connection, day=day, now=now)
