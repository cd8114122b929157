"""Finding dailies: that of a day and track, and the one that a puzzle is."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from bot.dailies.making import make_daily
from jobs import RecogniseRequest, Secret, Secrets, recognise
from play.calendar import Track, number_of, today
from play.identity import Daily as LiveDaily
from puzzle.model import Puzzle
from service.errors import InputError
from store import dailies, puzzles
from store.records import Daily
from store.records import Puzzle as StoredPuzzle
from texts import dailies as texts
from workers.pool import Urgency

if TYPE_CHECKING:
    from bot.client import OuroClient


async def daily_for(
    client: OuroClient, day: date, track: Track | str
) -> tuple[Daily, StoredPuzzle]:
    """The daily of a day and track, made now if it is today's and not there yet.

    Raises `InputError` for a day that has not begun and for one that had no daily, and
    `PuzzleError` for one before the first.
    """
    track, now = Track(track), today(client.now())
    number = number_of(day)
    if day > now:
        raise InputError(texts.NOT_YET, {"number": number, "day": day})
    async with client.database.reading() as connection:
        daily = await dailies.get(connection, day, track.value)
    if daily is None:
        if day < now:
            raise InputError(texts.NO_DAILY, {"number": number, "day": day})
        daily = await make_daily(client, day, track, Urgency.SLOW)
    async with client.database.reading() as connection:
        puzzle = await puzzles.get(connection, daily.puzzle_id)
    if puzzle is None:
        raise RuntimeError("the puzzle of a daily is gone")
    return daily, puzzle


async def live_daily(client: OuroClient, puzzle: Puzzle, person: int) -> LiveDaily | None:
    """The daily, of today or yet to come, that a puzzle is: as it lies, turned, mirrored, or with
    a few clues put in or left out. None for any other."""
    request = RecogniseRequest(puzzle, await secrets(client))
    return await client.pool.run(recognise, request, person=person, urgency=Urgency.QUICK)


async def secrets(client: OuroClient) -> Secrets:
    """The dailies of today and those that are yet to come."""
    now = client.now()
    async with client.database.reading() as connection:
        live = await dailies.live(connection, now)
    known = (Secret(daily.day, Track(daily.track), stored.notation) for daily, stored in live)
    return Secrets(tuple(known), now)
