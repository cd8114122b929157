"""Which board a person has in which instance of the Activity."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "activity_boards",
        sa.Column("player_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("instance", sa.LargeBinary(), nullable=False),
        sa.Column("attempt_id", sa.Integer(), nullable=False),
        sa.Column("until", INSTANT, nullable=False),
        sa.Column("session", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("player_id", "instance", name=op.f("pk_activity_boards")),
        sa.ForeignKeyConstraint(
            ["attempt_id"],
            ["attempts.id"],
            name=op.f("fk_activity_boards_attempt_id"),
            ondelete="CASCADE",
        ),
    )
    for name in ("attempt_id", "until"):
        op.create_index(op.f(f"ix_activity_boards_{name}"), "activity_boards", [name])
