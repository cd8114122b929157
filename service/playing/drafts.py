"""Drafts: puzzles that people enter, or mend after they were read from a picture.

A draft is a board whose clues are set one after the other, in chat or on its page. Of changes of a
cell at the same time the last one counts; no change of another cell is lost.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Literal, TypeAlias

from msgspec import Struct, convert, field, to_builtins
from msgspec.structs import replace

from jobs.constructing import ClueQuestion
from jobs.playing import Drawing, GoOnAnswer, GoOnRequest, Wanted, go_on
from jobs.reading import MessageTexts, PastedText, PictureRequest, read_picture
from jobs.solving import RateRequest, rate_puzzle
from play.history import Mark
from puzzle.bounds import Bounds
from puzzle.clue_lines import read_clue_lines
from puzzle.clue_rows import Clue
from puzzle.drawn_marks import DraftMarks, DrawnMarks
from puzzle.errors import PuzzleError
from puzzle.grid import SQUARE, Grid, GridKey, square_grid
from puzzle.model import Board, Puzzle
from puzzle.notation import format_loopy, format_rows, parse_loopy, parse_rows, play_address
from puzzle.rules import PLAIN, Capability, Rules, require
from puzzle.tilings.catalogue import TILINGS, build_grid
from renderer.highlights import Highlights
from scanner.errors import TOO_MUCH_WORK, PictureError
from scanner.values import UNLIKELY, PictureReading, are_in_doubt
from service.errors import InputError, NotYours, Problem, SecretPuzzle
from service.generating.generation import parse_sides
from service.playing.boards import Boards, OpenedBoard, Remark
from service.playing.constructing import Constructing
from service.playing.drawing import draw
from service.running.clock import Clock
from service.running.interaction_claims import Claim, store_claim
from service.running.ordered_tasks import OrderedTasks
from service.running.readers import Reader, begin_change
from solver.constructing import Consequences, Told
from solver.generate.spec import FULL_SIZES, SIZES
from solver.rating import NotRated, Rating
from store import attempts, drafts, players
from store.database import Database
from store.records import Attempt, DraftRecord
from store.transaction import Connection
from workers.errors import OutOfMemory, TimedOut, WorkerLost
from workers.pool import Priority, WorkPool

MAX_DRAFTS = 5
"""Maximum number of stored drafts of a person; a new one replaces the one used longest ago."""
SHORTEST_SIDE = 3
"""Minimum side of an empty draft, in cells."""

OPEN: Literal["?"] = "?"
"""Stands for a clue that is still to come, as in the editor of puzz.link."""
SetClue: TypeAlias = Clue | Literal["?"]
"""What a cell may be set to."""
Turn = Literal["right", "left", "half", "mirror", "flip"]
_Rows: TypeAlias = Sequence[Sequence[int]]
TURNS: Mapping[Turn, Callable[[_Rows], _Rows]] = MappingProxyType(
    {
        "right": lambda rows: [*zip(*rows[::-1], strict=True)],
        "left": lambda rows: [*zip(*rows, strict=True)][::-1],
        "half": lambda rows: [row[::-1] for row in rows[::-1]],
        "mirror": lambda rows: [row[::-1] for row in rows],
        "flip": lambda rows: rows[::-1],
    }
)
"""How the rows of a board are turned, or mirrored from left to right or from top to bottom."""


class PuzzleDraft(Struct, frozen=True):
    """A puzzle that a person enters or mends.

    - `doubts`: the cells whose clue is not certain, in order;
    - `open`: the blank cells whose clue is still to come, in order;
    - `remarks`: what is told of its picture;
    - `pictured`: whether it was read from a picture;
    - `revision`: how often it was changed;
    - `marks`: the lines and crosses that are drawn on it;
    - `asked`: the edges whose marks the person is asked about;
    - `original`: the address of the picture from which it was read, at Discord.

    The last two are not stored.
    """

    id: int
    player_id: int
    puzzle: Puzzle
    doubts: tuple[int, ...] = ()
    open: tuple[int, ...] = ()
    remarks: tuple[str, ...] = ()
    pictured: bool = False
    revision: int = 0
    marks: DraftMarks = DraftMarks()
    asked: frozenset[int] = frozenset()
    original: str = ""

    @classmethod
    def of(cls, stored: DraftRecord) -> PuzzleDraft:
        """The draft of a stored row."""
        doubts, opened, remarks = list[int](), list[int](), list[str]()
        for word in stored.doubts:
            if word.isdecimal():
                doubts.append(int(word))
            elif word.startswith(OPEN):
                opened.append(int(word.removeprefix(OPEN)))
            else:
                remarks.append(word)
        puzzle, marks = parse_loopy(stored.notation), convert(stored.marks, DraftMarks)
        told = tuple(doubts), tuple(opened), tuple(remarks), stored.pictured, stored.revision
        return cls(stored.id, stored.player_id, puzzle, *told, marks)

    @property
    def board(self) -> Board:
        """The puzzle with its marks."""
        return self.marks.on(self.puzzle)

    @property
    def in_doubt(self) -> bool:
        """Whether a clue is not certain, or whether this is the whole board."""
        return are_in_doubt(self.doubts, self.remarks)

    def with_clues(
        self, clues: Mapping[int, SetClue], certain: Collection[int] = ()
    ) -> PuzzleDraft:
        """The draft with other clues in some cells, which are certain then, as others may be too.

        Raises `PuzzleError` for a clue that its cell cannot have, and a cell that is none.
        """
        if any(not 0 <= cell < len(self.puzzle.clues) for cell in clues):
            raise PuzzleError("no such cell")
        opened = {cell for cell, clue in clues.items() if clue == OPEN}
        given = {cell: clue for cell, clue in clues.items() if clue != OPEN}
        given |= dict.fromkeys(opened)
        new = tuple(given.get(cell, clue) for cell, clue in enumerate(self.puzzle.clues))
        ended = {*clues, *certain}
        return replace(
            self,
            puzzle=replace(self.puzzle, clues=new),
            doubts=tuple(cell for cell in self.doubts if cell not in ended),
            open=tuple(sorted(opened.union(self.open) - given.keys() | opened)),
            remarks=tuple(remark for remark in self.remarks if remark != UNLIKELY),
        )

    def moved(self, grid: Grid, cells: Sequence[int | None]) -> PuzzleDraft:
        """The draft without marks on another grid, each of whose cells has what one had here."""
        clues = tuple(None if cell is None else self.puzzle.clues[cell] for cell in cells)
        places = {cell: place for place, cell in enumerate(cells)}
        doubts, opened = (
            tuple(sorted(places[cell] for cell in some if cell in places))
            for some in (self.doubts, self.open)
        )
        puzzle = replace(self.puzzle, grid=grid, clues=clues)
        return replace(self, puzzle=puzzle, doubts=doubts, open=opened, marks=DraftMarks())

    def turned(self, turn: Turn) -> PuzzleDraft:
        """The draft turned or mirrored; raises `PuzzleError` unless its cells are squares."""
        if not self.puzzle.grid.is_square:
            raise PuzzleError("only boards of squares can be turned")
        rows, cols = self.puzzle.grid.rows, self.puzzle.grid.cols
        new = TURNS[turn]([range(row * cols, (row + 1) * cols) for row in range(rows)])
        return self.moved(square_grid(len(new), len(new[0])), [cell for row in new for cell in row])


class CopiedTexts(Struct, frozen=True):
    """The texts of a puzzle to copy: its ID, its rows, and its address on puzz.link."""

    id: str
    rows: str
    address: str


class Drafts(Struct, eq=False):
    """Stores, counts, draws and plays drafts; boards are within `bounds`.

    Methods that store something claim the request of their reader, and raise `AlreadyClaimed` if
    another handler has claimed it. They raise `NotYours` for a draft that does not exist any
    more or is another person's.
    """

    database: Database
    pool: WorkPool
    boards: Boards
    bounds: Bounds
    now: Clock
    constructing: Constructing
    _changes: OrderedTasks = field(default_factory=OrderedTasks)

    async def begin_empty(
        self,
        reader: Reader,
        size: str | None = None,
        tiling: str = SQUARE,
        rules: Rules = PLAIN,
    ) -> PuzzleDraft:
        """A new draft without clues, of a size as `parse_sides` reads it.

        Raises `InputError` for another text, and for a board of squares that is too large or too
        small; `SizeError` for others, and `PuzzleError` for rules that they do not have.
        """
        usual = FULL_SIZES if rules.variant.visits_every_dot else SIZES[tiling]
        grid = self._grid(size or usual.usual, tiling)
        puzzle = Puzzle(grid, (None,) * len(grid.cells), rules)
        return await self.begin_draft(reader, PictureReading(puzzle))

    def _grid(self, size: str, tiling: str) -> Grid:
        cols, rows = parse_sides(size)
        longest = self.bounds.max_side
        if tiling != SQUARE:
            TILINGS[tiling].check(rows, cols, self.bounds)
        elif not all(SHORTEST_SIDE <= side <= longest for side in (cols, rows)):
            values = {"size": f"{cols}x{rows}", "shortest": SHORTEST_SIDE, "longest": longest}
            raise InputError(Problem.SIZE_OUT_OF_RANGE, values)
        grid = build_grid(GridKey(tiling, rows, cols))
        self.bounds.check_edges(f"{cols}x{rows}", len(grid.edge_dots))
        return grid

    async def begin_draft(
        self, reader: Reader, read: PictureReading, *, pictured: bool = False
    ) -> PuzzleDraft:
        """A new draft of what was read from a picture, or of what is known for certain.

        Raises `SizeError` for a puzzle that is out of bounds.
        """
        grid, marks = read.puzzle.grid, DraftMarks.read(read.marks, sure=read.recognised)
        if grid.is_square:
            self.bounds.check(grid.rows, grid.cols)
        now, words = self.now(), _words(read.doubts, (), read.remarks)
        told = words, pictured, now, now, 0, to_builtins(marks, order="deterministic")
        new = DraftRecord(0, reader.person, format_loopy(read.puzzle), *told)

        async def add(connection: Connection) -> DraftRecord:
            await begin_change(connection, reader, now)
            await players.ensure(connection, reader.person, now)
            return await drafts.create(connection, new, MAX_DRAFTS)

        return PuzzleDraft.of(await self.database.write(add))

    async def begin_text(
        self, reader: Reader, source: PastedText | MessageTexts, moves: str | None = None
    ) -> PuzzleDraft:
        """A new draft of the puzzle in a text, on any tiling, for a hint.

        Its marks are those of the text, or `moves`. Raises the errors of `Boards.read` and
        `Boards.read_moves`, and `RulesError` for rules that hints do not know.
        """
        board = (await self.boards.read(reader.person, source)).board
        require(board.puzzle, Capability.HINTS)
        if moves is not None:
            board = await self.boards.read_moves(reader.person, board.puzzle, moves)
        marks = DrawnMarks(board.lines, board.crosses)
        read = PictureReading(board.puzzle, recognised=True, marks=marks)
        return await self.begin_draft(reader, read)

    async def read_picture(
        self, reader: Reader, fetch: Callable[[], Awaitable[bytes]]
    ) -> PictureReading:
        """What is read from a picture.

        The picture is fetched when a worker is free for it, and not stored. Raises `PuzzleError`
        with the reason when no board can be read.
        """

        async def request() -> PictureRequest:
            return PictureRequest(await fetch())

        try:
            return await self.pool.run(
                read_picture, request, person=reader.person, priority=Priority.LONG
            )
        except (OutOfMemory, TimedOut, WorkerLost):
            raise PictureError(TOO_MUCH_WORK) from None

    async def get(self, person: int, draft: int) -> PuzzleDraft:
        """A draft of a person."""
        return _own(await self.database.read(drafts.get, draft), person)

    async def set_clues(
        self,
        reader: Reader,
        draft: int,
        clues: Mapping[int, SetClue],
        *,
        certain: Collection[int] = (),
        size: str = "",
    ) -> PuzzleDraft:
        """Set the clues of some cells, which are certain then, as are the cells in `certain`.

        Raises `PuzzleError` for a cell or clue that the board does not have, and if its size is
        not the one that is given.
        """

        return await self._change(
            reader, draft, lambda before: _of_size(before, size).with_clues(clues, certain)
        )

    async def resize(self, reader: Reader, draft: int, to: str, *, size: str = "") -> PuzzleDraft:
        """Give a draft another size; clues whose places are on the new board stay there.

        Raises the errors of `begin_empty`, and `PuzzleError` if its size is not the one given.
        """

        def change(before: PuzzleDraft) -> PuzzleDraft:
            old = _of_size(before, size).puzzle.grid
            grid = self._grid(to, old.tiling)
            at = {_place(mean): cell for cell, mean in enumerate(old.cell_means)}
            return before.moved(grid, [at.get(_place(mean)) for mean in grid.cell_means])

        return await self._change(reader, draft, change)

    async def turn(self, reader: Reader, draft: int, turn: Turn, *, size: str = "") -> PuzzleDraft:
        """Turn or mirror a draft; raises `PuzzleError` if its size is not the one given."""
        return await self._change(reader, draft, lambda before: _of_size(before, size).turned(turn))

    async def type_clues(
        self, reader: Reader, draft: int, text: str
    ) -> tuple[PuzzleDraft, tuple[PuzzleError, ...]]:
        """Set clues as lines of a text tell them, and return what is wrong with other lines.

        A text without names of cells is read as all rows of the board, also of another size.
        """
        problems = list[PuzzleError]()

        def change(before: PuzzleDraft) -> PuzzleDraft:
            problems.clear()
            if any(char.isalpha() for char in text):
                found = read_clue_lines(before.puzzle.grid, text)
                problems.extend(found.errors)
                return before.with_clues(found.clues)
            try:
                if not before.puzzle.grid.is_square:
                    raise PuzzleError("rows are for boards of squares")
                puzzle = replace(parse_rows(text, self.bounds), rules=before.puzzle.rules)
            except PuzzleError as error:
                problems.append(error)
                return before
            marks = before.marks if puzzle.grid == before.puzzle.grid else DraftMarks()
            cleared = replace(before, doubts=(), open=(), remarks=())
            return replace(cleared, puzzle=puzzle, marks=marks)

        return await self._change(reader, draft, change), tuple(problems)

    async def put_away(self, reader: Reader, draft: int) -> None:
        """Remove a draft; nothing if it is removed already."""

        async def remove(connection: Connection) -> None:
            await store_claim(connection, reader.claim, self.now())
            await drafts.remove(connection, reader.person, draft)

        await self.database.write(remove)

    async def follow(self, draft: PuzzleDraft) -> tuple[PuzzleDraft, Consequences]:
        """How many solutions a draft has, and the edges that have the same state in all of them.

        It is the draft with its last clues, if others were set meanwhile. Raises `SecretPuzzle`.
        """
        number, person = draft.id, draft.player_id
        while (found := await self.constructing.follow(number, draft.puzzle, person)) is None:
            draft = await self.get(person, number)
        return draft, found

    async def ask(
        self,
        draft: PuzzleDraft,
        question: ClueQuestion,
        *,
        cell: int | None = None,
        pairs: bool = False,
    ) -> Told:
        """The answer to a question about the clues of a draft; raises `SecretPuzzle`.

        Raises `PuzzleError` for a cell that is none.
        """
        if cell is not None and not 0 <= cell < len(draft.puzzle.clues):
            raise PuzzleError("no such cell")
        return await self.constructing.ask(
            draft.id, draft.puzzle, draft.player_id, question, cell=cell, pairs=pairs
        )

    async def rate(self, draft: PuzzleDraft) -> Rating | NotRated:
        """The rating of a draft, or why it has none; raises `SecretPuzzle`, and `RulesError`."""
        rated = await self.pool.run(
            rate_puzzle, RateRequest(draft.puzzle), person=draft.player_id, priority=Priority.LONG
        )
        return rated.found

    async def draw(self, reader: Reader, draft: PuzzleDraft) -> Drawing:
        """The picture of a draft with its marks, whose cells have names.

        Cells in doubt have frames, and edges that are asked about.
        """
        shown = Highlights(doubts=frozenset(draft.doubts), edge_doubts=draft.asked)
        return await draw(self.pool, reader, draft.board, shown, labelled=True)

    async def go_on(
        self, reader: Reader, draft: PuzzleDraft, wanted: Wanted
    ) -> GoOnAnswer | Attempt:
        """The next step from the marks of a draft, which gets those of the answer.

        Who has an unfinished board of the puzzle, or of the secret that it is a copy of, gets that,
        where hints have their price. Raises `SecretPuzzle` for others.
        """
        if own := await self._unfinished(reader.person, draft.puzzle):
            return own
        told = not draft.in_doubt, reader.labelled, reader.language
        request = GoOnRequest(draft.puzzle, draft.marks, wanted, *told)
        try:
            found = await self.pool.run(go_on, request, person=reader.person)
        except SecretPuzzle as kept:
            if own := await self._unfinished(reader.person, parse_loopy(kept.secret.notation)):
                return own
            raise
        if found.marks != draft.marks:
            same = draft.revision
            new = partial(replace, marks=found.marks)
            await self._change(reader, draft.id, lambda it: new(it) if it.revision == same else it)
        return found

    async def _unfinished(self, person: int, puzzle: Puzzle) -> Attempt | None:
        return await self.database.read(attempts.unfinished_copy, person, puzzle.canonical_key)

    async def open_draft(
        self, reader: Reader, draft: PuzzleDraft, *, marked: bool = False
    ) -> OpenedBoard:
        """Open the person's board of the puzzle, as `Boards.open_pasted` does.

        With `marked`, it gets the marks of the draft, unless it is a daily.
        """
        _require_clues(draft)
        opened = await self.boards.open_pasted(reader, draft.puzzle)
        if not marked or opened.remark is Remark.IS_A_DAILY:
            return opened
        marks, number = Mark(dict(enumerate(draft.board.marks))), opened.loaded.attempt.id
        return replace(opened, loaded=await self.boards.attempts.change(reader, number, marks))

    async def _change(
        self, reader: Reader, number: int, change: Callable[[PuzzleDraft], PuzzleDraft]
    ) -> PuzzleDraft:
        """Change a draft; changes of it in this process are made in order."""
        change_it = partial(self._change_now, reader, number, change)
        return await self._changes.run(number, change_it)

    async def _change_now(
        self, reader: Reader, number: int, change: Callable[[PuzzleDraft], PuzzleDraft]
    ) -> PuzzleDraft:
        while True:  # until no other process has changed it since it was read
            before = await self.get(reader.person, number)
            new = change(before)
            if await self.database.write(partial(self._save, before, new, reader.claim)):
                return replace(new, revision=before.revision + 1)

    async def _save(
        self, before: PuzzleDraft, new: PuzzleDraft, claim: Claim | None, connection: Connection
    ) -> bool:
        await store_claim(connection, claim, self.now())
        values = {
            "notation": format_loopy(new.puzzle),
            "doubts": _words(new.doubts, new.open, new.remarks),
            "marks": to_builtins(new.marks, order="deterministic"),
            "touched_at": self.now(),
        }
        return await drafts.save(connection, before.id, before.revision, values)


def copied_texts(puzzle: Puzzle) -> CopiedTexts:
    """The texts of a puzzle to copy; there are rows of squares with the plain rules only."""
    rows = format_rows(puzzle) if puzzle.grid.is_square and puzzle.rules.is_plain else ""
    return CopiedTexts(format_loopy(puzzle), rows, play_address(puzzle))


def _words(
    doubts: Collection[int], opened: Collection[int], remarks: Collection[str]
) -> tuple[str, ...]:
    """The doubts, the open cells and the remarks of a draft as they are stored."""
    return (*map(str, sorted(doubts)), *(f"{OPEN}{cell}" for cell in opened), *remarks)


def _of_size(draft: PuzzleDraft, size: str) -> PuzzleDraft:
    """The draft; raises `PuzzleError` if a size is given that it does not have."""
    if size not in {"", draft.puzzle.size}:
        raise PuzzleError("the board has another size now")
    return draft


def _place(mean: tuple[float, float]) -> tuple[int, int]:
    """The place of a cell, for comparing those of two boards."""
    return round(16 * mean[0]), round(16 * mean[1])


def _own(stored: DraftRecord | None, person: int) -> PuzzleDraft:
    if stored is None or stored.player_id != person:
        raise NotYours
    return PuzzleDraft.of(stored)


def _require_clues(draft: PuzzleDraft) -> None:
    if not draft.puzzle.clue_cells:
        raise InputError(Problem.NO_CLUES)
