"""Puzzles: one row per orientation; images of a puzzle share their canonical key.

The natural key is the exact notation, so that a person sees a puzzle as they pasted it.
Dailies are distinguished by the canonical key, whatever their orientation.
"""

import hashlib
from functools import cache
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Insert, Select, bindparam, case, func, null, select

from store.records import StoredPuzzle, UnsavedPuzzle
from store.schema import puzzles
from store.statements import fetch_all, fetch_one, insert_in, is_row_id
from store.transaction import Connection

NOT_IN_RECORDS = frozenset({"digest", "size", "unused_since"})
COLUMNS = tuple(column for column in puzzles.c if column.name not in NOT_IN_RECORDS)
"""The columns of a `StoredPuzzle`: all except those that follow from its notation, and its use."""


def digest_of(notation: str) -> str:
    """The digest by which a puzzle is indexed: a notation may be too long for an index.

    >>> len(digest_of("7x7:a3b2"))
    64
    """
    return hashlib.sha256(notation.encode()).hexdigest()


def size_of(notation: str) -> str:
    """The size that a notation begins with, with the type of its tiling or the name of its rules.

    >>> size_of("10x7:a3b2"), size_of("3x3t1:0_a0201b"), size_of("4x3:full_b3h2")
    ('10x7', '3x3t1', '4x3:full')
    """
    size, _, clues = notation.partition(":")
    rules, has_rules, _ = clues.partition("_")
    return f"{size}:{rules}" if has_rules and "t" not in size else size


async def add(connection: Connection, puzzle: UnsavedPuzzle) -> StoredPuzzle:
    """Store a puzzle, or fill in what is missing of a stored one.

    Raises `RuntimeError` if the stored row is missing, a programming error.
    """
    values = {
        "digest": digest_of(puzzle.notation),
        "size": size_of(puzzle.notation),
        **asdict(puzzle),
    }
    await connection.execute(_adding(connection.dialect), values)
    stored = await find(connection, puzzle.notation)
    if stored is None:
        raise RuntimeError("a puzzle is gone within a transaction")
    return stored


@cache
def _adding(dialect: str) -> Insert:
    """Inserts a puzzle, or fills in what is missing of a stored one."""
    statement = insert_in(dialect, puzzles)
    new, old = statement.excluded, puzzles.c
    missing: dict[str, ColumnElement[Any]] = {
        name: func.coalesce(old[name], new[name])
        for name in ("solution", "level", "score", "hardest", "seed")
    }
    missing["unused_since"] = null()  # somebody is about to use it
    missing["recipe"] = case((old.seed.is_(None), new.recipe), else_=old.recipe)
    missing["techniques"] = case((old.level.is_(None), new.techniques), else_=old.techniques)
    return statement.on_conflict_do_update(index_elements=["digest"], set_=missing)


@cache
def _selecting(name: str) -> Select[*tuple[Any, ...]]:
    """A query of the puzzle with a value in a column; the parameter has its name."""
    return select(*COLUMNS).where(puzzles.c[name] == bindparam(name))


async def get(connection: Connection, puzzle_id: int) -> StoredPuzzle | None:
    """The puzzle with an ID; None if there is none, also for a number too large for an ID."""
    if not is_row_id(puzzle_id):
        return None
    return await fetch_one(connection, _selecting("id"), StoredPuzzle, {"id": puzzle_id})


async def find(connection: Connection, notation: str) -> StoredPuzzle | None:
    """The puzzle with exactly this notation; None if there is none."""
    values = {"digest": digest_of(notation)}
    return await fetch_one(connection, _selecting("digest"), StoredPuzzle, values)


async def images(connection: Connection, canonical_key: str) -> tuple[StoredPuzzle, ...]:
    """The stored puzzles with a canonical key: turned or mirrored images of each other."""
    statement = (
        select(*COLUMNS).where(puzzles.c.canonical_key == canonical_key).order_by(puzzles.c.id)
    )
    return await fetch_all(connection, statement, StoredPuzzle)
