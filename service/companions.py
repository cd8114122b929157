"""How far the people are who have a board in the same instance of the Activity.

Nothing else of their boards is told, nor of which puzzles they are: so one person's page cannot
show another person's board, nor a daily that its person has not begun.
"""

from collections.abc import Collection, Mapping

from msgspec import Struct

from play.race import progress
from service.attempts import Attempts
from service.running.clock import Clock
from store import activity_boards, attempts
from store.activity_boards import InstanceBoard
from store.database import Database
from store.records import WebSession
from store.transaction import Connection


class Companion(Struct, frozen=True):
    """How far a person is: percent, see `play.race.progress`, and whether the board is solved."""

    person: int
    percent: int
    solved: bool


class Companions:
    """Reads who has a board in an instance; `now` gives the current time."""

    def __init__(self, database: Database, own_attempts: Attempts, now: Clock) -> None:
        self._database = database
        self._attempts = own_attempts
        self._now = now
        self._known: dict[InstanceBoard, Companion] = {}

    async def instance_of(self, session: WebSession) -> bytes | None:
        """The instance for which a page got its session; None for one in a browser."""
        async with self._database.reading() as connection:
            board = await activity_boards.of_session(connection, session)
        return None if board is None else board.instance

    async def look(self, instances: Collection[bytes]) -> Mapping[bytes, tuple[Companion, ...]]:
        """The people with a board in some instances, by instance.

        It takes one query, and one more for each board that has changed since the last look.
        """
        if not instances:
            self._known.clear()
            return {}
        found: dict[bytes, tuple[Companion, ...]] = {}
        known: dict[InstanceBoard, Companion] = {}
        async with self._database.reading() as connection:
            for board in await activity_boards.within(connection, instances, self._now()):
                with self._database.damaged.skipping("attempts", id=board.attempt_id):
                    companion = self._known.get(board) or await self._read(connection, board)
                    known[board] = companion
                    found[board.instance] = (*found.get(board.instance, ()), companion)
        self._known = known
        return found

    async def _read(self, connection: Connection, board: InstanceBoard) -> Companion:
        attempt = await attempts.get(connection, board.attempt_id)
        if attempt is None:  # removed meanwhile
            return Companion(board.player_id, 0, solved=False)
        if attempt.solved_at is not None:
            return Companion(board.player_id, 100, solved=True)
        loaded = await self._attempts.loaded(attempt, connection)
        return Companion(board.player_id, progress(loaded.pad.board), solved=False)
