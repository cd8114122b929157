"""Attempts at puzzles: opens them, applies actions, judges answers and stores the results.

Each change reads, changes and saves its attempt in one transaction that locks the attempt, so
concurrent presses lose nothing. Within one process, changes of an attempt are applied in the order
in which they arrive. Simultaneous changes of different attempts share transactions
(`service.lanes`). Boards are parsed before such a transaction, and cached (`service.board_cache`).

A change takes the claim of the request for it, and stores it in its transaction. If that was
claimed before, nothing is changed and `AlreadyClaimed` is raised.

Viewers of an attempt get each change that this process stores at once (`service.watching`), and
those of other processes at the next `look`, which compares revisions.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import TypeVar
from weakref import WeakValueDictionary

from play.charges import Charges
from play.clock import Help
from play.journal import MarkSource
from play.pen import Action
from play.saving import to_text
from play.verdict import Verdict, judge, solves
from puzzle.errors import PuzzleError
from puzzle.model import Board, EdgeState
from service.board_cache import BoardCache
from service.clock import Clock
from service.errors import ServiceError
from service.interaction_claims import (
    Claim,
    error_again,
    refuse_request,
    store_claim,
    store_claims,
)
from service.lanes import Lanes
from service.loaded_attempt import (
    LoadedAttempt,
    require_owner,
    require_seen,
    seconds_at,
    with_actions,
    with_board,
    with_charges,
    with_help_counts,
    with_help_place,
    with_solve_time,
    with_surface,
)
from service.watching import Watchers
from store import attempts, journals, players
from store.database import Database
from store.records import Attempt, AttemptKind, DailyRecord, StoredPuzzle
from store.transaction import Connection

MAX_UNFINISHED = 100
"""Maximum number of stored unfinished boards of a person, besides dailies and the course; a new one
replaces the one used longest ago."""
REPLACEABLE = frozenset({AttemptKind.PASTED, AttemptKind.ENDLESS, AttemptKind.ARCHIVE})
"""The boards that new ones replace: nothing that is ranked or counted depends on them."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class _Change:
    """Actions of a player on the board of an attempt, with the marks that the player saw.

    `source` is what they come from, and `at` when they arrived.
    """

    player: int
    attempt: int
    actions: tuple[Action, ...]
    seen: Mapping[int, EdgeState]
    claim: Claim | None
    source: MarkSource | None
    at: datetime


class Attempts:
    """Reads and changes the attempts in a database; `now` gives the current time."""

    def __init__(self, database: Database, now: Clock) -> None:
        self.database = database
        self.now = now
        self.watchers = Watchers[LoadedAttempt]()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._boards = BoardCache(database)
        self._lanes: Lanes[_Change, LoadedAttempt] = Lanes(self._apply_all, database.writers)

    async def open(
        self,
        player: int,
        target: StoredPuzzle | DailyRecord,
        kind: AttemptKind,
        *,
        server: int | None = None,
        claim: Claim | None = None,
    ) -> LoadedAttempt:
        """The player's attempt at a puzzle, created if needed; the first call starts its clock.

        With `server`, the player joins the leaderboards of that server. Beyond `MAX_UNFINISHED`
        unfinished boards, a new one that is no daily replaces the one that the player used longest
        ago.
        """
        now = self.now()

        async def begin(connection: Connection) -> Attempt:
            await store_claim(connection, claim, now)
            attempt = await attempts.begin(connection, player, target, kind, now)
            if attempt.shown_at is None:
                shown = replace(attempt, shown_at=now, touched_at=now)
                attempt = await attempts.save(connection, shown)
                if kind in REPLACEABLE:
                    await attempts.remove_unfinished(
                        connection, player, REPLACEABLE, MAX_UNFINISHED
                    )
            if server is not None:
                await players.join(connection, player, server)
            return attempt

        return await self._load(await self.database.write(begin))

    async def find(self, player: int, attempt_id: int) -> LoadedAttempt:
        """An attempt of a player. Raises `NotYours` if it does not exist or is another player's."""
        async with self.database.reading() as connection:
            attempt = await attempts.get(connection, attempt_id)
        return await self._load(require_owner(attempt, player))

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

    async def change(
        self,
        player: int,
        attempt_id: int,
        *actions: Action,
        seen: Mapping[int, EdgeState] = MappingProxyType({}),
        source: MarkSource | None = None,
        claim: Claim | None = None,
    ) -> LoadedAttempt:
        """Apply actions to the board and store it; solving the puzzle stops the clock.

        The journal tells `source`, by default that of the actions. A solved or revealed attempt is
        not changed. `seen` are marks that the player saw; raises `MarksChanged` if one of them is
        now neither this nor what it is to be. Raises `NotYours`, and `PuzzleError` for an edge or
        a dot that is not on the board.
        """
        at = self.now()
        lock = self._locks.setdefault(attempt_id, asyncio.Lock())
        async with lock:
            change = _Change(player, attempt_id, actions, seen, claim, source, at)
            return await self._lanes.add(attempt_id, change)

    async def _apply_all(self, changes: Sequence[_Change]) -> list[LoadedAttempt | Exception]:
        """Apply changes in one transaction; a failing one yields its error and affects no other."""
        await self._boards.prepare({change.attempt for change in changes})
        async with self.database.writing() as connection:
            results = await self._apply_in(changes, connection)
        return [
            self._with_cached_board(result) if isinstance(result, LoadedAttempt) else result
            for result in results
        ]

    async def _apply_in(
        self, changes: Sequence[_Change], connection: Connection
    ) -> list[LoadedAttempt | Exception]:
        """Apply changes in a transaction.

        The requests of failing ones are claimed as well: they are refused however often they come.
        """
        results: list[LoadedAttempt | Exception] = []
        changed: dict[int, LoadedAttempt] = {}
        entries: defaultdict[int, str] = defaultdict(str)
        elsewhere = await store_claims(connection, [each.claim for each in changes], self.now())
        found = await attempts.get_all(connection, {change.attempt for change in changes})
        stored = {attempt.id: attempt for attempt in found}
        for change in changes:
            try:
                if change.claim in elsewhere:
                    raise await error_again(connection, change.claim)
                attempt = require_owner(stored.get(change.attempt), change.player)
                loaded = changed.get(attempt.id) or await self._load(attempt, connection)
                after = self._with_change(loaded, change)
            except (ServiceError, PuzzleError, ValueError) as error:
                await refuse_request(connection, change.claim)
                results.append(error)
                continue
            results.append(after)
            if after is not loaded:
                changed[attempt.id] = after
                entries[attempt.id] += after.new_entries
        await attempts.save_all(connection, [loaded.attempt for loaded in changed.values()])
        await journals.append(connection, entries)
        for loaded in changed.values():
            if loaded.just_solved:
                await journals.keep_last_solved(connection, loaded.attempt.player_id)
        return results

    def _with_change(self, loaded: LoadedAttempt, change: _Change) -> LoadedAttempt:
        """The attempt after a change, ready to be stored; the same object if nothing may change."""
        if loaded.solved or loaded.attempt.revealed:
            return loaded
        board, claim = loaded.pad.board, change.claim
        require_seen(board, change.seen, change.actions)
        seconds = seconds_at(loaded.attempt, claim, change.at)
        after = with_actions(loaded, change.actions, change.source, seconds)
        if after.new_entries:
            after = with_surface(after, claim)
        solved = solves(board, after.pad.board)
        after = self._with_updated_record(replace(after, just_solved=solved))
        return replace(after, attempt=attempts.next_revision(after.attempt))

    async def add_help(  # noqa: PLR0913 - independent choices
        self,
        player: int,
        attempt_id: int,
        wanted: Help,
        *,
        board: Board | None = None,
        about: Collection[int] = (),
        another: int = 0,
        claim: Claim | None = None,
    ) -> LoadedAttempt:
        """Count one use of a kind of help, unless the attempt is solved.

        `board` is what the help is about, by default the stored board, `about` its edges as in
        `RegionOrder.with_help`, and `another` says which other hint it is. The same help for the
        same marks is counted once: the result says in `just_counted` whether it was.
        """

        async def count(connection: Connection, loaded: LoadedAttempt) -> LoadedAttempt:
            helped = loaded.pad.board if board is None else board
            charges = Charges.from_text(loaded.attempt.charged)
            if loaded.solved or charges.has_help(helped, wanted, another):
                return loaded
            counted = with_help_counts(loaded, loaded.help_counts.add(wanted))
            counted = with_charges(counted, charges.with_help(helped, wanted, another))
            counted = with_help_place(counted, about)
            return await self._save(connection, replace(counted, just_counted=True))

        return self._with_cached_board(await self._write(player, attempt_id, claim, count))

    async def submit(
        self,
        player: int,
        attempt_id: int,
        board: Board | None = None,
        *,
        claim: Claim | None = None,
    ) -> tuple[LoadedAttempt, Verdict]:
        """Judge the board as a final answer; with `board`, its marks replace those of the attempt.

        A wrong answer counts as a mistake, unless lines are only missing or the same wrong lines
        were submitted just before, as by a double press.
        """

        async def judged(
            connection: Connection, before: LoadedAttempt
        ) -> tuple[LoadedAttempt, Verdict]:
            loaded = before
            if board is not None and not before.solved:
                seconds = seconds_at(before.attempt, claim, self.now())
                loaded = with_surface(with_board(before, board, seconds), claim)
            lines = loaded.pad.board.lines
            verdict = judge(loaded.puzzle, lines)
            if loaded.solved:
                return loaded, verdict
            charges = Charges.from_text(loaded.attempt.charged)
            if verdict.solved:
                loaded = replace(loaded, just_solved=True)
            elif not verdict.unfinished and not charges.has_mistake(lines):
                loaded = with_help_counts(loaded, loaded.help_counts.add_mistake())
                loaded = with_charges(loaded, charges.with_mistake(lines))
            return await self._save(connection, loaded), verdict

        judged_attempt, verdict = await self._write(player, attempt_id, claim, judged)
        return self._with_cached_board(judged_attempt), verdict

    async def record_reveal(
        self, player: int, attempt_id: int, *, claim: Claim | None = None
    ) -> LoadedAttempt:
        """Record that the solution was shown: an unsolved attempt ends and is not ranked."""

        async def reveal(connection: Connection, loaded: LoadedAttempt) -> LoadedAttempt:
            if loaded.solved:
                return loaded
            attempt = replace(loaded.attempt, revealed=True, ranked=False)
            await journals.remove(connection, attempt.id)
            return await self._save(connection, replace(loaded, attempt=attempt))

        return self._with_cached_board(await self._write(player, attempt_id, claim, reveal))

    async def look(self) -> None:
        """Tell viewers what other processes have changed or removed since the last look."""
        watched = self.watchers.watched
        if not watched:
            return
        async with self.database.reading() as connection:
            stored = await attempts.revisions(connection, watched)
            newer = [number for number, seen in watched.items() if stored.get(number, -1) > seen]
            found = [await attempts.get(connection, number) for number in newer]
        for number in watched.keys() - stored.keys():
            self.watchers.end(number)
        for attempt in found:
            if attempt is not None:
                self._publish(await self._load(attempt))

    def forget(self, player: int) -> None:
        """Drop the cached boards of a player whose data is deleted."""
        self._boards.forget(player)

    async def _write(
        self,
        player: int,
        attempt_id: int,
        claim: Claim | None,
        work: Callable[[Connection, LoadedAttempt], Awaitable[Result]],
    ) -> Result:
        """Call `work` in a transaction with an attempt that nothing else changes meanwhile."""

        async def locked(connection: Connection) -> Result:
            await store_claim(connection, claim, self.now())
            attempt = await attempts.get(connection, attempt_id, lock=True)
            loaded = await self._load(require_owner(attempt, player), connection)
            return await work(connection, loaded)

        async with self._locks.setdefault(attempt_id, asyncio.Lock()):
            await self._boards.prepare({attempt_id})
            return await self.database.write(locked)

    async def _load(self, attempt: Attempt, connection: Connection | None = None) -> LoadedAttempt:
        return LoadedAttempt(attempt, await self._boards.load(attempt, connection))

    def _with_cached_board(self, loaded: LoadedAttempt) -> LoadedAttempt:
        """The same attempt, as it is stored; its board is cached, and given to its viewers."""
        loaded = replace(loaded, new_entries="")
        self._boards.keep(loaded.attempt, loaded.pad)
        self._publish(loaded)
        return loaded

    def _publish(self, loaded: LoadedAttempt) -> None:
        self.watchers.publish(loaded.attempt.id, loaded.attempt.revision, loaded)

    async def _save(self, connection: Connection, loaded: LoadedAttempt) -> LoadedAttempt:
        touched = self._with_updated_record(loaded)
        saved = await attempts.save(connection, touched.attempt)
        if not saved.revealed:
            await journals.append(connection, {saved.id: loaded.new_entries})
        if loaded.just_solved:
            await journals.keep_last_solved(connection, saved.player_id)
        return replace(touched, attempt=saved)

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
            order = loaded.regions.solved(loaded.pad.history)
            attempt = replace(attempt, regions=order.to_text())
            attempt = with_solve_time(attempt, loaded.help_counts, now)
        return replace(loaded, attempt=attempt, pad=pad)
