"""Columns for recovery after a crash: the payload of a pending reply, the first claim of a post."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add two nullable columns."""
    op.add_column("owed_answers", sa.Column("payload", sa.JSON(), nullable=True))
    op.add_column("due_posts", sa.Column("begun_at", sa.DateTime(timezone=True), nullable=True))
