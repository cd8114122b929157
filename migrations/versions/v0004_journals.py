"""Journals: how the marks of attempts were made, for reviews of solved boards."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table; earlier attempts have no journal."""
    op.create_table(
        "journals",
        sa.Column("attempt_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("attempt_id", name=op.f("pk_journals")),
        sa.ForeignKeyConstraint(
            ["attempt_id"],
            ["attempts.id"],
            name=op.f("fk_journals_attempt_id"),
            ondelete="CASCADE",
        ),
    )
