"""Who has a board in an instance of the Activity, and where that is."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and create the index."""
    op.add_column("activity_boards", sa.Column("server_id", sa.BigInteger()))
    op.add_column("activity_boards", sa.Column("channel_id", sa.BigInteger()))
    op.create_index(op.f("ix_activity_boards_instance"), "activity_boards", ["instance"])
