"""Attempts at puzzles: opens them, applies actions, judges answers and stores the results.

Each change reads, changes and saves its attempt in one transaction that locks the attempt, so
concurrent presses lose nothing. Within one process, changes of an attempt are applied in the order
in which they arrive. Simultaneous changes of different attempts share a transaction. Boards are
parsed before that transaction, and cached (`service.board_cache`).
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields, replace
from datetime import datetime
from weakref import WeakValueDictionary

from play.clock import Help, HelpCounts, elapsed, is_ranked
from play.history import Mark
from play.pen import Action, Pad
from play.saving import to_text
from play.verdict import Verdict, judge, solves
from puzzle.errors import PuzzleError
from puzzle.model import Board, Puzzle
from service.batcher import Batcher
from service.board_cache import BoardCache
from service.cache import Cache
from service.clock import Clock
from service.errors import NotYours, ServiceError
from store import attempts
from store.database import Database
from store.records import Attempt, DailyRecord, Kind, StoredPuzzle
from store.transaction import Connection

MAX_WRONG_SUBMISSIONS = 1000
"""Maximum number of attempts whose last wrong submission is remembered."""
MAX_UNFINISHED = 100
"""Maximum number of stored unfinished boards of a person, besides dailies and the course; a new one
replaces the one used longest ago."""
REPLACEABLE = frozenset({Kind.PASTED, Kind.ENDLESS, Kind.ARCHIVE})
"""The boards that new ones replace: nothing that is ranked or counted depends on them."""


@dataclass(frozen=True, slots=True)
class LoadedAttempt:
    """A stored attempt together with its parsed board.

    `just_solved` is true if the last change solved the puzzle.
    """

    attempt: Attempt
    pad: Pad
    just_solved: bool = False

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of the attempt."""
        return self.pad.board.puzzle

    @property
    def solved(self) -> bool:
        """Whether the puzzle is solved, by the last change or earlier."""
        return self.attempt.solved_at is not None

    @property
    def help_counts(self) -> HelpCounts:
        """The number of uses of each kind of help, and of wrong submissions."""
        names = [field.name for field in fields(HelpCounts)]
        return HelpCounts(**{name: getattr(self.attempt, name) for name in names})


@dataclass(frozen=True, slots=True)
class _Change:
    """Actions of a player on the board of an attempt."""

    player: int
    attempt: int
    actions: tuple[Action, ...]


class Attempts:
    """Reads and changes the attempts in a database; `now` gives the current time."""

    def __init__(self, database: Database, now: Clock) -> None:
        self.database = database
        self.now = now
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._last_wrong_lines: Cache[int, frozenset[int]] = Cache(MAX_WRONG_SUBMISSIONS)
        self._boards = BoardCache(database)
        self._batcher: Batcher[_Change, LoadedAttempt] = Batcher(self._apply_all)

    async def open(
        self, player: int, target: StoredPuzzle | DailyRecord, kind: Kind
    ) -> LoadedAttempt:
        """The player's attempt at a puzzle, created if needed; the first call starts its clock.

        Beyond `MAX_UNFINISHED` unfinished boards, a new one that is no daily replaces the one that
        the player used longest ago.
        """
        now = self.now()
        async with self.database.writing() as connection:
            attempt = await attempts.begin(connection, player, target, kind, now)
            if attempt.shown_at is None:
                shown = replace(attempt, shown_at=now, touched_at=now)
                attempt = await attempts.save(connection, shown)
                if kind in REPLACEABLE:
                    await attempts.remove_unfinished(
                        connection, player, REPLACEABLE, MAX_UNFINISHED
                    )
        return await self._load(attempt)

    async def find(self, player: int, attempt_id: int) -> LoadedAttempt:
        """An attempt of a player. Raises `NotYours` if it does not exist or is another player's."""
        async with self.database.reading() as connection:
            attempt = await attempts.get(connection, attempt_id)
        return await self._load(_require_owner(attempt, player))

    async def find_on(self, player: int, puzzle_id: int) -> LoadedAttempt | None:
        """A player's attempt at a puzzle; None if there is none."""
        async with self.database.reading() as connection:
            attempt = await attempts.find(connection, player, puzzle_id)
        return None if attempt is None else await self._load(attempt)

    async def settled(self, player: int, attempt_id: int) -> LoadedAttempt:
        """An attempt after all changes that this process has accepted for it so far.

        Raises `NotYours` if it does not exist or is another player's.
        """
        lock = self._locks.setdefault(attempt_id, asyncio.Lock())
        async with lock:
            return await self.find(player, attempt_id)

    async def change(self, player: int, attempt_id: int, *actions: Action) -> LoadedAttempt:
        """Apply actions to the board and store it; solving the puzzle stops the clock.

        A solved or revealed attempt is not changed. Raises `NotYours`, and `PuzzleError` for an
        edge or a dot that is not on the board.
        """
        lock = self._locks.setdefault(attempt_id, asyncio.Lock())
        async with lock:
            return await self._batcher.add(_Change(player, attempt_id, actions))

    async def _apply_all(self, changes: Sequence[_Change]) -> list[LoadedAttempt | Exception]:
        """Apply changes in one transaction; a failing one yields its error and affects no other."""
        results: list[LoadedAttempt | Exception] = []
        changed: dict[int, LoadedAttempt] = {}
        await self._boards.prepare({change.attempt for change in changes})
        async with self.database.writing() as connection:
            found = await attempts.get_all(connection, {change.attempt for change in changes})
            stored = {attempt.id: attempt for attempt in found}
            for change in changes:
                try:
                    attempt = _require_owner(stored.get(change.attempt), change.player)
                    loaded = changed.get(attempt.id) or await self._load(attempt, connection)
                    after = self._with_actions(loaded, change.actions)
                except (ServiceError, PuzzleError, ValueError) as error:
                    results.append(error)
                    continue
                results.append(after)
                if after is not loaded:
                    changed[attempt.id] = after
            await attempts.save_all(connection, [loaded.attempt for loaded in changed.values()])
        for loaded in changed.values():
            self._boards.keep(loaded.attempt, loaded.pad)
        return results

    def _with_actions(self, loaded: LoadedAttempt, actions: Sequence[Action]) -> LoadedAttempt:
        """The attempt after actions, ready to be stored; the same object if nothing may change."""
        if loaded.solved or loaded.attempt.revealed:
            return loaded
        pad = loaded.pad
        for action in actions:
            pad = pad.apply(action)
        solved = solves(loaded.pad.board, pad.board)
        after = self._with_updated_record(replace(loaded, pad=pad, just_solved=solved))
        return replace(after, attempt=attempts.next_revision(after.attempt))

    async def add_help(self, player: int, attempt_id: int, wanted: Help) -> LoadedAttempt:
        """Count one use of a kind of help, unless the attempt is solved."""
        async with self._locked(player, attempt_id) as (connection, loaded):
            if loaded.solved:
                return loaded
            counted = _with_help_counts(loaded, loaded.help_counts.add(wanted))
            saved = await self._save(connection, counted)
        self._boards.keep(saved.attempt, saved.pad)
        return saved

    async def submit(
        self, player: int, attempt_id: int, board: Board | None = None
    ) -> tuple[LoadedAttempt, Verdict]:
        """Judge the board as a final answer; with `board`, its marks replace those of the attempt.

        A wrong answer counts as a mistake, unless lines are only missing or the same wrong lines
        were submitted just before, as by a double press.
        """
        async with self._locked(player, attempt_id) as (connection, before):
            loaded = before if board is None or before.solved else _with_board(before, board)
            verdict = judge(loaded.puzzle, loaded.pad.board.lines)
            if loaded.solved:
                return loaded, verdict
            if verdict.solved:
                loaded = replace(loaded, just_solved=True)
            elif not verdict.unfinished and self._is_new_mistake(
                attempt_id, loaded.pad.board.lines
            ):
                loaded = _with_help_counts(loaded, loaded.help_counts.add_mistake())
            saved = await self._save(connection, loaded)
        self._boards.keep(saved.attempt, saved.pad)
        return saved, verdict

    async def record_reveal(self, player: int, attempt_id: int) -> LoadedAttempt:
        """Record that the solution was shown: an unsolved attempt ends and is not ranked."""
        async with self._locked(player, attempt_id) as (connection, loaded):
            if loaded.solved:
                return loaded
            attempt = replace(loaded.attempt, revealed=True, ranked=False)
            saved = await self._save(connection, replace(loaded, attempt=attempt))
        self._boards.keep(saved.attempt, saved.pad)
        return saved

    def forget(self, player: int) -> None:
        """Drop what is in memory of a player, as their data is deleted."""
        self._boards.forget(player)

    def _is_new_mistake(self, attempt_id: int, lines: frozenset[int]) -> bool:
        """Whether these wrong lines differ from the last wrong submission of the attempt."""
        last = self._last_wrong_lines.get(attempt_id)
        self._last_wrong_lines.put(attempt_id, lines)
        return last != lines

    @asynccontextmanager
    async def _locked(
        self, player: int, attempt_id: int
    ) -> AsyncIterator[tuple[Connection, LoadedAttempt]]:
        """A transaction with an attempt that nothing else changes until the transaction ends."""
        lock = self._locks.setdefault(attempt_id, asyncio.Lock())
        async with lock:
            await self._boards.prepare({attempt_id})
            async with self.database.writing() as connection:
                attempt = await attempts.get(connection, attempt_id, lock=True)
                yield connection, await self._load(_require_owner(attempt, player), connection)

    async def _load(self, attempt: Attempt, connection: Connection | None = None) -> LoadedAttempt:
        return LoadedAttempt(attempt, await self._boards.load(attempt, connection))

    async def _save(self, connection: Connection, loaded: LoadedAttempt) -> LoadedAttempt:
        touched = self._with_updated_record(loaded)
        return replace(touched, attempt=await attempts.save(connection, touched.attempt))

    def _with_updated_record(self, loaded: LoadedAttempt) -> LoadedAttempt:
        """The attempt with its record updated: the board as text, and the result once solved.

        A board that is solved or revealed keeps no steps to undo.
        """
        now, pad = self.now(), loaded.pad
        if loaded.just_solved or loaded.attempt.revealed:
            pad = pad.without_steps()
        attempt = replace(
            loaded.attempt, pad=to_text(pad), lines=len(pad.board.lines), touched_at=now
        )
        if loaded.just_solved:
            attempt = _with_solve_time(attempt, loaded.help_counts, now)
        return replace(loaded, attempt=attempt, pad=pad)


def _require_owner(attempt: Attempt | None, player: int) -> Attempt:
    if attempt is None or attempt.player_id != player:
        raise NotYours
    return attempt


def _with_board(loaded: LoadedAttempt, board: Board) -> LoadedAttempt:
    marks = dict(enumerate(board.marks))
    return replace(loaded, pad=loaded.pad.apply(Mark(marks)))


def _with_help_counts(loaded: LoadedAttempt, help_counts: HelpCounts) -> LoadedAttempt:
    names = [field.name for field in fields(HelpCounts)]
    values = {name: getattr(help_counts, name) for name in names}
    return replace(loaded, attempt=replace(loaded.attempt, **values))


def _with_solve_time(attempt: Attempt, help_counts: HelpCounts, now: datetime) -> Attempt:
    """The attempt with its solving time and penalty in seconds, and whether it is ranked."""
    shown = attempt.shown_at or attempt.begun_at
    day = attempt.day
    return replace(
        attempt,
        solved_at=now,
        seconds=elapsed(shown, now),
        penalty=help_counts.penalty,
        ranked=day is not None and is_ranked(day, shown, now, attempt.revealed),
    )
