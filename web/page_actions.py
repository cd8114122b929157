"""What a page asks for, done by the use cases, with the same rules and penalties as in chat.

Hints, checks, lessons and verdicts are JSON values: text, and layers to draw on the board.
"""

import base64
from collections.abc import Iterable, Mapping
from functools import singledispatchmethod
from typing import Any

from msgspec.structs import replace

from i18n.localizer import Localizer
from jobs.playing import Drawing
from jobs.teaching import LessonStage
from narrator.checks import Detail
from narrator.narration import Narration
from play.history import Clear, DrawRest, Edit, Redo, Trial, Undo
from play.journal import MarkSource
from play.pen import Mode
from puzzle.model import Board, EdgeState
from service.boards import WITHOUT_PEN, violation_highlights
from service.checks import CheckResult
from service.course import CoursePage
from service.errors import InputError, Problem
from service.generation import PuzzleOptions
from service.help_offers import HelpOffer
from service.hints import HintResult
from service.loaded_attempt import LoadedAttempt
from service.preferences import choosing
from service.races import RaceEntry
from service.reviews import ReviewResult
from service.running.interaction_claims import RequestClaim, unless_repeated
from service.services import Services
from store.records import AttemptKind, StoredPuzzle, WebSession
from texts import board_page, helping, learning, playing, reviewing, verdicts
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
    AskPicture,
    AskRace,
    AskReplay,
    AskReview,
    AskSolution,
    ChangeBoard,
    ChooseSettings,
    DrawStroke,
    Judge,
    ShadeSome,
)
from web.plain_text import plain
from web.readers import PageReader

MAX_REPLAY = 1024 * 1024
"""Maximum size of an animation in bytes."""
EDITS: Mapping[str, Edit] = {
    "undo": Undo(),
    "redo": Redo(),
    "clear": Clear(),
    "begin": Trial.BEGIN,
    "keep": Trial.KEEP,
    "take-back": Trial.TAKE_BACK,
    "rest": DrawRest(),
}


class PageActions:
    """Does what the page of a session, which has its `token`, asks for.

    `feed` knows what the page has.
    """

    def __init__(
        self,
        services: Services,
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
    async def _shade(self, asked: ShadeSome) -> dict[str, Any]:
        loaded = await self._services.attempts.change(
            self._person,
            self._attempt,
            asked.action,
            source=MarkSource.PAGE,
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
            asked.level,
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
            asked.detail,
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
        page = await self._services.course.lesson(
            self._person, loaded, self._reader.appearance, self._language, shown=asked.shown
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
        return {
            "card": data_url(shared.png),
            "alt": sharing_texts.card_alt(self._reader.localizer, shared.card, loop=shared.open),
            "text": plain(sharing_texts.shared(self._reader.localizer, shared.card)),
        }

    @_do.register
    async def _review(self, asked: AskReview) -> dict[str, Any]:
        del asked
        localizer = self._reader.localizer
        result = await self._services.reviews.review(
            self._person,
            self._attempt,
            self._reader.appearance,
            self._language,
            clock=localizer.clock,
        )
        return {"review": review_value(localizer, result)}

    @_do.register
    async def _replay(self, asked: AskReplay) -> dict[str, Any]:
        del asked
        say, appearance = self._reader.localizer.say, self._reader.appearance
        moving = await self._services.reviews.replay(
            self._person, self._attempt, appearance, self._language, MAX_REPLAY
        )
        if moving is None:
            return {"told": say(reviewing.TOO_LONG)}
        title = say(reviewing.REPLAY_TITLE)
        return {"picture": _picture_value(title, moving.gif, moving.alt, "gif")}

    @_do.register
    async def _picture(self, asked: AskPicture) -> dict[str, Any]:
        del asked
        loaded = await self._settled()
        appearance = replace(self._reader.appearance, layered=False)
        view = await self._services.boards.view(
            self._person, loaded, appearance, self._language, WITHOUT_PEN
        )
        title = self._reader.localizer.say(board_page.LABELS["picture"])
        return {"picture": _picture_value(title, view.drawing.png, view.drawing.alt, "png")}

    @_do.register
    async def _next(self, asked: AskNext) -> dict[str, Any]:
        """The token of a session for another board like this one, or the next of the course."""
        token = await self._services.board_links.follow(
            self._token, self._person, self._claim(asked), self._open_next
        )
        return {"token": token}

    @_do.register
    async def _race(self, asked: AskRace) -> dict[str, Any]:
        """Join the race that waits in the channel, or invite to one on a puzzle like this one.

        Its message is in the channel, where it is begun and all get their boards.
        """
        place = await self._services.activities.place_of(self._session)
        if place is None:
            raise InputError(Problem.RACE_UNSEEN)
        entry, claim = RaceEntry(self._person, self._language), self._claim(asked)
        waiting = await self._services.races.waiting_in(place.channel)
        if waiting is None:
            await self._services.races.require_allowed(self._person, place.server)
            puzzle = await self._like(await self._settled())
            racing = self._services.races.create_race(entry, puzzle, place, claim=claim)
        else:
            racing = self._services.races.join_race(entry, waiting.race.id, claim=claim)
        await unless_repeated(claim, racing)
        return {"told": self._reader.localizer.say(board_page.RACE_WAITS)}

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
        stored = await self._like(loaded)
        opened = await self._services.boards.open(self._person, stored, AttemptKind.ENDLESS)
        return opened.attempt.id

    async def _like(self, loaded: LoadedAttempt) -> StoredPuzzle:
        """A new puzzle like that of a board."""
        like = await self._services.boards.stored_puzzle(loaded.attempt.puzzle_id)
        return await self._services.generation.generate(self._person, PuzzleOptions.like(like))

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
        "offers": _offer_values(localizer, hint.offers),
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
        "offers": _offer_values(localizer, check.offers),
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


def review_value(localizer: Localizer, result: ReviewResult) -> dict[str, Any]:
    """A review: its counts, and each moment as a text with layers and marks that differ."""
    drawn = marks_of(result.loaded.pad.board)
    moments = [
        {
            "text": plain(reviewing.moment(localizer, moment, number)),
            "layers": layer_values(moment.drawing.layers),
            "shown": difference(drawn, marks_of(moment.drawing.board or result.loaded.pad.board)),
        }
        for number, moment in enumerate(result.found.moments, 1)
    ]
    return {"text": plain(reviewing.summary(localizer, result.found)), "moments": moments}


def data_url(picture: bytes, kind: str = "png") -> str:
    """A picture as an address."""
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"


def _picture_value(title: str, picture: bytes, alt: str, kind: str) -> dict[str, str]:
    return {"title": title, "src": data_url(picture, kind), "alt": alt}


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


def _offer_values(localizer: Localizer, offers: Iterable[HelpOffer]) -> list[dict[str, Any]]:
    """Buttons for further help: the label, and the request that the page sends."""
    return [{"text": helping.offer_label(localizer, each), "ask": _ask(each)} for each in offers]


def _ask(offer: HelpOffer) -> dict[str, Any]:
    if isinstance(offer.asked, Detail):
        return {"do": "check", "detail": offer.asked.value}
    return {"do": "hint", "level": offer.asked.value, "another": offer.another}


def _mark_values(states: Mapping[int, EdgeState]) -> list[tuple[int, str]]:
    return [(edge, LETTERS[state]) for edge, state in sorted(states.items())]
