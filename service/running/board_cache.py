"""The boards of attempts, parsed once per revision and kept in memory.

Parsing a board of 30x30 takes far longer than a move on it, and the database has one writer. So a
board is parsed before the transaction that changes it, and a change that is stored leaves the next
board here. Another process may have stored a newer revision: then that one is parsed.
"""

from contextlib import AsyncExitStack, suppress

from cachetools import LRUCache
from msgspec import Struct

from play.pen import Pad
from play.saving import from_text
from puzzle.errors import PuzzleError
from puzzle.model import Puzzle
from puzzle.notation import parse_loopy
from store import attempts, puzzles
from store.database import Database
from store.records import Attempt
from store.transaction import Connection

MAX_CACHED_PUZZLES = 1000
"""Maximum number of cached puzzles; a stored puzzle never changes."""
MAX_CACHED_BYTES = 32 * 2**20
"""Maximum estimated memory of all cached boards, in bytes; a board takes less than 1 MiB."""
BYTES_PER_EDGE = 8
"""Memory of the state of one edge, in bytes."""
BYTES_PER_BOARD = 1000
"""Memory of a board besides its edges and steps, in bytes."""


class _CachedBoard(Struct, frozen=True):
    """The board of an attempt at a revision, and whose it is."""

    revision: int
    player: int
    pad: Pad


def _size_of(board: _CachedBoard) -> int:
    """The estimated memory of a cached board in bytes; puzzles are counted elsewhere."""
    pad = board.pad
    steps = len(pad.done.text) + len(pad.undone.text)
    return BYTES_PER_BOARD + BYTES_PER_EDGE * len(pad.board.marks) + steps


class BoardCache:
    """Loads the boards of attempts in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._boards = LRUCache[int, _CachedBoard](MAX_CACHED_BYTES, _size_of)
        self._puzzles = LRUCache[int, Puzzle](MAX_CACHED_PUZZLES)

    async def load(self, attempt: Attempt, connection: Connection | None = None) -> Pad:
        """The board of an attempt; `connection` is that of a transaction in which this happens.

        Raises `NotationError` for a stored board that is damaged, and `RuntimeError` if the puzzle
        of the attempt is missing, a programming error.
        """
        cached = self._boards.get(attempt.id)
        if cached is not None and cached.revision == attempt.revision:
            return cached.pad
        puzzle = await self._puzzle(attempt.puzzle_id, connection)
        pad = from_text(puzzle, attempt.pad) if attempt.pad else Pad.fresh(puzzle)
        self.keep(attempt, pad)
        return pad

    async def prepare(self, attempt_id: int) -> None:
        """Parse a board that is not cached, before a transaction needs it; ignores a missing one
        and a damaged one."""
        if self._boards.get(attempt_id) is not None:
            return
        attempt = await self._database.read(attempts.get, attempt_id)
        if attempt is not None:
            with suppress(PuzzleError):  # raised again where this board is changed
                await self.load(attempt)

    def keep(self, attempt: Attempt, pad: Pad) -> None:
        """Cache the board of a stored attempt, unless a newer one is cached."""
        cached = self._boards.get(attempt.id)
        if cached is None or cached.revision <= attempt.revision:
            self._boards[attempt.id] = _CachedBoard(
                attempt.revision, attempt.player_id, pad.without_notice()
            )

    def forget(self, player: int) -> None:
        """Drop the boards of a player, as their data is deleted."""
        for number, board in list(self._boards.items()):
            if board.player == player:
                del self._boards[number]

    async def _puzzle(self, puzzle_id: int, connection: Connection | None) -> Puzzle:
        puzzle = self._puzzles.get(puzzle_id)
        if puzzle is None:
            async with AsyncExitStack() as stack:
                if connection is None:
                    connection = await stack.enter_async_context(self._database.reading())
                stored = await puzzles.get(connection, puzzle_id)
            if stored is None:
                raise RuntimeError("the puzzle of an attempt is gone")
            puzzle = parse_loopy(stored.notation)
            self._puzzles[puzzle_id] = puzzle
        return puzzle
