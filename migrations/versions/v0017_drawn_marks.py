"""The lines and crosses of drafts, as they were read from a picture or a text."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; drafts until now have no marks."""
    with op.batch_alter_table("drafts") as table:
        table.add_column(sa.Column("marks", sa.JSON(), nullable=False, server_default="{}"))
