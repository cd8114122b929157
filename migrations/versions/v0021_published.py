"""Puzzles that people publish in servers, and who liked them."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def reference(table: str, column: str, other: str, ondelete: str | None) -> sa.Constraint:
    """What a column refers to, and what becomes of the row when that is deleted."""
    name = op.f(f"fk_{table}_{column}")
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=name, ondelete=ondelete)


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "published",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=False),
        sa.Column("puzzle_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("offered_at", INSTANT, nullable=False),
        sa.Column("posted_at", INSTANT, nullable=True),
        sa.Column("week_ends", INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_published")),
        reference("published", "server_id", "servers", "CASCADE"),
        reference("published", "puzzle_id", "puzzles", None),
        reference("published", "player_id", "players", "SET NULL"),
        sa.UniqueConstraint("server_id", "puzzle_id", name=op.f("uq_published_server_id")),
        sqlite_autoincrement=True,
    )
    for column in ("puzzle_id", "player_id", "week_ends"):
        op.create_index(op.f(f"ix_published_{column}"), "published", [column])
    op.create_table(
        "likes",
        sa.Column("published_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("published_id", "player_id", name=op.f("pk_likes")),
        reference("likes", "published_id", "published", "CASCADE"),
        reference("likes", "player_id", "players", "CASCADE"),
    )
    op.create_index(op.f("ix_likes_player_id"), "likes", ["player_id"])
