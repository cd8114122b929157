"""The order of solving of shared results, and dailies made after their day."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; older attempts have no order, and older dailies were made in time."""
    op.add_column("attempts", sa.Column("regions", sa.Text()))
    op.add_column(
        "dailies",
        sa.Column("made_later", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
