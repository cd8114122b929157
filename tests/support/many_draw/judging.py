"""Judges what pages were told beside the entries that are stored: nothing that was acknowledged is
lost, nothing is done twice; and counts."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec
from msgspec import Struct, field

from play.together import DrawnStroke, Entry, Removal, SharedMarks, Undone
from store import together
from store.address import parse_address
from store.database import connect
from tests.support.many_draw.pages import Connection, Page, Request, undone
from tests.support.many_draw.people import EDGES
from web.page_requests import LETTERS, STATES

_decode = msgspec.json.Decoder(Entry).decode


class Stored(Struct, frozen=True):
    """A board as it is stored; before its first entry it had the revision `first`."""

    entries: tuple[Entry, ...]
    revision: int

    @property
    def first(self) -> int:
        return self.revision - len(self.entries)

    @property
    def shown(self) -> tuple[list[str], dict[int, int], int]:
        """The marks, who drew them, and the revision."""
        marks = SharedMarks()
        for entry in self.entries:
            marks.add(entry)
        letters, tops = ["."] * EDGES, marks.tops()
        for edge, top in tops.items():
            letters[edge] = LETTERS[top.state]
        return letters, {edge: top.member for edge, top in tops.items()}, self.revision


async def read_stored(address: str, number: int) -> Stored:
    """A board of a database."""
    async with connect(parse_address(address)) as database:
        board = await database.read(together.get, number)
        entries = await database.read(together.entries_after, number, 0)
    assert board is not None
    assert [each.number for each in entries] == [*range(1, board.entries + 1)]
    return Stored(tuple(_decode(each.entry) for each in entries), board.revision)


class Judged(Struct):
    """What is wrong, of which there is nothing, and counts: of strokes unless of edges."""

    lost: list[Request] = field(default_factory=list)
    unasked: list[int] = field(default_factory=list)
    """Numbers of entries that no request made, or one that had made another."""
    counts: Counter[str] = field(default_factory=Counter)


def judge(stored: Stored, requests: Iterable[Request]) -> Judged:
    """Go through the entries of a board beside the requests of all its pages."""
    entries, first = stored.entries, stored.first
    judged, marks = Judged(), SharedMarks()
    waiting = sorted(requests, key=lambda each: each.low, reverse=True)
    under_way, done, made = list[Request](), set[Request](), set[Request]()
    changed = dict[int, tuple[int, int]]()  # by edge, the entry that changed it last, and who
    for number in range(len(entries) + 1):
        if number:
            entry = entries[number - 1]
            maker = next((each for each in under_way if _makes(each, entry, made)), None)
            if maker is None:
                judged.unasked.append(number)
            else:
                made.add(maker)
                _count(judged.counts, marks, entry, maker, changed, first)
            before = {edge: marks.top(edge).state for edge in _edges(entry)}
            marks.add(entry)
            for edge, state in before.items():
                if marks.top(edge).state is not state:
                    changed[edge] = number, entry.member
        while waiting and waiting[-1].low <= number + first:
            under_way.append(waiting.pop())
        done |= {each for each in under_way if _is_done(each, marks, made)}
        ended = [each for each in under_way if -1 < each.high <= number + first]
        judged.lost += [each for each in ended if each not in done]
        under_way = [each for each in under_way if each not in ended]
    judged.lost += [each for each in under_way if each not in done]
    return judged


def _makes(request: Request, entry: Entry, made: Collection[Request]) -> bool:
    """Whether a request that is under way can have made an entry, and has made none."""
    if request in made:
        return False
    match entry:
        case Removal(member):
            return request.do.get("member") == member
        case Undone(member):
            return request.member == member and undone(request)
        case DrawnStroke(member, states) if "edges" in request.do:
            asked = {edge: STATES[new] for edge, _, new in request.do["edges"]}
            return request.member == member and states.items() <= asked.items()
        case _:
            return request.member == entry.member and request.do.get("edit") == "clear"


def _edges(entry: Entry) -> Iterable[int]:
    return entry.states if isinstance(entry, DrawnStroke) else getattr(entry, "edges", ())


def _is_done(request: Request, marks: SharedMarks, made: Collection[Request]) -> bool:
    """Whether all is as a request wants it; one that is late leaves what differs from what was
    seen, and there may be nothing to undo."""
    if undone(request):
        return request in made or not marks.undoable(request.member)
    if request.do["do"] == "order":
        return marks.is_removed(request.do["member"]) is (request.do["what"] == "take-back")
    if "edges" not in request.do:
        return not marks.clear(request.member)[0]
    return all(
        marks.top(edge).state is STATES[new]
        or (request.late and marks.top(edge).state is not STATES[seen])
        for edge, seen, new in request.do["edges"]
    )


def _count(  # noqa: PLR0917 - what is known of an entry
    counts: Counter[str],
    marks: SharedMarks,
    entry: Entry,
    asked: Request,
    changed: Mapping[int, tuple[int, int]],
    first: int,
) -> None:
    if isinstance(entry, Undone):
        left = bool(marks.undo(entry.member)[1])
        counts["undone"] += 1
        counts["undos refused"] += left and not entry.edges
        counts["undos in part"] += left and bool(entry.edges)
        return
    if not isinstance(entry, DrawnStroke) or "edges" not in asked.do:
        counts["cleared, taken back or put back"] += 1
        return
    shown, seen = asked.drawn_on - first, {each[0]: STATES[each[1]] for each in asked.do["edges"]}
    over = [edge for edge in entry.states if marks.top(edge).member not in {-1, entry.member}]
    unseen = [
        edge
        for edge in entry.states
        if marks.top(edge).state is not seen[edge]
        and _is_unseen(changed.get(edge), shown, entry.member)
    ]
    counts["stored"] += 1
    counts["edges stored"] += len(entry.states)
    counts["over another's mark"] += bool(over)
    counts["unseen overwriting"] += bool(unseen)
    counts["unseen, sent over 1 s after it was drawn"] += bool(unseen) and asked.waited > 1
    counts["edges overwritten unseen"] += len(unseen)


def _is_unseen(changed: tuple[int, int] | None, shown: int, member: int) -> bool:
    return changed is not None and changed[0] > shown and changed[1] != member


def delays(
    pages: Sequence[Page], kills: Sequence[tuple[float, float]]
) -> dict[tuple[str, str], list[float]]:
    """Seconds from sending a stroke until each other page had it, without the lag of the network.

    By whether that was in the same process, and near a kill.
    """
    found: dict[tuple[str, str], list[float]] = {}
    for page in pages:
        for request in page.settled:
            if request.do["do"] != "mark" or request.sends != 1 or request.server < 0:
                continue
            killed = any(start <= request.sent <= end for start, end in kills)
            for other in pages:
                at = _at(other.connections, request) if other is not page else None
                if at is not None:
                    where = "one process" if at[0] == request.server else "two processes"
                    kind = where, "near a kill" if killed else "else"
                    found.setdefault(kind, []).append(at[1] - request.sent)
    return found


def _at(connections: Sequence[Connection], request: Request) -> tuple[int, float] | None:
    """By which server a page had what a request changed, and when, if it was connected."""
    place = bisect_left(connections, request.sent, key=lambda each: each.began) - 1
    if place < 0:
        return None
    connection = connections[place]
    if connection.server < 0 or request.sent > connection.ended or not connection.revisions:
        return None
    if connection.times[0] > request.sent:
        return None
    found = bisect_left(connection.revisions, request.high)
    if found == len(connection.revisions):
        return None
    return connection.server, connection.times[found]
