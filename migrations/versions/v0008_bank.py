"""A table of puzzles that nobody has had yet."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "banked_puzzles",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("canonical_key", sa.Text(), nullable=False),
        sa.Column("notation", sa.Text(), nullable=False),
        sa.Column("solution", sa.Text(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("cols", sa.Integer(), nullable=False),
        sa.Column("tiling", sa.Text(), nullable=False),
        sa.Column("symmetry", sa.Text(), nullable=False),
        sa.Column("score", sa.Double(), nullable=True),
        sa.Column("hardest", sa.Integer(), nullable=True),
        sa.Column("techniques", sa.JSON(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_banked_puzzles")),
        sa.UniqueConstraint("canonical_key", name=op.f("uq_banked_puzzles_canonical_key")),
    )
    op.create_index(
        "ix_banked_puzzles_kind",
        "banked_puzzles",
        ["level", "rows", "cols", "tiling", "symmetry", "place"],
        unique=False,
    )
