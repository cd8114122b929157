"""How well players master techniques, and their storms."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "skills",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("technique", sa.Text(), nullable=False),
        sa.Column("box", sa.Integer(), nullable=False),
        sa.Column("due_at", INSTANT, nullable=False),
        sa.Column("last_at", INSTANT, nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("correct", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("player_id", "technique", name=op.f("pk_skills")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_skills_player_id"), ondelete="CASCADE"
        ),
        sa.CheckConstraint("correct <= seen", name=op.f("ck_skills_correct")),
    )
    op.create_table(
        "storms",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("began_at", INSTANT, nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("day", "player_id", name=op.f("pk_storms")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_storms_player_id"), ondelete="CASCADE"
        ),
    )
    op.create_index(op.f("ix_storms_player_id"), "storms", ["player_id"])
