"""What an explanation is made of. Values only: `narrator` turns them into sentences.

A *reason* is a rule at one place: a clue, a dot, or that all lines are one loop. A *fact* is
what follows from a reason and from what is known already; an *argument* is a list of such
inferences, either straight to the conclusion or from its opposite to a contradiction.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TypeAlias

from puzzle.model import EdgeState

# Reasons


@dataclass(frozen=True, slots=True, order=True)
class ClueReason:
    """A cell has as many lines as its clue says."""

    cell: int


@dataclass(frozen=True, slots=True, order=True)
class DotReason:
    """A dot has no line or two."""

    dot: int


@dataclass(frozen=True, slots=True, order=True)
class LoopReason:
    """All lines are one loop, so no part of them may close before."""


Reason: TypeAlias = ClueReason | DotReason | LoopReason

# Facts


@dataclass(frozen=True, slots=True)
class EdgesAre:
    """Each of these edges is in that state."""

    edges: tuple[int, ...]
    state: EdgeState


class Relation(Enum):
    """What is known of two edges that meet at a dot, while neither is known by itself."""

    ONE = "exactly one is a line"
    SOME = "at least one is a line"
    NOT_BOTH = "at most one is a line"
    ALIKE = "both are lines or neither is"
    IMPLIES = "if the first is a line, the second is too"


@dataclass(frozen=True, slots=True)
class PairIs:
    """A relation between two edges that meet at `dot`."""

    dot: int
    edges: tuple[int, int]
    relation: Relation


@dataclass(frozen=True, slots=True)
class TooMany:
    """A clue would have that many lines around it, more than it says."""

    cell: int
    lines: int


@dataclass(frozen=True, slots=True)
class TooFew:
    """A clue could have at most that many lines around it, fewer than it says."""

    cell: int
    lines: int


@dataclass(frozen=True, slots=True)
class Branch:
    """More than two lines would meet at a dot."""

    dot: int


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """A line would end at a dot with nowhere to go."""

    dot: int


@dataclass(frozen=True, slots=True)
class Subloop:
    """These edges would close a loop too early.

    The witness tells why it is too early: the cell of a clue that the loop does not meet, or
    an edge that is a line and not part of it.
    """

    edges: tuple[int, ...]
    unmet: int | None = None
    outside: int | None = None


@dataclass(frozen=True, slots=True)
class Clash:
    """No choice is left for the edges of a clue or dot that fits what is known of its pairs."""


Contradiction: TypeAlias = TooMany | TooFew | Branch | DeadEnd | Subloop | Clash
Fact: TypeAlias = EdgesAre | PairIs | Contradiction

# Arguments


@dataclass(frozen=True, slots=True)
class Inference:
    """A fact that follows from one reason.

    `given` are the edges whose state it takes as known, marks and earlier facts alike;
    `pairs` are the earlier relations it uses. `subloop` is what would close, where a
    LoopReason says that an edge is a cross.
    """

    reason: Reason
    fact: Fact
    given: frozenset[int] = frozenset()
    pairs: tuple[PairIs, ...] = ()
    subloop: Subloop | None = None


@dataclass(frozen=True, slots=True)
class Deduction:
    """An edge and the state that is forced on it."""

    edge: int
    state: EdgeState


@dataclass(frozen=True, slots=True)
class Argument:
    """Inferences in order, each resting on marks and on those before it.

    Without `supposed`, the last fact holds the conclusion. With it, the opposite of the
    conclusion is supposed and the last fact is a contradiction; or, where neither state of a
    further edge can hold, `cases` has an argument against each of the two.
    """

    inferences: tuple[Inference, ...]
    supposed: Deduction | None = None
    cases: tuple["Argument", ...] = ()

    def all_inferences(self) -> Iterator[Inference]:
        """Those of the argument itself, then those of its cases."""
        yield from self.inferences
        for case in self.cases:
            yield from case.all_inferences()


# Steps


class TechniqueFamily(Enum):
    """Groups of techniques, as people learn them."""

    CLUE = "clue"
    DOT = "dot"
    LOOP = "loop"
    CORNER = "corner"
    NEIGHBOURS = "neighbours"
    CHAIN = "chain"
    LOOK_AHEAD = "look-ahead"
    CORE = "core"


class Difficulty(IntEnum):
    """What a player must be to find a step; also the levels of whole puzzles."""

    EASY = 1
    NORMAL = 2
    HARD = 3
    EXPERT = 4
    EXTREME = 5


@dataclass(frozen=True, slots=True)
class Technique:
    """A named way to find a step; `name` is its key in every table, such as `diagonal-3-3`."""

    name: str
    family: TechniqueFamily
    difficulty: Difficulty


@dataclass(frozen=True, slots=True)
class Step:
    """The next thing a person could find.

    - `deductions`: the edges that the reasons force, in order of their numbers.
    - `technique`: the standard name of the way.
    - `reasons`: as few as were found to suffice, together with the marks on the board.
    - `known`: the marked edges that the argument uses.
    - `argument`: how the first found of the deductions follows, or several at once.
    - `further`: how the others follow, one after another, each with all before it known.
    """

    deductions: tuple[Deduction, ...]
    technique: Technique
    reasons: tuple[Reason, ...]
    known: frozenset[int]
    argument: Argument
    further: tuple[Argument, ...] = ()

    @property
    def cost(self) -> int:
        """How many reasons must be seen together."""
        return len(self.reasons)
