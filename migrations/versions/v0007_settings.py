"""The settings of people are one column, and so are those that servers share with them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

NAMES = {
    "theme": "theme",
    "labels": "labels",
    "dot_labels": "dots",
    "dim_clues": "dim",
    "show_mistakes": "mistakes",
    "chain_colours": "chains",
    "shade_inside": "shading",
    "language": "language",
}
"""Columns that have a setting alone, and its name."""
OF_SERVERS = ("theme", "language")
PORTION = 1000
"""Rows that are changed at once."""


def upgrade() -> None:
    """Move the chosen values into the new column, and drop the old ones."""
    for name, columns in (("players", (*NAMES, "visibility", "no_clock")), ("servers", OF_SERVERS)):
        added = sa.Column("settings", sa.JSON(), nullable=False, server_default="{}")
        op.add_column(name, added)
        table = sa.table(
            name, sa.column("id"), sa.column("settings", sa.JSON()), *map(sa.column, columns)
        )
        changing = sa.update(table).where(table.c.id == sa.bindparam("row"))
        changing = changing.values(settings=sa.bindparam("chosen", type_=sa.JSON()))
        changes = list(_changes(table, columns))
        for start in range(0, len(changes), PORTION):
            op.get_bind().execute(changing, changes[start : start + PORTION])
        with op.batch_alter_table(name) as batch:
            batch.alter_column("settings", server_default=None)
            if name == "players":
                batch.drop_constraint(op.f("ck_players_visibility"), type_="check")
            for column in columns:
                batch.drop_column(column)


def _changes(table: sa.TableClause, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The rows with chosen values, as parameters of the update."""
    for row in op.get_bind().execute(sa.select(table)).mappings():
        if settings := _settings({name: row[name] for name in columns}):
            yield {"row": row["id"], "chosen": settings}


def _settings(row: Mapping[str, Any]) -> dict[str, Any]:
    """The values that were chosen; SQLite gives truth values as numbers."""
    values = {NAMES[name]: row[name] for name in row if name in NAMES and row[name] is not None}
    settings = {
        name: value if name in OF_SERVERS else bool(value) for name, value in values.items()
    }
    if row.get("no_clock"):
        settings["visibility"] = "no-clock"
    elif row.get("visibility", "named") != "named":
        settings["visibility"] = row["visibility"]
    return settings
