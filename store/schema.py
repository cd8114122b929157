"""The tables as the last migration leaves them (a test compares both), and the types of columns."""

from datetime import UTC, datetime
from enum import StrEnum

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    DateTime,
    Dialect,
    Double,
    Enum,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    Time,
    TypeDecorator,
    UniqueConstraint,
    false,
    text,
)

from store.records import AttemptKind, PostState, PublicSolves


class UtcDateTime(TypeDecorator[datetime]):
    """A column of instants: takes aware datetimes, returns UTC; same order on both databases."""

    impl = DateTime(timezone=True)
    cache_ok = True
    python_type = datetime

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The value to store. Raises `ValueError` for a datetime without a time zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an instant needs a zone")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The stored instant in UTC; SQLite stores no time zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if dialect.name == "sqlite" else value.astimezone(UTC)


class WordList(TypeDecorator[tuple[str, ...]]):
    """A column of words in order, stored as text with commas."""

    impl = Text
    cache_ok = True
    python_type = tuple

    def process_bind_param(self, value: tuple[str, ...] | None, dialect: Dialect) -> str | None:
        """The words as text. Raises `ValueError` for an empty word and for one with a comma."""
        del dialect
        if value is None:
            return None
        if any(not word or "," in word for word in value):
            raise ValueError("words are not empty and have no commas")
        return ",".join(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[str, ...] | None:
        """The words of a stored text."""
        del dialect
        return None if value is None else tuple(value.split(",")) if value else ()


def enum_type(kind: type[StrEnum], name: str) -> Enum:
    """A column type for an enumeration; the database refuses other values."""
    return Enum(
        kind,
        name=name,
        native_enum=False,
        length=16,
        create_constraint=True,
        values_callable=lambda kind: [member.value for member in kind],
    )


def counter_column(name: str) -> "Column[int]":
    """A column with a number that is never null."""
    return Column(name, Integer, nullable=False)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

players = Table(
    "players",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("zone", Text),
    Column("reminders", Boolean, nullable=False),
    Column("remind_at", Time),
    Column("next_reminder", UtcDateTime, index=True),
)

servers = Table(
    "servers",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("channel_id", BigInteger),
    Column("post_at", Time, nullable=False),
    Column("zone", Text, nullable=False),
    Column("tracks", WordList, nullable=False),
    Column("threads", Boolean, nullable=False),
    Column("ping_role_id", BigInteger),
    Column("public_solves", enum_type(PublicSolves, "public_solves"), nullable=False),
    Column("settings", JSON, nullable=False),
    Column("trouble", Text),
    Column("trouble_reported", Boolean, nullable=False),
)

members = Table(
    "members",
    metadata,
    Column("server_id", BigInteger, primary_key=True, autoincrement=False),
    Column(
        "player_id",
        ForeignKey("players.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
        index=True,
    ),
)

puzzles = Table(
    "puzzles",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("digest", Text, nullable=False, unique=True),
    Column("notation", Text, nullable=False),
    Column("size", Text, nullable=False),
    Column("canonical_key", Text, nullable=False, index=True),
    Column("solution", Text),
    Column("level", Text),
    Column("score", Double),
    Column("hardest", Integer),
    Column("techniques", JSON, nullable=False),
    Column("seed", BigInteger),
    Column("recipe", Integer),
    Column("unused_since", UtcDateTime),
)

banked_puzzles = Table(
    "banked_puzzles",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("canonical_key", Text, nullable=False, unique=True),
    Column("notation", Text, nullable=False),
    Column("solution", Text, nullable=False),
    Column("level", Text, nullable=False),
    counter_column("rows"),
    counter_column("cols"),
    Column("tiling", Text, nullable=False),
    Column("symmetry", Text, nullable=False),
    Column("rules", Text, nullable=False, server_default="standard"),
    Column("score", Double),
    Column("hardest", Integer),
    Column("techniques", JSON, nullable=False),
    Column("place", BigInteger, nullable=False),
    Index(
        "ix_banked_puzzles_kind", "level", "rows", "cols", "tiling", "symmetry", "rules", "place"
    ),
)

dailies = Table(
    "dailies",
    metadata,
    Column("day", Date, primary_key=True),
    Column("track", Text, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("puzzle_id", ForeignKey("puzzles.id"), nullable=False, unique=True),
    Column("canonical_key", Text, nullable=False, unique=True),
    Column("available_from", UtcDateTime, nullable=False),
    Column("available_until", UtcDateTime, nullable=False),
    Column("made_later", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("number", "track"),
    CheckConstraint("available_from < available_until", name="span"),
)

attempts = Table(
    "attempts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player_id", ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("puzzle_id", ForeignKey("puzzles.id"), nullable=False, index=True),
    Column("kind", enum_type(AttemptKind, "kind"), nullable=False),
    Column("begun_at", UtcDateTime, nullable=False),
    Column("touched_at", UtcDateTime, nullable=False),
    Column("day", Date),
    Column("track", Text),
    Column("ranked", Boolean, nullable=False),
    Column("shown_at", UtcDateTime),
    Column("pad", Text, nullable=False),
    counter_column("lines"),
    counter_column("nudges"),
    counter_column("hints"),
    counter_column("steps"),
    counter_column("count_checks"),
    counter_column("place_checks"),
    counter_column("reason_checks"),
    counter_column("mistakes"),
    Column("revealed", Boolean, nullable=False),
    Column("solved_at", UtcDateTime),
    Column("seconds", Integer),
    counter_column("penalty"),
    counter_column("revision"),
    Column("replayed", Boolean, nullable=False),
    Column("charged", Text),
    Column("regions", Text),
    Column("surfaces", Integer, nullable=False, server_default="0"),
    UniqueConstraint("player_id", "puzzle_id"),
    ForeignKeyConstraint(["day", "track"], ["dailies.day", "dailies.track"]),
    CheckConstraint("(day IS NULL) = (track IS NULL)", name="daily"),
    CheckConstraint(
        "NOT ranked OR (day IS NOT NULL AND solved_at IS NOT NULL AND NOT revealed)", name="ranked"
    ),
    CheckConstraint("(solved_at IS NULL) = (seconds IS NULL)", name="solved"),
    Index("ix_attempts_player_id_touched_at", "player_id", "touched_at"),
    Index(
        "ix_attempts_unfinished",
        "player_id",
        "touched_at",
        sqlite_where=text("solved_at IS NULL AND NOT revealed"),
        postgresql_where=text("solved_at IS NULL AND NOT revealed"),
    ),
    Index("ix_attempts_track_day", "track", "day"),
    Index(
        "uq_attempts_ranked",
        "player_id",
        "day",
        "track",
        unique=True,
        sqlite_where=text("ranked"),
        postgresql_where=text("ranked"),
    ),
    sqlite_autoincrement=True,  # IDs are not reused: old buttons address no other attempt
)

journals = Table(
    "journals",
    metadata,
    Column(
        "attempt_id",
        ForeignKey("attempts.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("text", Text, nullable=False),
    Column("uses", Text),
    Index(
        "ix_journals_unread",
        "attempt_id",
        sqlite_where=text("uses = ''"),
        postgresql_where=text("uses = ''"),
    ),
)

skills = Table(
    "skills",
    metadata,
    Column(
        "player_id",
        ForeignKey("players.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("technique", Text, primary_key=True),
    counter_column("box"),
    Column("due_at", UtcDateTime, nullable=False),
    Column("last_at", UtcDateTime, nullable=False),
    counter_column("seen"),
    counter_column("correct"),
    Column("seconds", Integer),
    CheckConstraint("correct <= seen", name="correct"),
)

storms = Table(
    "storms",
    metadata,
    Column("day", Date, primary_key=True),
    Column(
        "player_id",
        ForeignKey("players.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
        index=True,
    ),
    Column("began_at", UtcDateTime, nullable=False),
    counter_column("score"),
)

last_storms = Table(
    "last_storms",
    metadata,
    Column(
        "player_id",
        ForeignKey("players.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("began_at", UtcDateTime, nullable=False),
    Column("ends_at", UtcDateTime, nullable=False),
    counter_column("answers"),
    Column("wrong", WordList, nullable=False),
    Column("text", Text, nullable=False),
    Column("server_id", BigInteger),
    Column("language", Text, nullable=False),
    Column("application_id", BigInteger, nullable=False),
    Column("token", Text, nullable=False),
    Column("told_at", UtcDateTime),
    Index(
        "ix_last_storms_untold",
        "ends_at",
        sqlite_where=text("told_at IS NULL"),
        postgresql_where=text("told_at IS NULL"),
    ),
)

races = Table(
    "races",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("puzzle_id", ForeignKey("puzzles.id"), nullable=False, index=True),
    Column("server_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("created_at", UtcDateTime, nullable=False),
    Column("ends_at", UtcDateTime, nullable=False),
    Column("started_at", UtcDateTime),
    Column("ended_at", UtcDateTime),
    Index(
        "ix_races_unfinished",
        "id",
        sqlite_where=text("ended_at IS NULL"),
        postgresql_where=text("ended_at IS NULL"),
    ),
    sqlite_autoincrement=True,  # IDs are not reused: old buttons are of no other race
)

racers = Table(
    "racers",
    metadata,
    Column("race_id", ForeignKey("races.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "player_id",
        ForeignKey("players.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
        index=True,
    ),
    Column("joined_at", UtcDateTime, nullable=False),
    Column("language", Text, nullable=False),
    Column("application_id", BigInteger, nullable=False),
    Column("token", Text, nullable=False),
)

drafts = Table(
    "drafts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player_id", ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("notation", Text, nullable=False),
    Column("doubts", WordList, nullable=False),
    Column("pictured", Boolean, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("touched_at", UtcDateTime, nullable=False, index=True),
    counter_column("revision"),
    sqlite_autoincrement=True,  # IDs are not reused: old buttons are of no other draft
)

deletions = Table(
    "deletions",
    metadata,
    Column("day", Date, primary_key=True),
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
    Column("tracks", WordList, nullable=False),
)

due_posts = Table(
    "due_posts",
    metadata,
    Column("server_id", ForeignKey("servers.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Date, primary_key=True),
    Column("track", Text, primary_key=True),
    Column("due_at", UtcDateTime, nullable=False),
    Column("state", enum_type(PostState, "state"), nullable=False),
    Column("claimed_at", UtcDateTime),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    counter_column("tries"),
    Column("reason", Text),
    Column("begun_at", UtcDateTime),
    CheckConstraint("state <> 'claimed' OR claimed_at IS NOT NULL", name="claimed"),
    CheckConstraint("state <> 'sent' OR message_id IS NOT NULL", name="sent"),
    Index("ix_due_posts_state_due_at", "state", "due_at"),
)

pending_replies = Table(
    "pending_replies",
    metadata,
    Column("interaction_id", BigInteger, primary_key=True, autoincrement=False),
    Column("application_id", BigInteger, nullable=False),
    Column("token", Text, nullable=False),
    Column("until", UtcDateTime, nullable=False),
    Column("kind", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("payload", JSON(none_as_null=True)),
    Column("owner", Text, nullable=False),
)

handled_interactions = Table(
    "handled_interactions",
    metadata,
    Column("interaction_id", BigInteger, primary_key=True, autoincrement=False),
    Column("handler", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False, index=True),
)

web_links = Table(
    "web_links",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("player_id", BigInteger, nullable=False),
    Column("attempt_id", ForeignKey("attempts.id", ondelete="CASCADE"), index=True),
    Column("draft_id", ForeignKey("drafts.id", ondelete="CASCADE"), index=True),
    Column("until", UtcDateTime, nullable=False, index=True),
    Column("holder", LargeBinary),
    CheckConstraint("(attempt_id IS NULL) <> (draft_id IS NULL)", name="one"),
)

web_sessions = Table(
    "web_sessions",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("player_id", BigInteger, nullable=False, index=True),
    Column("attempt_id", ForeignKey("attempts.id", ondelete="CASCADE"), index=True),
    Column("draft_id", ForeignKey("drafts.id", ondelete="CASCADE"), index=True),
    Column("until", UtcDateTime, nullable=False, index=True),
    CheckConstraint("(attempt_id IS NULL) <> (draft_id IS NULL)", name="one"),
)

page_requests = Table(
    "page_requests",
    metadata,
    Column("session", ForeignKey("web_sessions.hash", ondelete="CASCADE"), primary_key=True),
    Column("stream", Text, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("handler", Text, nullable=False),
    Column("at", UtcDateTime),
)

activity_boards = Table(
    "activity_boards",
    metadata,
    Column("player_id", BigInteger, primary_key=True, autoincrement=False),
    Column("instance", LargeBinary, primary_key=True, index=True),
    Column("attempt_id", ForeignKey("attempts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("until", UtcDateTime, nullable=False, index=True),
    Column("session", LargeBinary),
    Column("server_id", BigInteger),
    Column("channel_id", BigInteger),
)

quotas = Table(
    "quotas",
    metadata,
    Column("scope", Text, primary_key=True),
    Column("subject_id", BigInteger, primary_key=True, autoincrement=False),
    Column("window_start", UtcDateTime, nullable=False),
    counter_column("used"),
)

outages = Table(
    "outages",
    metadata,
    Column("began_at", UtcDateTime, primary_key=True),
    Column("ended_at", UtcDateTime, nullable=False),
    CheckConstraint("began_at < ended_at", name="span"),
)

processes = Table(
    "processes",
    metadata,
    Column("id", Text, primary_key=True),
    counter_column("first_shard"),
    counter_column("last_shard"),
    counter_column("shard_count"),
    Column("version", Text, nullable=False),
    Column("started_at", UtcDateTime, nullable=False),
    Column("lease_until", UtcDateTime, nullable=False),
    counter_column("servers"),
    CheckConstraint("first_shard <= last_shard AND last_shard < shard_count", name="range"),
)

identify_turns = Table(
    "identify_turns",
    metadata,
    Column("bucket", Integer, primary_key=True, autoincrement=False),
    Column("next_at", UtcDateTime, nullable=False),
)

request_rates = Table(
    "request_rates",
    metadata,
    Column("scope", Text, primary_key=True),
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("full_at", UtcDateTime, nullable=False, index=True),
)

shard_heartbeats = Table(
    "shard_heartbeats",
    metadata,
    Column("shard_count", Integer, primary_key=True, autoincrement=False),
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
)

shard_outages = Table(
    "shard_outages",
    metadata,
    Column("shard_count", Integer, primary_key=True, autoincrement=False),
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("began_at", UtcDateTime, primary_key=True),
    Column("ended_at", UtcDateTime, nullable=False),
    CheckConstraint("began_at < ended_at", name="span"),
)

meta = Table(
    "meta",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
