"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create all tables of the first version."""
    op.create_table(
        "banked_puzzles",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("canonical_key", sa.Text(), nullable=False),
        sa.Column("notation", sa.Text(), nullable=False),
        sa.Column("solution", sa.Text(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("cols", sa.Integer(), nullable=False),
        sa.Column("tiling", sa.Text(), nullable=False),
        sa.Column("symmetry", sa.Text(), nullable=False),
        sa.Column("score", sa.Double(), nullable=True),
        sa.Column("hardest", sa.Integer(), nullable=True),
        sa.Column("techniques", sa.JSON(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_banked_puzzles")),
        sa.UniqueConstraint("canonical_key", name=op.f("uq_banked_puzzles_canonical_key")),
    )
    op.create_index(
        "ix_banked_puzzles_kind",
        "banked_puzzles",
        ["level", "rows", "cols", "tiling", "symmetry", "place"],
        unique=False,
    )
    op.create_table(
        "deletions",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("tracks", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("day", "person_id", name=op.f("pk_deletions")),
    )
    op.create_table(
        "handled_interactions",
        sa.Column("interaction_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("handler", sa.Text(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("interaction_id", name=op.f("pk_handled_interactions")),
    )
    op.create_index(
        op.f("ix_handled_interactions_at"), "handled_interactions", ["at"], unique=False
    )
    op.create_table(
        "identify_turns",
        sa.Column("bucket", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("next_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("bucket", name=op.f("pk_identify_turns")),
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_meta")),
    )
    op.create_table(
        "outages",
        sa.Column("began_at", INSTANT, nullable=False),
        sa.Column("ended_at", INSTANT, nullable=False),
        sa.CheckConstraint("began_at < ended_at", name=op.f("ck_outages_span")),
        sa.PrimaryKeyConstraint("began_at", name=op.f("pk_outages")),
    )
    op.create_table(
        "pending_replies",
        sa.Column("interaction_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("application_id", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("until", INSTANT, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("payload", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("interaction_id", name=op.f("pk_pending_replies")),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("theme", sa.Text(), nullable=True),
        sa.Column("labels", sa.Boolean(), nullable=True),
        sa.Column("zone", sa.Text(), nullable=True),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column(
            "visibility",
            sa.Enum(
                "named",
                "anonymous",
                "hidden",
                name="visibility",
                native_enum=False,
                create_constraint=True,
                length=16,
            ),
            nullable=False,
        ),
        sa.Column("reminders", sa.Boolean(), nullable=False),
        sa.Column("remind_at", sa.Time(), nullable=True),
        sa.Column("next_reminder", INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
    )
    op.create_index(op.f("ix_players_next_reminder"), "players", ["next_reminder"], unique=False)
    op.create_table(
        "processes",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("first_shard", sa.Integer(), nullable=False),
        sa.Column("last_shard", sa.Integer(), nullable=False),
        sa.Column("shard_count", sa.Integer(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column(
            "state",
            sa.Enum(
                "starting",
                "waiting",
                "running",
                "stopping",
                name="state",
                native_enum=False,
                create_constraint=True,
                length=16,
            ),
            nullable=False,
        ),
        sa.Column("started_at", INSTANT, nullable=False),
        sa.Column("lease_until", INSTANT, nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("shards_up", sa.Integer(), nullable=False),
        sa.Column("servers", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "first_shard <= last_shard AND last_shard < shard_count",
            name=op.f("ck_processes_range"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_processes")),
    )
    op.create_table(
        "puzzles",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("notation", sa.Text(), nullable=False),
        sa.Column("size", sa.Text(), nullable=False),
        sa.Column("canonical_key", sa.Text(), nullable=False),
        sa.Column("solution", sa.Text(), nullable=True),
        sa.Column("level", sa.Text(), nullable=True),
        sa.Column("score", sa.Double(), nullable=True),
        sa.Column("hardest", sa.Integer(), nullable=True),
        sa.Column("techniques", sa.JSON(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=True),
        sa.Column("recipe", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_puzzles")),
        sa.UniqueConstraint("digest", name=op.f("uq_puzzles_digest")),
    )
    op.create_index(op.f("ix_puzzles_canonical_key"), "puzzles", ["canonical_key"], unique=False)
    op.create_table(
        "quotas",
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("subject_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("window_start", INSTANT, nullable=False),
        sa.Column("used", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("scope", "subject_id", name=op.f("pk_quotas")),
    )
    op.create_table(
        "request_rates",
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("full_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("scope", "person_id", name=op.f("pk_request_rates")),
    )
    op.create_index(op.f("ix_request_rates_full_at"), "request_rates", ["full_at"], unique=False)
    op.create_table(
        "servers",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("post_at", sa.Time(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("tracks", sa.Text(), nullable=False),
        sa.Column("threads", sa.Boolean(), nullable=False),
        sa.Column("ping_role_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "public_solves",
            sa.Enum(
                "everyone",
                "managers",
                "nobody",
                name="public_solves",
                native_enum=False,
                create_constraint=True,
                length=16,
            ),
            nullable=False,
        ),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("trouble", sa.Text(), nullable=True),
        sa.Column("trouble_reported", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_servers")),
    )
    op.create_table(
        "shard_heartbeats",
        sa.Column("shard_count", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("shard_count", "shard", name=op.f("pk_shard_heartbeats")),
    )
    op.create_table(
        "shard_outages",
        sa.Column("shard_count", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("began_at", INSTANT, nullable=False),
        sa.Column("ended_at", INSTANT, nullable=False),
        sa.CheckConstraint("began_at < ended_at", name=op.f("ck_shard_outages_span")),
        sa.PrimaryKeyConstraint("shard_count", "shard", "began_at", name=op.f("pk_shard_outages")),
    )
    op.create_table(
        "dailies",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("track", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("puzzle_id", sa.Integer(), nullable=False),
        sa.Column("canonical_key", sa.Text(), nullable=False),
        sa.Column("available_from", INSTANT, nullable=False),
        sa.Column("available_until", INSTANT, nullable=False),
        sa.CheckConstraint("available_from < available_until", name=op.f("ck_dailies_span")),
        sa.ForeignKeyConstraint(["puzzle_id"], ["puzzles.id"], name=op.f("fk_dailies_puzzle_id")),
        sa.PrimaryKeyConstraint("day", "track", name=op.f("pk_dailies")),
        sa.UniqueConstraint("canonical_key", name=op.f("uq_dailies_canonical_key")),
        sa.UniqueConstraint("number", "track", name=op.f("uq_dailies_number_track")),
        sa.UniqueConstraint("puzzle_id", name=op.f("uq_dailies_puzzle_id")),
    )
    op.create_table(
        "due_posts",
        sa.Column("server_id", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("track", sa.Text(), nullable=False),
        sa.Column("due_at", INSTANT, nullable=False),
        sa.Column(
            "state",
            sa.Enum(
                "pending",
                "claimed",
                "sent",
                "skipped",
                name="state",
                native_enum=False,
                create_constraint=True,
                length=16,
            ),
            nullable=False,
        ),
        sa.Column("claimed_at", INSTANT, nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("begun_at", INSTANT, nullable=True),
        sa.CheckConstraint(
            "state <> 'claimed' OR claimed_at IS NOT NULL", name=op.f("ck_due_posts_claimed")
        ),
        sa.CheckConstraint(
            "state <> 'sent' OR message_id IS NOT NULL", name=op.f("ck_due_posts_sent")
        ),
        sa.ForeignKeyConstraint(
            ["server_id"], ["servers.id"], name=op.f("fk_due_posts_server_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("server_id", "day", "track", name=op.f("pk_due_posts")),
    )
    op.create_index("ix_due_posts_state_due_at", "due_posts", ["state", "due_at"], unique=False)
    op.create_table(
        "members",
        sa.Column("server_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_members_player_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("server_id", "player_id", name=op.f("pk_members")),
    )
    op.create_index(op.f("ix_members_player_id"), "members", ["player_id"], unique=False)
    op.create_table(
        "attempts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("puzzle_id", sa.Integer(), nullable=False),
        sa.Column(
            "kind",
            sa.Enum(
                "daily",
                "archive",
                "endless",
                "pasted",
                "learn",
                name="kind",
                native_enum=False,
                create_constraint=True,
                length=16,
            ),
            nullable=False,
        ),
        sa.Column("begun_at", INSTANT, nullable=False),
        sa.Column("touched_at", INSTANT, nullable=False),
        sa.Column("day", sa.Date(), nullable=True),
        sa.Column("track", sa.Text(), nullable=True),
        sa.Column("ranked", sa.Boolean(), nullable=False),
        sa.Column("shown_at", INSTANT, nullable=True),
        sa.Column("pad", sa.Text(), nullable=False),
        sa.Column("lines", sa.Integer(), nullable=False),
        sa.Column("nudges", sa.Integer(), nullable=False),
        sa.Column("hints", sa.Integer(), nullable=False),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("count_checks", sa.Integer(), nullable=False),
        sa.Column("place_checks", sa.Integer(), nullable=False),
        sa.Column("reason_checks", sa.Integer(), nullable=False),
        sa.Column("mistakes", sa.Integer(), nullable=False),
        sa.Column("revealed", sa.Boolean(), nullable=False),
        sa.Column("solved_at", INSTANT, nullable=True),
        sa.Column("seconds", sa.Integer(), nullable=True),
        sa.Column("penalty", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("replayed", sa.Boolean(), nullable=False),
        sa.Column("charged", sa.Text(), nullable=True),
        sa.CheckConstraint("(day IS NULL) = (track IS NULL)", name=op.f("ck_attempts_daily")),
        sa.CheckConstraint(
            "(solved_at IS NULL) = (seconds IS NULL)", name=op.f("ck_attempts_solved")
        ),
        sa.CheckConstraint(
            "NOT ranked OR (day IS NOT NULL AND solved_at IS NOT NULL AND NOT revealed)",
            name=op.f("ck_attempts_ranked"),
        ),
        sa.ForeignKeyConstraint(
            ["day", "track"], ["dailies.day", "dailies.track"], name=op.f("fk_attempts_day_track")
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_attempts_player_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["puzzle_id"], ["puzzles.id"], name=op.f("fk_attempts_puzzle_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempts")),
        sa.UniqueConstraint("player_id", "puzzle_id", name=op.f("uq_attempts_player_id_puzzle_id")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_attempts_player_id_touched_at", "attempts", ["player_id", "touched_at"], unique=False
    )
    op.create_index(op.f("ix_attempts_puzzle_id"), "attempts", ["puzzle_id"], unique=False)
    op.create_index("ix_attempts_track_day", "attempts", ["track", "day"], unique=False)
    op.create_index(
        "ix_attempts_unfinished",
        "attempts",
        ["player_id", "touched_at"],
        unique=False,
        sqlite_where=sa.text("solved_at IS NULL AND NOT revealed"),
        postgresql_where=sa.text("solved_at IS NULL AND NOT revealed"),
    )
    op.create_index(
        "uq_attempts_ranked",
        "attempts",
        ["player_id", "day", "track"],
        unique=True,
        sqlite_where=sa.text("ranked"),
        postgresql_where=sa.text("ranked"),
    )
