"""What a page can ask for, as JSON with checked sizes and values.

Every request has a stream `s`, a random word of the page, and a number `n` that rises within it.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct, defstruct, field

from jobs.constructing import ClueQuestion
from narrator.checks import Detail
from narrator.narration import Level
from play.history import Clear, DrawRest, Edit, Mark, Redo, Shade, ShadeCells, Trial, Undo
from puzzle.model import EdgeState
from service.helping.help_offers import FIRST_DETAIL, FIRST_LEVEL
from service.playing.drafts import Turn
from service.playing.together import Order
from service.settings import PAGE_SETTINGS
from web.limits import REQUEST_WEIGHT

MAX_FRAME = 32 * 1024
"""Maximum size of a request in bytes; a stroke over all edges of a board of 30x30 has 28 KiB."""
MAX_EDGES = 2_000
"""Maximum number of edges of a stroke; a board of 30x30 has 1,860."""
MAX_WAITING = 50
"""Maximum number of requests that are sent together without a socket."""

LETTERS = {EdgeState.UNKNOWN: ".", EdgeState.LINE: "-", EdgeState.CROSS: "x"}
STATES = {letter: state for state, letter in LETTERS.items()}

SHADE_LETTERS = {Shade.NONE: ".", Shade.INSIDE: "i", Shade.OUTSIDE: "o"}
SHADES = {letter: shade for shade, letter in SHADE_LETTERS.items()}

EDITS: Mapping[str, Edit] = {
    "undo": Undo(),
    "redo": Redo(),
    "clear": Clear(),
    "begin": Trial.BEGIN,
    "keep": Trial.KEEP,
    "take-back": Trial.TAKE_BACK,
    "rest": DrawRest(),
}

Letter: TypeAlias = Literal[".", "-", "x"]
ShadeLetter: TypeAlias = Literal[".", "i", "o"]
Edge: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]
Stream: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16,32}$")]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Secret: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16,64}$")]
Cell: TypeAlias = Annotated[int, Meta(ge=0, lt=2_000)]
Size: TypeAlias = Annotated[str, Meta(pattern=r"^\d{1,3}x\d{1,3}$")]
DraftClue: TypeAlias = Annotated[int, Meta(ge=-3, le=12)] | Literal["?"] | None
Part: TypeAlias = Annotated[int, Meta(ge=0, le=1_000)]
Member: TypeAlias = Annotated[int, Meta(ge=0, le=1_000)]
Coordinate: TypeAlias = Annotated[float, Meta(ge=-10, le=1_000)]
Another: TypeAlias = Annotated[int, Meta(ge=0, le=99)]

MANY = Meta(max_length=2_000)
"""The number of cells of a draft, which has no more than edges."""


class Asked(Struct, frozen=True, tag_field="do"):
    """A numbered request of a page, and its weight against the rate limit of its person.

    Expensive ones weigh as in chat, where help takes a press and another one to go back, and a new
    puzzle a command.
    """

    weight: ClassVar[float] = REQUEST_WEIGHT

    s: Stream
    n: Number


class AskedHelp(Asked, frozen=True):
    """What weighs as much as help."""

    weight: ClassVar[float] = 3


class AskedPuzzle(Asked, frozen=True):
    """What weighs as much as a new puzzle."""

    weight: ClassVar[float] = 6


class DrawStroke(Asked, frozen=True, tag="mark"):
    """A stroke: the edges, each with the mark that the person saw and the one to set.

    `pen` is the dot where it ends; a line `goes_on` from there where there is one way. With `told`,
    help told these marks and a button made them. One that is `late` waited for a connection.
    """

    edges: Annotated[list[tuple[Edge, Letter, Letter]], Meta(min_length=1, max_length=MAX_EDGES)]
    pen: Edge | None = None
    goes_on: bool = False
    told: bool = False
    late: bool = False

    @property
    def change(self) -> Mark:
        """The marks to set, in one step."""
        states = {edge: STATES[new] for edge, _, new in self.edges}
        return Mark(states, self.pen, self.goes_on)

    @property
    def seen(self) -> dict[int, EdgeState]:
        """The marks that the person saw."""
        return {edge: STATES[before] for edge, before, _ in self.edges}


class ShadeSome(Asked, frozen=True, tag="shade"):
    """Shades of some cells, in one step."""

    cells: Annotated[list[tuple[Edge, ShadeLetter]], Meta(min_length=1, max_length=MAX_EDGES)]

    @property
    def change(self) -> ShadeCells:
        """The shades to set."""
        return ShadeCells({cell: SHADES[letter] for cell, letter in self.cells})


class ChangeBoard(Asked, frozen=True, tag="edit"):
    """Undo or redo a step, remove all marks, begin or end a trial, or draw the rest as lines."""

    edit: Literal["undo", "redo", "clear", "begin", "keep", "take-back", "rest"]

    @property
    def change(self) -> Edit:
        """What is done."""
        return EDITS[self.edit]


class Judge(Asked, frozen=True, tag="submit"):
    """Judge the board as it is, in a drill with the edges that were drawn on its page."""

    edges: Annotated[list[tuple[Edge, Letter]], Meta(max_length=MAX_EDGES)] = field(
        default_factory=list
    )


class AskHint(AskedHelp, frozen=True, tag="hint"):
    """A hint, by default the first that a board offers; `another` counts those to pass over."""

    level: Level = FIRST_LEVEL
    another: Another = 0


class AskCheck(AskedHelp, frozen=True, tag="check"):
    """A check of the marks, by default the first that a board offers."""

    detail: Detail = FIRST_DETAIL


class AskPart(AskedHelp, frozen=True, tag="part"):
    """A part of an argument that was given for the marks on the board; 0 is all of it, or a
    picture of its ways."""

    of: Literal["hint", "check", "ways"]
    number: Part
    another: Another = 0


class AskSolution(AskedHelp, frozen=True, tag="reveal"):
    """Give up: show the solution."""


class AskLesson(AskedHelp, frozen=True, tag="lesson"):
    """The next lesson of the course; `shown` asks for the answer to its question too, and `ways`
    for a picture of its ways."""

    shown: bool = False
    ways: bool = False


class AskCard(AskedHelp, frozen=True, tag="share"):
    """The card of a solved board."""


class AskedInChannel(AskedPuzzle, frozen=True):
    """What others see in the channel that the page came from.

    `place` are the IDs of its server and channel, of which Discord is asked whether that may be;
    a page inside Discord has none, as it is where its instance is.
    """

    place: Annotated[str, Meta(pattern=r"^([1-9]\d{0,18}\.[1-9]\d{0,18})?$")] = ""

    @property
    def told(self) -> tuple[int, int] | None:
        """The server and the channel."""
        server, _, channel = self.place.partition(".")
        return (int(server), int(channel)) if server else None


class PostCard(AskedInChannel, frozen=True, tag="post"):
    """Post the card of a solved board."""


class AskRanking(AskedInChannel, frozen=True, tag="ranking"):
    """The leaderboard of the daily on the board, where the person is on it."""

    weight: ClassVar[float] = 3


class AskReview(AskedHelp, frozen=True, tag="review"):
    """The review of a solved board."""


class AskReplay(AskedPuzzle, frozen=True, tag="replay"):
    """How a solved board was drawn, as an animation."""


class AskPicture(AskedHelp, frozen=True, tag="picture"):
    """A picture of the board as it is."""


class AskNext(AskedPuzzle, frozen=True, tag="next"):
    """Open another puzzle like this one."""


class AskRace(AskedInChannel, frozen=True, tag="race"):
    """Join the race that waits in the channel, or invite to one."""


class AskTogether(AskedInChannel, frozen=True, tag="together"):
    """Begin a board of several people with the marks on this one."""


class ChooseSettings(Asked, frozen=True, tag="settings"):
    """How the person wants the board shown."""

    settings: dict[str, bool]

    def __post_init__(self) -> None:
        """Raise `ValueError` for a setting that the page does not offer."""
        if not self.settings.keys() <= {each.name for each in PAGE_SETTINGS}:
            raise ValueError("no setting of the page")


class AskedOfSize(Asked, frozen=True):
    """What is done to a draft, which has the size that the page shows."""

    size: Size


class SetClues(AskedOfSize, frozen=True, tag="set"):
    """Set clues of a draft; `certain` cells stay as they are and are in doubt no more."""

    clues: Annotated[list[tuple[Cell, DraftClue]], MANY]
    certain: Annotated[list[Cell], MANY] = field(default_factory=list)


class ResizeDraft(AskedOfSize, frozen=True, tag="resize"):
    """Give a draft another size."""

    to: Size


class TurnDraft(AskedOfSize, frozen=True, tag="turn"):
    """Turn or mirror a draft."""

    how: Turn


class AskAboutClues(Asked, frozen=True):
    """A question about the clues of a draft."""

    @property
    def question(self) -> ClueQuestion:
        """What is asked."""
        return ClueQuestion(str(self.__struct_config__.tag))


class AskContradiction(AskAboutClues, frozen=True, tag="contradiction"):
    """Which clues contradict each other; `cell` is the one that was changed last."""

    cell: Cell | None = None


class AskValues(AskAboutClues, frozen=True, tag="values"):
    """Which clues a cell could have."""

    cell: Cell


class AskDifference(AskAboutClues, frozen=True, tag="difference"):
    """In what two solutions differ."""


class AskRemovable(AskAboutClues, frozen=True, tag="removable"):
    """Which clues could go, alone or in symmetric `pairs`."""

    pairs: bool = False


class AskRating(AskedHelp, frozen=True, tag="rating"):
    """How hard a draft is."""


class LookAgain(Asked, frozen=True, tag="look"):
    """A draft as it is now, which others may have changed."""


class PlayDraft(AskedPuzzle, frozen=True, tag="play"):
    """Open a board of a draft."""


class JoinBoard(AskedHelp, frozen=True, tag="join"):
    """Draw along on a board of several people; with `ends_own`, one's own attempt at its puzzle is
    in no ranking any more."""

    ends_own: bool = False


class KeepOrder(AskedHelp, frozen=True, tag="order"):
    """Take all marks of a member back or put them back, or let them draw no more or again."""

    member: Member
    what: Order


class HearHelp(Asked, frozen=True, tag="hear"):
    """The help that somebody on a board of several people asked for, by its number."""

    number: Number


class PointAt(Struct, frozen=True, tag_field="do", tag="point"):
    """Where the pointer of a member is, in the unit of the board; it is not answered."""

    at: tuple[Coordinate, Coordinate]


def _kinds(kind: type[Asked]) -> Iterator[type[Asked]]:
    """The requests of a kind that are of no kind within it."""
    for each in kind.__subclasses__():
        yield from _kinds(each) if each.__subclasses__() else (each,)


PageRequests: Any = reduce(or_, _kinds(Asked))
"""All that pages ask for."""


class Hello(Struct, frozen=True):
    """The first frame of a socket."""

    token: Secret


class Redeem(Struct, frozen=True):
    """A link to redeem, and the word by which the page may repeat that."""

    link: Secret
    holder: Secret


Waiting = defstruct(
    "Waiting",
    [("requests", Annotated[list[PageRequests], Meta(min_length=1, max_length=MAX_WAITING)])],
)
"""Requests that are sent together, in order, where no socket opens."""


class InvalidRequest(Exception):  # noqa: N818
    """A text is no request: no JSON, or of other fields or values."""


def reader_of(kind: Any) -> Callable[[str | bytes], Any]:
    """What reads a JSON text, which anybody may have written, as a value of a type; it raises
    `InvalidRequest`.

    >>> reader_of(Hello)('{"token": ' + 9999 * "[")
    Traceback (most recent call last):
    web.page_requests.InvalidRequest
    """
    decode = msgspec.json.Decoder(kind).decode

    def read(text: str | bytes) -> Any:
        try:
            return decode(text)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise InvalidRequest from None

    return read


read_request: Callable[[str | bytes], Asked | PointAt] = reader_of(PageRequests | PointAt)
read_hello: Callable[[str | bytes], Hello] = reader_of(Hello)
read_redeem: Callable[[str | bytes], Redeem] = reader_of(Redeem)
read_waiting: Callable[[str | bytes], Any] = reader_of(Waiting)
