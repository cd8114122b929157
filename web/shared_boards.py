"""What the page of a board of several people shows and changes: the marks, who drew them, and who
draws. Pointers go from page to page in a process, and touch no database.
"""

from collections.abc import Callable
from functools import singledispatchmethod
from typing import Any

from msgspec.structs import replace

from narrator.checks import Detail
from narrator.narration import Level
from service.errors import InputError, NotYours, Problem
from service.helping.checks import CheckResult
from service.helping.common_help import HelpWanted
from service.people.preferences import choosing
from service.playing.together import Merged, SharedBoard
from service.running.interaction_claims import RequestClaim
from service.running.readers import Reader
from service.services import Services
from store.records import Player, TogetherSession
from texts import board_page, together
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


class SharedContent:
    """A board of several people for a page that has a session of it, with its `token`.

    No clock runs there: help adds nothing.
    """

    def __init__(
        self,
        services: Services,
        session: TogetherSession,
        token: str,
        reader: Reader,
        player: Player,
    ) -> None:
        self.session = session
        self.reader = replace(reader, localizer=replace(reader.localizer, clock=False))
        self._player = player
        self._token = token
        self._services = services
        self._together = services.together
        self._number = session.together_id
        self._sent, self._revision = -1, -1
        self._newest: SharedBoard | None = None
        self._over = False
        self._told: list[dict[str, Any]] = []
        self._pointers = dict[int, tuple[float, float]]()

    async def needed(self) -> dict[str, Any]:
        """What the page needs once."""
        shared = await self._find()
        localizer, puzzle = self.reader.localizer, shared.puzzle
        title, words = together.title(localizer, shared), together.page_words(localizer)
        value = board_value(self._player, self.reader, puzzle, title, words)
        return value | {"together": True}

    async def whole(self) -> dict[str, Any]:
        """All marks with who drew them, and the state of the board."""
        return await self._value(await self._find(), whole=True)

    async def current(self) -> dict[str, Any]:
        """What differs from what the page has."""
        return await self._value(await self._find())

    def watch(self, revision: int, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` when there is news; returns what ends that."""

        def take(shared: SharedBoard | None) -> None:
            self._newest, self._over = shared, self._over or shared is None
            changed()

        def point(member: int, at: tuple[float, float]) -> None:
            self._pointers[member] = at
            changed()

        ends = (
            self._together.watchers.watch(self._number, revision, take),
            self._together.pointers.watch(self._number, point),
        )

        def stop() -> None:
            for end in ends:
                end()

        return stop

    async def news(self) -> dict[str, Any] | None:
        """What others have done, if the page does not have it. Raises `NotYours`."""
        newest, self._newest = self._newest, None
        pointers, self._pointers = self._pointers, {}
        if self._over:
            raise NotYours
        told = {"pointers": [(member, *at) for member, at in pointers.items()]} if pointers else {}
        if newest is None or newest.board.revision <= self._revision:
            return told or None
        return await self._value(newest) | told

    def point(self, at: tuple[float, float]) -> None:
        """Show others where the pointer of the person is, if they draw."""
        self._together.point(self._number, self.session.player_id, at)

    async def do(self, asked: Asked) -> dict[str, Any]:
        """The answer to a request; raises what the use cases raise, and `InvalidRequest`."""
        claim = RequestClaim(self.session.hash, asked.s, asked.n)
        return await self._do(asked, replace(self.reader, claim=claim))

    @singledispatchmethod
    async def _do(self, asked: Asked, _: Reader) -> dict[str, Any]:
        raise InvalidRequest(type(asked).__name__)

    @_do.register
    async def _draw(self, asked: DrawStroke, reader: Reader) -> dict[str, Any]:
        seen = asked.seen if asked.late else None
        return await self._drawn(
            await self._together.draw(reader, self._number, asked.change.states, seen)
        )

    @_do.register
    async def _edit(self, asked: ChangeBoard, reader: Reader) -> dict[str, Any]:
        match asked.edit:
            case "undo":
                return await self._drawn(await self._together.undo(reader, self._number))
            case "clear":
                return await self._drawn(await self._together.clear(reader, self._number))
            case "rest":
                return await self._drawn(await self._together.draw_rest(reader, self._number))
            case _:
                raise InvalidRequest(asked.edit)

    @_do.register
    async def _join(self, asked: JoinBoard, reader: Reader) -> dict[str, Any]:
        """Let the person draw; says what that `ends_own` first, as the page then asks."""
        try:
            joined = await self._together.join(reader, self._number, ends_own=asked.ends_own)
        except InputError as error:
            if error.problem is not Problem.TOGETHER_ENDS_OWN:
                raise
            return {"ends_own": plain_failure(reader.localizer, error)}
        return await self._value(joined)

    @_do.register
    async def _order(self, asked: KeepOrder, reader: Reader) -> dict[str, Any]:
        member, who = asked.member, {"manages": False}
        if asked.what in {"take-back", "put-back"}:
            back = asked.what == "put-back"
            await self._together.take_back(reader, self._number, member, back=back, **who)
        else:
            out = asked.what == "shut-out"
            await self._together.shut_out(reader, self._number, member, out=out, **who)
        return await self.current()

    @_do.register
    async def _ask(self, asked: AskHint | AskCheck | AskPart, reader: Reader) -> dict[str, Any]:
        common = self._services.common_help
        return await self._value(await common.ask(reader, self._number, _wanted(asked)))

    @_do.register
    async def _hear(self, asked: HearHelp, reader: Reader) -> dict[str, Any]:
        shared = await self._find()
        member, found = await self._services.common_help.tell(reader, shared, asked.number)
        if isinstance(found, CheckResult):
            value, of, another = check_value(reader.localizer, found), "check", 0
        else:
            value, another = hint_value(reader.localizer, found), found.another
            of = "ways" if found.ways else "hint"
        return {"help": value, "by": member, "of": {"do": of, "another": another}}

    @_do.register
    async def _reveal(self, _: AskSolution, reader: Reader) -> dict[str, Any]:
        shared = await self._together.give_up(reader, self._number)
        return await self._value(shared)

    @_do.register
    async def _picture(self, _: AskPicture, reader: Reader) -> dict[str, Any]:
        drawing = await self._together.draw_picture(reader, await self._find())
        title = reader.localizer.say(board_page.LABELS["picture"])
        return {"picture": picture_value(title, drawing.png, drawing.alt, "png")}

    @_do.register
    async def _next(self, _: AskNext, reader: Reader) -> dict[str, Any]:
        """The token of a session for the board that all go on to, begun if there is none yet."""
        links = self._services.board_links
        return {"token": await links.follow(reader, self._token, self._open_next, "together_id")}

    @_do.register
    async def _choose(self, asked: ChooseSettings, reader: Reader) -> dict[str, Any]:
        await self._services.preferences.change(reader, choosing(asked.settings))
        return {}

    async def _open_next(self) -> int:
        return (await self._together.go_on(self.reader, self._number)).board.id

    async def _find(self) -> SharedBoard:
        return await self._together.find(self.session.player_id, self._number)

    async def _drawn(self, drawn: Merged) -> dict[str, Any]:
        """What a change did, with a sentence about what it left."""
        value = await self._value(drawn.shared)
        if drawn.left:
            names = await self._together.names(drawn.shared)
            people = ", ".join(names[each] for each in sorted(drawn.over))
            people = people or self._say(together.SOMEBODY)
            value |= {"left": drawn.left, "told": plain(self._say(together.LEFT, people=people))}
        return value

    async def _value(self, shared: SharedBoard, *, whole: bool = False) -> dict[str, Any]:
        """The board, with what differs from what the page has unless that is the `whole`."""
        marks, board = shared.marks, shared.board
        edges = None if whole or self._sent < 0 else marks.since(self._sent)
        if whole:
            self._told = []
        drawn = shared.drawn
        if edges is None:
            tops = marks.tops()
            found: dict[str, Any] = {
                "marks": marks_of(drawn),
                "who": [(edge, top.member) for edge, top in tops.items()],
            }
        else:
            each = [(edge, marks.top(edge)) for edge in sorted(edges)]
            found = {
                "changes": [(edge, LETTERS[top.state]) for edge, top in each],
                "who": [(edge, top.member if top.state else NOBODY) for edge, top in each],
            }
        own = shared.member(self.reader.person)
        self._sent, self._revision = marks.number, board.revision
        return found | {
            "revision": board.revision,
            "undo": 0 if own is None else marks.undoable(own.member),
            "redo": 0,
            "rest": shared.rest_solves,
            "penalty": "",
            "par": "",
            "clock": None,
            "ended": _ended(shared),
            "verdict": plain(together.verdict(self.reader.localizer, shared)),
            "me": NOBODY if own is None or own.shut_out else own.member,
            "begins": shared.began(self.reader.person),
            "asked": None if marks.asked is None else (marks.asked[0], marks.asked[1].member),
            "next": board.next_id is not None,
            **await self._people(shared),
        }

    async def _people(self, shared: SharedBoard) -> dict[str, Any]:
        """Everybody who draws or has drawn, if that differs from what the page has."""
        names, draws = await self._together.names(shared), self._together.draws
        people = [
            {
                "name": names[each.member],
                "draws": draws(each),
                "out": each.shut_out,
                "removed": shared.marks.is_removed(each.member),
            }
            for each in shared.members
        ]
        if people == self._told:
            return {}
        self._told = people
        return {"people": people}

    def _say(self, message: Any, **values: Any) -> str:
        return self.reader.localizer.say(message, **values)


def _ended(shared: SharedBoard) -> str:
    if not shared.is_over:
        return ""
    return "solved" if shared.board.solved_at is not None else "revealed"


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
