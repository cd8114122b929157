"""The bank: puzzles that nobody has had yet. Each is drawn once, and is gone from it then.

A puzzle has a random place among those of its kind. A draw takes the first one at or after another
random place, which is a short walk down an index, whatever the size of the bank.
"""

import secrets
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, delete, func, select

from store.records import BankedPuzzle, BankShelf, PuzzleKind
from store.schema import banked_puzzles, puzzles
from store.statements import affected_rows, insert
from store.transaction import Connection

PLACES = 2**63
"""Places are below this number."""
KIND = tuple(banked_puzzles.c[name] for name in PuzzleKind.__dataclass_fields__)
"""The columns of a `PuzzleKind`."""


async def add_all(connection: Connection, new: Sequence[BankedPuzzle]) -> int:
    """Add puzzles, and return how many were added.

    Those that the bank has, and those that were given out or pasted before, are left out; images of
    a puzzle count as the same.
    """
    keys = [puzzle.canonical_key for puzzle in new]
    statement = select(puzzles.c.canonical_key).where(puzzles.c.canonical_key.in_(keys))
    known = set((await connection.execute(statement)).scalars())
    rows = [_row(puzzle) for puzzle in new if puzzle.canonical_key not in known]
    if not rows:
        return 0
    adding = insert(connection, banked_puzzles).values(rows).on_conflict_do_nothing()
    return await affected_rows(connection, adding)


async def draw(connection: Connection, kind: PuzzleKind) -> BankedPuzzle | None:
    """Take a random puzzle of a kind out of the bank; None if it has none that is new to all.

    Puzzles that somebody pasted since they were added are removed on the way. Of several
    transactions at once, none waits for another and each draws another puzzle.
    """
    while (drawn := await _take(connection, kind)) is not None:
        seen = select(puzzles.c.id).where(puzzles.c.canonical_key == drawn.canonical_key).limit(1)
        if (await connection.execute(seen)).first() is None:
            return drawn
    return None


async def shelves(connection: Connection) -> tuple[BankShelf, ...]:
    """How many puzzles of each kind there are, ordered by kind; reads the whole index."""
    statement = select(*KIND, func.count().label("count")).group_by(*KIND).order_by(*KIND)
    rows = (await connection.execute(statement)).mappings()
    return tuple(
        BankShelf(PuzzleKind(**{column.name: row[column.name] for column in KIND}), row["count"])
        for row in rows
    )


async def _take(connection: Connection, kind: PuzzleKind) -> BankedPuzzle | None:
    """Remove and return the first puzzle after a random place, or else before it."""
    start = secrets.randbelow(PLACES)
    place = banked_puzzles.c.place
    for side in (place >= start, place < start):
        if (drawn := await _take_where(connection, kind, side)) is not None:
            return drawn
    return None


async def _take_where(
    connection: Connection, kind: PuzzleKind, side: ColumnElement[bool]
) -> BankedPuzzle | None:
    wanted = [banked_puzzles.c[name] == value for name, value in asdict(kind).items()]
    first = (
        select(banked_puzzles.c.id)
        .where(*wanted, side)
        .order_by(banked_puzzles.c.place)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    taking = (
        delete(banked_puzzles)
        .where(banked_puzzles.c.id == first.scalar_subquery())
        .returning(banked_puzzles)
    )
    row = (await connection.execute(taking)).mappings().first()
    if row is None:
        return None
    names = ("canonical_key", "notation", "solution", "score", "hardest", "techniques")
    return BankedPuzzle(kind, **{name: row[name] for name in names})


def _row(puzzle: BankedPuzzle) -> dict[str, Any]:
    values = asdict(puzzle)
    return {**values.pop("kind"), **values, "place": secrets.randbelow(PLACES)}
