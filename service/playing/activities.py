"""Boards inside Discord: which board a person sees in an instance of the Activity.

Discord starts an instance without saying for what; so the board, an attempt of the person or one of
several people, is stored under the person and the instance. Who the person is, and that they are in
the instance, only Discord tells the bot (`Participants`): nothing that a page says about it counts.
What happens between the people of an instance, such as a race, begins from the same pair; where
that may be, Discord is asked each time.
"""

import re
import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any, Protocol

from cachetools import LRUCache
from msgspec import Struct, field
from msgspec.structs import replace

from play.race import progress
from play.tracks import Track
from puzzle.grid import SQUARE
from service.dailies.dailies import Dailies
from service.errors import InputError, NotYours, ServiceError
from service.generating.generation import Generation, PuzzleOptions
from service.playing.attempts import Attempts
from service.playing.board_links import (
    IN_ACTIVITY,
    MAX_SESSIONS,
    TOKEN_BYTES,
    BoardLinks,
    hash_of,
    require_shown,
)
from service.playing.boards import Boards
from service.playing.together import TogetherBoards
from service.running.clock import Clock
from service.running.interaction_claims import store_claim
from service.running.ordered_tasks import OrderedTasks
from service.running.readers import Place, Reader
from solver.explain.step import Difficulty
from store import activity_boards, attempts, web_links
from store.activity_boards import InstanceBoard
from store.database import Database
from store.records import (
    ActivityBoard,
    AttemptKind,
    PageSession,
    shown_by,
)
from store.transaction import Connection

BOARD_LIFETIME = timedelta(days=1)
"""How long it is stored which board a person has in an instance."""
LAUNCH_LIFETIME = timedelta(minutes=5)
"""How long a launch counts of which Discord has not told the instance."""
REFUSED_TIME = timedelta(days=1)
"""How long it is remembered that Discord launches nothing in a server. That is kept in memory: a
restart costs one more refused request there."""
MAX_REFUSED = 10_000
"""Maximum number of servers of which that is remembered; the one used longest ago is asked again.
"""
LAUNCHING = hash_of("")
"""Stands for the instance of a launch before Discord has told it."""
_WANTED = re.compile(r"daily-([a-z]{1,16})(?:-(\d{4}-\d{2}-\d{2}))?")


class Participant(Struct, frozen=True):
    """A person of whom Discord says that they are in an instance of the Activity.

    `server` and `channel` are where the instance is, None in direct messages. `access_token` is for
    Discord's client alone, with which the page tells it who is logged in.
    """

    person: int
    server: int | None
    access_token: str
    channel: int | None = None

    @property
    def reader(self) -> Reader:
        """The person where the instance is, as use cases take them."""
        return Reader(self.person, server=self.server)

    def __repr__(self) -> str:
        return f"Participant({self.person})"


class DiscordUnavailable(ServiceError):  # noqa: N818
    """Discord does not answer for now, or asks to wait."""


class Participants(Protocol):
    """What asks Discord who somebody is."""

    async def find(self, code: str, instance: str) -> Participant | None:
        """Who got a code from Discord, if they are in an instance; None if Discord denies either.

        Raises `DiscordUnavailable`.
        """


class Activities(Struct, eq=False):
    """The boards of people in instances, in a database; `now` gives the current time."""

    database: Database
    links: BoardLinks
    boards: Boards
    dailies: Dailies
    generation: Generation
    together: TogetherBoards
    now: Clock
    launches: bool = False
    """Whether the page can be launched inside Discord; the front end sets it."""
    look: Callable[[Reader, int], Awaitable[Place]] | None = None
    """Asks Discord for a channel from which a person asks; the front end sets it. It raises
    `NotYours` if they do not see it, and `Busy` if Discord does not answer."""
    _openings: OrderedTasks = field(default_factory=OrderedTasks)
    _refused: LRUCache[int, datetime] = field(default_factory=partial(LRUCache, MAX_REFUSED))

    def refuse(self, reader: Reader) -> None:
        """Remember that Discord launches nothing where a person asks."""
        self._refused[_place_of(reader)] = self.now() + REFUSED_TIME

    def opens_for(self, reader: Reader) -> bool:
        """Whether boards open inside Discord where a person asks, as far as is known."""
        until = self._refused.get(_place_of(reader))
        return self.launches and (until is None or until <= self.now())

    async def launch(
        self, reader: Reader, number: int, page: str = "attempt_id", instance: str = ""
    ) -> None:
        """Store which board a person launches, before Discord is asked to, and then in which
        `instance` it has.

        It is an attempt, or another of `IN_ACTIVITY`. A page that shows another board there ends
        its session, and gets one for this board. Raises `NotYours` if it does not exist or is
        another person's.
        """
        place, lifetime = hash_of(instance), BOARD_LIFETIME if instance else LAUNCH_LIFETIME
        launching = self._board(reader.person, place, lifetime, (page, number))

        async def store(connection: Connection) -> None:
            await store_claim(connection, reader.claim, self.now())
            await require_shown(connection, reader.person, page, number)
            await activity_boards.remove(connection, reader.person, LAUNCHING)
            before = await activity_boards.get(connection, reader.person, place, self.now())
            if before is None or shown_by(before) != (page, number):
                await activity_boards.put(connection, launching, MAX_SESSIONS)
                if before is not None:
                    await activity_boards.end_session(connection, before)

        await self.database.write(store)

    async def open(
        self,
        participant: Participant,
        instance: str,
        *,
        wanted: str = "",
        token: str = "",
        again: bool = False,
    ) -> str:
        """The token of a session for the board of a person in an instance.

        `wanted` is what a link to the Activity asks for, as `daily-hard` or
        `daily-hard-2026-11-05`; anything else is ignored. `token` is that of a session that the
        page had here before: while it is valid, it stays. Otherwise it is the board that the person
        launched or had here, that of several people on which others are here, the one that the
        person used last, or a new one. Raises the errors of `Boards.open_daily` and
        `Generation.generate`, and with `again` `NotYours` unless the person has launched a board
        here that no page has opened yet: other sessions were ended for good.
        """
        if again and not await self._is_relaunched(participant.person, instance):
            raise NotYours
        opening = partial(self._open, participant, instance, wanted, token)
        return await self._openings.run(participant.person, opening)

    async def _open(self, who: Participant, instance: str, wanted: str, token: str) -> str:
        shown = await self._linked(who, wanted) or await self._stored(who.person, LAUNCHING)
        kept = await self.links.page_session(token)
        had = None if kept is None or kept.player_id != who.person else shown_by(kept)
        if shown is None and had is not None and had[0] in IN_ACTIVITY:
            shown = had
        page, number = shown or await self._last(who, instance)
        if had != (page, number):
            token = secrets.token_urlsafe(TOKEN_BYTES)
        session = self.links.session(token, who.person, page, number)
        there = {"session": session.hash, "server_id": who.server, "channel_id": who.channel}
        place = hash_of(instance)
        board = self._board(who.person, place, BOARD_LIFETIME, (page, number), **there)

        async def store(connection: Connection) -> None:
            await require_shown(connection, who.person, page, number)
            if await web_links.page_session(connection, session.hash, self.now()) is None:
                await web_links.add_session(connection, session, MAX_SESSIONS)
            await activity_boards.put(connection, board, MAX_SESSIONS)
            await activity_boards.remove(connection, who.person, LAUNCHING)

        await self.database.write(store)
        return token

    async def place_of(
        self, reader: Reader, session: PageSession, told: tuple[int, int] | None = None
    ) -> Place | None:
        """Where the instance is in which a page has its session, as Discord has it now.

        For a page in a browser, it is the server and channel that the page has `told`, if its
        person sees them. None outside of servers. Raises what `look` raises.
        """
        board = await self.board_of(session)
        server, channel = told or (None, 0)
        if board is not None:
            server, channel = board.server_id, board.channel_id or 0
        if self.look is None or server is None:
            return None
        try:
            return await self.look(replace(reader, server=server), channel)
        except NotYours:
            if board is None:
                return None
            raise

    async def board_of(self, session: PageSession) -> ActivityBoard | None:
        """What a person has in the instance in which a page has its session; None in a browser."""
        return await self.database.read(activity_boards.of_session, session)

    async def _is_relaunched(self, person: int, instance: str) -> bool:
        async with self.database.reading() as connection:
            for place in (LAUNCHING, hash_of(instance)):
                board = await activity_boards.get(connection, person, place, self.now())
                if board is not None and board.session is None:
                    return True
        return False

    async def _linked(self, who: Participant, wanted: str) -> tuple[str, int] | None:
        """The board that a link asks for; None for none.

        Anybody can write such a link: it leads to dailies only, not to puzzles by their ID.
        """
        found = _WANTED.fullmatch(wanted)
        if found is None or found[1] not in {track.value for track in Track}:
            return None
        track = Track(found[1])
        try:
            day = date.fromisoformat(found[2]) if found[2] else self.dailies.latest(track)
        except ValueError:
            return None
        opened = await self.boards.open_daily(who.reader, day, track)
        return "attempt_id", opened.attempt.id

    async def _last(self, who: Participant, instance: str) -> tuple[str, int]:
        """The board that the person had in the instance, or others have together there, or that the
        person used last, or a new one."""
        shown = await self._stored(who.person, hash_of(instance)) or await self._joined(
            who, instance
        )
        if shown is not None:
            return shown
        used = await self.boards.unfinished(who.person, 2)  # one may be unreadable
        if used:
            return "attempt_id", used[0].id
        options = PuzzleOptions.asked(None, SQUARE, Difficulty.EASY, None)
        stored = await self.generation.generate(who.reader, options)
        opened = await self.boards.open(who.reader, stored, AttemptKind.ENDLESS)
        return "attempt_id", opened.attempt.id

    async def _joined(self, who: Participant, instance: str) -> tuple[str, int] | None:
        """The board of several people on which others in the instance are; the person draws along,
        or looks on if that cannot be."""
        number = await self.database.read(
            activity_boards.together_in, hash_of(instance), who.channel, self.now()
        )
        if number is None:
            return None
        try:
            with suppress(InputError):  # the page tells it
                await self.together.join(who.reader, number)
        except NotYours:  # the board is of another server, or gone
            return None
        return "together_id", number

    def _board(
        self, person: int, place: bytes, lifetime: timedelta, shown: tuple[str, int], **there: Any
    ) -> ActivityBoard:
        """What a person has in an instance from now on, and whose page is `there`."""
        values = dict([shown]) | there
        return ActivityBoard(person, place, self.now() + lifetime, **values)

    async def _stored(self, person: int, instance: bytes) -> tuple[str, int] | None:
        """What the person has in an instance; in that of `LAUNCHING`, what they launched just now,
        if Discord has not told the instance."""
        board = await self.database.read(activity_boards.get, person, instance, self.now())
        return None if board is None else shown_by(board)


def _place_of(reader: Reader) -> int:
    """The server where a person asks, or their channel outside of servers."""
    return reader.server or reader.channel or 0


class Companion(Struct, frozen=True):
    """How far a person is: percent, see `play.race.progress`, and whether the board is solved."""

    person: int
    percent: int
    solved: bool


class Companions(Struct, eq=False):
    """Reads who has a board in an instance, and how far they are; `now` gives the current time.

    Nothing else of their boards is told, nor of which puzzles they are: so one person's page cannot
    show another person's board, nor a daily that its person has not begun.
    """

    database: Database
    own_attempts: Attempts
    now: Clock
    _known: dict[InstanceBoard, Companion] = field(default_factory=dict)

    async def instance_of(self, session: PageSession) -> bytes | None:
        """The instance for which a page got its session; None for one in a browser, and for that of
        a board of several people, which shows those who draw there."""
        board = await self.database.read(activity_boards.of_session, session)
        return None if board is None or board.attempt_id is None else board.instance

    async def look(self, instances: Collection[bytes]) -> Mapping[bytes, tuple[Companion, ...]]:
        """The people with a board in some instances, by instance.

        It takes one query, and one more for each board that has changed since the last look.
        """
        if not instances:
            self._known.clear()
            return {}
        found: dict[bytes, tuple[Companion, ...]] = {}
        known: dict[InstanceBoard, Companion] = {}
        async with self.database.reading() as connection:
            for board in await activity_boards.within(connection, instances, self.now()):
                with self.database.damaged.skipping("attempts", id=board.attempt_id):
                    companion = self._known.get(board) or await self._read(connection, board)
                    known[board] = companion
                    found[board.instance] = (*found.get(board.instance, ()), companion)
        self._known = known
        return found

    async def _read(self, connection: Connection, board: InstanceBoard) -> Companion:
        attempt = await attempts.get(connection, board.attempt_id)
        if attempt is None:  # removed meanwhile
            return Companion(board.player_id, 0, solved=False)
        if attempt.solved_at is not None:
            return Companion(board.player_id, 100, solved=True)
        loaded = await self.own_attempts.loaded(attempt, connection)
        return Companion(board.player_id, progress(loaded.pad.board), solved=False)
