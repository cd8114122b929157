"""What the page of a board of several people shows and changes: the marks, who drew them, and who
draws. Pointers go from page to page in a process, and touch no database.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from datetime import datetime, timedelta
from functools import singledispatchmethod
from typing import Any

from msgspec import field
from msgspec.structs import replace

from narrator.checks import Detail
from narrator.narration import Level
from service.errors import InputError
from service.helping.checks import CheckResult
from service.helping.common_help import HelpWanted
from service.people.preferences import choosing
from service.playing.together import Merged, SharedBoard
from service.running.readers import Reader
from service.running.watching import Pointer, Watchers
from texts import board_page, together
from web.answers import FollowedContent
from web.board_data import marks_of
from web.boards import board_value
from web.page_actions import check_value, hint_value, picture_value
from web.page_requests import (
    LETTERS,
    AskCheck,
    Asked,
    AskHint,
    AskNext,
    AskPart,
    AskPicture,
    AskSolution,
    ChangeBoard,
    ChooseSettings,
    DrawStroke,
    HearHelp,
    InvalidRequest,
    JoinBoard,
    KeepOrder,
)
from web.plain_text import plain, plain_failure

NOBODY = -1
"""The member who drew what is blank, and that is a person who only looks on."""

POINTED = timedelta(seconds=0.1)
"""How often a page tells others at most where its person points; it does so half as often."""


class SharedContent(FollowedContent[SharedBoard], eq=False, dict=True):
    """A board of several people for a page that has a session of it.

    No clock runs there: help adds nothing.
    """

    _sent: int = -1
    _revision: int = -1
    _told: list[dict[str, Any]] = field(default_factory=list)
    _pointers: dict[int, Pointer] = field(default_factory=dict)
    _pointed: datetime | None = None

    def __post_init__(self) -> None:
        """Take what is used most."""
        self.reader = replace(self.reader, localizer=replace(self.reader.localizer, clock=False))
        self._together = self.services.together

    async def needed(self) -> dict[str, Any]:
        """What the page needs once."""
        puzzle = (await self._find()).puzzle
        title = together.title(self.reader.localizer, puzzle)
        words = together.page_words(self.reader.localizer)
        about = self.player, self.reader, puzzle, title, words
        return {**await asyncio.to_thread(board_value, *about), "together": True}

    async def whole(self) -> dict[str, Any]:
        """All marks with who drew them, and the state of the board."""
        return await self._value(await self._find(), whole=True)

    async def current(self) -> dict[str, Any]:
        """What differs from what the page has."""
        return await self._value(await self._find())

    def _followed(self) -> tuple[Watchers[SharedBoard], int]:
        return self._together.watchers, self.number

    def watch(self, revision: int, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` when there is news, or somebody points; returns what ends that."""

        def point(at: Pointer) -> None:
            self._pointers[at[0]] = at
            changed()

        ends = ExitStack()
        ends.callback(super().watch(revision, changed))
        ends.callback(self._together.pointers.watch(self.number, point))
        return ends.close

    async def news(self) -> dict[str, Any] | None:
        """What others have done, if the page does not have it. Raises `NotYours`."""
        pointers, self._pointers = self._pointers, {}
        told = {"pointers": [*pointers.values()]} if pointers else {}
        return (await super().news() or {}) | told or None

    async def _newer(self, shown: SharedBoard) -> dict[str, Any] | None:
        return await self._value(shown) if shown.board.revision > self._revision else None

    def point(self, at: tuple[float, float]) -> None:
        """Show others where the pointer of the person is, if they draw; not more often than pages
        tell it."""
        now = self._together.now()
        if self._pointed is None or now - self._pointed >= POINTED:
            self._pointed = now
            self._together.point(self.number, self.session.player_id, at)

    @singledispatchmethod
    async def _do(self, asked: Asked, _: Reader) -> dict[str, Any]:
        raise InvalidRequest(type(asked).__name__)

    @_do.register
    async def _change(self, asked: DrawStroke | ChangeBoard, reader: Reader) -> dict[str, Any]:
        seen = asked.seen if isinstance(asked, DrawStroke) and asked.late else None
        return await self._drawn(
            await self._together.change(reader, self.number, asked.change, seen)
        )

    @_do.register
    async def _join(self, asked: JoinBoard, reader: Reader) -> dict[str, Any]:
        """Let the person draw; says what that `ends_own` first, as the page then asks."""
        try:
            joined = await self._together.join(reader, self.number, ends_own=asked.ends_own)
        except InputError as error:
            return {"ends_own": plain_failure(reader.localizer, error)}
        return await self._value(joined)

    @_do.register
    async def _order(self, asked: KeepOrder, reader: Reader) -> dict[str, Any]:
        about = self.number, asked.member, asked.what
        return await self._value(await self._together.keep_order(reader, *about, manages=False))

    @_do.register
    async def _ask(self, asked: AskHint | AskCheck | AskPart, reader: Reader) -> dict[str, Any]:
        common = self.services.common_help
        return await self._drawn(await common.ask(reader, self.number, _wanted(asked)))

    @_do.register
    async def _hear(self, asked: HearHelp, reader: Reader) -> dict[str, Any]:
        shared = await self._find()
        member, found = await self.services.common_help.tell(reader, shared, asked.number)
        if isinstance(found, CheckResult):
            value, of, another = check_value(reader.localizer, found), "check", 0
        else:
            value, another = hint_value(reader.localizer, found), found.another
            of = "ways" if found.ways else "hint"
        return {"help": value, "by": member, "of": {"do": of, "another": another}}

    @_do.register
    async def _reveal(self, _: AskSolution, reader: Reader) -> dict[str, Any]:
        """The solution: once a board has ended for all, before for who gives up."""
        shared = await self._find()
        if not shared.is_over:
            shared = await self._together.give_up(reader, self.number)
        value = await self._value(shared)
        solution = await self.services.common_help.solution(reader, shared)
        return value if solution is None else value | {"solution": marks_of(solution)}

    @_do.register
    async def _picture(self, _: AskPicture, reader: Reader) -> dict[str, Any]:
        drawing = await self.services.common_help.draw_picture(reader, await self._find())
        title = reader.localizer.say(board_page.LABELS["picture"])
        return {"picture": picture_value(title, drawing.png, drawing.alt, "png")}

    @_do.register
    async def _next(self, _: AskNext, reader: Reader) -> dict[str, Any]:
        """The token of a session for the board that all go on to, begun if there is none yet."""
        links = self.services.board_links
        return {"token": await links.follow(reader, self.token, self._open_next, "together_id")}

    @_do.register
    async def _choose(self, asked: ChooseSettings, reader: Reader) -> dict[str, Any]:
        await self.services.preferences.change(reader, choosing(asked.settings))
        return {}

    async def _open_next(self) -> int:
        return (await self._together.go_on(self.reader, self.number)).board.id

    async def _find(self) -> SharedBoard:
        return await self._together.find(self.session.player_id, self.number)

    async def _drawn(self, drawn: Merged) -> dict[str, Any]:
        """What a change did, with a sentence about what it left."""
        value = await self._value(drawn.shared)
        if drawn.left:
            names = await self._together.names(drawn.shared)
            told = plain(together.left(self.reader.localizer, drawn, names))
            value |= {"left": drawn.left, "told": told}
        return value

    async def _value(self, shared: SharedBoard, *, whole: bool = False) -> dict[str, Any]:
        """The board, with what differs from what the page has unless that is the `whole`."""
        names, person = await self._together.names(shared), self.reader.person
        marks, board = shared.marks, shared.board  # from here on, no other task changes them
        edges = None if whole or self._sent < 0 else marks.since(self._sent)
        if whole:
            self._told = []
        if edges is None:
            tops = marks.tops()
            found: dict[str, Any] = {"marks": marks_of(shared.drawn)}
        else:
            tops = {edge: marks.top(edge) for edge in sorted(edges)}
            found = {"changes": [(edge, LETTERS[top.state]) for edge, top in tops.items()]}
        who = [(edge, top.member if top.state else NOBODY) for edge, top in tops.items()]
        own, closed = shared.member(person), self._together.closed_to(shared, person)
        self._sent, self._revision = marks.number, board.revision
        return {
            **found,
            "who": who,
            "revision": board.revision,
            "undo": 0 if own is None else marks.undoable(own.member),
            "rest": shared.rest_solves,
            "ended": _ended(shared),
            "verdict": plain(together.verdict(self.reader.localizer, shared)),
            "me": NOBODY if own is None or own.shut_out else own.member,
            "begins": shared.began(person),
            "closed": None if closed is None else plain_failure(self.reader.localizer, closed),
            "out": own is not None and own.shut_out,
            "asked": None if marks.asked is None else (marks.asked[0], marks.asked[1].member),
            "next": board.next_id is not None,
            **self._people(shared, names),
        }

    def _people(self, shared: SharedBoard, names: Mapping[int, str]) -> dict[str, Any]:
        """Everybody who draws or has drawn, if that differs from what the page has."""
        people = [
            {
                "name": names[each.member],
                "draws": self._together.draws(each),
                "out": each.shut_out,
                "removed": shared.marks.is_removed(each.member),
            }
            for each in shared.members
        ]
        if people == self._told:
            return {}
        self._told = people
        return {"people": people}


def _ended(shared: SharedBoard) -> str:
    if not shared.is_over:
        return ""
    if shared.board.solved_at is not None:
        return "solved"
    return "revealed" if shared.board.revealed else "over"


def _wanted(asked: AskHint | AskCheck | AskPart) -> HelpWanted:
    match asked:
        case AskHint(level=level, another=another):
            return HelpWanted(level, another=another)
        case AskCheck(detail=detail):
            return HelpWanted(detail=detail)
        case AskPart(of="check", number=number):
            return HelpWanted(detail=Detail.WHY, part=number)
        case AskPart(of=of, number=number, another=another):
            return HelpWanted(Level.STEP, None, another, number or None, ways=of == "ways")
