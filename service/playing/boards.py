"""Boards that people play: opens, lists and draws them, and parses submitted moves."""

from collections.abc import Sequence
from datetime import date
from enum import Enum, auto

from msgspec import Struct
from msgspec.structs import replace

from jobs.playing import Drawing
from jobs.reading import (
    AnswerRequest,
    MessageTexts,
    PastedText,
    ReadPuzzle,
    ReadRequest,
    read_answer,
)
from jobs.solving import OutcomeRequest, find_outcome
from play.calendar import is_open
from play.history import Shade
from play.pen import Pad
from play.tracks import Track, tracks_of
from play.verdict import Verdict
from puzzle.bounds import Bounds
from puzzle.model import Board, Puzzle
from puzzle.notation import format_puzzle
from puzzle.rules import Capability, require
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from service.dailies.dailies import Dailies
from service.dailies.streaks import Streaks
from service.errors import InputError, NotYours, Problem, SecretPuzzle
from service.playing.attempts import Attempts
from service.playing.drawing import draw
from service.playing.loaded_attempt import LoadedAttempt
from service.playing.solving import read_texts
from service.running.clock import Clock
from service.running.interaction_claims import store_claim
from service.running.quotas import Quotas
from service.running.readers import Reader
from service.running.secrets import Secrets
from solver.report import Limits, Outcome
from store import attempts, dailies, puzzles
from store.database import Database
from store.records import (
    Attempt,
    AttemptKind,
    BoardSummary,
    DailyRecord,
    StoredPuzzle,
    UnsavedPuzzle,
)
from store.transaction import Connection
from workers.pool import Priority, WorkPool

SOLVABILITY_LIMITS = Limits(seconds=None, propagations=3_000_000)
"""Search limits for checking whether a pasted puzzle has a solution."""
MAX_LISTED_BOARDS = 5
"""Maximum number of unfinished boards that are listed, most recently used first."""


class Remark(Enum):
    """A remark about a pasted puzzle, shown before it is played."""

    IS_A_DAILY = auto()
    """The puzzle is one of today's dailies and is opened as that daily."""
    SEVERAL_SOLUTIONS = auto()
    """The puzzle has more than one solution."""


class OpenedBoard(Struct, frozen=True):
    """An opened board, with a remark about its puzzle if there is one, and how it was read."""

    loaded: LoadedAttempt
    remark: Remark | None = None
    found: ReadPuzzle | None = None


class BoardView(Struct, frozen=True):
    """A board with its picture, whose labels name the dots if `dots`, otherwise the cells.

    `streak` is in days, 0 unless the attempt is ranked.
    """

    loaded: LoadedAttempt
    drawing: Drawing
    streak: int = 0
    dots: bool = False


class DailyPlace(Struct, frozen=True):
    """One of today's dailies, and the person's attempt at it, None if there is none.

    `size` is that of its puzzle, as its ID begins; None while it is not generated.
    """

    track: Track
    attempt: Attempt | None
    size: str | None = None


class Overview(Struct, frozen=True):
    """What a person can play: the dailies of a day, and their other unfinished boards."""

    day: date
    dailies: Sequence[DailyPlace]
    boards: Sequence[BoardSummary]


class Boards(Struct, eq=False, kw_only=True):
    """Opens, lists and draws boards; `Attempts` changes what is on them.

    Methods that store something claim the request of their reader for it, and raise
    `AlreadyClaimed` if another handler has claimed it.
    """

    database: Database
    pool: WorkPool
    attempts: Attempts
    dailies: Dailies
    secrets: Secrets
    streaks: Streaks
    quotas: Quotas
    bounds: Bounds
    play_bounds: Bounds
    now: Clock

    async def open(
        self,
        reader: Reader,
        target: StoredPuzzle | DailyRecord,
        kind: AttemptKind,
        *,
        shown: bool = True,
    ) -> LoadedAttempt:
        """Open a person's board of a puzzle, created if needed.

        Its clock starts when it is `shown`: now, or when the person first finds it. In a server,
        the person joins its leaderboards.
        """
        return await self.attempts.open(reader, target, kind, joins=True, shown=shown)

    async def open_daily(
        self, reader: Reader, day: date, track: Track, *, shown: bool = True
    ) -> LoadedAttempt:
        """Open a person's board of a daily; raises the errors of `Dailies.find`."""
        daily, _ = await self.dailies.find(day, track)
        kind = AttemptKind.DAILY if is_open(day, self.now()) else AttemptKind.ARCHIVE
        return await self.open(reader, daily, kind, shown=shown)

    async def open_stored(
        self, reader: Reader, number: int, *, shown: bool = True
    ) -> LoadedAttempt:
        """Open a person's board of the puzzle with an ID; raises `NotYours` if there is none."""
        stored = await self.stored_puzzle(number)
        kind = AttemptKind.PASTED if stored.seed is None else AttemptKind.ENDLESS
        return await self.open(reader, stored, kind, shown=shown)

    async def open_pasted(
        self, reader: Reader, source: Puzzle | PastedText | MessageTexts
    ) -> OpenedBoard:
        """Open a person's board of a puzzle that they provide.

        A puzzle that is one of today's dailies, even turned or mirrored, is opened as that daily,
        so that no person gets help on a copy first. Raises `SecretPuzzle` for another secret,
        `InputError` for a puzzle without clues or without a solution, and when the person has used
        up their puzzles of the day; `PuzzleError` for text that is no puzzle, and `NothingFound`
        for a message without one.
        """
        if isinstance(source, Puzzle):
            puzzle, found = source, None
        else:
            found = await self.read(reader.person, source)
            puzzle = found.puzzle
        try:
            remark = await self._remark(reader.person, puzzle)
        except SecretPuzzle as kept:
            day, track = kept.secret.day, kept.secret.track
            if day is None or track is None or kept.secret.kind == "coming":
                raise
            loaded = await self.open_daily(reader, day, Track(track))
            return OpenedBoard(loaded, Remark.IS_A_DAILY, found)
        stored = await self.store_puzzle(reader, puzzle)
        loaded = await self.open(reader, stored, AttemptKind.PASTED)
        return OpenedBoard(loaded, remark, found)

    async def read(self, person: int, source: PastedText | MessageTexts) -> ReadPuzzle:
        """The puzzle in a text or message; raises `InputError` for a puzzle without clues."""
        found = await read_texts(self.pool, person, ReadRequest(source, self.play_bounds))
        if not found.puzzle.clue_cells:
            raise InputError(Problem.NO_CLUES)
        return found

    async def store_puzzle(self, reader: Reader, puzzle: Puzzle) -> StoredPuzzle:
        """Store a puzzle that a person provides.

        Raises `InputError` beyond their daily quota, `RulesError` for rules that boards lack, and
        `SecretPuzzle`.
        """
        require(puzzle, Capability.PLAY)
        await self.secrets.require_none(puzzle)
        await self.quotas.count_puzzle(reader)
        new = UnsavedPuzzle(format_puzzle(puzzle, "loopy"), puzzle.canonical_key)

        async def add(connection: Connection) -> StoredPuzzle:
            await store_claim(connection, reader.claim, self.now())
            return await puzzles.add(connection, new)

        return await self.database.write(add)

    async def stored_puzzle(self, number: int) -> StoredPuzzle:
        """The puzzle with an ID; raises `NotYours` if there is none."""
        stored = await self.database.read(puzzles.get, number)
        if stored is None:
            raise NotYours
        return stored

    async def current(self, person: int) -> LoadedAttempt:
        """The unfinished board that a person used last; raises `InputError` if there is none."""
        newest = await self.unfinished(person, 2)  # one may be unreadable
        if not newest:
            raise InputError(Problem.NO_BOARD_OPEN)
        return await self.attempts.find(person, newest[0].id)

    async def unfinished(self, person: int, limit: int) -> Sequence[BoardSummary]:
        """At most `limit` unfinished boards of a person, most recently used first."""
        return await self.database.read(attempts.unfinished, person, limit)

    async def overview(self, person: int) -> Overview:
        """Today's dailies and the person's other unfinished boards."""
        day = self.dailies.today()
        async with self.database.reading() as connection:
            sizes = await dailies.sizes(connection, day)
            places = [
                DailyPlace(
                    track,
                    await attempts.of_daily(connection, person, day, track.value),
                    sizes.get(track.value),
                )
                for track in tracks_of(day)
            ]
            begun = await attempts.unfinished(connection, person, MAX_LISTED_BOARDS + len(Track))
        others = [board for board in begun if board.day != day][:MAX_LISTED_BOARDS]
        return Overview(day, places, others)

    async def read_moves(self, person: int, puzzle: Puzzle, text: str) -> Board:
        """The board drawn by moves or a pasted loop; raises `PuzzleError`."""
        request = AnswerRequest(text, puzzle, self.bounds)
        return await self.pool.run(read_answer, request, person=person, priority=Priority.QUICK)

    async def view(
        self,
        reader: Reader,
        loaded: LoadedAttempt,
        shown: Highlights | None = None,
        *,
        pen: bool = True,
    ) -> BoardView:
        """A board with its picture, for the person who plays it.

        `shown` are the highlights; by default, while the board is unfinished, the person's own
        notes and the dot of the pen, if it is shown. Then clues that have their lines are dimmed
        too, if the appearance says so.
        """
        playing = not loaded.is_over
        if shown is None:
            shown = own_notes(loaded.pad, pen=pen) if playing else Highlights()
        shown = replace(shown, dim_satisfied=playing and reader.appearance.dim)
        drawing = await draw(self.pool, reader, loaded.pad.board, shown, labelled=playing)
        streak = await self.streaks.of_attempt(loaded.attempt)
        return BoardView(loaded, drawing, streak, reader.appearance.dots)

    async def _remark(self, person: int, puzzle: Puzzle) -> Remark | None:
        """The remark about a pasted puzzle, if any; raises `InputError` if it has no solution."""
        request = OutcomeRequest(puzzle, SOLVABILITY_LIMITS)
        found = await self.pool.run(find_outcome, request, person=person)
        if found.outcome is Outcome.NONE:
            raise InputError(Problem.NO_SOLUTION)
        return Remark.SEVERAL_SOLUTIONS if found.outcome is Outcome.MULTIPLE else None


WITHOUT_PEN = NO_HIGHLIGHTS
"""What is shown of a board whose picture is for others: not even the pen."""


def violation_highlights(verdict: Verdict, pen: int | None = None) -> Highlights:
    """Highlights of the violations that the verdict names, and of the dot of the pen."""
    violations = verdict.shown
    return Highlights(
        conflict_cells=frozenset(each.cell for each in violations if each.cell is not None),
        conflict_dots=frozenset(each.dot for each in violations if each.dot is not None),
        conflict_edges=frozenset(edge for each in violations for edge in each.edges),
        cursor=pen,
    )


def own_notes(pad: Pad, *, pen: bool) -> Highlights:
    """Highlights of what a player has noted on a board, and of the dot of the pen."""
    history = pad.history
    shades = {shade: set[int]() for shade in Shade}
    for cell, shade in enumerate(history.shades):
        shades[shade].add(cell)
    return Highlights(
        inside_cells=frozenset(shades[Shade.INSIDE]),
        outside_cells=frozenset(shades[Shade.OUTSIDE]),
        tried=frozenset(history.levels),
        cursor=pad.pen if pen else None,
    )
