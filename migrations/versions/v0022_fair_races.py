"""How a race is to be ranked, and the pars of its people."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; races until now are by time, unless they wait and pars differ."""
    with op.batch_alter_table("races") as table:
        table.add_column(sa.Column("handicap", sa.Boolean(), nullable=True))
    with op.batch_alter_table("racers") as table:
        for name in ("par", "chat_par"):
            table.add_column(sa.Column(name, sa.Double(), nullable=True))
