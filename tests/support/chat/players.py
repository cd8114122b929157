"""Players with solved dailies, stored as after real play."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from msgspec.structs import replace

from play.calendar import closes, number_of, opens
from play.tracks import Track, tracks_of
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.notation import format_puzzle
from store import attempts, dailies, players, puzzles
from store.records import Attempt, AttemptKind, DailyRecord, UnsavedPuzzle, Visibility
from store.transaction import Connection

DAY = date(2027, 3, 3)
NOON = datetime(2027, 3, 3, 12, tzinfo=UTC)
"""A Wednesday, and daily #123."""
MADE_AHEAD = 15


def days_ago(days: int) -> date:
    return DAY - timedelta(days=days)


def _puzzle(number: int) -> UnsavedPuzzle:
    """A puzzle that is different for each number."""
    digits = [number // 4**place % 4 for place in range(20)]
    clues = tuple(digits[cell] if cell < len(digits) else None for cell in range(49))
    notation = format_puzzle(Puzzle(square_grid(7, 7), clues), "loopy")
    techniques = {"zero": 2, "diagonal-3-3": 1}
    return UnsavedPuzzle(notation, f"key{number}", None, "hard", 37.2, 3, techniques)


async def add_dailies(past: int, connection: Connection) -> None:
    """Add all dailies since `past` days ago, and those generated in advance."""
    for ago in range(-MADE_AHEAD, past + 1):
        day = days_ago(ago)
        for place, track in enumerate(tracks_of(day)):
            puzzle = await puzzles.add(connection, _puzzle(day.toordinal() * len(Track) + place))
            key, number = puzzle.canonical_key, number_of(day)
            daily = DailyRecord(day, track.value, number, puzzle.id, key, opens(day), closes(day))
            assert await dailies.add(connection, daily) == daily


async def solve(
    connection: Connection,
    player: int,
    seconds: int,
    day: date = DAY,
    track: Track = Track.NORMAL,
    *,
    mistakes: int = 0,
    hints: int = 0,
) -> Attempt:
    """Add a ranked attempt of a player who solved a daily on its day, in `seconds`."""
    daily = await dailies.get(connection, day, track.value)
    assert daily is not None
    shown = opens(day) + timedelta(hours=1)
    attempt = await attempts.begin(connection, player, daily, AttemptKind.DAILY, shown)
    solved = shown + timedelta(seconds=seconds)
    done = replace(
        attempt,
        shown_at=shown,
        solved_at=solved,
        touched_at=solved,
        seconds=seconds,
        penalty=30 * (mistakes + hints),
        mistakes=mistakes,
        hints=hints,
        ranked=True,
    )
    return await attempts.save(connection, done)


async def solve_days(connection: Connection, player: int, ago: Iterable[int]) -> None:
    """Add attempts of a player who solved the normal dailies of those days, in 100 s each."""
    for days in ago:
        await solve(connection, player, 100, days_ago(days))


async def appear(connection: Connection, player: int, visibility: Visibility) -> None:
    stored = await players.ensure(connection, player, NOON)
    await players.save(connection, replace(stored, settings={"visibility": visibility.value}))
