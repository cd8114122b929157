"""Par: the strengths of players, the difficulty of what they solved, and what was expected of each
attempt.
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def belief() -> tuple[sa.Column[float], ...]:
    """The columns of a mean and a variance."""
    return tuple(sa.Column(name, sa.Double(), nullable=False) for name in ("mean", "variance"))


def upgrade() -> None:
    """Create the tables; what is stored of attempts is read into them while the bot runs."""
    op.create_table(
        "strengths",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        *belief(),
        sa.Column("boards", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_strengths")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_strengths_player_id"), ondelete="CASCADE"
        ),
    )
    op.create_table(
        "difficulties",
        sa.Column("term", sa.Text(), nullable=False),
        *belief(),
        sa.PrimaryKeyConstraint("term", name=op.f("pk_difficulties")),
    )
    op.create_table(
        "pars",
        sa.Column("attempt_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("par", sa.Double(), nullable=True),
        *belief(),
        sa.PrimaryKeyConstraint("attempt_id", name=op.f("pk_pars")),
        sa.ForeignKeyConstraint(
            ["attempt_id"], ["attempts.id"], name=op.f("fk_pars_attempt_id"), ondelete="CASCADE"
        ),
    )
