"""An index of who has a board in an instance of the Activity."""

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the index."""
    op.create_index(op.f("ix_activity_boards_instance"), "activity_boards", ["instance"])
