"""What a variant of the rules says of its clues; each variant is a module with one such value."""

from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from msgspec import Struct

from puzzle.clue_rows import Clue
from puzzle.lazy_messages import LazyMessage


class ViolationCode(Enum):
    """The kinds of broken rules."""

    NO_LINE = "no-line"
    BRANCH = "branch"
    DEAD_END = "dead-end"
    TOO_MANY = "too-many"
    TOO_FEW = "too-few"
    SEVERAL_LOOPS = "several-loops"
    UNVISITED = "unvisited"
    WRONG_TOUCHES = "wrong-touches"
    SHEEP_OUTSIDE = "sheep-outside"
    WOLF_INSIDE = "wolf-inside"


class Capability(Enum):
    """What not every variant supports: each says itself what it does."""

    FAST_SEARCH = "fast-search"
    """Propagation before a search, variables of cells, dropped subloops and patched models."""
    CORES = "cores"
    """Searching for clues and marks that contradict each other."""
    PLAY = "play"
    """Boards in chat and on the board page."""
    HINTS = "hints"
    """Steps and their arguments, and all that is made of them."""
    RATINGS = "ratings"
    """Rating how hard a puzzle is."""
    REVIEWS = "reviews"
    """Judging how a board was solved, and which techniques that used."""
    GENERATING = "generating"
    """Making new puzzles, on boards of squares."""


class Counted(Enum):
    """What the number of a clue counts around its cell."""

    LINES = "lines"
    DOTS = "dots"
    TOUCHES = "touches"


class Around(NamedTuple):
    """What the loop has around a cell with so many sides: lines, and visited dots."""

    lines: int
    dots: int
    sides: int


class Sign(Struct, frozen=True):
    """A clue that is no count: an animal, which is on one side of the loop.

    - `letter` stands for it in game IDs and text pictures, `number` in the notations of puzz.link.
    - `word` names it in sentences.
    - `inside` is the side that it demands, `violation` what is broken on the other one.
    """

    letter: str
    number: int
    word: LazyMessage
    inside: bool
    violation: ViolationCode


NO_SIGNS: Mapping[int, Sign] = MappingProxyType({})


class Variant(Struct, frozen=True):
    """What clues say in a variant of the rules, and its names.

    - `name` names it in game IDs and in the column `variant` of a bank.
    - `genre` is that of puzz.link, in addresses and files.
    - `title` names it in sentences; `full_title` with a loop that visits every dot, None where that
      is no variant.
    - `summary` says its rule of clues in a clause.
    - `counted` is what clues count, and `count` computes it.
    - `signs` are the clues that are no counts: their values are below 0, so that no code can take
      one for a count.
    - `too_many` and `too_few` are what a clue with another count breaks.
    - `has_dot_marks`: whether files of puzz.link keep cell colours and marks on dots.
    - `capabilities` is what is supported.
    """

    name: str
    genre: str
    title: LazyMessage
    full_title: LazyMessage | None
    summary: LazyMessage
    counted: Counted
    count: Callable[[Around], int]
    signs: Mapping[int, Sign] = NO_SIGNS
    too_many: ViolationCode = ViolationCode.TOO_MANY
    too_few: ViolationCode = ViolationCode.TOO_FEW
    has_dot_marks: bool = False
    capabilities: frozenset[Capability] = frozenset()

    @property
    def letters(self) -> dict[str, int]:
        """The clues that are no counts by their letters."""
        return {sign.letter: clue for clue, sign in self.signs.items()}

    @property
    def numbers(self) -> dict[int, int]:
        """The clues that are no counts by their numbers in the notations of puzz.link."""
        return {sign.number: clue for clue, sign in self.signs.items()}

    def is_met(self, clue: int, around: Around) -> bool:
        """Whether a count is that of a clue; a sign counts nothing."""
        return clue in self.signs or self.count(around) == clue

    def broken(self, clue: int, around: Around) -> ViolationCode | None:
        """What a clue breaks with its count; None if it is met, or counts nothing."""
        if self.is_met(clue, around):
            return None
        return self.too_many if self.count(around) > clue else self.too_few

    def line_count(self, clue: Clue) -> Clue:
        """The number of lines that a clue demands around its cell; None if it leaves that open.

        A 0 demands no line, whatever clues count.
        """
        if clue is None or clue in self.signs:
            return None
        return clue if self.counted is Counted.LINES or clue == 0 else None
