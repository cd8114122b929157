"""Boards of several people in the Activity."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let an instance show either an attempt or a board of several people."""
    with op.batch_alter_table("activity_boards") as batch:
        batch.alter_column("attempt_id", existing_type=sa.Integer(), nullable=True)
        batch.add_column(sa.Column("together_id", sa.Integer()))
        batch.create_foreign_key(
            op.f("fk_activity_boards_together_id"),
            "together_boards",
            ["together_id"],
            ["id"],
            ondelete="CASCADE",
        )
        one = "(attempt_id IS NULL) <> (together_id IS NULL)"
        batch.create_check_constraint(op.f("ck_activity_boards_one"), one)
    op.create_index(op.f("ix_activity_boards_together_id"), "activity_boards", ["together_id"])
