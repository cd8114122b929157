"""The keys of the loops of dailies and races, by which copies of their puzzles are found."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

from puzzle.copies import LoopKey
from puzzle.errors import PuzzleError
from puzzle.model import EdgeState
from puzzle.moves import parse_marks
from puzzle.notation import parse_loopy

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Add the columns, with the keys of dailies that are not over and of races that go on.

    One whose solution is not stored, or cannot be read, has none: it is found by its clues.
    """
    over, until = sa.column("ended_at", INSTANT), sa.column("available_until", INSTANT)
    for name, is_secret in (("dailies", until > datetime.now(UTC)), ("races", over.is_(None))):
        op.add_column(name, sa.Column("loop_key", sa.Text()))
        joined = sa.text(f"puzzles JOIN {name} ON puzzles.id = puzzle_id")
        columns: list[Any] = [
            sa.literal_column(each) for each in ("puzzle_id", "notation", "solution")
        ]
        found = op.get_bind().execute(sa.select(*columns).select_from(joined).where(is_secret))
        table = sa.table(name, sa.column("puzzle_id"), sa.column("loop_key"))
        for key, puzzle in _keys(found.all()):
            op.execute(sa.update(table).where(table.c.puzzle_id == puzzle).values(loop_key=key))


def _keys(rows: Any) -> Iterator[tuple[str, int]]:
    """The keys of the loops of puzzles, each with its ID."""
    for row in rows:
        try:
            grid = parse_loopy(row.notation).grid
            marks = parse_marks(row.solution or "", grid)
            lines = {edge for edge, state in marks.items() if state is EdgeState.LINE}
            yield LoopKey.of(grid, lines).text, row.puzzle_id
        except (PuzzleError, ValueError):
            continue
