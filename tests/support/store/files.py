"""SQLite databases as files."""

from pathlib import Path


def files_beside(file: Path) -> dict[str, bytes]:
    """The database and whatever lies beside it."""
    return {each.name: each.read_bytes() for each in file.parent.iterdir()}
