"""Links, sessions, requests and settings of the board page, and where marks are made."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create the tables and add columns; of older marks it is not known where they were made."""
    for name in ("dim_clues", "show_mistakes", "chain_colours", "shade_inside"):
        op.add_column("players", sa.Column(name, sa.Boolean(), nullable=True))
    op.add_column(
        "attempts", sa.Column("surfaces", sa.Integer(), nullable=False, server_default="0")
    )
    op.create_table(
        "web_links",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("attempt_id", sa.Integer(), nullable=False),
        sa.Column("until", INSTANT, nullable=False),
        sa.Column("holder", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_web_links")),
        sa.ForeignKeyConstraint(
            ["attempt_id"],
            ["attempts.id"],
            name=op.f("fk_web_links_attempt_id"),
            ondelete="CASCADE",
        ),
    )
    op.create_index(op.f("ix_web_links_attempt_id"), "web_links", ["attempt_id"])
    op.create_index(op.f("ix_web_links_until"), "web_links", ["until"])
    op.create_table(
        "web_sessions",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("attempt_id", sa.Integer(), nullable=False),
        sa.Column("until", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_web_sessions")),
        sa.ForeignKeyConstraint(
            ["attempt_id"],
            ["attempts.id"],
            name=op.f("fk_web_sessions_attempt_id"),
            ondelete="CASCADE",
        ),
    )
    for name in ("player_id", "attempt_id", "until"):
        op.create_index(op.f(f"ix_web_sessions_{name}"), "web_sessions", [name])
    op.create_table(
        "page_requests",
        sa.Column("session", sa.LargeBinary(), nullable=False),
        sa.Column("stream", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("handler", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("session", "stream", name=op.f("pk_page_requests")),
        sa.ForeignKeyConstraint(
            ["session"],
            ["web_sessions.hash"],
            name=op.f("fk_page_requests_session"),
            ondelete="CASCADE",
        ),
    )
