"""What a variant of the rules says of its clues and its loop; `catalogue` lists all of them."""

from collections.abc import Callable, Collection, Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from msgspec import Struct

from puzzle.clue_rows import Clue
from puzzle.grid import Grid
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
    """What clues and the loop have to be in a variant of the rules, and its names.

    - `name` names it in game IDs and in the column `variant` of a bank.
    - `genre` is that of puzz.link, in addresses and files, and `flag` what selects it beside that.
    - `title` names it in sentences.
    - `summaries` say in a clause each how it differs from the plain rules.
    - `counted` is what clues count, and `count` computes it.
    - `signs` are the clues that are no counts: their values are below 0, so that no code can take
      one for a count.
    - `too_many` and `too_few` are what a clue with another count breaks.
    - `visits_every_dot`: whether the loop does.
    - `has_dot_marks`: whether files of puzz.link keep cell colours and marks on dots.
    - `capabilities` is what is supported.
    """

    name: str
    genre: str
    title: LazyMessage
    counted: Counted
    count: Callable[[Around], int]
    summaries: tuple[LazyMessage, ...] = ()
    flag: str = ""
    signs: Mapping[int, Sign] = NO_SIGNS
    too_many: ViolationCode = ViolationCode.TOO_MANY
    too_few: ViolationCode = ViolationCode.TOO_FEW
    visits_every_dot: bool = False
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

    def sign(self, clue: Clue) -> Sign | None:
        """The animal that a clue is; None for a count and for a blank cell."""
        return None if clue is None else self.signs.get(clue)

    def is_met(self, clue: int, around: Around) -> bool:
        """Whether a count is that of a clue; a sign counts nothing."""
        return clue in self.signs or self.count(around) == clue

    def broken(self, clue: int, around: Around) -> ViolationCode | None:
        """What a clue breaks with its count; None if it is met, or counts nothing."""
        if self.is_met(clue, around):
            return None
        return self.too_many if self.count(around) > clue else self.too_few

    @property
    def counts_dots(self) -> bool:
        """Whether visited dots matter to clues."""
        return self.counted is not Counted.LINES

    @property
    def lines_at_dot(self) -> int | None:
        """The number of lines at every dot; None where it may be none or two."""
        return 2 if self.visits_every_dot else None

    def unvisited(self, grid: Grid, visited: Collection[int]) -> list[int]:
        """The dots that the loop has to visit still."""
        if not self.visits_every_dot:
            return []
        return [dot for dot in range(len(grid.dots)) if dot not in visited]

    def is_possible(self, grid: Grid) -> bool:
        """Whether some loop on a grid may keep the rules, whatever the clues.

        On squares every loop visits as many dots of each colour of a chessboard.
        """
        return not self.visits_every_dot or not grid.is_square or len(grid.dots) % 2 == 0

    def sides(self, clues: tuple[Clue, ...]) -> dict[int, bool]:
        """The cells of animals, each with whether it is inside of the loop.

        >>> from puzzle.rules.sheep_wolf import SHEEP_AND_WOLVES
        >>> SHEEP_AND_WOLVES.sides((3, -2, None, -3))
        {1: True, 3: False}
        """
        if not self.signs:
            return {}
        every = ((cell, self.sign(clue)) for cell, clue in enumerate(clues))
        return {cell: sign.inside for cell, sign in every if sign is not None}

    def line_counts(self, clues: tuple[Clue, ...]) -> tuple[Clue, ...]:
        """For each clue, the number of lines that it demands around its cell, if it does."""
        return tuple(map(self.line_count, clues)) if self.signs or self.counts_dots else clues

    def line_count(self, clue: Clue) -> Clue:
        """The number of lines that a clue demands around its cell; None if it leaves that open.

        A 0 demands no line, whatever clues count.
        """
        if clue is None or clue in self.signs:
            return None
        return clue if self.counted is Counted.LINES or clue == 0 else None
