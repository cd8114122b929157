"""The bank: puzzles that no person has been given yet. Drawing one deletes it from the bank.

A puzzle has a random place among those of its kind. A draw takes the first one at or after another
random place, which is a short walk down an index, whatever the size of the bank.
"""

import secrets
from collections.abc import Mapping, Sequence

from msgspec.structs import asdict

from store.records import BankedPuzzle, BankShelf, PuzzleKind
from store.sql import command, query
from store.transaction import Connection

PLACES = 2**63
"""Places are below this number."""

_KNOWN = query(
    """SELECT canonical_key FROM puzzles WHERE canonical_key IN :keys UNION
    SELECT canonical_key FROM banked_puzzles WHERE canonical_key IN :keys""",
    str,
)
_ADD = command(
    """INSERT INTO banked_puzzles (level, rows, cols, tiling, symmetry, rules, place,
        canonical_key, notation, solution, score, hardest, techniques)
    VALUES (:level, :rows, :cols, :tiling, :symmetry, :rules, :place,
        :canonical_key, :notation, :solution, :score, :hardest, :techniques)
    ON CONFLICT (canonical_key) DO NOTHING"""
)
_TAKING = tuple(
    query(
        """DELETE FROM banked_puzzles WHERE id = (
            SELECT id FROM banked_puzzles WHERE level = :level AND rows = :rows AND cols = :cols
                AND tiling = :tiling AND symmetry = :symmetry AND rules = :rules AND {is_there}
            ORDER BY place LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING canonical_key, notation, solution, score, hardest, techniques""",
        tuple[str, str, str, float | None, int | None, Mapping[str, int]],
        is_there=is_there,
    )
    for is_there in ("place >= :start", "place < :start")
)
_IS_KNOWN = query("SELECT 1 FROM puzzles WHERE canonical_key = :canonical_key LIMIT 1", int)
_SHELVES = query(
    """SELECT level, rows, cols, tiling, symmetry, rules, count(*) FROM banked_puzzles
    GROUP BY level, rows, cols, tiling, symmetry, rules
    ORDER BY level, rows, cols, tiling, symmetry, rules""",
    tuple[str, int, int, str, str, str, int],
)


async def add_all(connection: Connection, new: Sequence[BankedPuzzle]) -> int:
    """Add puzzles, and return how many were added.

    Those that the bank has, and those that were given out or pasted before, are left out; images of
    a puzzle count as the same.
    """
    known = {*await _KNOWN.all(connection, keys=[puzzle.canonical_key for puzzle in new])}
    rows = [_row(puzzle) for puzzle in new if puzzle.canonical_key not in known]
    if rows:
        await _ADD.run(connection, *rows)
    return len({row["canonical_key"] for row in rows})


async def draw(connection: Connection, kind: PuzzleKind) -> BankedPuzzle | None:
    """Take a random puzzle of a kind out of the bank; None if it has none that is new to all.

    Puzzles that somebody pasted since they were added are removed on the way. Of several
    transactions at once, none waits for another and each draws another puzzle.
    """
    while (drawn := await _take(connection, kind)) is not None:
        if await _IS_KNOWN.one(connection, canonical_key=drawn.canonical_key) is None:
            return drawn
    return None


async def shelves(connection: Connection) -> tuple[BankShelf, ...]:
    """How many puzzles of each kind there are, ordered by kind; reads the whole index."""
    rows = await _SHELVES.all(connection)
    return tuple(BankShelf(PuzzleKind(*row[:6]), row[6]) for row in rows)


async def _take(connection: Connection, kind: PuzzleKind) -> BankedPuzzle | None:
    """Remove and return the first puzzle after a random place, or else before it."""
    values = {**asdict(kind), "start": secrets.randbelow(PLACES)}
    for taking in _TAKING:
        for taken in await taking.all(connection, **values):
            return BankedPuzzle(kind, *taken)
    return None


def _row(puzzle: BankedPuzzle) -> dict[str, object]:
    values = asdict(puzzle)
    return {**asdict(values.pop("kind")), **values, "place": secrets.randbelow(PLACES)}
