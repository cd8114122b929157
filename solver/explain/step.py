"""The values of an explanation, which `narrator` turns into sentences.

A *reason* is a rule at one place: a clue, a dot, that all lines are one loop, or that the loop has
two sides. A *fact* follows from a reason and from facts known before, by an *inference*. An
*argument* is a list of inferences that ends with the conclusion, or leads from its opposite to a
contradiction. A *step* is a set of deductions with its technique, reasons and arguments. Known
patterns have a `PatternPlace` instead of arguments.
"""

from collections.abc import Iterator
from enum import Enum, IntEnum
from typing import Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from puzzle.grid import OUTSIDE
from puzzle.model import Board, EdgeState

# Reasons


class ClueReason(Struct, frozen=True, order=True):
    """The rule of a clue: its cell has that number of lines."""

    cell: int


class DotReason(Struct, frozen=True, order=True):
    """The rule of a dot: it has zero or two lines; two if the loop visits every dot."""

    dot: int


class LoopReason(Struct, frozen=True, order=True):
    """The rule that all lines are one loop, so no part of them may close a loop."""


class SidesReason(Struct, frozen=True, order=True):
    """The rule that a line has the inside of the loop on one side and the outside on the other.

    The two cells beside a cross are on the same side; beyond the border is outside, and animals are
    on the side that they demand.
    """


Reason: TypeAlias = ClueReason | DotReason | LoopReason | SidesReason

# Facts


class EdgesAre(Struct, frozen=True):
    """All these edges have this state."""

    edges: tuple[int, ...]
    state: EdgeState


class Relation(Enum):
    """A constraint on two unknown edges that meet at a dot."""

    ONE = "exactly one is a line"
    SOME = "at least one is a line"
    NOT_BOTH = "at most one is a line"
    ALIKE = "both are lines or neither is"
    IMPLIES = "if the first is a line, the second is too"


class PairIs(Struct, frozen=True):
    """A relation between two edges that meet at `dot`."""

    dot: int
    edges: tuple[int, int]
    relation: Relation


class TooMany(Struct, frozen=True):
    """The contradiction that a clue has more lines than allowed; `lines` is their number."""

    cell: int
    lines: int


class TooFew(Struct, frozen=True):
    """The contradiction that a clue can have at most `lines` lines, which are too few."""

    cell: int
    lines: int


class Branch(Struct, frozen=True):
    """The contradiction that more than two lines meet at a dot."""

    dot: int


class DeadEnd(Struct, frozen=True):
    """The contradiction that a line ends at a dot without another edge to continue."""

    dot: int


class Unvisited(Struct, frozen=True):
    """The contradiction that the loop can no longer visit a dot, where it has to visit all."""

    dot: int


class Subloop(Struct, frozen=True):
    """A premature loop: these edges form a loop that does not solve the puzzle.

    One of the other fields shows why: `unmet` is the cell of a clue that the loop does not
    satisfy, `outside` is a line that is not part of the loop, `missed` is a dot that it should
    visit.
    """

    edges: tuple[int, ...]
    unmet: int | None = None
    outside: int | None = None
    missed: int | None = None


class Way(Struct, frozen=True):
    """Cells, or `OUTSIDE` beyond the border, each connected with the next by a marked edge.

    With `jump`, the first so many cells are not connected with those after them: the cells on
    either side of the jump are animals or `OUTSIDE`, so it is known on which side each of them is.
    """

    cells: tuple[int, ...]
    crossed: tuple[int, ...]
    jump: int | None = None

    @property
    def animals(self) -> tuple[int, ...]:
        """The cells of the animals on either side of the jump."""
        around = () if self.jump is None else self.cells[self.jump - 1 : self.jump + 1]
        return tuple(cell for cell in around if cell != OUTSIDE)


class WrongSide(Struct, frozen=True):
    """The contradiction that marks put a cell on the wrong side of the loop.

    `way` leads to an animal from another one or from `OUTSIDE`, with an odd number of lines where
    it should be even, or the other way round; or it leads back to its first cell with an odd one.
    `lines` is their number.
    """

    way: Way
    lines: int

    @property
    def is_round(self) -> bool:
        """Whether the way leads back to its first cell."""
        return self.way.cells[0] == self.way.cells[-1]

    @property
    def cell(self) -> int:
        """The cell on the wrong side: an animal, or one in the middle of a way that leads back."""
        return self.way.cells[len(self.way.cells) // 2 if self.is_round else -1]


class Clash(Struct, frozen=True):
    """The contradiction that no choice of lines at a clue or dot agrees with its known pairs."""


Contradiction: TypeAlias = (
    TooMany | TooFew | Branch | DeadEnd | Unvisited | Subloop | WrongSide | Clash
)
Fact: TypeAlias = EdgesAre | PairIs | Contradiction

# Arguments


class Inference(Struct, frozen=True):
    """A fact that follows from one reason.

    - `given`: the edges whose states it uses, from marks and earlier facts.
    - `pairs`: the earlier relations that it uses.
    - `subloop`: the loop that an edge would close, when a LoopReason makes the edge a cross.
    - `way`: the way between the two cells of an edge, when a SidesReason decides the edge.
    """

    reason: Reason
    fact: Fact
    given: frozenset[int] = frozenset()
    pairs: tuple[PairIs, ...] = ()
    subloop: Subloop | None = None
    way: Way | None = None


class Deduction(Struct, frozen=True):
    """An edge and the state that it must have."""

    edge: int
    state: EdgeState


class Argument(Struct, frozen=True):
    """Inferences in order, each from marks and from inferences before it.

    Without `supposed`, the last fact contains the conclusion. With `supposed`, the opposite of the
    conclusion is supposed, and either the last fact is a contradiction, or `cases` has an argument
    against each of the two states of another edge.
    """

    inferences: tuple[Inference, ...]
    supposed: Deduction | None = None
    cases: tuple["Argument", ...] = ()

    def all_inferences(self) -> Iterator[Inference]:
        """The inferences of the argument, then those of its cases."""
        yield from self.inferences
        for case in self.cases:
            yield from case.all_inferences()

    def used_edges(self) -> set[int]:
        """The edges whose states its inferences use."""
        return {edge for inference in self.all_inferences() for edge in inference.given}

    def proved_edges(self) -> set[int]:
        """The edges whose state it proves."""
        if self.supposed is not None:
            return {self.supposed.edge}
        facts = (inference.fact for inference in self.inferences)
        return {edge for fact in facts if isinstance(fact, EdgesAre) for edge in fact.edges}


# Steps


class TechniqueFamily(Enum):
    """Groups of techniques."""

    CLUE = "clue"
    DOT = "dot"
    LOOP = "loop"
    CORNER = "corner"
    NEIGHBOURS = "neighbours"
    CHAIN = "chain"
    LOOK_AHEAD = "look-ahead"
    CORE = "core"


class Difficulty(IntEnum):
    """Levels of difficulty of techniques and of puzzles."""

    EASY = 1
    NORMAL = 2
    HARD = 3
    EXPERT = 4
    EXTREME = 5


class Technique(Struct, frozen=True):
    """A named pattern of reasoning; `name` is its key in every table, such as `diagonal-3-3`."""

    name: str
    family: TechniqueFamily
    difficulty: Difficulty


class PatternPlace(Struct, frozen=True):
    """The place of a pattern that is explained by a text of its own, not by an argument.

    - `name`: the name of its technique.
    - `cells`, `dots`, `edges`: its clues, dots and edges, in the order of its text.
    - `subloop`: the loop that cannot be, when the pattern needs the rule of the loop.
    - `way`: the way from one cell beside an edge or a clue to another; `inside` are its cells that
      are inside of the loop, if that is known by the outside or an animal.
    """

    name: str
    cells: tuple[int, ...] = ()
    dots: tuple[int, ...] = ()
    edges: tuple[int, ...] = ()
    subloop: Subloop | None = None
    way: Way | None = None
    inside: frozenset[int] = frozenset()


def with_crosses(board: Board, edges: frozenset[int]) -> Board:
    """A board with crosses that are in mind."""
    return board.mark(dict.fromkeys(edges, EdgeState.CROSS)) if edges else board


class Step(Struct, frozen=True):
    """A step that a person could find next on a board.

    - `deductions`: the edges that the reasons force, in order of their numbers.
    - `technique`: the technique by which the step is named.
    - `reasons`: the rules that, with the marks on the board, force the deductions.
    - `known`: the marked edges that the arguments use.
    - `argument`: the argument for the first deduction found, or for several deductions.
    - `further`: the arguments for the other deductions, each with the ones before it known.
    - `pattern`: the place of a known pattern; its step has all deductions and no argument.
    - `in_mind`: of the known edges, crosses that are in mind and not drawn on the board.
    """

    deductions: tuple[Deduction, ...]
    technique: Technique
    reasons: tuple[Reason, ...]
    known: frozenset[int]
    argument: Argument
    further: tuple[Argument, ...] = ()
    pattern: PatternPlace | None = None
    in_mind: frozenset[int] = frozenset()

    def seen_on(self, board: Board) -> Self:
        """The step as it is seen on a board, with the known crosses in mind that it lacks."""
        return replace(self, in_mind=frozenset(e for e in self.known if not board.marks[e]))

    def told_on(self, board: Board) -> Board:
        """The board with the crosses in mind, of which texts and pictures are."""
        return with_crosses(board, self.in_mind)

    @property
    def forced(self) -> dict[int, EdgeState]:
        """The states of the deduced edges."""
        return {deduction.edge: deduction.state for deduction in self.deductions}

    @property
    def way(self) -> Way | None:
        """The way of a step by the sides of the loop; None for others."""
        return None if self.pattern is None else self.pattern.way

    @property
    def cost(self) -> int:
        """The number of reasons, which a person must see together."""
        return len(self.reasons)

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the clues among the reasons."""
        return tuple(reason.cell for reason in self.reasons if isinstance(reason, ClueReason))

    @property
    def dots(self) -> tuple[int, ...]:
        """The dots among the reasons."""
        return tuple(reason.dot for reason in self.reasons if isinstance(reason, DotReason))

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The argument and the further ones."""
        return self.argument, *self.further
