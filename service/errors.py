"""Errors of the use cases: codes and values, which the front ends turn into sentences."""

from collections.abc import Mapping
from datetime import datetime
from enum import Enum, auto
from types import MappingProxyType

from store.records import Secret


class ServiceError(Exception):
    """Base of all errors of the use cases."""


class QuotaUsed(ServiceError):  # noqa: N818
    """A person, or with `of_server` a whole server, has used up its share of work; see `until`."""

    def __init__(self, until: datetime, of_server: bool = False) -> None:
        super().__init__(until, of_server)
        self.until = until
        self.of_server = of_server


class NotYours(ServiceError):  # noqa: N818
    """The attempt or puzzle does not exist, or is another person's."""


class AlreadyClaimed(ServiceError):  # noqa: N818
    """Another handler has claimed the interaction, or a page's request was done before, so nothing
    is stored for it."""


class MarksChanged(ServiceError):  # noqa: N818
    """A change is about other marks than those that are on the board now."""


class SecretPuzzle(ServiceError):  # noqa: N818
    """Nothing is told of a puzzle: a secret, or a copy of one; see `service.running.secrets`."""

    def __init__(self, secret: Secret) -> None:
        super().__init__(secret)
        self.secret = secret


class Problem(Enum):
    """Why a request cannot be fulfilled; the text of a member lists the values of its sentence."""

    NO_BOARD_OPEN = auto()
    NO_SUCH_BOARD = auto()
    NOT_ON_BOARD = auto()
    """A page's change is about a dot or a cell that its board does not have."""
    NO_CLUES = auto()
    NO_SOLUTION = auto()
    NOT_SOLVED = auto()
    NOT_SOLVED_YET = auto()
    """The review of a board that is not solved was requested."""
    NO_JOURNAL = auto()
    NOT_ONE_SOLUTION = auto()
    LIVE_ON_PAGE = auto()
    """The solution of a live daily was requested on the board page."""
    NOT_LAUNCHED = auto()
    """Discord refused to open a board as an Activity."""
    NOT_YET = auto()
    """`number` and `day` of a daily."""
    ONLY_ON_SUNDAYS = auto()
    """`number` and `day` of the last Sunday before a day on which a special was requested."""
    NO_SIZE = auto()
    SIZE_OUT_OF_RANGE = auto()
    """`size` as entered, `shortest` and `longest` permitted side in cells."""
    TILED_SIZE_OUT_OF_RANGE = auto()
    """`size` as entered, `fewest` and `most` cells of a board, and `examples` of sizes."""
    NO_FULL_LOOP = auto()
    """`size` of a board on which no loop visits every dot."""
    NOT_SQUARE = auto()
    NO_SYMMETRY = auto()
    NOT_GENERATED = auto()
    PUZZLES_USED = auto()
    """`count` of puzzles per day, and the instant `resets_at` at which the next day begins."""
    SHARED_LATELY = auto()
    NOT_POSTED = auto()
    """A result was to be posted where its person or the bot may not post."""
    EXPORTED_LATELY = auto()
    EXPORT_TOO_LONG = auto()
    PUZZLE_GONE = auto()
    BOARD_CHANGED = auto()
    """A part of an argument was requested for other marks than those on the board now."""
    ORDER_CHANGED = auto()
    """A message of an older version has a button for a solution by its index, in another order of
    solutions than that of this version."""
    FILE_UNAVAILABLE = auto()
    FILE_TOO_LARGE = auto()
    """The maximum size of a file in `kibibytes`."""
    NOT_TEXT = auto()
    PUZZLE_OR_FILE = auto()
    MOVES_OR_FILE = auto()
    MOVES_WITHOUT_PUZZLE = auto()
    NO_SUCH_TECHNIQUE = auto()
    OTHER_VERSION = auto()
    """A button, menu or form that this version does not have, or a choice that it has not."""
    DRILL_GONE = auto()
    STORM_GONE = auto()
    """A message of another version has a drill that cannot be judged any more."""
    RACES_OFF = auto()
    """The managers of the server have switched races off."""
    RACE_UNSEEN = auto()
    """A race was requested in a channel that the bot cannot see."""
    RACE_GONE = auto()
    RACE_BEGUN = auto()
    RACE_FULL = auto()
    """The maximum number of people, `most`."""
    RACE_ALONE = auto()
    """The minimum number of people, `fewest`."""
    NOT_HOST = auto()
    NOT_PLAYED_HERE = auto()
    """Who may begin the race: the ID `host` of a person."""
    NOT_IN_RACE = auto()
    PUBLISHING_OFF = auto()
    """The managers of the server have switched off that people publish puzzles."""
    BAD_TITLE = auto()
    """The maximum length of a title, `most` characters."""
    NOT_UNIQUE = auto()
    NOT_NEW = auto()
    PUBLISHED_ENOUGH = auto()
    """`count` of puzzles per day, and the instant `resets_at` at which the next day begins."""
    QUEUE_FULL = auto()
    """`most` puzzles that wait to be that of the week."""
    PUBLISHED_GONE = auto()
    NOT_LIKED = auto()
    """A person likes a puzzle that they have not solved, or made."""
    WEEK_GOES_ON = auto()
    """Until when there is a puzzle of the week: the instant `until`."""
    IN_OTHER_RACE = auto()
    TOGETHER_OVER = auto()
    TOGETHER_FULL = auto()
    """The maximum number of people who draw on a board at once, `most`."""
    TOGETHER_MANY = auto()
    """More was drawn on a board than is stored."""
    TOGETHER_ENDS_OWN = auto()
    """A person has the puzzle of a board of several people open with a clock."""
    NOT_BEGUN_BY = auto()
    NOT_DRAWING = auto()
    SHUT_OUT = auto()
    ONLY_IN_SERVERS = auto()
    """A server's leaderboard was requested outside of a server."""
    ONLY_WITH_BOT = auto()
    """A feature of a server was requested where the bot is not a member."""
    ONLY_MANAGERS = auto()


class InputError(ServiceError):
    """A person's request cannot be fulfilled; `problem` says why.

    `values` fill in the sentence about it; instants among them are `datetime` objects.
    """

    def __init__(
        self, problem: Problem, values: Mapping[str, object] = MappingProxyType({})
    ) -> None:
        super().__init__(problem, dict(values))
        self.problem = problem
        self.values = dict(values)
