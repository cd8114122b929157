"""The recipe of the generator that the seed of a puzzle belongs to."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

FIRST_RECIPE = 1
"""The recipe of all seeds that were stored before."""


def upgrade() -> None:
    """Add a nullable column, and fill it for the puzzles that have a seed."""
    op.add_column("puzzles", sa.Column("recipe", sa.Integer(), nullable=True))
    puzzles = sa.table("puzzles", sa.column("seed"), sa.column("recipe"))
    op.execute(puzzles.update().where(puzzles.c.seed.is_not(None)).values(recipe=FIRST_RECIPE))
