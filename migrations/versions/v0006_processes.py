"""Bot processes name their ranges, so their rows have less."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the columns that nothing reads; processes of older versions cannot renew their rows."""
    with op.batch_alter_table("processes") as table:
        table.drop_constraint(op.f("ck_processes_state"), type_="check")
        for name in ("state", "place", "shards_up"):
            table.drop_column(name)
