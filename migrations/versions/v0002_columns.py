"""The order of solving, dailies made after their day, and what labels name."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns.

    Older attempts have no order, older dailies were made in time, and nobody has set what the
    labels name; an older bot leaves all three so.
    """
    op.add_column("attempts", sa.Column("regions", sa.Text()))
    op.add_column(
        "dailies",
        sa.Column("made_later", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.add_column("players", sa.Column("dot_labels", sa.Boolean(), nullable=True))
