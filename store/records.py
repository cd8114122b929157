"""The records that the store takes and returns: plain values.

Instants are in UTC. `day` is the date of a daily and `track` the name of its track. Numbers called
`…_id` are Discord's, except for those of puzzles and attempts, which are the store's.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from enum import IntFlag, StrEnum
from typing import Annotated, Any

from msgspec import Meta, Struct, field


class Visibility(StrEnum):
    """How a player appears on leaderboards; with `NO_CLOCK`, hidden and shown no times."""

    NAMED = "named"
    ANONYMOUS = "anonymous"
    HIDDEN = "hidden"
    NO_CLOCK = "no-clock"

    @property
    def has_clock(self) -> bool:
        """Whether the player is shown times."""
        return self is not Visibility.NO_CLOCK

    @property
    def is_hidden(self) -> bool:
        """Whether the player does not appear at all."""
        return self in (Visibility.HIDDEN, Visibility.NO_CLOCK)


class PublicSolves(StrEnum):
    """Who may post solutions that all members of a server see."""

    EVERYONE = "everyone"
    MANAGERS = "managers"
    NOBODY = "nobody"


class AttemptKind(StrEnum):
    """Where the puzzle of an attempt is from: a daily, the archive, the generator, a person, or
    the course."""

    DAILY = "daily"
    ARCHIVE = "archive"
    ENDLESS = "endless"
    PASTED = "pasted"
    LEARN = "learn"


class PostState(StrEnum):
    """What became of a post of a daily in a server."""

    SENT = "sent"
    SKIPPED = "skipped"


class Player(Struct, frozen=True):
    """A person, and the values of settings that they have chosen, by name (`service.settings`).

    `next_reminder` is when one is due. With `reminders` off, it is when one was refused, which
    switched them off.
    """

    id: int
    created_at: datetime
    settings: Mapping[str, object] = field(default_factory=dict)
    zone: str | None = None
    reminders: bool = False
    remind_at: time | None = None
    next_reminder: datetime | None = None


class Server(Struct, frozen=True):
    """A server and what its managers chose; without a channel nothing is posted there.

    `settings` are values that they chose as people do, by name (`service.settings`).

    `trouble` is why the last post failed, `trouble_reported` whether a manager was notified.
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
    settings: Mapping[str, object] = field(default_factory=dict)
    trouble: str | None = None
    trouble_reported: bool = False


class UnsavedPuzzle(Struct, frozen=True):
    """A puzzle to be stored; `notation`, the exact puzzle as text, is its natural key.

    `canonical_key` is the same for all turned and mirrored images; `solution` is moves as text,
    None if unknown. `seed` reproduces it, where the generator has the same `recipe`. `techniques`
    has the number of uses of each technique.
    """

    notation: str
    canonical_key: str
    solution: str | None = None
    level: str | None = None
    score: float | None = None
    hardest: int | None = None
    techniques: Mapping[str, int] = field(default_factory=dict)
    seed: int | None = None
    recipe: int | None = None


class PuzzleKind(Struct, frozen=True):
    """What a puzzle is chosen by: level, size, tiling, symmetry of its clues, name of its rules."""

    level: str
    rows: int
    cols: int
    tiling: str
    symmetry: str
    rules: str


class BankedPuzzle(Struct, frozen=True):
    """A puzzle of the bank, with its only solution as moves; see `UnsavedPuzzle`.

    It has no seed: with one, a person could generate the puzzles made before and after it,
    of which some are coming dailies.
    """

    kind: PuzzleKind
    canonical_key: str
    notation: str
    solution: str
    score: float | None = None
    hardest: int | None = None
    techniques: Mapping[str, int] = field(default_factory=dict)


class BankShelf(Struct, frozen=True):
    """How many puzzles of a kind the bank has."""

    kind: PuzzleKind
    count: int


class StoredPuzzle(UnsavedPuzzle, frozen=True):
    """A stored puzzle, with its ID."""

    id: int = 0


class DailyRecord(Struct, frozen=True):
    """The puzzle of a day and track; it is open from `available_from` until `available_until`.

    One that is `made_later`, after its day, was never open.
    """

    day: date
    track: str
    number: int
    puzzle_id: int
    canonical_key: str
    available_from: datetime
    available_until: datetime
    made_later: bool = False


class Secret(Struct, frozen=True):
    """A puzzle of which nobody is told anything yet, and why.

    `kind` is `daily` for one of today, `coming` for a later one, `race`, or `week` for a server's
    puzzle of the week; `day` and `track` are those of a daily.
    """

    kind: str
    puzzle_id: int
    day: date | None
    track: str | None
    notation: str
    solution: str | None
    size: str


class Attempt(Struct, frozen=True):
    """One player's attempt at one puzzle.

    - `day` and `track`: those of a daily, both None for other puzzles.
    - `ranked`: whether it counts for leaderboards and streaks; see `play.clock.is_ranked`.
    - `shown_at`: when the picture was first shown, which starts the clock.
    - `touched_at`: the time of the player's last action.
    - `pad`: marks, pen, mode and steps to undo, as text (`play.saving`); `lines`: the number of
      lines among the marks, for lists.
    - `nudges`, `hints`, `steps`: hints by level; `count_checks`, `place_checks`, `reason_checks`:
      checks by detail; `mistakes`: wrong submissions.
    - `seconds`: from shown to solved; `penalty`: seconds that help and mistakes add.
    - `revision`: how often it was saved, for optimistic locking.
    - `replayed`: whether the player deleted an earlier attempt at the daily while it was live (see
      `store.deletions`), or draws the puzzle together with others.
    - `charged`: the help and the wrong submission that were counted last, as text
      (`play.charges`).
    - `regions`: where help was used and, once solved, the order in which regions were finished, as
      text (`play.regions`).
    - `surfaces`: where its marks were made, as `store.records.Surface`.
    """

    id: int
    player_id: int
    puzzle_id: int
    kind: AttemptKind
    begun_at: datetime
    touched_at: datetime
    day: date | None = None
    track: str | None = None
    ranked: bool = False
    shown_at: datetime | None = None
    pad: str = ""
    lines: int = 0
    nudges: int = 0
    hints: int = 0
    steps: int = 0
    count_checks: int = 0
    place_checks: int = 0
    reason_checks: int = 0
    mistakes: int = 0
    revealed: bool = False
    solved_at: datetime | None = None
    seconds: int | None = None
    penalty: int = 0
    revision: int = 0
    replayed: bool = False
    charged: str | None = None
    regions: str | None = None
    surfaces: int = 0


class LockedAttempt(Attempt, frozen=True):
    """A locked attempt, the hash of its unredeemed link, and settings of its player as JSON."""

    link: bytes | None = None
    settings: str | None = None

    @property
    def plain(self) -> Attempt:
        """The attempt alone."""
        return Attempt(*(getattr(self, name) for name in Attempt.__struct_fields__))


class BoardSummary(Struct, frozen=True):
    """What lists show of an attempt, from columns alone.

    `size` is columns x rows in cells, `lines` the number of drawn lines.
    """

    id: int
    day: date | None
    track: str | None
    size: str
    lines: int
    touched_at: datetime


class DailyPost(Struct, frozen=True):
    """The post of a daily in a server.

    `sent_at` is when it was sent; `reason` is why it was skipped.
    """

    server_id: int
    day: date
    track: str
    due_at: datetime
    state: PostState = PostState.SKIPPED
    sent_at: datetime | None = None
    channel_id: int | None = None
    message_id: int | None = None
    reason: str | None = None


class MessageState(StrEnum):
    """The state of a message in the outbox: `RESTING` while Discord shows all its changes."""

    PENDING = "pending"
    CLAIMED = "claimed"
    RESTING = "resting"
    OVER = "over"


class Target(StrEnum):
    """Where a message goes: to a channel, to a person, or in place of the answer to an interaction
    ("thinking…" before), or of the message whose button was pressed."""

    CHANNEL = "channel"
    PERSON = "person"
    ANSWER = "answer"
    PRESSED = "pressed"


class Ending(StrEnum):
    """How a message ends: it shows the last that it is to show, or it is given up. Then nobody
    needs it any more, it is too late, its channel is gone, it was deleted there, it is refused, it
    failed too often, or an earlier try may have sent it."""

    SHOWN = "shown"
    NOT_NEEDED = "not needed"
    LATE = "late"
    GONE = "gone"
    DELETED = "deleted"
    REFUSED = "refused"
    FAILED = "failed too often"
    UNKNOWN = "unknown whether it was sent"


class PendingMessage(Struct, frozen=True):
    """A message that is pending, or that is kept up to date.

    - `key`: its kind, then what tells it apart, joined by colons; `subject`: what it is about;
    - `target`, `place`: where it goes, the channel or the person; 0 where `token` leads to it;
    - `server_id`: whose process sends it, None for any; `person_id`: who alone it is for, if any;
    - `due_at`, `expires_at`: from when and until when it is to be sent;
    - `message_id`: Discord's, once it is known; `digest`: of what it shows;
    - `wanted`, `shown`: the number of its changes, and of those that it shows;
    - `owner`: the process that claimed it; `begun_at`: when it was first claimed for this change;
    - `reason`: why it was given up.
    """

    key: str
    subject: Mapping[str, Any]
    target: Target
    place: int
    due_at: datetime
    expires_at: datetime
    server_id: int | None = None
    person_id: int | None = None
    application_id: int = 0
    token: str = ""
    message_id: int | None = None
    wanted: int = 1
    shown: int = 0
    digest: str = ""
    state: MessageState = MessageState.PENDING
    owner: str = ""
    begun_at: datetime | None = None
    tries: int = 0
    reason: str | None = None
    id: int = 0

    @property
    def kind(self) -> str:
        """What renders it."""
        return self.key.partition(":")[0]

    def __repr__(self) -> str:
        """Without the token, with which anybody could answer, and without what a person wrote."""
        return f"PendingMessage(id={self.id}, kind={self.kind!r})"


class ProcessRecord(Struct, frozen=True):
    """A bot process and its range of shards; it is alive until `lease_until`.

    `servers` is the number of its servers.
    """

    id: str
    first_shard: int
    last_shard: int
    shard_count: int
    version: str
    started_at: datetime
    lease_until: datetime
    servers: int = 0


class SkillRecord(Struct, frozen=True):
    """A player's mastery of a technique, which is due for practice at `due_at`.

    `seen` and `correct` count answers; `seconds` is the time of the last right one.
    """

    player_id: int
    technique: str
    box: int
    due_at: datetime
    last_at: datetime
    seen: int
    correct: int
    seconds: int | None


Mean = Annotated[float, Meta(ge=-30, le=30)]
Variance = Annotated[float, Meta(gt=0, le=30)]


class StoredUses(Struct, frozen=True):
    """The uses of techniques on a solved board, as text (`service.learning.gaps`).

    `mean` and `variance` are of the strength of its player, None where the board does not count.
    """

    attempt_id: int
    uses: str
    surfaces: int
    mean: Mean | None
    variance: Variance | None


class SolvedJournal(StoredUses, frozen=True):
    """The journal of a solved board, of which no uses of techniques are stored yet."""

    notation: str
    text: str


class StormRecord(Struct, frozen=True):
    """The first storm of a player on a day, and the number of right answers."""

    day: date
    player_id: int
    began_at: datetime
    score: int


class LastStorm(Struct, frozen=True):
    """The storm that a player began last, which may still run.

    - `answers`: the number of answers; `wrong`: those that were wrong, as words (`play.storm`);
    - `text`: the drill that is asked;
    - `server_id`: where it began; `language`: that of its message.
    """

    player_id: int
    began_at: datetime
    ends_at: datetime
    answers: int
    wrong: tuple[str, ...]
    text: str
    server_id: int | None
    language: str

    def __repr__(self) -> str:
        """Without a person."""
        return f"LastStorm(answers={self.answers})"


class StormScore(Struct, frozen=True):
    """A line of a board of storms."""

    player_id: int
    visibility: Visibility
    score: int


class Race(Struct, frozen=True):
    """A race of several people on a puzzle, and the message that shows it, once there is one.

    - `ends_at`: when it ends at the latest; before `started_at`, until when it waits for people;
    - `ended_at`: when its message became the result;
    - `handicap`: whether it is to be ranked by the share of par; None for where pars differ.
    """

    id: int
    puzzle_id: int
    server_id: int
    channel_id: int
    message_id: int | None
    created_at: datetime
    ends_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    handicap: bool | None = None


class Racer(Struct, frozen=True):
    """A person in a race; in one by par their pars in seconds, frozen when it begins: on the page,
    and where all marks are made in chat."""

    race_id: int
    player_id: int
    joined_at: datetime
    par: Annotated[float, Meta(gt=0)] | None = None
    chat_par: Annotated[float, Meta(gt=0)] | None = None

    def __repr__(self) -> str:
        """Without a person."""
        return f"Racer(race_id={self.race_id})"


class Published(Struct, frozen=True):
    """A puzzle that a person publishes in a server; without `posted_at`, it waits in its queue.

    `player_id` is its author, None once they deleted their data; it is the puzzle of the week until
    `week_ends`, None if it never was.
    """

    id: int
    server_id: int
    puzzle_id: int
    player_id: int | None
    title: str
    offered_at: datetime
    posted_at: datetime | None = None
    week_ends: datetime | None = None

    def __repr__(self) -> str:
        """Without a person, and what they wrote."""
        return f"Published(id={self.id})"


class HandledInteraction(Struct, frozen=True):
    """An interaction that is handled; `handler` is a random word that its handler chose."""

    interaction_id: int
    handler: str
    at: datetime


class Quota(Struct, frozen=True):
    """A limit for a person or server in the window that begins at `window_start`.

    `scope` is what is limited.
    """

    scope: str
    subject_id: int
    window_start: datetime
    limit: int


class Outage(Struct, frozen=True):
    """A time during which the service was not reachable."""

    began_at: datetime
    ended_at: datetime


class LeaderboardScope(Struct, frozen=True):
    """The leaderboard of a track for the days from `since` to `until`, both included.

    With `server_id`, it ranks only the players of that server, but not those of `without`. With
    `by_par`, it ranks by the share of par, and only those who have one.
    """

    track: str
    since: date
    until: date
    server_id: int | None = None
    without: list[int] = []
    by_par: bool = False


class StreakVersion(Struct, frozen=True):
    """Values that change whenever a streak may change on the same day.

    `solved` is the number of ranked attempts of a player, `latest` the largest ID among them, and
    `outages` and `shard_outages` the end of the last outage of the service and of a shard, as the
    database has it.
    """

    solved: int
    latest: int | None
    outages: object
    shard_outages: object


class TrackTotals(Struct, frozen=True):
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


class StandingRecord(Struct, frozen=True):
    """A player's line on a leaderboard of a track: the rank, dailies solved, and sums over these.

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
    track: str = ""
    ratio: float | None = None


class Surface(IntFlag):
    """Where marks of an attempt were made: with the pad in chat, or on the board page."""

    CHAT = 1
    PAGE = 2


class Strength(Struct, frozen=True):
    """What is known of the strength of a player (`play.par`), from how many boards, and when the
    last of them was solved."""

    player_id: int
    mean: Mean
    variance: Variance
    boards: int
    at: datetime

    def __repr__(self) -> str:
        """Without a person."""
        return f"Strength(boards={self.boards})"


class RacerStrength(Strength, frozen=True):
    """What is known of the strength of a person in a race, with their settings."""

    settings: Mapping[str, object]


class StoredTerm(Struct, frozen=True):
    """What is known of a term of the difficulty of boards (`play.par`)."""

    term: str
    mean: Mean
    variance: Variance


class StoredPar(Struct, frozen=True):
    """The par of a solved attempt in seconds, and what was known of the strength of its player
    then; no par for the first boards of a player."""

    attempt_id: int
    par: float | None
    mean: Mean
    variance: Variance


class RatedPuzzle(Struct, frozen=True):
    """What par knows of a puzzle; see `UnsavedPuzzle`. `raced` is the par in its race, if any."""

    canonical_key: str
    level: str | None
    score: float | None
    raced: float | None


class SolvedBoard(RatedPuzzle, frozen=True):
    """A solved attempt as `play.par` learns from it, and the settings of its player."""

    attempt_id: int
    player_id: int
    solved_at: datetime
    seconds: int
    surfaces: int
    notation: str
    settings: Mapping[str, object]

    def __repr__(self) -> str:
        """Without a person."""
        return f"SolvedBoard(attempt_id={self.attempt_id})"


class DraftRecord(Struct, frozen=True):
    """A puzzle that a player is entering or mending; `notation` may have blank cells only.

    - `doubts`: the numbers of the cells whose clue is not certain, those of cells whose clue is
      still to come after a `?`, and what is told of its picture, as words;
    - `pictured`: whether it was read from a picture;
    - `revision`: how often it was changed;
    - `marks`: the edges with marks, by what is known of them.
    """

    id: int
    player_id: int
    notation: str
    doubts: tuple[str, ...]
    pictured: bool
    created_at: datetime
    touched_at: datetime
    revision: int = 0
    marks: Mapping[str, Sequence[int]] = field(default_factory=dict)


PAGES = ("attempt_id", "draft_id", "drill_id", "together_id")
"""What pages show: the columns of links and sessions that lead there, one in each row."""


class PageSession(Struct, frozen=True):
    """A page that may show and change one of `PAGES` until an instant; `hash` is that of its token.

    `drill_id` is the number of the pending message of an answer.
    """

    hash: bytes
    player_id: int
    until: datetime
    attempt_id: int | None = None
    draft_id: int | None = None
    drill_id: int | None = None
    together_id: int | None = None


class WebLink(PageSession, frozen=True):
    """A link to the page of one of `PAGES`, which one holder can redeem until an instant.

    `hash` is that of its secret. `holder` is the hash of a word of the page that redeemed it, None
    before.
    """

    holder: bytes | None = None


def shown_by(row: Struct) -> tuple[str, int]:
    """What a link, a session or an instance shows: one of `PAGES`, and its number.

    >>> shown_by(WebLink(b"", 1, datetime.min, draft_id=7))
    ('draft_id', 7)
    """
    return next((it, row_id) for it in PAGES if (row_id := getattr(row, it, None)) is not None)


class ActivityBoard(Struct, frozen=True):
    """What a person has in an instance of the Activity, until an instant: an attempt of theirs, or
    a board of several people.

    `instance` is the hash of Discord's ID of it, and that of an empty text between the launch and
    Discord's answer to it. `session` is the hash of the token of the page there, None before;
    then, `server_id` and `channel_id` tell where the instance is, None outside of servers.
    """

    player_id: int
    instance: bytes
    until: datetime
    attempt_id: int | None = None
    together_id: int | None = None
    session: bytes | None = None
    server_id: int | None = None
    channel_id: int | None = None


class PageRequest(Struct, frozen=True):
    """A request of a page: the hash of its session's token, its stream, and its number there.

    `handler` is a random word that each handling of it has for itself.
    """

    session: bytes
    stream: str
    number: int
    handler: str
