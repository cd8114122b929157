"""Boards that several people draw: who draws on them, and what they drew."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def board_of(table: str) -> sa.ForeignKeyConstraint:
    """The board of a row, with which it is deleted."""
    name = op.f(f"fk_{table}_board_id")
    return sa.ForeignKeyConstraint(
        ["board_id"], ["together_boards.id"], name=name, ondelete="CASCADE"
    )


def upgrade() -> None:
    """Create the tables, and let links and sessions lead to such a board."""
    op.create_table(
        "together_boards",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("puzzle_id", sa.Integer(), nullable=False),
        sa.Column("server_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("begun_at", INSTANT, nullable=False),
        sa.Column("touched_at", INSTANT, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("solved_at", INSTANT),
        sa.Column("revealed", sa.Boolean(), nullable=False),
        sa.Column("ended_at", INSTANT),
        sa.Column("next_id", sa.Integer()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_together_boards")),
        sa.ForeignKeyConstraint(
            ["puzzle_id"], ["puzzles.id"], name=op.f("fk_together_boards_puzzle_id")
        ),
        sqlite_autoincrement=True,
    )
    for name in ("puzzle_id", "touched_at"):
        op.create_index(op.f(f"ix_together_boards_{name}"), "together_boards", [name])
    op.create_table(
        "together_members",
        sa.Column("board_id", sa.Integer(), nullable=False),
        sa.Column("member", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.BigInteger()),
        sa.Column("drew_at", INSTANT, nullable=False),
        sa.Column("shut_out", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("board_id", "member", name=op.f("pk_together_members")),
        sa.UniqueConstraint("board_id", "player_id", name=op.f("uq_together_members_player_id")),
        board_of("together_members"),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["players.id"],
            name=op.f("fk_together_members_player_id"),
            ondelete="SET NULL",
        ),
    )
    op.create_index(op.f("ix_together_members_player_id"), "together_members", ["player_id"])
    op.create_table(
        "together_entries",
        sa.Column("board_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("entry", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("board_id", "number", name=op.f("pk_together_entries")),
        board_of("together_entries"),
    )
    names = ("attempt_id", "draft_id", "drill_id", "together_id")
    counted = [f"CASE WHEN {name} IS NULL THEN 0 ELSE 1 END" for name in names]
    for table in ("web_links", "web_sessions"):
        with op.batch_alter_table(table) as batch:
            batch.add_column(sa.Column("together_id", sa.Integer()))
            batch.create_foreign_key(
                op.f(f"fk_{table}_together_id"),
                "together_boards",
                ["together_id"],
                ["id"],
                ondelete="CASCADE",
            )
            batch.drop_constraint(op.f(f"ck_{table}_one"), type_="check")
            batch.create_check_constraint(op.f(f"ck_{table}_one"), " + ".join(counted) + " = 1")
        op.create_index(op.f(f"ix_{table}_together_id"), table, ["together_id"])
