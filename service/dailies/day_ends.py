"""How the last dailies that were posted in a server ended for its people."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from itertools import chain, groupby, takewhile
from operator import attrgetter
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct, field

from play.ranking import Period, period_bounds
from play.tracks import EVERYDAY, Track
from service.running.membership import Membership
from store import posts, rankings
from store.database import Database
from store.records import StandingRecord
from store.transaction import Connection

FIRST = 3
"""Number of players that are named."""
MONDAY = 0
_DAY = timedelta(days=1)

Podiums: TypeAlias = Mapping[str, Sequence[StandingRecord]]
"""The first players of a server by track."""


class DayEnd(Struct, frozen=True):
    """How the dailies of a day ended in a server.

    - `solved`: how many of its people solved each daily that was posted, by track; those who are
      hidden count, but are not among the `first`;
    - `streak`: the number of days in a row, up to this one, on which somebody of it did;
    - `week`: the first of the week that ended with this day, for the everyday tracks.
    """

    day: date
    solved: Mapping[str, int]
    first: Podiums
    streak: int
    week: Podiums = MappingProxyType({})


class DayEnds(Struct, eq=False):
    """Reads how days ended in a database; `members` knows who has left a server."""

    database: Database
    members: Membership
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Of many servers at once one is asked about, so that other requests wait for no more."""

    async def before(self, server: int, day: date) -> DayEnd | None:
        """How the last day ended, within a week before another one, that was posted in a server.

        On Mondays also how the week ended. None if nobody of the server solved any of its dailies.
        Who has left the server is not among the first.
        """
        async with self._turn:
            return await self.members.page(server, partial(self._before, server, day))

    async def _before(
        self, server: int, day: date, without: Sequence[int]
    ) -> tuple[DayEnd | None, set[int]]:
        """How the last day ended without some people, and who is among the first."""
        async with self.database.reading() as connection:
            last = await posts.day_before(connection, server, day)
            if last is None or day - last > 7 * _DAY:
                return None, set()
            posted = {post.track for post in await posts.sent(connection, server, last)}
            counts = await rankings.member_counts(connection, server, last)
            tracks = [track for track in Track if track.value in posted]
            solved: dict[str, int] = {
                track.value: counts[track.value] for track in tracks if track.value in counts
            }
            if not solved:
                return None, set()
            days = await rankings.member_days(connection, server, last)
            people = server, without
            first, week = await _first(connection, people, tracks, (last, last)), {}
            if day.weekday() == MONDAY:
                weekly = [track for track in tracks if track in EVERYDAY]
                span = period_bounds(Period.WEEK, day - _DAY)
                week = await _first(connection, people, weekly, span)
        shown = {line.player_id for line in chain(*first.values(), *week.values())}
        return DayEnd(last, solved, first, _in_a_row(days, last), week), shown


async def _first(
    connection: Connection,
    people: tuple[int, Sequence[int]],
    tracks: Sequence[Track],
    span: tuple[date, date],
) -> dict[str, list[StandingRecord]]:
    """The first of each track that has any; more may share a rank.

    `people` are those of a server without some.
    """
    names = [track.value for track in tracks]
    lines = await rankings.first_of_server(connection, *people, names, span)
    found = {track: [*its][:FIRST] for track, its in groupby(lines, attrgetter("track"))}
    return {name: found[name] for name in names if name in found}


def _in_a_row(days: Sequence[date], last: date) -> int:
    """How many of some days, latest first, follow one another up to the last.

    >>> _in_a_row([date(2026, 11, 5), date(2026, 11, 4), date(2026, 11, 2)], date(2026, 11, 5))
    2
    """
    pairs = takewhile(lambda pair: pair[1] == last - pair[0] * _DAY, enumerate(days))
    return sum(1 for _ in pairs)
