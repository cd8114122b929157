"""Pages on which a drill is answered: links and sessions lead to its pending message."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let links and sessions lead to a drill in the place of an attempt or a draft."""
    names = ("attempt_id", "draft_id", "drill_id")
    counted = [f"CASE WHEN {name} IS NULL THEN 0 ELSE 1 END" for name in names]
    for table in ("web_links", "web_sessions"):
        with op.batch_alter_table(table) as batch:
            batch.add_column(sa.Column("drill_id", sa.Integer()))
            batch.create_foreign_key(
                op.f(f"fk_{table}_drill_id"), "outbox", ["drill_id"], ["id"], ondelete="CASCADE"
            )
            batch.drop_constraint(op.f(f"ck_{table}_one"), type_="check")
            batch.create_check_constraint(op.f(f"ck_{table}_one"), " + ".join(counted) + " = 1")
        op.create_index(op.f(f"ix_{table}_drill_id"), table, ["drill_id"])
