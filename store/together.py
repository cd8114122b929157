"""Boards that several people draw, their members, and the entries that their marks follow from."""

from collections.abc import Collection
from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict

from store.sql import creating, insert, is_row_id, query, replacing
from store.transaction import Connection


class TogetherBoard(Struct, frozen=True):
    """A board that several people draw in a channel; its marks follow from its entries.

    - `revision`: rises with each change, also of its members;
    - `entries`, `size`: the number of its entries, and their characters;
    - `solved_at`, `revealed`: whether it was solved, or given up;
    - `ended_at`: when it ended, solved or not: nobody draws any more;
    - `next_id`: the board that its people went on to.
    """

    id: int
    puzzle_id: int
    server_id: int
    channel_id: int
    begun_at: datetime
    touched_at: datetime
    revision: int = 0
    entries: int = 0
    size: int = 0
    solved_at: datetime | None = None
    revealed: bool = False
    ended_at: datetime | None = None
    next_id: int | None = None


class TogetherMember(Struct, frozen=True):
    """Somebody who draws on a board of several people; member 0 began it.

    `player_id` is None once their data is deleted. `drew_at` is when they drew last, to the minute.
    Who is `shut_out` draws no more.
    """

    board_id: int
    member: int
    player_id: int | None
    drew_at: datetime
    shut_out: bool = False

    def __repr__(self) -> str:
        """Without a person."""
        return f"TogetherMember(board_id={self.board_id}, member={self.member})"


class TogetherEntry(Struct, frozen=True):
    """An entry of a board of several people as JSON, see `play.together`."""

    board_id: int
    number: int
    entry: str


_CREATE = creating("together_boards", TogetherBoard)
_GET = query("SELECT * FROM together_boards WHERE id = :id", TogetherBoard)
_LOCK = query("SELECT * FROM together_boards WHERE id = :id FOR UPDATE", TogetherBoard)
_SAVE = query(
    """UPDATE together_boards SET revision = revision + 1, entries = :entries, size = :size,
    touched_at = :touched_at, solved_at = :solved_at, revealed = :revealed, ended_at = :ended_at,
    next_id = :next_id
    WHERE id = :id RETURNING *""",
    TogetherBoard,
)
_MEMBERS = query(
    "SELECT * FROM together_members WHERE board_id = :id ORDER BY member", TogetherMember
)
_PUT_MEMBER = replacing(
    "together_members", TogetherMember, ["board_id", "member"], keep=["player_id"]
)
_ADD_ENTRY = insert("together_entries", TogetherEntry)
_ENTRIES = query(
    """SELECT * FROM together_entries WHERE board_id = :id AND number > :after ORDER BY number""",
    TogetherEntry,
)
_REVISIONS = query("SELECT id, revision FROM together_boards WHERE id IN :ids", tuple[int, int])
_OF_PLAYER = query(
    """SELECT together_boards.id, notation FROM together_boards
    JOIN puzzles ON puzzles.id = puzzle_id JOIN together_members ON board_id = together_boards.id
    WHERE player_id = :player_id AND NOT shut_out AND ended_at IS NULL
    ORDER BY touched_at DESC, together_boards.id DESC LIMIT :limit""",
    tuple[int, str],
)
_END_UNTOUCHED = query(
    """UPDATE together_boards SET ended_at = :now, revision = revision + 1
    WHERE {untouched} AND id IN (
        SELECT id FROM together_boards WHERE {untouched} ORDER BY id LIMIT :limit)
    RETURNING id""",
    int,
    untouched="ended_at IS NULL AND touched_at < :before",
)


async def create(connection: Connection, board: TogetherBoard) -> TogetherBoard:
    """Store a new board; returns it with its ID."""
    [created] = await _CREATE.all(connection, **asdict(board))
    return created


async def get(connection: Connection, board_id: int, *, lock: bool = False) -> TogetherBoard | None:
    """The board with an ID; with `lock`, nothing else changes it until the transaction ends."""
    if not is_row_id(board_id):
        return None
    return await (_LOCK if lock else _GET).one(connection, id=board_id)


async def save(connection: Connection, board: TogetherBoard) -> TogetherBoard:
    """Store the values of a board that change; returns it with its next revision."""
    [saved] = await _SAVE.all(connection, **asdict(board))
    return saved


async def members_of(connection: Connection, board_id: int) -> tuple[TogetherMember, ...]:
    """The members of a board; who joined first is first."""
    return await _MEMBERS.all(connection, id=board_id)


async def put_member(connection: Connection, member: TogetherMember) -> None:
    """Add a stored player to a locked board, or store when a member drew last, and whether they are
    shut out."""
    await _PUT_MEMBER.run(connection, asdict(member))


async def add_entry(connection: Connection, entry: TogetherEntry) -> None:
    """Add the next entry of a locked board."""
    await _ADD_ENTRY.run(connection, asdict(entry))


async def entries_after(
    connection: Connection, board_id: int, number: int
) -> tuple[TogetherEntry, ...]:
    """The entries of a board after a number, in order."""
    return await _ENTRIES.all(connection, id=board_id, after=number)


async def revisions(connection: Connection, boards: Collection[int]) -> dict[int, int]:
    """The revisions of those of some boards that exist."""
    return dict(await _REVISIONS.all(connection, ids=[*boards]))


async def of_player(
    connection: Connection, player_id: int, limit: int
) -> tuple[tuple[int, str], ...]:
    """The boards of a player that have not ended, with the notations of their puzzles; the one that
    was drawn on last is first."""
    return await _OF_PLAYER.all(connection, player_id=player_id, limit=limit)


async def end_untouched(
    connection: Connection, before: datetime, now: datetime, limit: int
) -> tuple[int, ...]:
    """End boards on which nobody has drawn since an instant; returns their IDs."""
    return await _END_UNTOUCHED.all(connection, before=before, now=now, limit=limit)
