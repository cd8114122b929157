"""The records of leaderboards, streaks and statistics: plain values."""

from dataclasses import dataclass
from datetime import date, datetime

from store.records import Visibility


@dataclass(frozen=True, slots=True)
class LeaderboardScope:
    """The leaderboard of a track for the days from `since` to `until`, both included.

    With `server_id`, it ranks only the players of that server.
    """

    track: str
    since: date
    until: date
    server_id: int | None = None


@dataclass(frozen=True, slots=True)
class StreakVersion:
    """Values that change whenever a streak may change on the same day.

    `solved` is the number of ranked attempts of a player, `latest` the largest ID among them, and
    `outages` and `shard_outages` the end of the last outage of the service and of a shard.
    """

    solved: int
    latest: int | None
    outages: datetime | None
    shard_outages: datetime | None


@dataclass(frozen=True, slots=True)
class TrackTotals:
    """The ranked dailies of a player in one track.

    `best` and `median` are in seconds and include penalties; `unaided` is the number of dailies
    solved without help, `mistakes` that of wrong submissions.
    """

    track: str
    count: int
    best: int
    median: int
    unaided: int
    mistakes: int


@dataclass(frozen=True, slots=True)
class StandingRecord:
    """A player's line on a leaderboard: the rank, dailies solved, and sums over these.

    `on_page` tells whether any of them was drawn on the board page, at least in part.
    """

    rank: int
    player_id: int
    solved: int
    seconds: int
    mistakes: int
    helps: int
    on_page: bool
    visibility: Visibility
