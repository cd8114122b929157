"""The guided first puzzle: lessons on a board until its loop is closed."""

from enum import Enum
from functools import partial

from msgspec import Struct

from jobs.playing import Drawing
from jobs.teaching import Lesson, LessonRequest, find_lesson
from play.history import Mark, Undo
from play.journal import OWN, Journal, MarkSource
from puzzle.model import Board
from puzzle.notation import format_puzzle, parse_loopy
from puzzle.symmetry import images
from service.errors import InputError, Problem
from service.playing.attempts import Attempts
from service.playing.drawing import draw
from service.playing.loaded_attempt import LoadedAttempt
from service.running.readers import Reader
from store import attempts, journals, puzzles
from store.database import Database
from store.records import AttemptKind, StoredPuzzle, UnsavedPuzzle
from store.transaction import Connection
from workers.pool import Priority, WorkPool

COURSE = "5x5:02a2312a3a11b3b3a3a2c"
"""A puzzle whose walkthrough begins with the rules of clues and dots, then comes to two 3s."""


class CourseAction(Enum):
    """An action of a learner; `TELL` asks for the answer, or why a mark is wrong, `WAYS` for both
    ways in its picture."""

    SHOW = "show"
    TELL = "tell"
    WAYS = "ways"
    DO = "do"
    UNDO = "undo"


class CoursePage(Struct, frozen=True):
    """The next lesson on a board; `blank` is a picture of the empty board, if it has no mark."""

    loaded: LoadedAttempt
    lesson: Lesson
    blank: Drawing | None = None


class Course(Struct, eq=False):
    """Opens and advances people's courses; lessons are computed in a worker pool."""

    database: Database
    pool: WorkPool
    attempts: Attempts

    async def open(self, reader: Reader) -> LoadedAttempt:
        """A person's course board. After finishing it, they get the puzzle in another orientation.

        After all eight orientations the board stays finished. Raises `AlreadyClaimed` if another
        handler has claimed the interaction.
        """
        stored = await self.database.write(partial(_next_puzzle, reader.person))
        return await self.attempts.open(reader, stored, AttemptKind.LEARN)

    async def page(self, reader: Reader, loaded: LoadedAttempt) -> CoursePage:
        """The next lesson on a board; before the first mark also with the empty board."""
        lesson = await self._lesson(reader, loaded)
        if any(loaded.pad.board.marks):
            return CoursePage(loaded, lesson)
        blank = await draw(self.pool, reader, loaded.pad.board, labelled=True)
        return CoursePage(loaded, lesson, blank)

    async def lesson(
        self, reader: Reader, loaded: LoadedAttempt, *, shown: bool = False, ways: bool = False
    ) -> CoursePage:
        """The lesson on a board, with praise for the last change; `shown`: with its answer."""
        action = CourseAction.TELL if shown else CourseAction.SHOW
        action = CourseAction.WAYS if ways else action
        return CoursePage(loaded, await self._lesson(reader, loaded, action))

    async def act(
        self, reader: Reader, attempt: int, action: CourseAction, marks: int
    ) -> CoursePage:
        """Apply a learner's action and return the next lesson.

        The action is ignored unless the board still has `marks` marks, as it had when the button
        was made. Raises `AlreadyClaimed` if another handler has claimed the interaction.
        """
        loaded = await self.attempts.settled(reader.person, attempt)
        changes = action in {CourseAction.DO, CourseAction.UNDO}
        if changes and marks == marks_on(loaded):
            change: Mark | Undo = Undo()
            if action is CourseAction.DO:
                change = Mark((await self._lesson(reader, loaded)).states)
            loaded = await self.attempts.change(reader, attempt, change, source=MarkSource.HINT)
        lesson = await self._lesson(reader, loaded, action)
        return CoursePage(loaded, lesson)

    async def _lesson(
        self, reader: Reader, loaded: LoadedAttempt, action: CourseAction = CourseAction.DO
    ) -> Lesson:
        """The lesson after an action: answered after TELL and WAYS; only SHOW praises the last
        change.

        Raises `InputError` for a board of no course.
        """
        if loaded.attempt.kind is not AttemptKind.LEARN:
            raise InputError(Problem.NO_SUCH_BOARD)
        request = LessonRequest(
            loaded.pad.board,
            reader.labelled,
            reader.language,
            shown=action in {CourseAction.TELL, CourseAction.WAYS},
            ways=action is CourseAction.WAYS,
            before=await self._before(loaded) if action is CourseAction.SHOW else None,
        )
        return await self.pool.run(
            find_lesson, request, person=reader.person, priority=Priority.QUICK
        )

    async def _before(self, loaded: LoadedAttempt) -> Board | None:
        """The board before the last change, if that was the learner's own and can be undone."""
        if not loaded.pad.done:
            return None
        text = await self.database.read(journals.get, loaded.attempt.id)
        sources = [entry.source for entry in Journal(text or "").entries()]
        return loaded.pad.history.undo().board if sources and sources[-1] in OWN else None


async def _next_puzzle(person: int, connection: Connection) -> StoredPuzzle:
    """The first orientation that the person has not finished, or else the last one; stores it.

    Raises `RuntimeError` if the puzzle has no orientation, which is a programming error.
    """
    course, stored = parse_loopy(COURSE), None
    for image in dict.fromkeys(images(course)):
        new = UnsavedPuzzle(format_puzzle(image, "loopy"), course.canonical_key)
        stored = await puzzles.add(connection, new)
        attempt = await attempts.find(connection, person, stored.id)
        if attempt is None or (attempt.solved_at is None and not attempt.revealed):
            break
    if stored is None:
        raise RuntimeError("a puzzle has an image")
    return stored


def marks_on(loaded: LoadedAttempt) -> int:
    """The number of marks on a board; a button uses it to detect that the board has changed."""
    return len(loaded.pad.board.lines) + len(loaded.pad.board.crosses)
