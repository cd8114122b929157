"""Which techniques the journals of solved boards use, and the last storm of each player."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add what is read of journals; those of boards solved before are not read."""
    op.add_column("journals", sa.Column("uses", sa.Text()))
    unread = sa.text("uses = ''")
    op.create_index(
        "ix_journals_unread",
        "journals",
        ["attempt_id"],
        sqlite_where=unread,
        postgresql_where=unread,
    )
