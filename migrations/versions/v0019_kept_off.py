"""Who is kept off the boards of a server by its managers."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; nobody is kept off until now."""
    with op.batch_alter_table("members") as table:
        table.add_column(
            sa.Column("kept_off", sa.Boolean(), nullable=False, server_default=sa.false())
        )
