"""What a page asks for, done by the use cases, with the same rules and penalties as in chat.

Hints, checks, lessons and verdicts are JSON values: text, and layers to draw on the board.
"""

import base64
from collections.abc import Iterable, Mapping
from functools import cached_property, singledispatchmethod
from typing import Any

from msgspec.structs import replace

from i18n.localizer import Localizer
from i18n.messages import Message
from jobs.playing import Drawing
from jobs.teaching import LessonStage
from narrator.checks import Detail
from play.journal import MarkSource
from play.pen import Mode
from play.race import RacePhase
from play.ranking import Period
from play.tracks import BEGINNERS_TRACK, Track
from puzzle.model import EdgeState
from puzzle.regions import HELP_SIGN
from service.dailies.leaderboards import LeaderboardQuery
from service.errors import InputError, Problem
from service.generating.generation import PuzzleOptions
from service.helping.checks import CheckResult
from service.helping.help_offers import HelpOffer
from service.helping.hints import HintResult
from service.helping.reviews import ReviewResult
from service.learning.course import CoursePage
from service.people.preferences import choosing
from service.playing.boards import WITHOUT_PEN, violation_highlights
from service.playing.loaded_attempt import LoadedAttempt
from service.running.interaction_claims import unless_repeated
from service.running.readers import Reader
from store.records import AttemptKind
from texts import board_page, boards, course, helping, leaderboards, reviews, verdicts
from texts import sharing as sharing_texts
from web.answers import FollowedContent
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
    AskRanking,
    AskReplay,
    AskReview,
    AskSolution,
    AskTogether,
    ChangeBoard,
    ChooseSettings,
    DrawStroke,
    InvalidRequest,
    Judge,
    PostCard,
    ShadeSome,
)
from web.plain_text import plain

MAX_REPLAY = 1024 * 1024
"""Maximum size of an animation in bytes."""


class PageActions(FollowedContent[LoadedAttempt], eq=False, dict=True):
    """Does what the page of a board asks for."""

    @cached_property
    def feed(self) -> BoardFeed:
        """What the page has."""
        return BoardFeed(self.reader.localizer, self.services.attempts.now)

    @singledispatchmethod
    async def _do(self, asked: Asked, _: Reader) -> dict[str, Any]:
        raise InvalidRequest(type(asked).__name__)

    @_do.register
    async def _change(
        self, asked: DrawStroke | ShadeSome | ChangeBoard, reader: Reader
    ) -> dict[str, Any]:
        is_told = isinstance(asked, DrawStroke) and asked.told
        loaded = await self.services.attempts.change(
            reader,
            self.number,
            asked.change,
            seen=asked.seen if isinstance(asked, DrawStroke) else {},
            source=MarkSource.HINT if is_told else MarkSource.PAGE,
        )
        return self.feed.update(loaded)

    @_do.register
    async def _judge(self, _: Judge, reader: Reader) -> dict[str, Any]:
        loaded, verdict = await self.services.attempts.submit(reader, self.number)
        update = self.feed.update(loaded)
        if loaded.solved:
            return {**update, "layers": []}
        text = verdicts.verdict_text(
            helping.priced(reader.localizer, loaded),
            loaded.puzzle,
            loaded.pad.board.lines,
            verdict,
        )
        view = await self.services.boards.view(reader, loaded, violation_highlights(verdict))
        layers = layer_values(view.drawing.layers)
        return {**update, "judged": {"text": plain(text), "layers": layers}}

    @_do.register
    async def _hint(self, asked: AskHint, reader: Reader) -> dict[str, Any]:
        hint = await self.services.hints.give(
            reader, await self._settled(), asked.level, another=asked.another
        )
        help_ = hint_value(reader.localizer, hint)
        return {**self.feed.update(hint.loaded), "help": help_}

    @_do.register
    async def _check(self, asked: AskCheck, reader: Reader) -> dict[str, Any]:
        check = await self.services.checks.give(reader, await self._settled(), asked.detail)
        help_ = check_value(reader.localizer, check)
        return {**self.feed.update(check.loaded), "help": help_}

    @_do.register
    async def _part(self, asked: AskPart, reader: Reader) -> dict[str, Any]:
        shown, hints = (reader, await self._settled(), asked.number), self.services.hints
        if asked.of == "ways":
            hint = await hints.give_part(*shown, another=asked.another, ways=True)
            return ways_picture(reader.localizer, hint.found.drawing)
        if asked.of == "hint":
            hint = await hints.give_part(*shown, another=asked.another)
            return {"help": hint_value(reader.localizer, hint)}
        check = await self.services.checks.give_part(*shown)
        return {"help": check_value(reader.localizer, check)}

    @_do.register
    async def _lesson(self, asked: AskLesson, reader: Reader) -> dict[str, Any]:
        wanted = {"shown": asked.shown, "ways": asked.ways}
        page = await self.services.course.lesson(reader, await self._settled(), **wanted)
        if asked.ways:
            return ways_picture(reader.localizer, page.lesson.drawing)
        return {"help": lesson_value(reader.localizer, page)}

    @_do.register
    async def _reveal(self, _: AskSolution, reader: Reader) -> dict[str, Any]:
        """The solution, never of a live daily: chat asks before, and tells what that costs."""
        loaded = await self._settled()
        if self.services.solutions.is_live(loaded):
            raise InputError(Problem.LIVE_ON_PAGE)
        revealed = await self.services.solutions.reveal(reader, loaded)
        update = self.feed.update(revealed.loaded)
        board = revealed.answer.board
        return update if board is None else {**update, "solution": marks_of(board)}

    @_do.register
    async def _card(self, _: AskCard, reader: Reader) -> dict[str, Any]:
        shared = await self.services.sharing.result(reader, self.number)
        note = reader.localizer.say(sharing_texts.NUMBERS, sign=HELP_SIGN)
        return {
            "card": data_url(shared.png),
            "alt": sharing_texts.card_alt(reader.localizer, shared.card, loop=shared.open),
            "text": plain(sharing_texts.shared(reader.localizer, shared.card)),
            "note": note if max(shared.card.regions.ranks, default=0) > 1 else "",
            "posts": reader.server is not None,
        }

    @_do.register
    async def _post(self, asked: PostCard, reader: Reader) -> dict[str, Any]:
        """Post the card where the page came from, as chat does by a press there."""
        place = await self.services.activities.place_of(reader, self.session, asked.told)
        await self.services.sharing.post(reader, self.number, place)
        return {"told": reader.localizer.say(sharing_texts.POSTED)}

    @_do.register
    async def _ranking(self, asked: AskRanking, reader: Reader) -> dict[str, Any]:
        attempt, members = (await self._settled()).attempt, self.services.members
        if reader.server is None and asked.told is not None:
            server, person = asked.told[0], reader.person
            is_there = (await members.names(server, [person])).get(person)
            reader = replace(reader, server=server if is_there else None)
        if not attempt.ranked or attempt.day is None or not reader.localizer.clock:
            return {}
        query = LeaderboardQuery(
            Track(attempt.track), Period.DAY, attempt.day, reader.server is not None
        )
        found = await self.services.leaderboards.read(reader, query)
        lines = leaderboards.board_text(reader.localizer, found, private=True)
        own = leaderboards.own_text(reader.localizer, found, private=True)
        shown = [line.player_id for line in found.lines]
        names = await members.names(reader.server, shown) if reader.server else {}
        return {"ranking": plain("\n".join(filter(None, (lines, own))), names)}

    @_do.register
    async def _review(self, _: AskReview, reader: Reader) -> dict[str, Any]:
        result = await self.services.reviews.review(reader, self.number)
        return {"review": review_value(reader.localizer, result)}

    @_do.register
    async def _replay(self, _: AskReplay, reader: Reader) -> dict[str, Any]:
        say = reader.localizer.say
        moving = await self.services.reviews.replay(reader, self.number, MAX_REPLAY)
        if moving is None:
            return {"told": say(reviews.TOO_LONG)}
        title = say(reviews.REPLAY_TITLE)
        return {"picture": picture_value(title, moving.gif, moving.alt, "gif")}

    @_do.register
    async def _picture(self, _: AskPicture, reader: Reader) -> dict[str, Any]:
        loaded = await self._settled()
        whole = replace(reader, appearance=replace(reader.appearance, layered=False))
        view = await self.services.boards.view(whole, loaded, WITHOUT_PEN)
        title = reader.localizer.say(board_page.LABELS["picture"])
        return {"picture": picture_value(title, view.drawing.png, view.drawing.alt, "png")}

    @_do.register
    async def _next(self, _: AskNext, reader: Reader) -> dict[str, Any]:
        """The token of a session for another board like this one, or the next of the course."""
        token = await self.services.board_links.follow(reader, self.token, self._open_next)
        return {"token": token}

    @_do.register
    async def _race(self, asked: AskRace, reader: Reader) -> dict[str, Any]:
        """Join the race that waits in the channel, or invite to one on a puzzle like this one.

        Its message is in the channel, where it is begun and all get their boards.
        """
        place = await self.services.activities.place_of(reader, self.session, asked.told)
        waiting = await self.services.races.waiting_in(place)
        if waiting is None:
            options = await self._like(await self._settled())
            racing = self.services.races.invite(reader, options, place)
        else:
            racing = self.services.races.join_race(reader, waiting.race.id)
        await unless_repeated(reader.claim, racing)
        return {"told": reader.localizer.say(board_page.RACE_WAITS), "racing": True}

    @_do.register
    async def _together(self, asked: AskTogether, reader: Reader) -> dict[str, Any]:
        """The token of a session for a board of several people, begun where the page came from."""

        async def begin() -> int:
            place = await self.services.activities.place_of(reader, self.session, asked.told)
            loaded = await self._settled()
            stored = await self.services.boards.stored_puzzle(loaded.attempt.puzzle_id)
            drawn = loaded.pad.board
            begun = await self.services.together.begin(reader, stored, place, drawn=drawn)
            return begun.board.id

        links = self.services.board_links
        return {"token": await links.follow(reader, self.token, begin, "together_id")}

    @_do.register
    async def _choose(self, asked: ChooseSettings, reader: Reader) -> dict[str, Any]:
        await self.services.preferences.change(reader, choosing(asked.settings))
        return {}

    async def _open_next(self) -> int:
        """Open the board of a race that has begun, another board like this one, or after the course
        the first daily for beginners that is left, or its next puzzle; its ID."""
        loaded, races = await self._settled(), self.services.races
        race = await races.last(self.reader.person, loaded.attempt.puzzle_id)
        if race is not None and race.phase is RacePhase.RUNNING:
            racing = (await races.board(self.reader.person, race.race.id)).attempt.id
            if racing != self.number:
                return racing
        if loaded.attempt.kind is AttemptKind.LEARN:
            day = self.services.dailies.today()
            daily = await self.services.boards.open_daily(self.reader, day, BEGINNERS_TRACK)
            if not daily.is_over:
                return daily.attempt.id
            return (await self.services.course.open(self.reader)).attempt.id
        like = await self._like(loaded)
        stored = await self.services.generation.generate(self.reader, like)
        opened = await self.services.boards.open(self.reader, stored, AttemptKind.ENDLESS)
        return opened.attempt.id

    async def _like(self, loaded: LoadedAttempt) -> PuzzleOptions:
        """The options of another puzzle like that of a board."""
        stored = await self.services.boards.stored_puzzle(loaded.attempt.puzzle_id)
        return PuzzleOptions.like(stored)

    async def _settled(self) -> LoadedAttempt:
        return await self.services.attempts.settled(self.reader.person, self.number)


def hint_value(localizer: Localizer, hint: HintResult) -> dict[str, Any]:
    """A hint."""
    ask = {"do": "part", "of": "ways", "number": 0, "another": hint.another}
    return _help(localizer, helping.LEVEL_TITLES[hint.level], hint) | {
        "marks": _mark_values(hint.found.states),
        "ways": ways_values(localizer, hint.found.ways, ask),
    }


def check_value(localizer: Localizer, check: CheckResult) -> dict[str, Any]:
    """A check of the marks."""
    found, count = check.found, check.found.wrong
    is_told = count > 0 and found.detail is Detail.WHY
    return _help(localizer, helping.CHECK_TITLE, check) | {
        "marks": [(edge, LETTERS[EdgeState.UNKNOWN]) for edge in sorted(found.about) if is_told],
        "wrong": is_told,
        "do": localizer.say(course.MEND_BUTTON, count, count=count) if is_told else "",
    }


def lesson_value(localizer: Localizer, page: CoursePage) -> dict[str, Any]:
    """A lesson of the course."""
    lesson = page.lesson
    title, text = course.title_and_text(localizer, lesson)
    praise, how = course.praise_text(localizer, lesson), ""
    if course.needs_crosses(lesson):
        how = course.how_text(localizer, lesson, localizer.say(boards.MODES[Mode.CROSS]))
    return {
        "title": plain(title),
        "text": plain("\n".join(filter(None, (praise, text, how)))),
        "layers": layer_values(lesson.drawing.layers),
        "shown": [],
        "marks": _mark_values(lesson.states),
        "do": course.do_button(localizer, lesson),
        "show": course.show_button(localizer, lesson),
        "cost": "",
        "parts": 0,
        "part": 0,
        "wrong": lesson.stage is LessonStage.MISTAKE,
        "asks": not lesson.shown and lesson.stage is not LessonStage.SOLVED,
        "ways": ways_values(localizer, lesson.ways, {"do": "lesson", "shown": True, "ways": True}),
    }


def review_value(localizer: Localizer, result: ReviewResult) -> dict[str, Any]:
    """A review: its counts, and each moment as a text with layers and marks that differ."""
    drawn = marks_of(result.loaded.pad.board)
    moments = [
        moment_value(plain(reviews.moment(localizer, moment, number)), moment.drawing, drawn)
        for number, moment in enumerate(result.found.moments, 1)
    ]
    return {
        "text": plain(reviews.summary(localizer, result.found, result.dearest)),
        "moments": moments,
    }


def data_url(picture: bytes, kind: str = "png") -> str:
    """A picture as an address."""
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"


def picture_value(title: str, picture: bytes, alt: str, kind: str) -> dict[str, str]:
    """A picture with its title."""
    return {"title": title, "src": data_url(picture, kind), "alt": alt}


def _help(localizer: Localizer, title: Message, given: HintResult | CheckResult) -> dict[str, Any]:
    """The text of help, what it costs, the layers of its picture, and marks that differ in it."""
    narration, heading = given.found.narration, localizer.say(title)
    if narration.title is not None:
        heading += f"{narration.colon}{narration.title}"
    text = "\n".join([*narration.sentences, *narration.end])
    shown = moment_value(text, given.found.drawing, marks_of(given.loaded.pad.board))
    return shown | {
        "title": heading,
        "cost": plain(helping.cost(localizer, given.loaded, given.counted, given.added)),
        "parts": given.found.parts,
        "part": given.part or 0,
        "offers": _offer_values(localizer, given.offers),
    }


def moment_value(text: str, drawing: Drawing, marks: str) -> dict[str, Any]:
    """A text with the layers of its picture, in which some marks of a board may differ."""
    shown = marks if drawing.board is None else marks_of(drawing.board)
    return {
        "text": text,
        "layers": layer_values(drawing.layers),
        "shown": difference(marks, shown),
    }


def _offer_values(localizer: Localizer, offers: Iterable[HelpOffer]) -> list[dict[str, Any]]:
    """Buttons for further help: the label, and the request that the page sends."""
    return [{"text": helping.offer_label(localizer, each), "ask": _ask(each)} for each in offers]


def ways_values(localizer: Localizer, ways: bool, ask: dict[str, Any]) -> list[dict[str, Any]]:
    """The button that shows both ways, if they can be drawn."""
    return [{"text": localizer.say(helping.WAYS_BUTTON), "ask": ask}] if ways else []


def ways_picture(localizer: Localizer, drawing: Drawing) -> dict[str, Any]:
    """The picture of both ways."""
    title = localizer.say(helping.WAYS_BUTTON)
    return {"picture": picture_value(title, drawing.png, drawing.alt, "png")}


def _ask(offer: HelpOffer) -> dict[str, Any]:
    if isinstance(offer.asked, Detail):
        return {"do": "check", "detail": offer.asked.value}
    return {"do": "hint", "level": offer.asked.value, "another": offer.another}


def _mark_values(states: Mapping[int, EdgeState]) -> list[tuple[int, str]]:
    return [(edge, LETTERS[state]) for edge, state in sorted(states.items())]
