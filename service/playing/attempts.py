"""Attempts at puzzles: opens them, applies actions, judges answers and stores the results.

Each change reads, changes and saves its attempt in one transaction that locks the attempt, so
concurrent presses lose nothing. Within one process, changes of an attempt are applied in the order
in which they arrive, also if their callers are cancelled. Boards are parsed before such a
transaction, and cached (`service.running.board_cache`).

A change stores the claim of its reader in its transaction. If that was claimed before, nothing is
changed and `AlreadyClaimed` is raised. The request of a change that fails is claimed as well: it is
refused however often it comes.

Viewers of an attempt get each change that this process stores at once (`service.running.watching`),
and those of other processes at the next `look`, which compares revisions.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import timedelta
from functools import partial
from types import MappingProxyType

from msgspec.structs import replace

from play.charges import Charges
from play.clock import Help
from play.journal import Journal, MarkSource
from play.pen import Action
from play.race import COUNTDOWN
from play.saving import to_text
from play.verdict import Verdict, judge, solves
from puzzle.model import Board, EdgeState
from service.playing.loaded_attempt import (
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
from service.playing.pars import Pars
from service.running.board_cache import BoardCache
from service.running.clock import Clock
from service.running.interaction_claims import claimed, unless_repeated
from service.running.ordered_tasks import OrderedTasks
from service.running.readers import Reader, begin_change
from service.running.watching import Watchers
from store import attempts, journals, outbox, players
from store.database import Database
from store.records import Attempt, AttemptKind, DailyRecord, LockedAttempt, StoredPuzzle
from store.transaction import Connection

MAX_UNFINISHED = 100
"""Maximum number of stored unfinished boards of a person, besides dailies and the course; a new one
replaces the one used longest ago."""
SOLVERS_WAIT = timedelta(seconds=20)
"""How long after a solve the messages of a puzzle show its solvers."""
REPLACEABLE = frozenset({AttemptKind.PASTED, AttemptKind.ENDLESS, AttemptKind.ARCHIVE})
"""The boards that new ones replace: nothing that is ranked or counted depends on them."""


class Attempts:
    """Reads and changes the attempts in a database; `now` gives the current time."""

    def __init__(self, database: Database, now: Clock) -> None:
        self.database = database
        self.now = now
        self.watchers = Watchers[LoadedAttempt]()
        self._tasks = OrderedTasks()
        self._boards = BoardCache(database)
        self.pars = Pars(database, now)

    async def open(
        self,
        reader: Reader,
        target: StoredPuzzle | DailyRecord,
        kind: AttemptKind,
        *,
        joins: bool = False,
        shown: bool = True,
    ) -> LoadedAttempt:
        """The player's attempt at a puzzle, created if needed, which starts its clock if `shown`.

        With `joins`, the player joins the leaderboards of the server where they are. Beyond
        `MAX_UNFINISHED` unfinished boards, a new one that is no daily replaces the one that the
        player used longest ago.
        """
        now = self.now()

        async def begin(connection: Connection) -> Attempt:
            await begin_change(connection, reader, now)
            attempt = await attempts.begin(connection, reader.person, target, kind, now)
            if attempt.shown_at is None:
                begun = replace(attempt, shown_at=now if shown else None, touched_at=now)
                attempt = await attempts.save(connection, begun)
                if kind in REPLACEABLE:
                    await attempts.remove_unfinished(
                        connection, reader.person, REPLACEABLE, MAX_UNFINISHED
                    )
            if joins and reader.server is not None:
                await players.join(connection, reader.person, reader.server)
            return attempt

        return await self.loaded(await self.database.write(begin))

    async def find(self, player: int, attempt_id: int) -> LoadedAttempt:
        """An attempt of a player, who sees it now: that starts its clock if it does not run.

        Raises `NotYours` if it does not exist or is another player's.
        """

        async def show(connection: Connection) -> Attempt:
            found = await attempts.get(connection, attempt_id, lock=True)
            attempt = require_owner(found, player)
            shown = replace(attempt, shown_at=attempt.shown_at or self.now())
            return await attempts.save(connection, shown)

        attempt = require_owner(await self.database.read(attempts.get, attempt_id), player)
        if attempt.shown_at is None:
            attempt = await self.database.write(show)
        return await self._begun(attempt)

    async def find_on(self, player: int, puzzle_id: int) -> LoadedAttempt | None:
        """A player's attempt at a puzzle; None if there is none."""
        attempt = await self.database.read(attempts.find, player, puzzle_id)
        return None if attempt is None else await self._begun(attempt)

    async def _begun(self, attempt: Attempt) -> LoadedAttempt:
        """An attempt once its clock runs: nobody sees the board of a race before its countdown."""
        left = (attempt.shown_at or attempt.begun_at) - self.now()
        await asyncio.sleep(max(0.0, min(left, COUNTDOWN).total_seconds()))
        return await self.loaded(attempt)

    async def settled(self, player: int, attempt_id: int) -> LoadedAttempt:
        """An attempt after all changes that this process has accepted for it so far.

        Raises `NotYours` if it does not exist or is another player's.
        """
        return await self._tasks.run(attempt_id, partial(self.find, player, attempt_id))

    async def change(
        self,
        reader: Reader,
        attempt_id: int,
        *actions: Action,
        seen: Mapping[int, EdgeState] = MappingProxyType({}),
        source: MarkSource | None = None,
    ) -> LoadedAttempt:
        """Apply actions to the board and store it; solving the puzzle stops the clock.

        The journal tells `source`, by default that of the actions. `seen` are marks that the player
        saw; raises `MarksChanged` if one of them is now neither this nor what it is to be. Raises
        `NotYours`, and `InputError` and `PuzzleError` for what is not on the board.
        """
        at = self.now()

        async def changed(connection: Connection, loaded: LoadedAttempt) -> LoadedAttempt:
            board = loaded.pad.board
            require_seen(board, seen, actions)
            seconds = seconds_at(loaded.attempt, reader.claim, at)
            after = with_actions(loaded, actions, source, seconds)
            if after.new_entries:
                after = with_surface(after, reader.claim)
            solved = solves(board, after.pad.board)
            return await self._save(connection, replace(after, just_solved=solved))

        return await self._write(reader, attempt_id, changed)

    async def add_help(  # noqa: PLR0913 - independent choices
        self,
        reader: Reader,
        attempt_id: int,
        wanted: Help,
        *,
        board: Board | None = None,
        about: Collection[int] = (),
        another: int = 0,
    ) -> LoadedAttempt:
        """Count one use of a kind of help.

        `board` is what the help is about, by default the stored board, `about` its edges as in
        `RegionOrder.with_help`, and `another` says which other hint it is. For the same marks the
        dearest help is counted: the result says in `just_counted` how many seconds this one adds.
        """

        async def count(connection: Connection, loaded: LoadedAttempt) -> LoadedAttempt:
            helped = loaded.pad.board if board is None else board
            charges = Charges.from_text(loaded.attempt.charged)
            before = charges.dearest(helped, wanted, another)
            added = wanted.penalty - (before.penalty if before else 0)
            if added <= 0:
                return loaded
            counted = with_help_counts(loaded, loaded.help_counts.add(wanted, before))
            counted = with_charges(counted, charges.with_help(helped, wanted, another))
            counted = with_help_place(counted, about)
            return await self._save(connection, replace(counted, just_counted=added))

        return await self._write(reader, attempt_id, count)

    async def submit(
        self, reader: Reader, attempt_id: int, board: Board | None = None
    ) -> tuple[LoadedAttempt, Verdict]:
        """Judge the board as a final answer; with `board`, its marks replace those of the attempt.

        A wrong answer counts as a mistake, unless lines are only missing or the same wrong lines
        were submitted just before, as by a double press.
        """

        async def judged(connection: Connection, before: LoadedAttempt) -> LoadedAttempt:
            loaded = before
            if board is not None:
                seconds = seconds_at(before.attempt, reader.claim, self.now())
                loaded = with_surface(with_board(before, board, seconds), reader.claim)
            lines = loaded.pad.board.lines
            verdict = judge(loaded.puzzle, lines)
            charges = Charges.from_text(loaded.attempt.charged)
            if verdict.solved:
                loaded = replace(loaded, just_solved=True)
            elif not verdict.unfinished and not charges.has_mistake(lines):
                loaded = with_help_counts(loaded, loaded.help_counts.add_mistake())
                loaded = with_charges(loaded, charges.with_mistake(lines))
            return await self._save(connection, loaded)

        after = await unless_repeated(reader.claim, self._write(reader, attempt_id, judged))
        if after is None:
            after = await self.settled(reader.person, attempt_id)
        return after, judge(after.puzzle, after.pad.board.lines)

    async def record_reveal(self, reader: Reader, attempt_id: int) -> LoadedAttempt:
        """Record that the solution was shown: an unsolved attempt ends and is not ranked."""

        async def reveal(connection: Connection, loaded: LoadedAttempt) -> LoadedAttempt:
            attempt = replace(loaded.attempt, revealed=True, ranked=False)
            await journals.remove(connection, attempt.id)
            return await self._save(connection, replace(loaded, attempt=attempt))

        return await self._write(reader, attempt_id, reveal)

    async def look(self) -> None:
        """Tell viewers what other processes have changed or removed since the last look."""
        await self.watchers.look(
            self.database, "attempts", attempts.revisions, attempts.get, self.loaded
        )

    def forget(self, player: int) -> None:
        """Drop the cached boards of a player whose data is deleted."""
        self._boards.forget(player)

    async def _write(
        self,
        reader: Reader,
        attempt_id: int,
        work: Callable[[Connection, LoadedAttempt], Awaitable[LoadedAttempt]],
    ) -> LoadedAttempt:
        """Call `work` in a transaction with an attempt that nothing else changes meanwhile.

        An attempt that is over stays as it is. `work` raises errors of use cases and puzzles before
        it stores anything.
        """

        async def locked(connection: Connection) -> LoadedAttempt:
            attempt = await attempts.get(connection, attempt_id, lock=True)
            loaded = await self.loaded(require_owner(attempt, reader.person), connection)
            return loaded if loaded.is_over else await work(connection, loaded)

        async def stored() -> LoadedAttempt:
            await self._boards.prepare(attempt_id)
            changed = await claimed(self.database, reader.claim, self.now(), locked)
            return self._with_cached_board(changed)

        return await self._tasks.run(attempt_id, stored)

    async def loaded(self, attempt: Attempt, connection: Connection | None = None) -> LoadedAttempt:
        """A stored attempt with its board, read in a transaction if one is given."""
        pad = await self._boards.load(attempt, connection)
        par = await self.pars.of(attempt, pad.board.puzzle, connection)
        if isinstance(attempt, LockedAttempt):
            link, settings = attempt.link, attempt.settings
            return LoadedAttempt(attempt.plain, pad, par=par, link=link, settings=settings)
        return LoadedAttempt(attempt, pad, par=par)

    def _with_cached_board(self, loaded: LoadedAttempt) -> LoadedAttempt:
        """The same attempt, as it is stored; its board is cached, and given to its viewers."""
        loaded = replace(loaded, new_entries="")
        self._boards.keep(loaded.attempt, loaded.pad)
        self.watchers.publish(loaded.attempt.id, loaded.attempt.revision, loaded)
        return loaded

    async def _save(self, connection: Connection, loaded: LoadedAttempt) -> LoadedAttempt:
        touched = self._with_updated_record(loaded)
        saved = await attempts.save(connection, touched.attempt)
        if not saved.revealed:
            await journals.append(connection, saved.id, loaded.new_entries)
        if loaded.just_solved:
            await journals.mark_unread(connection, saved.id)
            await journals.keep_last_solved(connection, saved.player_id)
            due = self.now() + SOLVERS_WAIT
            if saved.day is not None:
                await outbox.change_daily(connection, saved.player_id, saved.day, due)
            else:
                await outbox.change_published(connection, saved.puzzle_id, due)
        par = await (
            self.pars.of_solved(connection, saved, loaded.puzzle)
            if loaded.just_solved
            else self.pars.of(saved, loaded.puzzle, connection)
        )
        return replace(touched, attempt=saved, par=par)

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
            last = [each.source for each in Journal(loaded.new_entries).entries()][-1:]
            is_drawn = last == [MarkSource.PAGE]
            order = loaded.regions.solved(loaded.pad.history, is_drawn=is_drawn)
            attempt = replace(attempt, regions=order.to_text())
            attempt = with_solve_time(attempt, loaded.help_counts, now)
        return replace(loaded, attempt=attempt, pad=pad)
