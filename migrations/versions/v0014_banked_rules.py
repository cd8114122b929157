"""The rules of the puzzles of the bank."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, also to the index; all puzzles until now have the plain rules."""
    op.add_column(
        "banked_puzzles", sa.Column("rules", sa.Text(), nullable=False, server_default="standard")
    )
    op.drop_index("ix_banked_puzzles_kind", "banked_puzzles")
    op.create_index(
        "ix_banked_puzzles_kind",
        "banked_puzzles",
        ["level", "rows", "cols", "tiling", "symmetry", "rules", "place"],
    )
