"""What a bot has stored, read from its SQLite file while it runs."""

import sqlite3
from contextlib import closing
from pathlib import Path


def count(tmp_path: Path, table: str, folder: str = "data") -> int:
    """How many rows a table has."""
    with closing(sqlite3.connect(tmp_path / folder / "ouro.db", timeout=5)) as file:
        [[rows]] = file.execute(f"SELECT count(*) FROM {table}")  # noqa: S608 - names of ours
        return int(rows)


def owed(tmp_path: Path) -> list[bool]:
    """Of every answer that is owed, whether it can be worked out again."""
    with closing(sqlite3.connect(tmp_path / "data" / "ouro.db", timeout=5)) as file:
        rows = file.execute("SELECT payload IS NOT NULL FROM owed_answers ORDER BY interaction_id")
        return [bool(row[0]) for row in rows]
