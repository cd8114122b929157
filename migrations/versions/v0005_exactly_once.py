"""Handled interactions, and what was counted last in an attempt, so that nothing is done twice."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a table and a nullable column."""
    op.create_table(
        "handled_interactions",
        sa.Column("interaction_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("handler", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("interaction_id", name=op.f("pk_handled_interactions")),
    )
    op.create_index(
        op.f("ix_handled_interactions_at"), "handled_interactions", ["at"], unique=False
    )
    op.add_column("attempts", sa.Column("charged", sa.Text(), nullable=True))
