"""Boards that several people draw, in a channel of a server, and the message that shows each.

A board has no owner: who began it is member 0, and may leave. It is no attempt: no clock, streak,
ranking or par. What is drawn is stored as entries, from which the marks follow (`play.together`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import cached_property
from typing import Literal, TypeAlias, TypeVar

import msgspec
from cachetools import LRUCache
from msgspec import Struct, field
from msgspec.structs import replace

from play.history import Clear, DrawRest, Mark, Undo
from play.pen import Action
from play.saving import states_text
from play.together import (
    BLANK,
    DRAWING,
    MAX_DRAWING,
    MAX_ENTRIES,
    MAX_MEMBERS,
    MAX_SIZE,
    UNTOUCHED,
    Changed,
    DrawnStroke,
    Entry,
    HelpAsked,
    Removal,
    SharedMarks,
    Undone,
)
from play.verdict import rest_solves
from puzzle.errors import PuzzleError
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.notation import parse_loopy
from puzzle.rules import is_solved
from service.errors import InputError, NotYours, Problem
from service.generating.generation import Generation, PuzzleOptions
from service.playing.boards import Boards
from service.playing.sharing import posting
from service.running.clock import Clock
from service.running.interaction_claims import claimed
from service.running.membership import Membership
from service.running.ordered_tasks import OrderedTasks
from service.running.outbox import answer_with
from service.running.readers import Place, Reader, begin_change
from service.running.watching import Pointer, Viewers, Watchers
from store import attempts, outbox, players, puzzles, together
from store.database import Database
from store.records import StoredPuzzle
from store.together import TogetherBoard, TogetherEntry, TogetherMember
from store.transaction import Connection

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
MAX_ENDED = 100
"""Maximum number of boards that end at a time because nobody draws on them."""
MAX_LISTED = 10
"""Maximum number of boards that are listed for a person."""

Row = TypeVar("Row")

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

    @property
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
    """A board after a change, and the edges that this `left` as they are."""

    shared: SharedBoard
    left: tuple[int, ...] = ()

    @property
    def over(self) -> tuple[int, ...]:
        """Who drew on the edges that it left; nobody is known of what was taken back."""
        drew = {self.shared.marks.top(edge).member for edge in self.left}
        return tuple(sorted(drew - {BLANK.member}))


Order: TypeAlias = Literal["take-back", "put-back", "shut-out", "let-in"]
"""What who keeps order does about a member: takes all that they drew off the board, or puts it
back; lets them draw no more, or again."""
New: TypeAlias = Entry | TogetherMember | TogetherBoard
"""What a change stores: an entry, or a member or the board as they are from now on."""
Stored: TypeAlias = tuple[New | None, tuple[int, ...]]
"""What a change stores, if anything, and the edges that it leaves as they are."""


class TogetherBoards(Struct, eq=False):
    """Stores the boards of several people, and who draws on them; `now` gives the current time.

    A board whose message is gone lives on.

    Methods that store something claim the request of their reader, and raise `AlreadyClaimed` if
    another handler has claimed it. They raise `NotYours` for a board that does not exist, and for a
    person who has left its server; `InputError` for who does not draw, or is shut out.
    """

    database: Database
    boards: Boards
    generation: Generation
    members: Membership
    now: Clock
    watchers: Watchers[SharedBoard] = field(default_factory=Watchers)
    pointers: Viewers[Pointer] = field(default_factory=Viewers)
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

        It begins with the marks that are `drawn`, as those of who begins it, whose own attempt is
        in no ranking any more; `before` is the board whose people go on to it. Raises `InputError`
        outside of servers and where the bot may not post, and `SecretPuzzle` for the puzzle of a
        live daily or a running race.
        """
        place, puzzle = posting(place), parse_loopy(stored.notation)
        await self.boards.secrets.require_none(puzzle)
        now = self.now()
        new = TogetherBoard(0, stored.id, place.server, place.channel, now, now)

        async def add(connection: Connection) -> int:
            await begin_change(connection, reader, now)
            earlier = await together.get(connection, before, lock=True)
            if earlier is not None and earlier.next_id is not None:
                return earlier.next_id
            board = await together.create(connection, new)
            await self._end_own(connection, reader.person, puzzle, ends=True)
            blank = SharedBoard(board, puzzle, SharedMarks(), ())
            shared = await self._join(connection, blank, reader.person)
            entry, _ = shared.marks.stroke(0, {} if drawn is None else dict(enumerate(drawn.marks)))
            if entry is not None:  # nothing is kept in memory of a board that may not be stored
                await self._store(connection, shared, entry)
            about, until = {"together": board.id}, now + SHOWN
            message = outbox.in_channel(
                _key(board.id), about, (place.server, place.channel), now, until
            )
            if not await answer_with(connection, reader.claim, message):
                await outbox.add(connection, message)
            if earlier is not None:
                await together.save(connection, replace(earlier, next_id=board.id))
            return board.id

        return await self.read(await self.database.write(add))

    async def go_on(self, reader: Reader, number: int) -> SharedBoard:
        """The board that the people of a board go on to, on another puzzle like its own."""
        shared = await self.find(reader.person, number)
        following = shared.board.next_id
        if following is None:
            unclaimed = replace(reader, claim=None)
            like = PuzzleOptions.like(await self.boards.stored_puzzle(shared.board.puzzle_id))
            puzzle = await self.generation.generate(unclaimed, like)
            place = Place(shared.board.server_id, shared.board.channel_id, *[True] * 3)
            following = (await self.begin(unclaimed, puzzle, place, number)).board.id
        return await self.join(reader, following)

    async def read(self, number: int) -> SharedBoard:
        """A board for its message."""
        return await self.database.read(self._found, number)

    async def find(self, person: int, number: int) -> SharedBoard:
        """A board for a person of its server."""
        shared = await self.read(number)
        await self._require_there(person, shared.board)
        return shared

    async def ordered(self, person: int, number: int, *, manages: bool) -> SharedBoard:
        """A board for who keeps order there; raises `InputError` for others."""
        shared = await self.find(person, number)
        _require_order(shared, person, manages=manages)
        return shared

    async def join(self, reader: Reader, number: int, *, ends_own: bool = False) -> SharedBoard:
        """Let a person draw on a board, if they do not already; who cannot looks on (`closed_to`).

        Who has the puzzle open with a clock chooses: with `ends_own`, that attempt is in no ranking
        any more; without, `InputError` asks for it.
        """
        await self.find(reader.person, number)

        async def add(connection: Connection) -> SharedBoard:
            await begin_change(connection, reader, self.now())
            shared = await self._found(connection, number, lock=True)
            person, puzzle = reader.person, shared.puzzle
            if shared.member(person) is None and self.closed_to(shared, person) is None:
                await self._end_own(connection, person, puzzle, ends=ends_own)
                shared = await self._join(connection, shared, person)
            return shared

        return self._published(await self.database.write(add))

    async def change(
        self,
        reader: Reader,
        number: int,
        action: Action,
        seen: Mapping[int, EdgeState] | None = None,
    ) -> Merged:
        """Set marks; take a person's last stroke back where nobody has drawn since; remove their
        own marks; or draw a line along each edge without a mark.

        With `seen`, the marks as the person saw them before a wait, it changes only those that are
        still so. Raises `PuzzleError` for an edge that is not on the board, and for other actions.
        """

        def changed(shared: SharedBoard, member: int) -> Changed:
            marks, edges = shared.marks, range(len(shared.puzzle.grid.edge_dots))
            match action:
                case Mark(states) if all(edge in edges for edge in states):
                    return marks.stroke(member, states, seen)
                case Undo():
                    return marks.undo(member)
                case Clear():
                    return marks.clear(member)
                case DrawRest():
                    blank = set(edges) - marks.tops().keys()
                    return marks.stroke(member, dict.fromkeys(sorted(blank), EdgeState.LINE))
            raise PuzzleError("no change of a board of several people")

        return await self._change(reader, number, changed)

    async def ask(self, reader: Reader, number: int, wanted: Mapping[str, str | int]) -> Merged:
        """Ask for help about the marks as they are now, which all on the board are given."""

        def ask(shared: SharedBoard, member: int) -> Changed:
            return HelpAsked(member, wanted, states_text(shared.drawn.marks)), ()

        return await self._change(reader, number, ask)

    async def keep_order(
        self, reader: Reader, number: int, member: int, order: Order, *, manages: bool
    ) -> SharedBoard:
        """Do what managers may about a member, and who began; raises `InputError` for others."""

        def keep(shared: SharedBoard, _: int) -> Stored:
            _require_order(shared, reader.person, manages=manages)
            if not 0 <= member < len(shared.members):
                raise NotYours
            if order in {"shut-out", "let-in"}:
                return replace(shared.members[member], shut_out=order == "shut-out"), ()
            back = order == "put-back"
            is_new = back is shared.marks.is_removed(member)
            return (Removal(member, back) if is_new else None), ()

        return (await self._change(reader, number, keep, draws=False)).shared

    async def give_up(self, reader: Reader, number: int) -> SharedBoard:
        """End a board unsolved, to see its solution; only who began it may.

        Raises `InputError` for others.
        """

        def end(shared: SharedBoard, _: int) -> Stored:
            _require_order(shared, reader.person, manages=False)
            ended = replace(shared.board, ended_at=self.now(), revealed=True)
            return (None if shared.is_over else ended), ()

        return (await self._change(reader, number, end, draws=False)).shared

    async def of_player(self, person: int) -> tuple[tuple[int, Puzzle], ...]:
        """The boards that a person draws on and that have not ended, the last used first: their
        IDs and puzzles."""
        found = await self.database.read(together.of_player, person, MAX_LISTED)
        return tuple((number, parse_loopy(notation)) for number, notation in found)

    async def end_untouched(self) -> None:
        """End boards on which nobody has drawn for `UNTOUCHED`; their messages say so."""
        now = self.now()

        async def end(connection: Connection) -> None:
            before = now - UNTOUCHED
            for number in await together.end_untouched(connection, before, now, MAX_ENDED):
                await outbox.change(connection, _key(number), now)

        await self.database.write(end)

    async def look(self) -> None:
        """Tell viewers what other processes have changed or removed since the last look."""
        await self.watchers.look(
            self.database,
            "together_boards",
            together.revisions,
            together.get,
            lambda board: self.read(board.id),
        )

    def point(self, number: int, person: int, at: tuple[float, float]) -> None:
        """Show all on a board where a person points, if they draw on it."""
        shared = self._seen.get(number)
        member = None if shared is None else shared.member(person)
        if member is not None and not member.shut_out:
            self.pointers.tell(number, (member.member, *at))

    def draws(self, member: TogetherMember) -> bool:
        """Whether a member draws now."""
        return not member.shut_out and self.now() - member.drew_at < DRAWING

    def closed_to(self, shared: SharedBoard, person: int) -> InputError | None:
        """Why a person cannot draw on a board now; None if they can, or could once they join."""
        own = shared.member(person)
        others = (each for each in shared.members if each is not own)
        if own is not None and own.shut_out:
            return InputError(Problem.SHUT_OUT)
        if shared.is_over:
            return InputError(Problem.TOGETHER_OVER)
        if sum(map(self.draws, others)) >= MAX_DRAWING:
            return InputError(Problem.TOGETHER_FULL, {"most": MAX_DRAWING})
        if own is None and len(shared.members) >= MAX_MEMBERS:
            return InputError(Problem.TOGETHER_MANY)
        return None

    async def names(self, shared: SharedBoard) -> dict[int, str]:
        """What members are called in the server: their numbers if that is unknown."""
        people = {each.player_id for each in shared.members if each.player_id is not None}
        known = await self.members.names(shared.board.server_id, people)
        return {
            each.member: known.get(each.player_id or 0) or f"{each.member + 1}"
            for each in shared.members
        }

    async def _change(
        self,
        reader: Reader,
        number: int,
        change: Callable[[SharedBoard, int], Stored],
        *,
        draws: bool = True,
    ) -> Merged:
        """Store what `change` gives for a member, in the order in which this process was asked.

        Unless it `draws` nothing, it is refused to those who do not draw now.
        """

        async def locked(connection: Connection) -> tuple[SharedBoard, New | None, tuple[int, ...]]:
            shared = await self._found(connection, number, lock=True)
            own, closed = shared.member(reader.person), self.closed_to(shared, reader.person)
            if draws and own is None:
                raise InputError(Problem.NOT_DRAWING)
            if draws and closed is not None:
                raise closed
            new, left = change(shared, BLANK.member if own is None else own.member)
            if new is not None:
                shared = await self._store(connection, shared, new)
            return shared, new, left

        async def stored() -> Merged:
            shared, new, left = await claimed(self.database, reader.claim, self.now(), locked)
            return Merged(self._published(shared, new), left)

        known = self._seen.get(number)  # else it is read before a transaction needs it
        shared = await self.read(number) if known is None else known
        await self._require_there(reader.person, shared.board)
        return await self._tasks.run(number, stored)

    def _published(self, shared: SharedBoard, new: New | None = None) -> SharedBoard:
        """A stored board, which its viewers are told; its marks get an entry that is `new`."""
        board, marks = shared.board, shared.marks
        if isinstance(new, Entry) and marks.number == board.entries - 1:
            marks.add(new)  # unless another task has read it meanwhile
        self._seen[board.id] = shared
        self.watchers.publish(board.id, board.revision, shared)
        return shared

    async def _store(self, connection: Connection, shared: SharedBoard, new: New) -> SharedBoard:
        """The board with a change stored; its marks get an entry once that is committed."""
        board, members, now = shared.board, shared.members, self.now()
        if isinstance(new, TogetherBoard):
            board = new
        elif isinstance(new, TogetherMember):
            members = await self._put(connection, shared, new)
        else:
            number, text = board.entries + 1, _encode(new).decode()
            board = replace(board, entries=number, size=board.size + len(text))
            if number > MAX_ENTRIES or board.size > MAX_SIZE:
                raise InputError(Problem.TOGETHER_MANY)
            await together.add_entry(connection, TogetherEntry(board.id, number, text))
            if isinstance(new, DrawnStroke | Undone):
                board, own = replace(board, touched_at=now), members[new.member]
                if now - own.drew_at >= NOTED:
                    members = await self._put(connection, shared, replace(own, drew_at=now))
            if board.ended_at is None and is_solved(shared.puzzle, shared.marks.lines_after(new)):
                board = replace(board, solved_at=now, ended_at=now)
        saved = await together.save(connection, board)
        is_last = board.ended_at is not None and not shared.is_over
        await outbox.change(connection, _key(board.id), now if is_last else now + SHOWN_SECONDS)
        return replace(shared, board=saved, members=members)

    async def _put(
        self, connection: Connection, shared: SharedBoard, new: TogetherMember
    ) -> tuple[TogetherMember, ...]:
        """The members of a board with one stored as they are from now on, or a new one."""
        await together.put_member(connection, new)
        return *shared.members[: new.member], new, *shared.members[new.member + 1 :]

    async def _join(self, connection: Connection, shared: SharedBoard, person: int) -> SharedBoard:
        now = self.now()
        await players.ensure(connection, person, now)
        new = TogetherMember(shared.board.id, len(shared.members), person, now)
        return await self._store(connection, shared, new)

    async def _end_own(
        self, connection: Connection, person: int, puzzle: Puzzle, *, ends: bool
    ) -> None:
        """Take a person's own attempt at a puzzle out of all rankings."""
        own = await attempts.unfinished_copy(connection, person, puzzle.canonical_key)
        if own is None or own.replayed or own.shown_at is None:
            return
        if not ends:
            raise InputError(Problem.TOGETHER_ENDS_OWN)
        await attempts.save(connection, replace(own, replayed=True))

    async def _found(
        self, connection: Connection, number: int, *, lock: bool = False
    ) -> SharedBoard:
        found = _there(await together.get(connection, number, lock=lock))
        return await self._shared(connection, found)

    async def _shared(self, connection: Connection, board: TogetherBoard) -> SharedBoard:
        """A stored board with its people, and with the marks that all its entries make."""
        people = await together.members_of(connection, board.id)
        known = self._seen.get(board.id)
        if known is None:
            stored = _there(await puzzles.get(connection, board.puzzle_id))
            known = SharedBoard(board, parse_loopy(stored.notation), SharedMarks(), people)
        marks = known.marks
        if marks.number < board.entries:
            for each in await together.entries_after(connection, board.id, marks.number):
                if each.number == marks.number + 1:  # another task may have added it meanwhile
                    marks.add(_decode(each.entry))
        shared = self._seen[board.id] = replace(known, board=board, members=people)
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


def _there(row: Row | None) -> Row:
    if row is None:
        raise NotYours
    return row


def _require_order(shared: SharedBoard, person: int, *, manages: bool) -> None:
    """Raise `InputError` for who may not say what others draw."""
    if not (manages or shared.began(person)):
        raise InputError(Problem.NOT_BEGUN_BY)
