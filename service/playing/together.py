"""Boards that several people draw, in a channel of a server, and the message that shows each.

A board has no owner: who began it is member 0, and may leave. It is no attempt: no clock, streak,
ranking or par. What is drawn is stored as entries, from which the marks follow (`play.together`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from functools import cached_property

import msgspec
from cachetools import LRUCache
from msgspec import Struct, field
from msgspec.structs import replace

from jobs.playing import Drawing, DrawRequest, draw_board
from play.saving import states_text
from play.together import (
    BLANK,
    DRAWING,
    MAX_DRAWING,
    MAX_ENTRIES,
    MAX_MEMBERS,
    MAX_SIZE,
    UNTOUCHED,
    DrawnStroke,
    Entry,
    HelpAsked,
    Removal,
    SharedMarks,
)
from play.verdict import rest_solves
from puzzle.errors import PuzzleError
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.notation import parse_loopy
from puzzle.rules import is_solved
from renderer.highlights import Highlights
from service.errors import InputError, NotYours, Problem, ServiceError
from service.generating.generation import Generation, PuzzleOptions
from service.playing.boards import Boards
from service.running.clock import Clock
from service.running.interaction_claims import refuse_request, store_claim
from service.running.membership import Membership
from service.running.ordered_tasks import OrderedTasks
from service.running.outbox import answer_with
from service.running.readers import Place, Reader
from service.running.watching import Pointers, Watchers
from store import attempts, outbox, players, puzzles, together
from store.database import Database
from store.records import (
    PendingMessage,
    StoredPuzzle,
    Target,
)
from store.together import TogetherBoard, TogetherEntry, TogetherMember
from store.transaction import Connection
from workers.pool import Priority, WorkPool

MAX_CACHED_BYTES = 64 * 2**20
"""Maximum estimated memory of all boards that are kept in memory, in bytes."""
BYTES_PER_CHARACTER, BYTES_PER_BOARD = 8, 400_000
"""Memory of a board for each character of its entries, and besides them."""
SHOWN_SECONDS = timedelta(seconds=5)
"""How often the message of a board follows it at most while somebody draws."""
SHOWN = timedelta(days=365)
"""How long the message of a board follows it, unless the board ends before."""
NOTED = timedelta(minutes=1)
"""How often it is stored at most that somebody draws."""
MAX_LISTED = 10
"""Maximum number of boards that are listed for a person."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Entry).decode


class SharedBoard(Struct, frozen=True, dict=True):
    """A board of several people as it is; its `marks` go on to change with it."""

    board: TogetherBoard
    puzzle: Puzzle
    marks: SharedMarks
    members: tuple[TogetherMember, ...]

    @property
    def is_over(self) -> bool:
        """Whether nobody draws any more."""
        return self.board.ended_at is not None

    @cached_property
    def drawn(self) -> Board:
        """The puzzle with the marks that are on top."""
        tops = self.marks.tops()
        return Board.blank(self.puzzle).mark({edge: top.state for edge, top in tops.items()})

    @cached_property
    def rest_solves(self) -> bool:
        """Whether lines along all edges without a mark would solve it; all pages are told that."""
        return not self.is_over and rest_solves(self.drawn)

    def member(self, player: int) -> TogetherMember | None:
        """A person as a member; None for who only looks on."""
        return next((each for each in self.members if each.player_id == player), None)

    def began(self, player: int) -> bool:
        """Whether a person began the board."""
        return self.members[0].player_id == player

    @cached_property
    def shares(self) -> Counter[int]:
        """The number of lines of each member."""
        tops = self.marks.tops().values()
        return Counter(top.member for top in tops if top.state is EdgeState.LINE)


class Merged(Struct, frozen=True):
    """What a change of a board did: the edges that it left as they are, and who drew there."""

    shared: SharedBoard
    left: tuple[int, ...] = ()
    over: frozenset[int] = frozenset()


Change = Callable[[SharedBoard, TogetherMember], tuple[Entry | None, Merged]]


class TogetherBoards(Struct, eq=False, kw_only=True):
    """Stores the boards of several people, and who draws on them; `now` gives the current time.

    A board whose message is gone lives on.

    Methods that store something claim the request of their reader, and raise `AlreadyClaimed` if
    another handler has claimed it. They raise `NotYours` for a board that does not exist, and for a
    person who has left its server; `InputError` for who does not draw, or is shut out.
    """

    database: Database
    pool: WorkPool
    boards: Boards
    generation: Generation
    members: Membership
    now: Clock
    watchers: Watchers[SharedBoard] = field(default_factory=Watchers)
    pointers: Pointers = field(default_factory=Pointers)
    _tasks: OrderedTasks = field(default_factory=OrderedTasks)
    _seen: LRUCache[int, SharedBoard] = field(
        default_factory=lambda: LRUCache(MAX_CACHED_BYTES, _memory_of)
    )

    async def begin(
        self,
        reader: Reader,
        stored: StoredPuzzle,
        place: Place | None,
        before: int = 0,
        drawn: Board | None = None,
    ) -> SharedBoard:
        """A new board of a puzzle, which its message shows in a channel.

        It begins with the marks that are `drawn`, as those of who begins it; `before` is the
        board whose people go on to it. Raises `InputError` outside of servers and where the bot
        may not post, and `SecretPuzzle` for the puzzle of a live daily or a running race.
        """
        if place is None or not place.joined:
            raise InputError(Problem.ONLY_WITH_BOT)
        if not (place.shows and place.speaks):
            raise InputError(Problem.NOT_POSTED)
        puzzle = parse_loopy(stored.notation)
        await self.boards.secrets.require_none(puzzle)
        now = self.now()
        new = TogetherBoard(0, stored.id, place.server, place.channel, now, now)

        async def add(connection: Connection) -> TogetherBoard:
            await players.lock(connection, reader.person)
            await store_claim(connection, reader.claim, now)
            earlier = await together.get(connection, before, lock=True)
            if earlier is not None and earlier.next_id is not None:
                return await _found(connection, earlier.next_id)
            board = await together.create(connection, new)
            await self._join(connection, board, 0, reader.person, now)
            marks = {} if drawn is None else {e: it for e, it in enumerate(drawn.marks) if it}
            if marks:  # nothing is kept in memory of a board that may not be stored
                blank = SharedBoard(board, puzzle, SharedMarks(), ())
                board = (await self._add(connection, blank, DrawnStroke(0, marks))).board
            message = _message_of(board)
            if not await answer_with(connection, reader.claim, message):
                await outbox.add(connection, message)
            if earlier is not None:
                await together.save(connection, replace(earlier, next_id=board.id))
                await outbox.change(connection, _key(before), now)
            return board

        return await self._shared(await self.database.write(add))

    async def go_on(self, reader: Reader, number: int) -> SharedBoard:
        """The board that the people of a board go on to, on another puzzle like its own."""
        shared = await self.find(reader.person, number)
        if shared.board.next_id is not None:
            return await self.join(reader, shared.board.next_id)
        like = PuzzleOptions.like(await self.boards.stored_puzzle(shared.board.puzzle_id))
        puzzle = await self.generation.generate(replace(reader, claim=None), like)
        place = Place(shared.board.server_id, shared.board.channel_id, *[True] * 3)
        following = await self.begin(replace(reader, claim=None), puzzle, place, number)
        return await self.join(replace(reader, claim=None), following.board.id)

    async def read(self, number: int) -> SharedBoard:
        """A board for its message."""
        return await self._shared(await self._board(number))

    async def find(self, person: int, number: int) -> SharedBoard:
        """A board for a person of its server."""
        board = await self._board(number)
        await self._require_there(person, board)
        return await self._shared(board)

    async def ordered(self, person: int, number: int, *, manages: bool) -> SharedBoard:
        """A board for who keeps order there; raises `InputError` for others."""
        shared = await self.find(person, number)
        _require_order(shared, person, 0, manages=manages)
        return shared

    async def join(self, reader: Reader, number: int, *, ends_own: bool = False) -> SharedBoard:
        """Let a person draw on a board, if they do not already.

        Who has the puzzle open with a clock chooses: with `ends_own`, that attempt is in no ranking
        any more; without, `InputError` asks for it. Raises `InputError` for a board that is over,
        and while `MAX_DRAWING` people draw.
        """
        now = self.now()
        await self.find(reader.person, number)

        async def add(connection: Connection) -> TogetherBoard:
            await players.lock(connection, reader.person)
            await store_claim(connection, reader.claim, now)
            board = await _found(connection, number, lock=True)
            people = await together.members_of(connection, number)
            own = next((each for each in people if each.player_id == reader.person), None)
            if own is not None:
                _require_in(own)
                return board
            _require_open(board)
            _require_room(people, None, now)
            if len(people) >= MAX_MEMBERS:
                raise InputError(Problem.TOGETHER_FULL, {"most": MAX_MEMBERS})
            await self._end_own(connection, reader.person, board, ends=ends_own)
            await self._join(connection, board, len(people), reader.person, now)
            await outbox.change(connection, _key(number), now + SHOWN_SECONDS)
            return await together.save(connection, replace(board, touched_at=now))

        return await self._published(await self.database.write(add))

    async def draw(
        self,
        reader: Reader,
        number: int,
        states: Mapping[int, EdgeState],
        seen: Mapping[int, EdgeState] | None = None,
    ) -> Merged:
        """Set marks; with `seen`, as the person saw them before a wait, only where they still are.

        Raises `PuzzleError` for an edge that is not on the board, and `InputError`.
        """

        def stroke(shared: SharedBoard, member: TogetherMember) -> tuple[Entry | None, Merged]:
            if not all(0 <= edge < len(shared.puzzle.grid.edge_dots) for edge in states):
                raise PuzzleError("no such edge")
            entry, left = shared.marks.stroke(member.member, states, seen)
            return entry, Merged(shared, left, _authors(shared, left))

        return await self._change(reader, number, stroke)

    async def draw_rest(self, reader: Reader, number: int) -> Merged:
        """Draw a line along each edge without a mark, as one stroke."""
        board = (await self.find(reader.person, number)).drawn
        blank = [edge for edge, state in enumerate(board.marks) if not state]
        seen = dict.fromkeys(blank, EdgeState.UNKNOWN)
        return await self.draw(reader, number, dict.fromkeys(blank, EdgeState.LINE), seen)

    async def undo(self, reader: Reader, number: int) -> Merged:
        """Take a person's last stroke back where nobody has drawn since."""

        def undo(shared: SharedBoard, member: TogetherMember) -> tuple[Entry | None, Merged]:
            entry = shared.marks.undo(member.member)
            if entry is None:
                return None, Merged(shared)
            left = shared.marks.left_by(entry)
            return entry, Merged(shared, left, _authors(shared, left))

        return await self._change(reader, number, undo)

    async def clear(self, reader: Reader, number: int) -> Merged:
        """Remove a person's own marks, as one stroke."""
        return await self._change(
            reader,
            number,
            lambda shared, member: (shared.marks.clear(member.member), Merged(shared)),
        )

    async def take_back(
        self, reader: Reader, number: int, member: int, *, manages: bool, back: bool = False
    ) -> Merged:
        """Take all that a member drew off the board, or put it `back`; managers may, and who began.

        Raises `InputError` for others.
        """

        def removal(shared: SharedBoard, _: TogetherMember | None) -> tuple[Entry | None, Merged]:
            _require_order(shared, reader.person, member, manages=manages)
            if back is not shared.marks.is_removed(member):
                return None, Merged(shared)
            return Removal(member, back), Merged(shared)

        return await self._change(reader, number, removal, draws=False)

    async def shut_out(
        self, reader: Reader, number: int, member: int, *, manages: bool, out: bool = True
    ) -> SharedBoard:
        """Let a member draw no more, or again; managers may, and who began.

        Raises `InputError` for others.
        """
        shared = await self.find(reader.person, number)
        _require_order(shared, reader.person, member, manages=manages)

        async def change(connection: Connection) -> TogetherBoard:
            await store_claim(connection, reader.claim, self.now())
            board = await _found(connection, number, lock=True)
            people = await together.members_of(connection, number)
            await together.save_member(connection, replace(people[member], shut_out=out))
            return await together.save(connection, board)

        return await self._published(await self.database.write(change))

    async def ask(self, reader: Reader, number: int, wanted: Mapping[str, str | int]) -> Merged:
        """Ask for help about the marks as they are now, which all on the board are given."""

        def ask(shared: SharedBoard, member: TogetherMember) -> tuple[Entry | None, Merged]:
            marks = states_text(shared.drawn.marks)
            return HelpAsked(member.member, wanted, marks), Merged(shared)

        return await self._change(reader, number, ask)

    async def give_up(self, reader: Reader, number: int) -> SharedBoard:
        """End a board unsolved, to see its solution; only who began it may.

        Raises `InputError` for others.
        """
        shared = await self.find(reader.person, number)
        if not shared.began(reader.person):
            raise InputError(Problem.NOT_BEGUN_BY)
        return await self._end(reader, number, revealed=True)

    async def of_player(self, person: int) -> tuple[SharedBoard, ...]:
        """The boards that a person draws on and that have not ended, the last used first."""
        found = await self.database.read(together.of_player, person, MAX_LISTED)
        return tuple([await self._shared(board) for board in found])

    async def end_untouched(self, most: int = 100) -> None:
        """End boards on which nobody has drawn for `UNTOUCHED`; their messages say so."""
        found = await self.database.read(together.untouched, self.now() - UNTOUCHED, most)
        for board in found:
            with self.database.damaged.skipping("together_boards", id=board.id):
                await self._end(None, board.id)

    async def look(self) -> None:
        """Tell viewers what other processes have changed or removed since the last look."""
        watched = self.watchers.watched
        if not watched:
            return
        stored = await self.database.read(together.revisions, watched)
        for number in watched.keys() - stored.keys():
            self.watchers.end(number)
        for number, revision in stored.items():
            if revision > watched[number]:
                with self.database.damaged.skipping("together_boards", id=number):
                    board = await self.database.read(together.get, number)
                    if board is not None:
                        await self._published(board)

    def point(self, number: int, person: int, at: tuple[float, float]) -> None:
        """Show all on a board where a person points, if they draw on it."""
        shared = self._seen.get(number)
        member = None if shared is None else shared.member(person)
        if member is not None and not member.shut_out:
            self.pointers.tell(number, member.member, at)

    def draws(self, member: TogetherMember) -> bool:
        """Whether a member draws now."""
        return not member.shut_out and self.now() - member.drew_at < DRAWING

    async def draw_picture(
        self, reader: Reader, shared: SharedBoard, pen: int | None = None
    ) -> Drawing:
        """The picture of a board, in the end in the colours of those who drew its lines.

        With a `pen`, it shows that dot.
        """
        tops = shared.marks.tops() if shared.is_over else {}
        drawn_by = [(e, top.member) for e, top in tops.items() if top.state is EdgeState.LINE]
        shown = Highlights(drawn_by=tuple(drawn_by), cursor=None if shared.is_over else pen)
        request = DrawRequest(shared.drawn, reader.labelled, shown, locale=reader.language)
        return await self.pool.run(
            draw_board,
            request,
            person=reader.person,
            priority=Priority.QUICK,
            own=shared.board.puzzle_id,
        )

    async def names(self, shared: SharedBoard) -> dict[int, str]:
        """What members are called in the server: their numbers if that is unknown."""
        people = {each.player_id for each in shared.members if each.player_id is not None}
        known = await self.members.names(shared.board.server_id, people)
        return {
            each.member: known.get(each.player_id or 0) or f"{each.member + 1}"
            for each in shared.members
        }

    async def _change(
        self, reader: Reader, number: int, change: Change, *, draws: bool = True
    ) -> Merged:
        """Store the entry that `change` gives, in the order in which this process was asked."""
        now = self.now()

        async def locked(connection: Connection) -> tuple[Entry | None, Merged] | Exception:
            await store_claim(connection, reader.claim, now)
            try:
                board = await _found(connection, number, lock=True)
                shared = await self._shared(board, connection)
                member = shared.member(reader.person)
                if draws:
                    member = _require_in(member)
                    _require_open(board)
                    _require_room(shared.members, member, now)
                elif member is None:
                    member = shared.members[0]
                entry, drawn = change(shared, member)
                if entry is not None:
                    drawn = replace(drawn, shared=await self._add(connection, drawn.shared, entry))
                    if draws and now - member.drew_at >= NOTED:
                        await together.save_member(connection, replace(member, drew_at=now))
                return entry, drawn
            except (ServiceError, PuzzleError) as error:
                await refuse_request(connection, reader.claim)
                return error

        async def stored() -> Merged:
            result = await self.database.write(locked)
            if isinstance(result, Exception):
                raise result
            entry, drawn = result
            shared = drawn.shared
            if entry is not None and shared.marks.number == shared.board.entries - 1:
                shared.marks.add(entry)
            self.watchers.publish(number, shared.board.revision, shared)
            return drawn

        known = self._seen.get(number)  # else it is read before a transaction needs it
        shared = await self.read(number) if known is None else known
        await self._require_there(reader.person, shared.board)
        return await self._tasks.run(number, stored)

    async def _add(self, connection: Connection, shared: SharedBoard, entry: Entry) -> SharedBoard:
        """The board with its next entry stored, which its marks get once that is committed."""
        board, text = shared.board, _encode(entry).decode()
        if board.entries >= MAX_ENTRIES or board.size + len(text) > MAX_SIZE:
            raise InputError(Problem.TOGETHER_MANY)
        now = self.now()
        number = board.entries + 1
        await together.add_entry(connection, TogetherEntry(board.id, number, text))
        board = replace(board, entries=number, size=board.size + len(text), touched_at=now)
        due = now + SHOWN_SECONDS
        if board.ended_at is None and is_solved(shared.puzzle, shared.marks.lines_after(entry)):
            board, due = replace(board, solved_at=now, ended_at=now), now
        saved = await together.save(connection, board)
        await outbox.change(connection, _key(board.id), due)
        return replace(shared, board=saved)

    async def _end(
        self, reader: Reader | None, number: int, *, revealed: bool = False
    ) -> SharedBoard:
        now = self.now()

        async def end(connection: Connection) -> TogetherBoard:
            await store_claim(connection, None if reader is None else reader.claim, now)
            board = await _found(connection, number, lock=True)
            if board.ended_at is not None:
                return board
            await outbox.change(connection, _key(number), now)
            ended = replace(board, ended_at=now, revealed=revealed)
            return await together.save(connection, ended)

        return await self._published(await self.database.write(end))

    async def _join(
        self, connection: Connection, board: TogetherBoard, member: int, person: int, now: datetime
    ) -> None:
        await players.ensure(connection, person, now)
        await together.add_member(connection, TogetherMember(board.id, member, person, now))

    async def _end_own(
        self, connection: Connection, person: int, board: TogetherBoard, *, ends: bool
    ) -> None:
        """Take a person's own attempt at the puzzle out of all rankings."""
        puzzle = await puzzles.get(connection, board.puzzle_id)
        if puzzle is None:
            raise NotYours
        own = await attempts.unfinished_copy(connection, person, puzzle.canonical_key)
        if own is None or own.replayed or own.shown_at is None:
            return
        if not ends:
            raise InputError(Problem.TOGETHER_ENDS_OWN)
        await attempts.save(connection, replace(own, replayed=True))

    async def _board(self, number: int) -> TogetherBoard:
        return await self.database.read(_found, number)

    async def _published(self, board: TogetherBoard) -> SharedBoard:
        shared = await self._shared(board)
        self.watchers.publish(board.id, shared.board.revision, shared)
        return shared

    async def _shared(self, board: TogetherBoard, within: Connection | None = None) -> SharedBoard:
        """A stored board with its people, and with the marks that all its entries make."""
        if within is None:
            async with self.database.reading() as connection:
                return await self._shared(board, connection)
        people = await together.members_of(within, board.id)
        known = self._seen.get(board.id)
        if known is None:
            stored = await puzzles.get(within, board.puzzle_id)
            if stored is None:
                raise NotYours
            known = SharedBoard(board, parse_loopy(stored.notation), SharedMarks(), people)
        puzzle, marks = known.puzzle, known.marks
        if marks.number < board.entries:
            found = await together.entries_after(within, board.id, marks.number)
            decoded = [(each.number, _decode(each.entry)) for each in found]
            for number, entry in decoded:
                if number == marks.number + 1:  # another task may have added it meanwhile
                    marks.add(entry)
        shared = self._seen[board.id] = SharedBoard(board, puzzle, marks, people)
        return shared

    async def _require_there(self, person: int, board: TogetherBoard) -> None:
        """Raise `NotYours` for who is known not to be in the server."""
        known = await self.members.names(board.server_id, [person], fresh=True)
        if known.get(person) == "":
            raise NotYours


def _memory_of(shared: SharedBoard) -> int:
    return BYTES_PER_BOARD + BYTES_PER_CHARACTER * shared.board.size


def _key(number: int) -> str:
    return f"together:{number}"


def _message_of(board: TogetherBoard) -> PendingMessage:
    """The message of a new board, which shows it until it ends."""
    return PendingMessage(
        _key(board.id),
        {"together": board.id},
        Target.CHANNEL,
        board.channel_id,
        board.begun_at,
        board.begun_at + SHOWN,
        server_id=board.server_id,
    )


async def _found(connection: Connection, number: int, *, lock: bool = False) -> TogetherBoard:
    board = await together.get(connection, number, lock=lock)
    if board is None:
        raise NotYours
    return board


def _require_in(member: TogetherMember | None) -> TogetherMember:
    if member is None:
        raise InputError(Problem.NOT_DRAWING)
    if member.shut_out:
        raise InputError(Problem.SHUT_OUT)
    return member


def _require_open(board: TogetherBoard) -> None:
    if board.ended_at is not None:
        raise InputError(Problem.TOGETHER_OVER)


def _require_room(
    people: Collection[TogetherMember], own: TogetherMember | None, now: datetime
) -> None:
    """Raise `InputError` while enough others draw."""
    drawing = [each for each in people if not each.shut_out and now - each.drew_at < DRAWING]
    if own not in drawing and len(drawing) >= MAX_DRAWING:
        raise InputError(Problem.TOGETHER_FULL, {"most": MAX_DRAWING})


def _require_order(shared: SharedBoard, person: int, member: int, *, manages: bool) -> None:
    """Raise `InputError` for who may not say what a member draws, and for no such member."""
    if not 0 <= member < len(shared.members):
        raise NotYours
    if not (manages or shared.began(person)):
        raise InputError(Problem.NOT_BEGUN_BY)


def _authors(shared: SharedBoard, edges: Collection[int]) -> frozenset[int]:
    """Who drew what is on edges; nobody is known of what was taken back."""
    return frozenset(shared.marks.top(edge).member for edge in edges) - {BLANK.member}
