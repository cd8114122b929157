"""Who deleted their data today, and attempts at live dailies that they had begun before."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create a table; add a column that is false for all older attempts."""
    op.create_table(
        "deletions",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("tracks", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("day", "person_id", name="pk_deletions"),
    )
    op.add_column(
        "attempts",
        sa.Column("replayed", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
