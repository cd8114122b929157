"""The register of secrets: of which puzzles nobody is told anything yet.

Today's and coming dailies are secret, and puzzles that people race on. The pool asks it before and
after each job that tells something, so no use case asks for itself. On the board of a secret
(`own`) its feature decides what is told.

What a few clues force is a part of a solution. So jobs that tell this ask about parts too, among
any other clues; not of coming dailies, which nobody has seen: clues that are guessed would be
confirmed.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from msgspec import Struct

from jobs.registry import JOBS
from jobs.work import Bound
from play.calendar import today
from puzzle.copies import LoopKey, Originals, PuzzleParts, places_of
from puzzle.model import Board, EdgeState, Puzzle, Solution
from puzzle.moves import parse_marks
from puzzle.notation import parse_loopy
from renderer.card import Card
from service.errors import SecretPuzzle
from service.running.clock import Clock
from store import secrets
from store.database import Database
from store.records import Secret

TAUGHT_LOOPS = (
    "167faaa350a5ab9c 1c7b60c32b2bc20b 1cf4cf3a0ef3ad9a 1f57f0ec6ef4d44e 2b531f100121075e "
    "373f7c9d94f435ad 37e4bda0f743b2d5 3aa0c56c8bde58aa 3ce86d7783302289 3e03abed4889b35c "
    "3e4133175de9dc12 58b6507b65f487b2 6743ae5f534bde2d 6c5dfedba8c129c0 7cd87f0b1bc5ba82 "
    "7e691e01dd949b91 859814fba2d49208 9bf9f2aa0b31371f 9e228ba5a6314884 a92ed6f45552230b "
    "adf9273ed9e21d9a be039efeb22944f5 e729f7f36567445e ea5705c92f50b88c"
)
"""How the keys of the loops of all examples and lessons begin, which are never secret."""


class Secrets:
    """Knows the secrets in a database; `now` gives the current time."""

    def __init__(self, database: Database, now: Clock) -> None:
        self._database = database
        self._now = now
        self._version: object = None
        self._find: Callable[[Puzzle | LoopKey, bool], Secret | None] = lambda _, __: None

    async def ask(self, job: Callable[[Any], Any], value: object, own: int | None) -> None:
        """Raise `SecretPuzzle` if a request or an answer of a job is about a secret.

        `own` is the ID of the puzzle of the board that the job is for, which may be one.
        """
        bound = JOBS.get(job, Bound())
        if bound.tells:
            await self.require_none(value, own, parts=bound.of_parts)

    async def require_none(
        self, value: object, own: int | None = None, *, parts: bool = False
    ) -> None:
        """Raise `SecretPuzzle` if a value has a puzzle or a loop of a secret, or `parts` of one."""
        carried = {*_carried(value)}
        if not carried:
            return
        now = self._now()
        day = today(now)
        async with self._database.reading() as connection:
            version = day, await secrets.version(connection, day, now)
            if version != self._version:
                found = await secrets.find(connection, day, now)
                self._version, self._find = version, self._register(found)
        for each in carried:
            secret = self._find(each, parts)
            if secret is not None and secret.puzzle_id != own:
                raise SecretPuzzle(secret)

    def _register(
        self, found: tuple[Secret, ...]
    ) -> Callable[[Puzzle | LoopKey, bool], Secret | None]:
        """A function that finds the secret of a puzzle or loop, or of a part of a puzzle."""
        by_loop = dict[LoopKey | None, Secret]()
        on_board = defaultdict[object, dict[tuple[Puzzle, Solution | None], Secret]](dict)
        for each in found:
            with self._database.damaged.skipping("puzzles", id=each.puzzle_id):
                puzzle, loop, key = read_solved(each.notation, each.solution)
                by_loop[key] = each
                on_board[puzzle.grid.key][puzzle, loop] = each
        boards = [(_originals(tuple(some)), [*some.values()]) for some in on_board.values()]
        seen = [
            (tuple(each for each, secret in some.items() if secret.kind != "coming"), some)
            for some in on_board.values()
        ]

        @lru_cache(256)
        def find(carried: Puzzle | LoopKey, parts: bool) -> Secret | None:
            if isinstance(carried, LoopKey):
                return by_loop.get(carried)
            places = places_of(carried)
            for originals, some in boards:
                if originals.tiling == carried.grid.tiling:
                    number = originals.find(places)
                    if number is not None:
                        return some[number]
            for puzzles, secrets_of in seen if parts else ():
                if puzzles and puzzles[0][0].grid.tiling == carried.grid.tiling:
                    number = _parts_of(puzzles, carried.grid).find(carried.clues)
                    if number is not None:
                        return secrets_of[puzzles[number]]
            return None

        return find


_originals = lru_cache(64)(Originals)
_parts_of = lru_cache(16)(PuzzleParts)


@lru_cache(256)
def read_solved(
    notation: str, solution: str | None
) -> tuple[Puzzle, Solution | None, LoopKey | None]:
    """A stored puzzle with its loop and the key of that, if they are known."""
    puzzle = parse_loopy(notation)
    if solution is None:
        return puzzle, None, None
    marks = parse_marks(solution, puzzle.grid)
    loop = frozenset(edge for edge, state in marks.items() if state is EdgeState.LINE)
    return puzzle, loop, LoopKey.of(puzzle.grid, loop)


def _carried(value: object) -> Iterator[Puzzle | LoopKey]:
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
            yield from _carried(getattr(value, name))
