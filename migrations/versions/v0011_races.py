"""Races of several people on the same puzzle."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add a table of races, and one of the people in them."""
    op.create_table(
        "races",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("puzzle_id", sa.Integer(), nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("ends_at", INSTANT, nullable=False),
        sa.Column("started_at", INSTANT),
        sa.Column("ended_at", INSTANT),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_races")),
        sa.ForeignKeyConstraint(["puzzle_id"], ["puzzles.id"], name=op.f("fk_races_puzzle_id")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_races_puzzle_id"), "races", ["puzzle_id"])
    unfinished = sa.text("ended_at IS NULL")
    op.create_index(
        "ix_races_unfinished",
        "races",
        ["id"],
        sqlite_where=unfinished,
        postgresql_where=unfinished,
    )
    op.create_table(
        "racers",
        sa.Column("race_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("joined_at", INSTANT, nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("application_id", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("race_id", "player_id", name=op.f("pk_racers")),
        sa.ForeignKeyConstraint(
            ["race_id"], ["races.id"], name=op.f("fk_racers_race_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_racers_player_id"), ondelete="CASCADE"
        ),
    )
    op.create_index(op.f("ix_racers_player_id"), "racers", ["player_id"])
