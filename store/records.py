"""The records that the store gives out and takes in: plain values.

Instants are in UTC. `day` is the date of a daily and `track` its difficulty line. Numbers
called `…_id` are Discord's, except for those of puzzles and attempts, which are ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from enum import StrEnum
from typing import Any


class Visibility(StrEnum):
    """How a player appears on leaderboards."""

    NAMED = "named"
    ANONYMOUS = "anonymous"
    HIDDEN = "hidden"


class PublicSolves(StrEnum):
    """Who may have solutions posted where a whole server sees them."""

    EVERYONE = "everyone"
    MANAGERS = "managers"
    NOBODY = "nobody"


class Kind(StrEnum):
    """Where the puzzle of an attempt came from."""

    DAILY = "daily"
    ARCHIVE = "archive"
    ENDLESS = "endless"
    PASTED = "pasted"
    LEARN = "learn"


class PostState(StrEnum):
    """How far the post of a daily in a server has come."""

    PENDING = "pending"
    CLAIMED = "claimed"
    SENT = "sent"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Player:
    """A person and what they chose; None is not chosen.

    `next_reminder` is when one is due. With `reminders` off it is when one was refused, so that
    they were switched off.
    """

    id: int
    created_at: datetime
    theme: str | None = None
    labels: bool | None = None
    zone: str | None = None
    language: str | None = None
    visibility: Visibility = Visibility.NAMED
    reminders: bool = False
    remind_at: time | None = None
    next_reminder: datetime | None = None


@dataclass(frozen=True, slots=True)
class Server:
    """A server and what its managers chose; without a channel nothing is posted there.

    `trouble` is why the last post failed, `trouble_reported` whether a manager was told.
    """

    id: int
    created_at: datetime
    channel_id: int | None = None
    post_at: time = time(9)
    zone: str = "UTC"
    tracks: tuple[str, ...] = ()
    threads: bool = False
    ping_role_id: int | None = None
    public_solves: PublicSolves = PublicSolves.EVERYONE
    language: str | None = None
    trouble: str | None = None
    trouble_reported: bool = False

    def role_to_ping(self, track: str) -> int | None:
        """The role that a post tells: it is told once a day, with the first of the tracks."""
        return self.ping_role_id if self.tracks[:1] == (track,) else None


@dataclass(frozen=True, slots=True)
class UnsavedPuzzle:
    """A puzzle to be stored. `notation` is its natural key: the exact puzzle as one text.

    `canonical_key` is the same for all turned and mirrored images; `solution` is a text, None
    when not known. `seed` makes it again. `techniques` tells how often each one is needed.
    """

    notation: str
    canonical_key: str
    solution: str | None = None
    level: str | None = None
    score: float | None = None
    hardest: int | None = None
    techniques: Mapping[str, int] = field(default_factory=dict)
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class StoredPuzzle(UnsavedPuzzle):
    """A stored puzzle."""

    id: int = 0


@dataclass(frozen=True, slots=True)
class DailyRecord:
    """The puzzle of a day and track, to be solved from `available_from` to `available_until`."""

    day: date
    track: str
    number: int
    puzzle_id: int
    canonical_key: str
    available_from: datetime
    available_until: datetime


@dataclass(frozen=True, slots=True)
class Attempt:
    """One player on one puzzle.

    - `day` and `track`: of the daily, both None for other puzzles.
    - `ranked`: whether it has a place on leaderboards: a daily solved as its rules ask.
    - `shown_at`: when the picture was first shown, which starts the clock.
    - `touched_at`: when the player last did something.
    - `pad`: marks, pen, mode and moves to undo, as one text.
    - `nudges`, `hints`, `steps`: hints by level; `counts`, `wheres`, `whys`: checks by detail;
      `mistakes`: wrong submissions.
    - `seconds`: from shown to solved; `penalty`: seconds that help and mistakes add to them.
    - `revision`: how often it was saved, so that no change is lost.
    """

    id: int
    player_id: int
    puzzle_id: int
    kind: Kind
    begun_at: datetime
    touched_at: datetime
    day: date | None = None
    track: str | None = None
    ranked: bool = False
    shown_at: datetime | None = None
    pad: str = ""
    nudges: int = 0
    hints: int = 0
    steps: int = 0
    counts: int = 0
    wheres: int = 0
    whys: int = 0
    mistakes: int = 0
    revealed: bool = False
    solved_at: datetime | None = None
    seconds: int | None = None
    penalty: int = 0
    revision: int = 0


@dataclass(frozen=True, slots=True)
class DailyPost:
    """A daily to be posted in a server.

    `begun_at` is when it was claimed for the first time, `claimed_at` for the last; `tries` counts
    claims; `reason` is why it was skipped.
    """

    server_id: int
    day: date
    track: str
    due_at: datetime
    state: PostState = PostState.PENDING
    claimed_at: datetime | None = None
    channel_id: int | None = None
    message_id: int | None = None
    tries: int = 0
    reason: str | None = None
    begun_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class PendingReply:
    """An interaction that was deferred and not yet answered; `token` is good until `until`.

    `payload` is what it takes to work the answer out again, None where it cannot be.
    """

    interaction_id: int
    application_id: int
    token: str = field(repr=False)
    until: datetime
    kind: str
    language: str
    created_at: datetime
    payload: Mapping[str, Any] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Quota:
    """So much of something for a person or server from `window_start` on, until the next window.

    `scope` says of what.
    """

    scope: str
    subject_id: int
    window_start: datetime
    limit: int


@dataclass(frozen=True, slots=True)
class LeaderboardScope:
    """The leaderboard of a track from `since` to `until`, both included.

    With `server_id` it has only those who play in that server.
    """

    track: str
    since: date
    until: date
    server_id: int | None = None


@dataclass(frozen=True, slots=True)
class DailyResult:
    """A solved, ranked attempt at a daily; `seconds` has the penalties in it."""

    player_id: int
    day: date
    track: str
    seconds: int
    mistakes: int
    helps: int
    visibility: Visibility


@dataclass(frozen=True, slots=True)
class StandingRecord:
    """A player's line on a leaderboard: the rank, dailies solved, and sums over these."""

    rank: int
    player_id: int
    solved: int
    seconds: int
    mistakes: int
    helps: int
    visibility: Visibility


@dataclass(frozen=True, slots=True)
class Outage:
    """A time during which the service was away."""

    began_at: datetime
    ended_at: datetime
