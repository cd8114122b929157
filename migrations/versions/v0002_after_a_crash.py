"""What is to be known after a crash: what an owed answer is about, when a post was begun."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds two columns that may be empty."""
    op.add_column("owed_answers", sa.Column("payload", sa.JSON(), nullable=True))
    op.add_column("due_posts", sa.Column("begun_at", sa.DateTime(timezone=True), nullable=True))
