"""The bank: puzzles made in advance that no person has been given yet.

`ouro bank import` fills it. New puzzles and dailies are drawn from it, and made only when it has
none of their kind. Drawing deletes a puzzle from the bank in the transaction that stores it for a
person or a daily: so each is used once, and it stays in the bank if the transaction is rolled back.
"""

from collections.abc import Iterable
from itertools import islice

from msgspec import Struct

from puzzle.errors import PuzzleError
from puzzle.model import EdgeState
from puzzle.moves import parse_marks
from puzzle.notation import parse_loopy
from puzzle.rules import is_solved
from solver.generate.spec import GenerationSpec
from store import bank, puzzles
from store.database import Database
from store.records import BankedPuzzle, BankShelf, PuzzleKind, StoredPuzzle, UnsavedPuzzle
from store.transaction import Connection

ADDED_AT_ONCE = 500
"""Number of puzzles that are added in one transaction; it takes some 20 ms."""


class AddedPuzzles(Struct, frozen=True):
    """The result of adding puzzles to the bank.

    - `added`: the number of puzzles that were added.
    - `duplicates`: the number of those left out because the bank has them, or because they were
      generated for or pasted by a person before.
    - `wrong`: the notations of those whose key, size, rules or solution is not the puzzle's.
    """

    added: int = 0
    duplicates: int = 0
    wrong: tuple[str, ...] = ()


class Bank(Struct, eq=False):
    """The bank in a database."""

    database: Database

    async def add(self, new: Iterable[BankedPuzzle]) -> AddedPuzzles:
        """Add puzzles, a bounded number at a time; adding them again changes nothing.

        Their keys and solutions are checked, but not that the solutions are the only ones.
        """
        source = iter(new)
        added = duplicates = 0
        wrong: list[str] = []
        while some := list(islice(source, ADDED_AT_ONCE)):
            sound = []
            for puzzle in some:
                if is_sound(puzzle):
                    sound.append(puzzle)
                else:
                    wrong.append(puzzle.notation)
            async with self.database.writing() as connection:
                count = await bank.add_all(connection, sound)
            added, duplicates = added + count, duplicates + len(sound) - count
        return AddedPuzzles(added, duplicates, tuple(wrong))

    async def shelves(self) -> tuple[BankShelf, ...]:
        """How many puzzles of each kind there are."""
        return await self.database.read(bank.shelves)


def is_sound(banked: BankedPuzzle) -> bool:
    """Whether the key, the size, the rules and the solution of a puzzle are right.

    >>> kind = PuzzleKind("normal", 1, 2, "square", "none", "standard")
    >>> key = parse_loopy("2x1:3a").canonical_key
    >>> is_sound(BankedPuzzle(kind, key, "2x1:3a", "A1-A2-C2-C1-A1"))
    True
    >>> is_sound(BankedPuzzle(kind, key, "2x1:3a", "A1-A2-B2-B1-A1"))
    False
    """
    try:
        puzzle = parse_loopy(banked.notation)
        marks = parse_marks(banked.solution, puzzle.grid)
    except PuzzleError:
        return False
    lines = frozenset(edge for edge, state in marks.items() if state is EdgeState.LINE)
    size = (banked.kind.tiling, banked.kind.rows, banked.kind.cols)
    return (
        size == (puzzle.grid.tiling, puzzle.grid.rows, puzzle.grid.cols)
        and banked.kind.rules == puzzle.rules.name
        and banked.canonical_key == puzzle.canonical_key
        and is_solved(puzzle, lines)
    )


async def give_out(connection: Connection, spec: GenerationSpec) -> StoredPuzzle | None:
    """Draw a puzzle as a specification orders it, and store it; None if the bank has none."""
    level, symmetry = spec.level.name.lower(), spec.symmetry.value
    kind = PuzzleKind(level, spec.rows, spec.cols, spec.tiling, symmetry, spec.rules.name)
    drawn = await bank.draw(connection, kind)
    if drawn is None:
        return None
    new = UnsavedPuzzle(
        notation=drawn.notation,
        canonical_key=drawn.canonical_key,
        solution=drawn.solution,
        level=level,
        score=drawn.score,
        hardest=drawn.hardest,
        techniques=drawn.techniques,
    )
    return await puzzles.add(connection, new)
