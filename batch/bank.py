"""Reads a bank: its parts, and what is in it, in bounded memory."""

from collections import Counter
from pathlib import Path

import pyarrow.compute as pc
from msgspec import Struct, field

from batch.errors import BatchError
from batch.schema import table_of

SCORE_STEP = 10
"""Width of the classes in which scores are counted."""
COUNTED = ("level", "rows", "cols", "score", "techniques", "symmetry", "clues")
"""The columns that are read to count what is in a bank."""
NO_LEVEL = "none"


class BankContent(Struct):
    """What is in a bank.

    - `sizes`: puzzles by size, columns x rows, and level.
    - `scores`: puzzles by level and score, in steps of `SCORE_STEP`, rounded down.
    - `techniques`: puzzles that need a technique, by its name.
    - `symmetries`: puzzles by the symmetry of their clues.
    """

    puzzles: int = 0
    sizes: Counter[tuple[str, str]] = field(default_factory=Counter)
    scores: Counter[tuple[str, int]] = field(default_factory=Counter)
    techniques: Counter[str] = field(default_factory=Counter)
    symmetries: Counter[str] = field(default_factory=Counter)

    @property
    def levels(self) -> Counter[str]:
        """Puzzles by level; `none` for those without."""
        counted: Counter[str] = Counter()
        for (_, level), count in self.sizes.items():
            counted[level] += count
        return counted


def bank_parts(bank: Path) -> list[Path]:
    """The Parquet files of a bank, in order; a bank is a folder or one file.

    Raises `BatchError` if there are none.
    """
    files = [bank] if bank.is_file() else sorted(bank.glob("*.parquet"))
    if not files:
        raise BatchError(f"There is no bank at {bank}: it has no Parquet file.")
    return files


def bank_content(bank: Path) -> BankContent:
    """Count what is in a bank; raises `BatchError` if a file is no part of a bank."""
    content = BankContent()
    for path in bank_parts(bank):
        table = table_of(path, COUNTED)
        if set(table.column_names) != set(COUNTED):
            raise BatchError(f"The file {path} has other columns than a bank.")
        content.puzzles += table.num_rows
        names = [level or NO_LEVEL for level in table["level"].to_pylist()]
        sizes = zip(table["cols"].to_pylist(), table["rows"].to_pylist(), names, strict=True)
        content.sizes.update((f"{cols}x{rows}", level) for cols, rows, level in sizes)
        scores = zip(names, table["score"].to_pylist(), strict=True)
        content.scores.update(
            (level, int(score // SCORE_STEP * SCORE_STEP))
            for level, score in scores
            if score is not None
        )
        content.symmetries.update(table["symmetry"].to_pylist())
        for chunk in table["techniques"].chunks:
            content.techniques.update(pc.struct_field(chunk.flatten(), "name").to_pylist())
    return content
