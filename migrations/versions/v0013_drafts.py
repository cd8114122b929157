"""Drafts: puzzles that people enter or mend, and the pages on which they do."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create the table, and let links and sessions lead to a draft in the place of an attempt."""
    op.create_table(
        "drafts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("notation", sa.Text(), nullable=False),
        sa.Column("doubts", sa.Text(), nullable=False),
        sa.Column("pictured", sa.Boolean(), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("touched_at", INSTANT, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_drafts")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_drafts_player_id"), ondelete="CASCADE"
        ),
        sqlite_autoincrement=True,
    )
    for name in ("player_id", "touched_at"):
        op.create_index(op.f(f"ix_drafts_{name}"), "drafts", [name])
    for table in ("web_links", "web_sessions"):
        with op.batch_alter_table(table) as batch:
            batch.alter_column("attempt_id", existing_type=sa.Integer(), nullable=True)
            batch.add_column(sa.Column("draft_id", sa.Integer()))
            batch.create_foreign_key(
                op.f(f"fk_{table}_draft_id"), "drafts", ["draft_id"], ["id"], ondelete="CASCADE"
            )
            batch.create_check_constraint(
                op.f(f"ck_{table}_one"), "(attempt_id IS NULL) <> (draft_id IS NULL)"
            )
        op.create_index(op.f(f"ix_{table}_draft_id"), table, ["draft_id"])
