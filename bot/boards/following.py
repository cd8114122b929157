"""Boards in chat follow what is drawn on the board page.

A private message can be edited only with the token of a press, for 15 minutes, and each picture
costs the work of a worker. So a board is drawn again when nothing was drawn for a moment, and at
once when it is solved; after the token is over, the next press shows the newest board.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TypeAlias

import discord
import structlog
from msgspec import Struct, field

from service.playing.loaded_attempt import LoadedAttempt
from service.running.watching import Watchers
from store.errors import StoreError
from workers.errors import WorkError

MAX_FOLLOWING = 1000
"""Maximum number of boards that follow; the one shown first stops then."""

Redraw: TypeAlias = Callable[[LoadedAttempt], Awaitable[None]]
"""Edits the message of a board so that it shows a newer revision."""

log = structlog.stdlib.get_logger(__name__)


class FollowTimes(Struct, frozen=True):
    """Seconds: the `pause` without changes before a board is drawn again, the `interval` between
    two drawings, the delay when it is `solved`, and how long its message can be edited (`token`).
    """

    pause: float = 2.0
    interval: float = 5.0
    solved: float = 0.5
    token: float = 14 * 60.0


class _ShownBoard(Struct, eq=False):
    """A board in a message: the revision there, what edits the message, and what is newer."""

    revision: int
    redraw: Redraw
    unwatch: Callable[[], None] | None = None
    timer: asyncio.TimerHandle | None = None
    newest: LoadedAttempt | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    @property
    def newer(self) -> LoadedAttempt | None:
        """The newest board unless the message shows it."""
        newest = self.newest
        return newest if newest and newest.attempt.revision > self.revision else None


class BoardFollower:
    """The unfinished boards that are shown in chat, each edited when `watchers` tell of changes."""

    def __init__(self, watchers: Watchers[LoadedAttempt], times: FollowTimes | None = None) -> None:
        self._watchers = watchers
        self._times = times or FollowTimes()
        self._boards: dict[int, _ShownBoard] = {}

    def follow(self, loaded: LoadedAttempt, redraw: Redraw) -> None:
        """Call `redraw` with newer revisions of a board, which a message shows from now on."""
        attempt, revision = loaded.attempt.id, loaded.attempt.revision
        if _is_closed(loaded):
            self.end(attempt)
            return
        board = self._boards.get(attempt)
        if board is None:
            board = self._boards[attempt] = _ShownBoard(revision, redraw)
            note = partial(self._note, attempt, board)
            board.unwatch = self._watchers.watch(attempt, revision, note)
            if len(self._boards) > MAX_FOLLOWING:
                self.end(next(iter(self._boards)))
        board.revision, board.redraw = max(board.revision, revision), redraw
        if board.timer is not None:
            board.timer.cancel()
        loop = asyncio.get_running_loop()
        board.timer = loop.call_later(self._times.token, self.end, attempt)

    def end(self, attempt: int) -> None:
        """Leave the message of a board as it is from now on."""
        board = self._boards.pop(attempt, None)
        if board is None:
            return
        if board.unwatch is not None:
            board.unwatch()
        if board.timer is not None:
            board.timer.cancel()
        if board.task is not None:
            board.task.cancel()

    async def close(self) -> None:
        """Leave the messages of all boards as they are."""
        tasks = [board.task for board in self._boards.values() if board.task is not None]
        for attempt in [*self._boards]:
            self.end(attempt)
        await asyncio.gather(*tasks, return_exceptions=True)

    def _note(self, attempt: int, board: _ShownBoard, loaded: LoadedAttempt | None) -> None:
        if loaded is None:
            self.end(attempt)
            return
        board.newest = loaded
        board.changed.set()
        if board.task is None or board.task.done():
            board.task = asyncio.create_task(self._redraw(attempt, board), name="follow page")

    async def _redraw(self, attempt: int, board: _ShownBoard) -> None:
        """Draw a board again after pauses until its message shows the newest."""
        try:
            await self._pause(board)
            while (newer := board.newer) is not None:
                board.revision = newer.attempt.revision
                await board.redraw(newer)
                if _is_closed(newer):
                    board.task = None  # this task, which `end` would cancel
                    self.end(attempt)
                    return
                await self._rest(board)
                await self._pause(board)
        except (discord.HTTPException, WorkError, StoreError) as error:
            log.info("a board in chat follows no longer", reason=type(error).__name__)
        except Exception:
            log.exception("a board in chat cannot follow")
        else:
            return
        board.task = None
        self.end(attempt)

    async def _rest(self, board: _ShownBoard) -> None:
        """Wait for the interval between two drawings, or until the board is solved."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._times.interval):
                while board.newest is None or not _is_closed(board.newest):
                    board.changed.clear()
                    await board.changed.wait()

    async def _pause(self, board: _ShownBoard) -> None:
        """Wait until nothing has changed for a moment, or only for an instant if it is solved."""
        while True:
            board.changed.clear()
            closed = board.newest is not None and _is_closed(board.newest)
            try:
                async with asyncio.timeout(self._times.solved if closed else self._times.pause):
                    await board.changed.wait()
            except TimeoutError:
                return


def _is_closed(loaded: LoadedAttempt) -> bool:
    return loaded.solved or loaded.attempt.revealed
