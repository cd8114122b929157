"""Files of SQLite databases."""

from pathlib import Path


def files_beside(file: Path) -> dict[str, bytes]:
    """The names and contents of all files in the folder of a database."""
    return {each.name: each.read_bytes() for each in file.parent.iterdir()}
