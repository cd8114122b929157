"""Help on a board of several people: asked for by one, and told to all, who see the same."""

from contextlib import suppress
from functools import partial
from typing import Any

from cachetools import LRUCache
from msgspec import Struct, convert, field, to_builtins
from msgspec.structs import replace

from jobs.playing import Drawing, HintRequest
from jobs.reading import PastedText
from narrator.checks import Detail
from narrator.narration import Level
from play.history import History
from play.pen import Pad
from play.saving import read_states
from play.together import HelpAsked
from puzzle.model import Board
from puzzle.notation import format_loopy
from renderer.highlights import Highlights
from service.errors import InputError, Problem, SecretPuzzle
from service.helping.checks import CheckResult, Checks
from service.helping.hints import HintResult, Hints
from service.playing.drawing import draw
from service.playing.loaded_attempt import LoadedAttempt
from service.playing.solving import Solving
from service.playing.together import Merged, SharedBoard, TogetherBoards
from service.running.ordered_tasks import OrderedTasks
from service.running.readers import Reader
from store.records import Attempt, AttemptKind
from workers.errors import TimedOut
from workers.pool import WorkPool

MAX_CACHED = 64
"""Maximum number of answers that are kept, for those who are told them later."""


class HelpWanted(Struct, frozen=True, omit_defaults=True):
    """A hint at a level, or a check; `part` and `ways` are of an argument that was told.

    `another` is how many hints to pass over.
    """

    level: Level | None = None
    detail: Detail | None = None
    another: int = 0
    part: int | None = None
    ways: bool = False


class CommonHelp(Struct, eq=False):
    """Finds what people on a board of several ask for; it costs nothing there."""

    pool: WorkPool
    together: TogetherBoards
    hints: Hints
    checks: Checks
    solving: Solving
    _finding: OrderedTasks = field(default_factory=OrderedTasks)
    _found: LRUCache[Any, Any] = field(default_factory=lambda: LRUCache(MAX_CACHED))

    async def ask(self, reader: Reader, number: int, wanted: HelpWanted) -> Merged:
        """Ask for help on a board, which all there are told."""
        return await self.together.ask(reader, number, to_builtins(wanted))

    async def tell(
        self, reader: Reader, shared: SharedBoard, number: int
    ) -> tuple[int, HintResult | CheckResult]:
        """What was asked for last, with who asked; the entry of that has a number.

        Raises `InputError` once something else was asked for.
        """
        asked = shared.marks.asked
        if asked is None or asked[0] != number:
            raise InputError(Problem.BOARD_CHANGED)
        find = partial(self._find, reader, shared, asked[1], number)
        return asked[1].member, await self._finding.run(shared.board.id, find)

    async def solution(self, reader: Reader, shared: SharedBoard) -> Board | None:
        """The solution of a board that has ended unsolved; None if none is found in time.

        Raises `SecretPuzzle` if the puzzle has become one.
        """
        found = self._found.get(shared.board.id)
        if found is None:
            layered = replace(reader.appearance, layered=True)
            request = self.solving.request(
                replace(reader, appearance=layered), PastedText(format_loopy(shared.puzzle))
            )
            answer = await self.solving.solve(request, reader.person)
            if answer.index is None:
                return None
            found = self._found[shared.board.id] = answer.board
        return found

    async def draw_picture(
        self, reader: Reader, shared: SharedBoard, pen: int | None = None
    ) -> Drawing:
        """The picture of a board, in the end in the colours of those who drew its lines.

        With a `pen`, it shows that dot. Once the board was given up, it shows the solution, as far
        as that may be told.
        """
        board, tops = shared.drawn, shared.marks.tops() if shared.is_over else {}
        if shared.board.revealed:
            with suppress(SecretPuzzle, TimedOut):
                board = await self.solution(reader, shared) or board
        lines = board.lines.intersection(shared.drawn.lines, tops)
        drawn_by = tuple((edge, tops[edge].member) for edge in sorted(lines))
        shown = Highlights(drawn_by=drawn_by, cursor=None if shared.is_over else pen)
        whole = replace(reader, appearance=replace(reader.appearance, layered=False))
        return await draw(self.pool, whole, board, shown, labelled=True)

    async def _find(
        self, reader: Reader, shared: SharedBoard, asked: HelpAsked, number: int
    ) -> HintResult | CheckResult:
        """What was asked for, found once for all who read it alike and ask at the same time."""
        key = shared.board.id, number, reader.language, reader.labelled
        if (found := self._found.get(key)) is None:
            found = self._found[key] = await self._help(reader, shared, asked)
        return found

    async def _help(
        self, reader: Reader, shared: SharedBoard, asked: HelpAsked
    ) -> HintResult | CheckResult:
        wanted = convert(asked.wanted, HelpWanted)
        marks = read_states(asked.marks, len(shared.puzzle.grid.edge_dots))
        loaded = nobodys(shared, Pad(History(Board(shared.puzzle, marks))))
        if wanted.detail is not None:
            check = await self.checks.uncounted(reader, loaded, wanted.detail, wanted.part)
            return CheckResult(loaded, wanted.detail, check, None)
        level = wanted.level or Level.NUDGE
        another, part, ways = shown = wanted.another, wanted.part, wanted.ways
        request = HintRequest(loaded.pad.board, level, another=another, part=part, ways=ways)
        found = await self.hints.uncounted(reader, loaded, request)
        return HintResult(loaded, level, found, None, 0, *shown)


def nobodys(shared: SharedBoard, pad: Pad) -> LoadedAttempt:
    """A board of several people as an attempt of nobody, for which help adds nothing, and tells
    nothing once the puzzle is a secret."""
    begun = shared.board.begun_at
    attempt = Attempt(0, 0, 0, AttemptKind.LEARN, begun, begun)
    return LoadedAttempt(attempt, pad)
