"""Puzzles: one row per orientation; images of a puzzle share their canonical key.

The natural key is the exact notation, so that a person sees a puzzle as they pasted it.
Dailies are distinguished by the canonical key, whatever their orientation.
"""

import hashlib

from msgspec.structs import asdict

from store.records import StoredPuzzle, UnsavedPuzzle
from store.sql import insert, is_row_id, query
from store.transaction import Connection


class _NewRow(UnsavedPuzzle, frozen=True, kw_only=True):
    digest: str
    size: str


_ADD = insert(  # or fill in what is missing of a stored one, which somebody is about to use
    "puzzles",
    _NewRow,
    """ON CONFLICT (digest) DO UPDATE SET
    solution = coalesce(puzzles.solution, excluded.solution),
    level = coalesce(puzzles.level, excluded.level),
    score = coalesce(puzzles.score, excluded.score),
    hardest = coalesce(puzzles.hardest, excluded.hardest),
    seed = coalesce(puzzles.seed, excluded.seed),
    recipe = CASE WHEN puzzles.seed IS NULL THEN excluded.recipe ELSE puzzles.recipe END,
    techniques = CASE WHEN puzzles.level IS NULL THEN excluded.techniques
        ELSE puzzles.techniques END,
    unused_since = NULL""",
)
_GET = query("SELECT * FROM puzzles WHERE id = :id", StoredPuzzle)
_FIND = query("SELECT * FROM puzzles WHERE digest = :digest", StoredPuzzle)


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
    notation = puzzle.notation
    derived = {"digest": digest_of(notation), "size": size_of(notation)}
    await _ADD.run(connection, {**asdict(puzzle), **derived})
    stored = await find(connection, puzzle.notation)
    if stored is None:
        raise RuntimeError("a puzzle is gone within a transaction")
    return stored


async def get(connection: Connection, puzzle_id: int) -> StoredPuzzle | None:
    """The puzzle with an ID; None if there is none, also for a number too large for an ID."""
    if not is_row_id(puzzle_id):
        return None
    return await _GET.one(connection, id=puzzle_id)


async def find(connection: Connection, notation: str) -> StoredPuzzle | None:
    """The puzzle with exactly this notation; None if there is none."""
    return await _FIND.one(connection, digest=digest_of(notation))
