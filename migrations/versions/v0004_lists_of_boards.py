"""Columns for lists of boards, so that no board is parsed for them: its size and drawn lines."""

from itertools import product
from types import MappingProxyType

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

BATCH = 500
"""Number of boards that are read at a time."""
LINES = MappingProxyType(
    {
        letter: states.count(1)
        for letter, states in zip(
            "abcdefghijklmnopqrstuvwxyz_", product(range(3), repeat=3), strict=True
        )
    }
)
"""The number of lines in a letter of the marks of a stored board, which is three edges."""
MARKS = 3
"""The place of the marks among the parts of a stored board."""

ATTEMPTS = sa.table("attempts", sa.column("id"), sa.column("pad"), sa.column("lines"))


def upgrade() -> None:
    """Add the columns, fill them, and add an index of unfinished boards."""
    op.add_column("puzzles", sa.Column("size", sa.Text(), nullable=False, server_default=""))
    op.add_column("attempts", sa.Column("lines", sa.Integer(), nullable=False, server_default="0"))
    connection = op.get_bind()
    end = "strpos" if connection.dialect.name == "postgresql" else "instr"
    op.execute(f"UPDATE puzzles SET size = substr(notation, 1, {end}(notation, ':') - 1)")  # noqa: S608
    _count_lines(connection)
    unfinished = sa.text("solved_at IS NULL AND NOT revealed")
    op.create_index(
        "ix_attempts_unfinished",
        "attempts",
        ["player_id", "touched_at"],
        sqlite_where=unfinished,
        postgresql_where=unfinished,
    )


def _count_lines(connection: sa.Connection) -> None:
    last = 0
    while True:
        found = connection.execute(
            sa.select(ATTEMPTS.c.id, ATTEMPTS.c.pad)
            .where(ATTEMPTS.c.id > last, ATTEMPTS.c.pad != "")
            .order_by(ATTEMPTS.c.id)
            .limit(BATCH)
        ).all()
        if not found:
            return
        last = found[-1].id
        counted = [{"row_id": row.id, "lines": _lines(row.pad)} for row in found]
        update = sa.update(ATTEMPTS).where(ATTEMPTS.c.id == sa.bindparam("row_id"))
        connection.execute(update, counted)


def _lines(pad: str) -> int:
    """The number of lines on a stored board, 0 for text that is none."""
    parts = pad.split(";")
    return sum(LINES.get(letter, 0) for letter in parts[MARKS]) if len(parts) > MARKS else 0
