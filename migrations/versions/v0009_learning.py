"""Which techniques the journals of solved boards use, and the last storm of each player."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add what is read of journals, where those of boards solved before are not, and a table."""
    op.add_column("journals", sa.Column("uses", sa.Text()))
    unread = sa.text("uses = ''")
    op.create_index(
        "ix_journals_unread",
        "journals",
        ["attempt_id"],
        sqlite_where=unread,
        postgresql_where=unread,
    )
    op.create_table(
        "last_storms",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("began_at", INSTANT, nullable=False),
        sa.Column("ends_at", INSTANT, nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("wrong", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("server_id", sa.BigInteger()),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("application_id", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("told_at", INSTANT),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_last_storms")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_last_storms_player_id"), ondelete="CASCADE"
        ),
    )
    untold = sa.text("told_at IS NULL")
    op.create_index(
        "ix_last_storms_untold",
        "last_storms",
        ["ends_at"],
        sqlite_where=untold,
        postgresql_where=untold,
    )
