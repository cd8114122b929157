"""Since when a puzzle is unused and when a page asked last, so that what nobody needs can go."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add nullable columns: nothing is known of what is stored."""
    op.add_column("puzzles", sa.Column("unused_since", INSTANT))
    op.add_column("page_requests", sa.Column("at", INSTANT))
