"""What the labels of a person's pictures name."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the setting; it is null for everybody, and an older bot leaves it so."""
    op.add_column("players", sa.Column("dot_labels", sa.Boolean(), nullable=True))
