"""The order of solving, dailies made after their day, settings of people and servers."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns.

    Older attempts have no order, older dailies were made in time, nobody has set what the labels
    name, and no server has a theme; an older bot leaves all of them so.
    """
    op.add_column("attempts", sa.Column("regions", sa.Text()))
    op.add_column(
        "dailies",
        sa.Column("made_later", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.add_column("players", sa.Column("dot_labels", sa.Boolean(), nullable=True))
    op.add_column("players", sa.Column("no_clock", sa.Boolean(), nullable=True))
    op.add_column("servers", sa.Column("theme", sa.Text()))
