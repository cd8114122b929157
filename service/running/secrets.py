"""The register of secrets: of which puzzles nobody is told anything yet.

Today's and coming dailies are secret, and puzzles that people race on. The pool asks it before and
after each job that tells something, so no use case asks for itself. On the board of a secret
(`own`) its feature decides what is told.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from msgspec import Struct

from jobs.registry import JOBS
from play.calendar import today
from puzzle.copies import LoopKey, Originals
from puzzle.model import Board, EdgeState, Puzzle, Solution
from puzzle.moves import parse_marks
from puzzle.notation import parse_loopy
from renderer.card import Card
from service.errors import SecretPuzzle
from service.running.clock import Clock
from store import secrets
from store.database import Database
from store.records import Secret, StoredPuzzle


class Secrets:
    """Knows the secrets in a database; `now` gives the current time."""

    def __init__(self, database: Database, now: Clock) -> None:
        self._database = database
        self._now = now
        self._known = frozenset[tuple[str, int]]()
        self._find: Callable[[Puzzle | LoopKey], Secret | None] = lambda _: None

    async def ask(self, job: Callable[[Any], Any], value: object, own: int | None) -> None:
        """Raise `SecretPuzzle` if a request or an answer of a job is about a secret.

        `own` is the ID of the puzzle of the board that the job is for, which may be one.
        """
        if JOBS[job].tells:
            await self.require_none(value, own)

    async def require_none(self, value: object, own: int | None = None) -> None:
        """Raise `SecretPuzzle` if a value has a puzzle or a loop of a secret."""
        parts = {*_parts(value)}
        if not parts:
            return
        now = self._now()
        day = today(now)
        async with self._database.reading() as connection:
            known = await secrets.now_secret(connection, day, now)
            if known != self._known:
                found = await secrets.find(connection, day, now)
                self._known, self._find = known, self._register(found)
        for secret in filter(None, map(self._find, parts)):
            if secret.puzzle_id != own:
                raise SecretPuzzle(secret, is_coming=secret.day is not None and secret.day > day)

    def _register(self, found: tuple[Secret, ...]) -> Callable[[Puzzle | LoopKey], Secret | None]:
        """A function that finds the secret of a puzzle or loop."""
        by_loop = {LoopKey(each.loop_key): each for each in found if each.loop_key is not None}
        by_clues = dict[str, Secret]()
        of_tiling = defaultdict[str, list[tuple[Secret, Puzzle, Solution | None]]](list)
        for each in found:
            with self._database.damaged.skipping("puzzles", id=each.puzzle_id):
                puzzle = parse_loopy(each.notation)
                by_clues[puzzle.canonical_key] = each
                loop = loop_of(puzzle, each.solution)
                of_tiling[puzzle.grid.tiling].append((each, puzzle, loop))
        originals = {
            tiling: Originals(tiling, [each[1:] for each in some])
            for tiling, some in of_tiling.items()
        }

        @lru_cache(256)
        def find(part: Puzzle | LoopKey) -> Secret | None:
            if isinstance(part, LoopKey):
                return by_loop.get(part)
            tiling = part.grid.tiling
            number = originals[tiling].find(part) if tiling in originals else None
            if number is None:
                return by_clues.get(part.canonical_key)
            return of_tiling[tiling][number][0]

        return find


def _parts(value: object) -> Iterator[Puzzle | LoopKey]:
    """The puzzles and loops in a request or an answer."""
    if isinstance(value, Puzzle | LoopKey):
        yield value
    elif isinstance(value, Board):
        yield value.puzzle
    elif isinstance(value, Card):
        if value.loop:
            yield LoopKey.of(value.grid, value.loop)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _parts(getattr(value, name))


def loop_of(puzzle: Puzzle, solution: str | None) -> Solution | None:
    """The loop of a stored solution, if that is known."""
    if solution is None:
        return None
    marks = parse_marks(solution, puzzle.grid)
    return frozenset(edge for edge, state in marks.items() if state is EdgeState.LINE)


def loop_key_of(stored: StoredPuzzle) -> str | None:
    """The key of the loop of a stored puzzle; None if its solution is unknown."""
    puzzle = parse_loopy(stored.notation)
    loop = loop_of(puzzle, stored.solution)
    return None if loop is None else LoopKey.of(puzzle.grid, loop).text
