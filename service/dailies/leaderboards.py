"""Leaderboards: selects one by track and period, and reads its pages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from play.calendar import EPOCH, today
from play.par import LAST, UNUSUAL, Departure, departure
from play.ranking import PAGE, Period, period_bounds
from play.tracks import DEFAULT_TRACK, Track, is_track, latest_of, next_of
from service.running.clock import Clock
from service.running.membership import Membership
from service.running.readers import Reader
from service.settings import VISIBILITY
from store import attempts, players, rankings
from store.database import Database
from store.records import LeaderboardScope, StandingRecord, Visibility
from store.transaction import Connection

_DAY = timedelta(days=1)


class LeaderboardQuery(Struct, frozen=True):
    """A page of the leaderboard of a track, for the period that contains a day.

    With `server`, it ranks the players of the server where it is requested. `page` counts from 1.
    """

    track: Track
    period: Period
    day: date
    server: bool = False
    page: int = 1

    def span(self, now: date) -> tuple[date, date]:
        """The first and last day of the leaderboard; for all time the last one is `now`.

        >>> query = LeaderboardQuery(Track.EASY, Period.ALL, date(2026, 11, 5))
        >>> [day.isoformat() for day in query.span(date(2026, 12, 1))]
        ['2026-11-01', '2026-12-01']
        """
        return period_bounds(self.period, now if self.period is Period.ALL else self.day)

    def newest(self, now: date) -> date:
        """The newest day that it may show: by par one that is over, as a time and its share of par
        tell how long a daily takes people."""
        return now - _DAY if self.period is Period.PAR else now

    def earlier(self) -> LeaderboardQuery | None:
        """The leaderboard of the previous period; None before the first daily.

        >>> LeaderboardQuery(Track.EASY, Period.WEEK, date(2026, 11, 5)).earlier().day.isoformat()
        '2026-11-01'
        """
        if self.period is Period.ALL:
            return None
        last = period_bounds(self.period, self.day)[0] - _DAY
        if self.period.is_day:
            last = latest_of(self.track, last)
        return replace(self, day=last, page=1) if last >= EPOCH else None

    def later(self, now: date) -> LeaderboardQuery | None:
        """The leaderboard of the next period; None if that begins after the day `now`."""
        if self.period is Period.ALL:
            return None
        first = period_bounds(self.period, self.day)[1] + _DAY
        if self.period.is_day:
            first = next_of(self.track, first)
        return replace(self, day=first, page=1) if first <= self.newest(now) else None


class LeaderboardView(Struct, frozen=True):
    """A page of a leaderboard, for one person.

    - `query`: the page that is shown, the nearest to the requested one;
    - `at`, `on`: the instant and the day of the lookup;
    - `lines`: the standings on the page; `count`: the number on all `pages`;
    - `own`: the person's line, None if they are not on the leaderboard;
    - `visibility`: how the person appears on leaderboards;
    - `unusual`: those of the lines whose times are further under par than chance explains.
    """

    query: LeaderboardQuery
    at: datetime
    on: date
    lines: tuple[StandingRecord, ...]
    pages: int
    count: int
    person: int
    own: StandingRecord | None = None
    visibility: Visibility = Visibility.NAMED
    unusual: tuple[tuple[StandingRecord, Departure], ...] = ()


class Leaderboards(Struct, eq=False):
    """Reads the leaderboards in a database; `now` gives the current time."""

    database: Database
    now: Clock
    members: Membership = field(default_factory=Membership)

    def today(self) -> date:
        """The day whose dailies are open now."""
        return today(self.now())

    async def track_of(self, person: int) -> Track:
        """The track of the last daily that a person solved on its own day, else the default one.

        Solved dailies of the archive do not count, as they are on no leaderboard.
        """
        track = await self.database.read(attempts.last_ranked_track, person)
        return Track(track) if track and is_track(track) else DEFAULT_TRACK

    async def read(
        self, reader: Reader, query: LeaderboardQuery, *, manages: bool = False
    ) -> LeaderboardView:
        """A page of a leaderboard for its reader, of their server or of everybody.

        A day or page out of range is replaced by the nearest one, and a day without a daily of the
        track by the last one before it. Who has left the server is left out. Who `manages` the
        server is told of unusual times by par, if nobody else sees the answer.
        """
        server = reader.server if query.server else None
        view = await self.members.page(server, partial(self._read, reader, query))
        if not (manages and reader.private and server and view.query.period is Period.PAR):
            return view
        return replace(view, unusual=await self.database.read(_unusual, view))

    async def _read(
        self, reader: Reader, query: LeaderboardQuery, without: Sequence[int]
    ) -> tuple[LeaderboardView, list[int]]:
        """A page without some people, and who is on it besides its reader."""
        now = self.now()
        on = today(now)
        newest = query.newest(on)
        day = min(max(query.day, EPOCH), max(newest, EPOCH))
        day = latest_of(query.track, day) if query.period.is_day else day
        query = replace(query, day=day)
        since, until = query.span(on)
        until = min(until, newest)
        server = reader.server if query.server else None
        board = LeaderboardScope(
            query.track.value, since, until, server, [*without], query.period is Period.PAR
        )
        async with self.database.reading() as connection:
            count = await rankings.ranked_players(connection, board)
            pages = max(-(-count // PAGE), 1)
            query = replace(query, page=min(max(query.page, 1), pages))
            offset = (query.page - 1) * PAGE
            lines = await rankings.standings(connection, board, offset=offset, limit=PAGE)
            own = next((line for line in lines if line.player_id == reader.person), None)
            if own is None and pages > 1:
                own = await rankings.standing_of(connection, board, reader.person)
            player = await players.find(connection, reader.person)
        visibility = VISIBILITY.of(player)
        view = LeaderboardView(query, now, on, lines, pages, count, reader.person, own, visibility)
        return view, [line.player_id for line in lines if line.player_id != reader.person]


async def _unusual(
    connection: Connection, view: LeaderboardView
) -> tuple[tuple[StandingRecord, Departure], ...]:
    """The lines of a page with unusual times, by the last dailies that are over."""
    ratios = {line.player_id: list[float]() for line in view.lines}
    for person, ratio in await rankings.lately(connection, ratios, view.on, LAST):
        ratios[person].append(ratio)
    found = ((line, departure(ratios[line.player_id], UNUSUAL)) for line in view.lines)
    return tuple((line, it) for line, it in found if it and it.over < 0)
