"""What an owed answer is about, so that it can be worked out again."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds a column that may be empty."""
    op.add_column("owed_answers", sa.Column("payload", sa.JSON(), nullable=True))
