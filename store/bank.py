"""The bank: puzzles that no person has been given yet. Drawing one deletes it from the bank.

A puzzle has a random place among those of its kind. A draw takes the first one at or after another
random place, which is a short walk down an index, whatever the size of the bank.
"""

import secrets
from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import Executable, Select, bindparam, delete, func, select

from store.records import BankedPuzzle, BankShelf, PuzzleKind
from store.schema import banked_puzzles, puzzles
from store.statements import affected_rows, insert
from store.transaction import Connection

PLACES = 2**63
"""Places are below this number."""
KIND = tuple(banked_puzzles.c[name] for name in PuzzleKind.__struct_fields__)
"""The columns of a `PuzzleKind`."""


async def add_all(connection: Connection, new: Sequence[BankedPuzzle]) -> int:
    """Add puzzles, and return how many were added.

    Those that the bank has, and those that were given out or pasted before, are left out; images of
    a puzzle count as the same.
    """
    keys = [puzzle.canonical_key for puzzle in new]
    statement = select(puzzles.c.canonical_key).where(puzzles.c.canonical_key.in_(keys))
    stored = set((await connection.execute(statement)).scalars())
    rows = [_row(puzzle) for puzzle in new if puzzle.canonical_key not in stored]
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
        key = {"canonical_key": drawn.canonical_key}
        if (await connection.execute(_seen(), key)).first() is None:
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
    values = {**asdict(kind), "start": secrets.randbelow(PLACES)}
    for after in (True, False):
        row = (await connection.execute(_taking(after=after), values)).mappings().first()
        if row is not None:
            names = ("canonical_key", "notation", "solution", "score", "hardest", "techniques")
            return BankedPuzzle(kind, **{name: row[name] for name in names})
    return None


@cache
def _taking(*, after: bool) -> Executable:
    """Removes and returns the first puzzle of a kind `after` a place, or the first before it."""
    start = bindparam("start", type_=banked_puzzles.c.place.type)
    place = banked_puzzles.c.place
    first = (
        select(banked_puzzles.c.id)
        .where(*(column == bindparam(column.name) for column in KIND))
        .where(place >= start if after else place < start)
        .order_by(place)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    return (
        delete(banked_puzzles)
        .where(banked_puzzles.c.id == first.scalar_subquery())
        .returning(banked_puzzles)
    )


@cache
def _seen() -> Select[*tuple[Any, ...]]:
    key = bindparam("canonical_key", type_=puzzles.c.canonical_key.type)
    return select(puzzles.c.id).where(puzzles.c.canonical_key == key).limit(1)


def _row(puzzle: BankedPuzzle) -> dict[str, Any]:
    values = asdict(puzzle)
    return {**asdict(values.pop("kind")), **values, "place": secrets.randbelow(PLACES)}
