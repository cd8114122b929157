"""Attempts at live dailies that were deleted, under a key of each day, and replays of these."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create two tables; add a column that is false for all older attempts."""
    op.create_table(
        "daily_keys",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_daily_keys"),
    )
    op.create_table(
        "deleted_attempts",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("tag", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("day", "tag", name="pk_deleted_attempts"),
        sa.ForeignKeyConstraint(
            ["day"], ["daily_keys.day"], name="fk_deleted_attempts_day", ondelete="CASCADE"
        ),
    )
    op.add_column(
        "attempts",
        sa.Column("replayed", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
