"""What a page asks for, done by the use cases, with the same rules and penalties as in chat.

Hints, checks, lessons and verdicts are JSON values: text, and layers to draw on the board.
"""

import base64
from collections.abc import Mapping
from functools import singledispatchmethod
from typing import Any

from msgspec import Struct

from i18n.localizer import Localizer
from jobs import Drawing
from jobs.teaching import LessonStage
from narrator.checks import Detail
from narrator.narration import Level, Narration
from play.history import Clear, Edit, Redo, Undo
from play.journal import MarkSource
from play.pen import Mode
from puzzle.model import Board, EdgeState
from service.attempts import Attempts
from service.board_links import BoardLinks
from service.boards import Boards, violation_highlights
from service.checks import CheckResult, Checks
from service.course import Course, CourseAction, CoursePage, marks_on
from service.errors import InputError, Problem
from service.generation import Generation, PuzzleOptions
from service.hints import HintResult, Hints
from service.loaded_attempt import LoadedAttempt
from service.preferences import Preferences, choosing
from service.running.interaction_claims import RequestClaim
from service.sharing import Sharing
from service.solutions import Solutions
from solver.explain.explainer import NoStep
from solver.explain.mistakes import CheckOutcome
from store.records import AttemptKind, WebSession
from texts import helping, learning, playing, verdicts
from texts import sharing as sharing_texts
from web.board_data import BoardFeed, difference, layer_values, marks_of
from web.page_requests import (
    LETTERS,
    AskCard,
    AskCheck,
    Asked,
    AskHint,
    AskLesson,
    AskNext,
    AskPart,
    AskSolution,
    ChangeBoard,
    ChooseSettings,
    DrawStroke,
    Judge,
)
from web.plain_text import plain
from web.readers import PageReader

LEVELS = {"nudge": Level.NUDGE, "hint": Level.HINT, "step": Level.STEP}
DETAILS = {"count": Detail.COUNT, "where": Detail.WHERE, "why": Detail.WHY}
EDITS: Mapping[str, Edit] = {"undo": Undo(), "redo": Redo(), "clear": Clear()}


class PageServices(Struct, frozen=True):
    """The use cases of pages."""

    attempts: Attempts
    boards: Boards
    checks: Checks
    course: Course
    generation: Generation
    hints: Hints
    links: BoardLinks
    preferences: Preferences
    sharing: Sharing
    solutions: Solutions


class PageActions:
    """Does what the page of a session, which has its `token`, asks for.

    `feed` knows what the page has.
    """

    def __init__(
        self,
        services: PageServices,
        session: WebSession,
        token: str,
        reader: PageReader,
        feed: BoardFeed,
    ) -> None:
        self._services = services
        self._session = session
        self._token = token
        self._reader = reader
        self._feed = feed
        self._person = session.player_id
        self._attempt = session.attempt_id

    async def do(self, asked: Asked) -> dict[str, Any]:
        """The answer to a request; raises what the use cases raise."""
        return await self._do(asked)

    @singledispatchmethod
    async def _do(self, asked: Asked) -> dict[str, Any]:
        raise NotImplementedError(type(asked).__name__)

    @_do.register
    async def _draw(self, asked: DrawStroke) -> dict[str, Any]:
        loaded = await self._services.attempts.change(
            self._person,
            self._attempt,
            asked.mark,
            seen=asked.seen,
            source=MarkSource.HINT if asked.told else MarkSource.PAGE,
            claim=self._claim(asked),
        )
        return self._feed.update(loaded)

    @_do.register
    async def _edit(self, asked: ChangeBoard) -> dict[str, Any]:
        loaded = await self._services.attempts.change(
            self._person,
            self._attempt,
            EDITS[asked.edit],
            source=MarkSource.PAGE,
            claim=self._claim(asked),
        )
        return self._feed.update(loaded)

    @_do.register
    async def _judge(self, asked: Judge) -> dict[str, Any]:
        loaded, verdict = await self._services.attempts.submit(
            self._person, self._attempt, claim=self._claim(asked)
        )
        update = self._feed.update(loaded)
        if loaded.solved:
            return {**update, "layers": []}
        text = verdicts.verdict_text(
            helping.priced(self._reader.localizer, loaded),
            loaded.puzzle,
            loaded.pad.board.lines,
            verdict,
        )
        view = await self._services.boards.view(
            self._person,
            loaded,
            self._reader.appearance,
            self._language,
            violation_highlights(verdict),
        )
        layers = layer_values(view.drawing.layers)
        return {**update, "judged": {"text": plain(text), "layers": layers}}

    @_do.register
    async def _hint(self, asked: AskHint) -> dict[str, Any]:
        hint = await self._services.hints.give(
            self._person,
            await self._settled(),
            LEVELS[asked.level],
            self._reader.appearance,
            self._language,
            another=asked.another,
            claim=self._claim(asked),
        )
        help_ = hint_value(self._reader.localizer, hint)
        return {**self._feed.update(hint.loaded), "help": help_}

    @_do.register
    async def _check(self, asked: AskCheck) -> dict[str, Any]:
        check = await self._services.checks.give(
            self._person,
            await self._settled(),
            DETAILS[asked.detail],
            self._reader.appearance,
            self._language,
            claim=self._claim(asked),
        )
        help_ = check_value(self._reader.localizer, check)
        return {**self._feed.update(check.loaded), "help": help_}

    @_do.register
    async def _part(self, asked: AskPart) -> dict[str, Any]:
        shown = self._person, await self._settled(), asked.number, self._reader.appearance
        if asked.of == "hint":
            hint = await self._services.hints.give_part(
                *shown, self._language, another=asked.another
            )
            return {"help": hint_value(self._reader.localizer, hint)}
        check = await self._services.checks.give_part(*shown, self._language)
        return {"help": check_value(self._reader.localizer, check)}

    @_do.register
    async def _lesson(self, asked: AskLesson) -> dict[str, Any]:
        loaded = await self._settled()
        if loaded.attempt.kind is not AttemptKind.LEARN:
            raise InputError(Problem.NO_SUCH_BOARD)
        page = await self._services.course.act(
            self._person,
            self._attempt,
            CourseAction.TELL if asked.shown else CourseAction.SHOW,
            marks_on(loaded),
            self._reader.appearance,
            self._language,
        )
        return {"help": lesson_value(self._reader.localizer, page)}

    @_do.register
    async def _reveal(self, asked: AskSolution) -> dict[str, Any]:
        """The solution, never of a live daily: chat asks before, and tells what that costs."""
        loaded = await self._settled()
        if self._services.solutions.is_live(loaded):
            raise InputError(Problem.LIVE_ON_PAGE)
        revealed = await self._services.solutions.reveal(
            self._person,
            loaded,
            self._reader.appearance,
            self._language,
            claim=self._claim(asked),
        )
        update = self._feed.update(revealed.loaded)
        board = revealed.answer.board
        return update if board is None else {**update, "solution": marks_of(board)}

    @_do.register
    async def _card(self, asked: AskCard) -> dict[str, Any]:
        shared = await self._services.sharing.share(
            self._person,
            self._attempt,
            self._reader.appearance.theme,
            clock=self._reader.localizer.clock,
            claim=self._claim(asked),
        )
        picture = base64.b64encode(shared.png).decode()
        return {
            "card": f"data:image/png;base64,{picture}",
            "alt": sharing_texts.card_alt(self._reader.localizer, shared.card, loop=shared.open),
            "text": plain(sharing_texts.shared(self._reader.localizer, shared.card)),
        }

    @_do.register
    async def _next(self, asked: AskNext) -> dict[str, Any]:
        """The token of a session for another board like this one, or the next of the course."""
        token = await self._services.links.follow(
            self._token, self._person, self._claim(asked), self._open_next
        )
        return {"token": token}

    @_do.register
    async def _choose(self, asked: ChooseSettings) -> dict[str, Any]:
        await self._services.preferences.change(
            self._person, choosing(asked.settings), claim=self._claim(asked)
        )
        return {}

    async def _open_next(self) -> int:
        """Open another board like this one, or the next of the course; its ID."""
        loaded = await self._settled()
        if loaded.attempt.kind is AttemptKind.LEARN:
            return (await self._services.course.open(self._person)).attempt.id
        like = await self._services.boards.stored_puzzle(loaded.attempt.puzzle_id)
        stored = await self._services.generation.generate(self._person, PuzzleOptions.like(like))
        opened = await self._services.boards.open(self._person, stored, AttemptKind.ENDLESS)
        return opened.attempt.id

    @property
    def _language(self) -> str:
        return self._reader.localizer.language

    async def _settled(self) -> LoadedAttempt:
        return await self._services.attempts.settled(self._person, self._attempt)

    def _claim(self, asked: Asked) -> RequestClaim:
        return RequestClaim(self._session.hash, asked.s, asked.n)


def hint_value(localizer: Localizer, hint: HintResult) -> dict[str, Any]:
    """A hint."""
    found = hint.found
    cost = helping.cost(localizer, hint.loaded, hint.counted, repeated=hint.repeated)
    title = localizer.say(helping.LEVEL_TITLES[hint.level])
    return _help(title, found.narration, found.drawing, hint.loaded.pad.board) | {
        "marks": _mark_values(found.states),
        "cost": plain(cost),
        "parts": found.parts,
        "part": hint.part or 0,
        "another": hint.another,
        "next": hint.next_number,
        "wrong": found.missing is NoStep.WRONG_MARKS,
        "missing": found.missing is not None,
    }


def check_value(localizer: Localizer, check: CheckResult) -> dict[str, Any]:
    """A check of the marks."""
    found = check.found
    cost = helping.cost(localizer, check.loaded, check.counted, repeated=check.repeated)
    title = localizer.say(helping.CHECK_TITLE)
    return _help(title, found.narration, found.drawing, check.loaded.pad.board) | {
        "marks": [],
        "cost": plain(cost),
        "parts": found.parts,
        "part": check.part or 0,
        "wrong": found.outcome is CheckOutcome.WRONG,
    }


def lesson_value(localizer: Localizer, page: CoursePage) -> dict[str, Any]:
    """A lesson of the course."""
    lesson = page.lesson
    title, text = learning.title_and_text(localizer, lesson)
    praise, how = learning.praise_text(localizer, lesson), ""
    if learning.needs_crosses(lesson):
        how = localizer.say(learning.CROSSES, cross=localizer.say(playing.MODES[Mode.CROSS]))
    return {
        "title": plain(title),
        "text": plain("\n".join(filter(None, (praise, text, how)))),
        "layers": layer_values(lesson.drawing.layers),
        "shown": [],
        "marks": _mark_values(lesson.states),
        "do": learning.do_button(localizer, lesson),
        "show": learning.show_button(localizer, lesson),
        "cost": "",
        "parts": 0,
        "part": 0,
        "wrong": lesson.stage is LessonStage.MISTAKE,
        "asks": not lesson.shown and lesson.stage is not LessonStage.SOLVED,
    }


def _help(title: str, narration: Narration, drawing: Drawing, board: Board) -> dict[str, Any]:
    """The text of a narration, the layers of its picture, and marks that differ in it."""
    heading = title if narration.title is None else f"{title}{narration.colon}{narration.title}"
    sentences = [*narration.sentences]
    if narration.conclusion is not None:
        sentences.append(narration.conclusion)
    shown = drawing.board or board
    return {
        "title": heading,
        "text": "\n".join(sentences),
        "layers": layer_values(drawing.layers),
        "shown": difference(marks_of(board), marks_of(shown)),
    }


def _mark_values(states: Mapping[int, EdgeState]) -> list[tuple[int, str]]:
    return [(edge, LETTERS[state]) for edge, state in sorted(states.items())]
