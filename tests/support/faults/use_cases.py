"""All that people can ask for, found by the code, and what they ask with."""

import inspect
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from jobs.appearance import PLAIN, Appearance
from jobs.drilling import DrillQuestion
from jobs.playing import Drawing, HintRequest, Wanted
from jobs.reading import MessageTexts, PastedText
from jobs.solving import SolveRequest
from narrator.checks import Detail
from narrator.narration import Level
from play.history import Clear
from play.ranking import Period
from play.tracks import Track
from puzzle.errors import PuzzleError
from puzzle.model import EdgeState, Puzzle
from puzzle.notation import parse_loopy
from scanner.values import PictureReading
from service.dailies.archive import ArchiveQuery
from service.dailies.leaderboards import LeaderboardQuery
from service.dailies.streaks import StreakHistory
from service.errors import ServiceError
from service.generating.generation import PuzzleOptions
from service.helping.common_help import HelpWanted
from service.learning.storms import StormAnswer
from service.learning.training import AskedDrill, DrillPlan, GivenAnswer, Mastery
from service.playing.activities import Participant
from service.playing.drafts import PuzzleDraft, Turn
from service.playing.loaded_attempt import LoadedAttempt
from service.playing.races import RaceView
from service.playing.together import Order, SharedBoard
from service.running.interaction_claims import InteractionClaim, RequestClaim
from service.running.quotas import QuotaShare
from service.running.readers import InteractionToken, Place, Reader
from service.services import Services
from solver.explain.techniques import PRACTISED
from store.errors import StoreError
from store.records import (
    Attempt,
    AttemptKind,
    DailyPost,
    DailyRecord,
    LastStorm,
    PageSession,
    PendingMessage,
    Player,
    StoredPuzzle,
    Target,
)
from tests.support.store.everybody import NOTATION, NOW, RACE_CHANNELS
from workers.errors import WorkError

EXPECTED = (ServiceError, StoreError, WorkError, PuzzleError)
"""The errors that are told in words."""
UNCALLED = {
    "board_links.follow",
    "drafts.read_picture",
    "drafts.set_clues",
    "members.page",
    "pool.run",
    "preferences.change",
}
"""What takes a function or clues, and reads no rows but those of its person."""
PASTED = "5x5:21b31a1b10a32b0a13b33"
"""A puzzle that nobody plays, so that it is no secret."""
WORDS = {
    "tiling": "square",
    "to": "5x5",
    "language": "en",
    "theme": "dark",
    "technique": PRACTISED[0].name,
    "track": "easy",
}
"""Texts by the names of parameters; others are puzzles."""


def use_cases(services: Services) -> Iterator[tuple[str, Callable[..., Awaitable[Any]]]]:
    """All that people can ask for, by name: what is part of a transaction is left out."""
    for part, value in vars(services).items():
        for name, method in inspect.getmembers(type(value), inspect.iscoroutinefunction):
            first = [*inspect.signature(method).parameters][1:2]
            if not name.startswith("_") and first != ["connection"]:
                yield f"{part}.{name}", getattr(value, name)


async def values(services: Services, person: int) -> dict[object, Any]:
    """What a person of everybody asks with, by the types or the names of parameters."""
    day, at = NOW.date(), Track.EASY
    daily, puzzle = await services.dailies.find(day, at)
    loaded = await services.attempts.find(person, person)
    channel = RACE_CHANNELS + person
    return {
        "channel": channel,
        "channel_id": channel,
        "member": 0,
        "subject": {"language": "en", "payload": None},
        AttemptKind: AttemptKind.ENDLESS,
        int: person,
        bool: False,
        bytes: bytes([person]),
        Collection[int]: [person],
        Collection[bytes]: [bytes([number]) for number in (1, person)],
        timedelta: timedelta(minutes=1),
        date: day,
        datetime: NOW,
        Appearance: PLAIN,
        Track: at,
        ArchiveQuery: ArchiveQuery(day.replace(day=1), at),
        LeaderboardQuery: LeaderboardQuery(at, Period.ALL, day, server=True),
        Puzzle: parse_loopy(PASTED),
        PictureReading: PictureReading(parse_loopy(PASTED)),
        Wanted: Wanted.STEP,
        Turn: "half",
        Order: "shut-out",
        PastedText: PastedText(PASTED),
        MessageTexts: MessageTexts((PASTED,)),
        PuzzleOptions: PuzzleOptions(5, 5),
        Participant: Participant(person, person, "token", channel),
        Place: Place(person, channel, joined=True, shows=True, speaks=True),
        InteractionClaim: InteractionClaim(1),
        QuotaShare: QuotaShare("work", person, 1000),
        Reader: Reader(person, server=person),
        InteractionToken: InteractionToken(1, "token"),
        Mapping[str, str | int]: {},
        HintRequest: HintRequest(loaded.pad.board, Level.NUDGE),
        HelpWanted: HelpWanted(detail=Detail.COUNT),
        SharedBoard: await services.together.read(person),
        Mapping[str, Any]: {"language": "en", "payload": None},
        RequestClaim: RequestClaim(bytes([person]), "stream", 1),
        SolveRequest: services.solving.request(Reader(person), PastedText(PASTED)),
        StormAnswer: StormAnswer(0, 0, 0, EdgeState.LINE),
        GivenAnswer: GivenAnswer("text", {0: EdgeState.LINE}, NOW, NOW, signed=True),
        Mapping[int, EdgeState]: {0: EdgeState.LINE},
        AskedDrill: AskedDrill(
            DrillPlan.MIXED,
            DrillQuestion("text", 0, "corner-3", "", "", Drawing(b"", "")),
            introduced=False,
        ),
        Sequence[DailyPost]: (),
        Sequence[Track]: (at,),
        Clear: Clear(),
        PageSession: PageSession(bytes([person]), person, NOW, person),
        PendingMessage: PendingMessage("reply:1", {}, Target.ANSWER, 0, NOW, NOW),
        DailyRecord: daily,
        StoredPuzzle: puzzle,
        LoadedAttempt: loaded,
        Attempt: loaded.attempt,
        PuzzleDraft: await services.drafts.get(person, person),
        Player: await services.preferences.read(person),
        RaceView: await services.races.view(person),
        Mastery: await services.training.mastery(person),
        StreakHistory: await services.streaks.history(person),
        DailyPost: DailyPost(person, day, at.value, NOW),
        LastStorm: LastStorm(person, NOW, NOW, 0, (), "text", person, "en"),
    }


def argument(name: str, kind: object, known: Mapping[object, Any]) -> Any:
    """The value of a parameter; raises `LookupError` if there is none."""
    if name in known:
        return known[name]
    if kind is str:
        return WORDS.get(name, NOTATION)
    if kind in known:
        return known[kind]
    if get_origin(kind) in {Union, UnionType}:
        for each in get_args(kind):
            if each is not NoneType:
                with suppress(LookupError):
                    return argument(name, each, known)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next(iter(kind))
    raise LookupError(name)


def bound(method: Callable[..., Any], known: Mapping[object, Any]) -> inspect.BoundArguments:
    """The values of the parameters of a use case that have no default."""
    kinds, signature = get_type_hints(method), inspect.signature(method)
    positional, named = [], {}
    for each in signature.parameters.values():
        if each.default is each.empty and each.kind is not each.VAR_KEYWORD:
            value = argument(each.name, kinds[each.name], known)
            if each.kind is each.KEYWORD_ONLY:
                named[each.name] = value
            else:
                positional.append(value)
    return signature.bind(*positional, **named)
