"""What the use cases raise: codes and values, which the front ends word."""

from collections.abc import Mapping
from datetime import datetime
from enum import Enum, auto
from types import MappingProxyType


class ServiceError(Exception):
    """Base of what the use cases raise."""


class QuotaUsed(ServiceError):  # noqa: N818
    """A person, or their whole server, has had their share of work until an instant."""

    def __init__(self, until: datetime, of_server: bool = False) -> None:
        super().__init__(until, of_server)
        self.until = until
        self.of_server = of_server


class NotYours(ServiceError):  # noqa: N818
    """Somebody reached for the attempt of another person, or for one that is gone."""


class Problem(Enum):
    """Why something that a person asked for cannot be done; behind each the values that tell."""

    NO_BOARD_OPEN = auto()
    NO_SUCH_BOARD = auto()
    NO_CLUES = auto()
    NO_SOLUTION = auto()
    NOT_SOLVED = auto()
    COMING_DAILY = auto()
    LIVE_DAILY = auto()
    NOT_YET = auto()
    """`number` and `day` of a daily."""
    NO_DAILY = auto()
    """`number` and `day` of a daily."""
    NO_SIZE = auto()
    SIZE_OUT_OF_RANGE = auto()
    """`size` as it was given, `shortest` and `longest` side in cells."""
    NOT_SQUARE = auto()
    NOT_GENERATED = auto()
    PUZZLES_USED = auto()
    """`count` of puzzles in a day, and the instant `left` when the next day begins."""
    SHARED_LATELY = auto()
    EXPORTED_LATELY = auto()
    EXPORT_TOO_LONG = auto()
    PUZZLE_GONE = auto()
    FILE_UNAVAILABLE = auto()
    FILE_TOO_LARGE = auto()
    """The `kibibytes` that a file may have."""
    NOT_TEXT = auto()
    PUZZLE_OR_FILE = auto()
    MOVES_OR_FILE = auto()
    MOVES_WITHOUT_PUZZLE = auto()
    ONLY_IN_SERVERS = auto()
    """A leaderboard of a server is asked for outside of one."""
    ONLY_WITH_BOT = auto()
    """Something of a server is asked for where the bot is not a member."""
    ONLY_MANAGERS = auto()


class InputError(ServiceError):
    """A person asked for something that cannot be done; `problem` says why.

    `values` are what the sentence about it needs; an instant among them is a `datetime`.
    """

    def __init__(
        self, problem: Problem, values: Mapping[str, object] = MappingProxyType({})
    ) -> None:
        super().__init__(problem, dict(values))
        self.problem = problem
        self.values = dict(values)
