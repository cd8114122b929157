"""The table of techniques, and the recognition of a step's technique.

`TABLE` is ordered by the number of reasons that a technique needs, then by difficulty. Each row has
a predicate on the `Pattern` of a step: the positions of its reasons and the marks around them. The
first row whose predicate holds names the step. The predicates of the last rows depend only on the
kind of argument.

The names follow published guides: the solving methods on Wikipedia (adjacent and diagonal 3s,
arcs), the technique pages of Conceptis Puzzles (loop reaching a 3, avoiding a separate loop), and
the rules of Denis Berthier's SlitherRules (closed corners, diagonal 3-2). docs/techniques.md shows
each technique on a board.

Names with a 1, 2 or 3 are about square cells. On other tilings the rows of `TABLE_ELSEWHERE` name a
step: those that are true of cells with any number of sides.
"""

from types import MappingProxyType
from typing import NamedTuple

from puzzle.grid import Grid
from puzzle.model import Board
from puzzle.rules import PLAIN, Rules
from solver.explain import predicates
from solver.explain.geometry import Approach, Pattern
from solver.explain.step import (
    Argument,
    ClueReason,
    Deduction,
    Difficulty,
    DotReason,
    LoopReason,
    Reason,
    SidesReason,
    Technique,
    TechniqueFamily,
)

CLUE, DOT, LOOP, CORNER, NEIGHBOURS, CHAIN, LOOK_AHEAD, CORE = TechniqueFamily
EASY, NORMAL, HARD, EXPERT, EXTREME = Difficulty

GENERIC = frozenset({LOOK_AHEAD, CORE})
"""The families of techniques that are not patterns."""

UNCOUNTED = frozenset({"arc-chain", "look-ahead", "small-core"})
"""The techniques of arguments without a pattern, before which counting lines is tried."""


def recognise(
    board: Board,
    deductions: tuple[Deduction, ...],
    reasons: tuple[Reason, ...],
    known: frozenset[int],
    argument: Argument,
) -> Technique:
    """The technique of a step on a board, given the fields of the `Step`.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import EdgeState, Puzzle
    >>> puzzle = Puzzle(square_grid(2, 2), (3, None, None, None))
    >>> forced = (Deduction(0, EdgeState.LINE), Deduction(6, EdgeState.LINE))
    >>> reasons = (ClueReason(0), DotReason(0))
    >>> recognise(Board.blank(puzzle), forced, reasons, frozenset(), Argument(())).name
    'corner-3'
    """
    pattern = Pattern(
        grid=board.puzzle.grid,
        clues=board.puzzle.line_counts,
        cells=tuple(reason.cell for reason in reasons if isinstance(reason, ClueReason)),
        dots=tuple(reason.dot for reason in reasons if isinstance(reason, DotReason)),
        loop=LoopReason() in reasons,
        sides=SidesReason() in reasons,
        forced={deduction.edge: deduction.state for deduction in deductions},
        marks={edge: board.marks[edge] for edge in known},
        argument=argument,
    )
    return row_of(pattern).technique


def row_of(pattern: Pattern) -> "TechniqueRow":
    """The row of the technique of a pattern."""
    rows = ROWS_OF_SIDES if pattern.sides else rows_on(pattern.grid)
    return next(row for row in rows if row.fits(pattern))


def rows_on(grid: Grid) -> "tuple[TechniqueRow, ...]":
    """The techniques that name the steps on a grid."""
    return TABLE if grid.is_square else TABLE_ELSEWHERE


def technique_named(name: str) -> Technique:
    """The technique with this name. Raises `KeyError` when there is none.

    >>> technique_named("adjacent-3-3").family.value
    'neighbours'
    """
    found = next((row.technique for row in EVERY_ROW if row.name == name), None)
    if found is None:
        raise KeyError(name)
    return found


def is_practised(technique: Technique) -> bool:
    """Whether there are drills of a technique.

    >>> is_practised(technique_named("corner-3")), is_practised(technique_named("line-arriving"))
    (True, False)
    """
    return any(row.name == technique.name for row in PRACTISED)


def rules_of(technique: str) -> Rules:
    """The rules of the drills of a technique.

    >>> rules_of("two-ways-left").name, rules_of("corner-3").is_plain
    ('full', True)
    """
    return OTHER_RULES.get(technique, PLAIN)


def is_named(technique: Technique) -> bool:
    """Whether a technique is a pattern to look for, not only a kind of argument."""
    return technique.family not in GENERIC


class TechniqueRow(NamedTuple):
    """A technique, the number of reasons it usually needs, and the predicate that recognises it."""

    name: str
    family: TechniqueFamily
    difficulty: Difficulty
    cost: int
    fits: predicates.Predicate

    @property
    def technique(self) -> Technique:
        """The technique of the row."""
        return Technique(self.name, self.family, self.difficulty)


TABLE: tuple[TechniqueRow, ...] = (
    TechniqueRow("zero", CLUE, EASY, 1, predicates.zero),
    TechniqueRow("three-next-to-zero", CLUE, EASY, 1, predicates.three_next_to_zero),
    TechniqueRow("full-clue", CLUE, EASY, 1, predicates.full_clue),
    TechniqueRow("met-clue", CLUE, EASY, 1, predicates.clue),
    TechniqueRow("two-ways-left", DOT, EASY, 1, predicates.two_ways_left),
    TechniqueRow("way-on", DOT, EASY, 1, predicates.way_on),
    TechniqueRow("two-lines-at-dot", DOT, EASY, 1, predicates.two_lines_at_dot),
    TechniqueRow("dead-end", DOT, EASY, 1, predicates.dot),
    TechniqueRow("premature-loop", LOOP, EASY, 1, predicates.loop),
    TechniqueRow("known-sides", CLUE, EASY, 1, predicates.known_sides),
    TechniqueRow("corner-3", CORNER, EASY, 2, predicates.any_corner(3, Approach.NONE)),
    TechniqueRow("corner-1", CORNER, EASY, 2, predicates.any_corner(1, Approach.NONE)),
    TechniqueRow("three-diagonal-to-zero", CORNER, EASY, 2, predicates.three_diagonal_to_zero),
    TechniqueRow(
        "three-at-closed-corner", CORNER, NORMAL, 2, predicates.any_corner(3, Approach.CLOSED)
    ),
    TechniqueRow(
        "one-at-closed-corner", CORNER, NORMAL, 2, predicates.any_corner(1, Approach.CLOSED)
    ),
    TechniqueRow("forced-turn-3", CORNER, NORMAL, 2, predicates.only_corner(3, Approach.TURN)),
    TechniqueRow("forced-turn-2", CORNER, NORMAL, 2, predicates.only_corner(2, Approach.TURN)),
    TechniqueRow("forced-turn-1", CORNER, NORMAL, 2, predicates.only_corner(1, Approach.TURN)),
    TechniqueRow("line-arriving-3", CORNER, NORMAL, 2, predicates.only_corner(3, Approach.LINE)),
    TechniqueRow("line-arriving-2", CORNER, NORMAL, 2, predicates.only_corner(2, Approach.LINE)),
    TechniqueRow("line-arriving-1", CORNER, NORMAL, 2, predicates.only_corner(1, Approach.LINE)),
    TechniqueRow("line-leaving-3", CORNER, NORMAL, 2, predicates.line_leaving(3)),
    TechniqueRow("line-leaving-2", CORNER, NORMAL, 2, predicates.line_leaving(2)),
    TechniqueRow("line-leaving-1", CORNER, NORMAL, 2, predicates.line_leaving(1)),
    TechniqueRow("loop-at-clue", LOOP, HARD, 2, predicates.loop_at_clue),
    TechniqueRow("loop-at-dot", LOOP, HARD, 2, predicates.loop_at_dot),
    TechniqueRow("clue-and-sides", CHAIN, HARD, 2, predicates.clue_and_sides),
    TechniqueRow("corner-2", CORNER, EASY, 3, predicates.any_corner(2, Approach.NONE)),
    TechniqueRow("adjacent-3-3", NEIGHBOURS, EASY, 3, predicates.adjacent_3_3),
    TechniqueRow("diagonal-3-3", NEIGHBOURS, EASY, 3, predicates.diagonal(3, 3)),
    TechniqueRow(
        "two-at-closed-corner", CORNER, NORMAL, 3, predicates.any_corner(2, Approach.CLOSED)
    ),
    TechniqueRow("line-through-2", CORNER, NORMAL, 3, predicates.line_through_2),
    TechniqueRow("adjacent-1-3", NEIGHBOURS, NORMAL, 3, predicates.adjacent(1, 3)),
    TechniqueRow("adjacent-1-1", NEIGHBOURS, NORMAL, 3, predicates.adjacent(1, 1)),
    TechniqueRow("loop-at-both-ends", LOOP, HARD, 3, predicates.loop_at_both_ends),
    TechniqueRow("diagonal-1-3", NEIGHBOURS, HARD, 3, predicates.diagonal(1, 3)),
    TechniqueRow("diagonal-1-1", NEIGHBOURS, HARD, 3, predicates.diagonal(1, 1)),
    TechniqueRow("adjacent-2-3", NEIGHBOURS, NORMAL, 4, predicates.adjacent(2, 3)),
    TechniqueRow("adjacent-2-2", NEIGHBOURS, NORMAL, 4, predicates.adjacent(2, 2)),
    TechniqueRow("adjacent-1-2", NEIGHBOURS, NORMAL, 4, predicates.adjacent(1, 2)),
    TechniqueRow("diagonal-2-3", NEIGHBOURS, HARD, 4, predicates.diagonal(2, 3)),
    TechniqueRow("diagonal-2-2", NEIGHBOURS, HARD, 4, predicates.diagonal(2, 2)),
    TechniqueRow("diagonal-1-2", NEIGHBOURS, HARD, 4, predicates.diagonal(1, 2)),
    TechniqueRow("clues-round-a-dot", NEIGHBOURS, HARD, 4, predicates.clues_round_a_dot),
    TechniqueRow("diagonal-3-2-3", NEIGHBOURS, NORMAL, 5, predicates.diagonal_3_2_3),
    TechniqueRow("even-crossings", CHAIN, HARD, 5, predicates.even_crossings),
    TechniqueRow("loop-look-ahead", LOOP, EXPERT, 5, predicates.loop_look_ahead),
    TechniqueRow("diagonal-chain", CHAIN, HARD, 6, predicates.diagonal_chain),
    TechniqueRow("parity", CHAIN, EXPERT, 6, predicates.never),
    TechniqueRow("arc-chain", CHAIN, EXPERT, 6, predicates.arc_chain),
    TechniqueRow("look-ahead", LOOK_AHEAD, EXPERT, 7, predicates.look_ahead),
    TechniqueRow("small-core", CORE, EXTREME, 7, predicates.anything),
)
"""All techniques in the order in which they are tried.

A cost is the median number of reasons over the hard steps of the puzzles in the tests.
"""

ROWS_OF_SIDES: tuple[TechniqueRow, ...] = tuple(
    row
    for row in TABLE
    if row.name in {"known-sides", "even-crossings", "clue-and-sides", "arc-chain"}
    or row.fits in {predicates.look_ahead, predicates.loop_look_ahead, predicates.anything}
)
"""The techniques of steps with the sides of the loop among their reasons."""

NOT_PRACTISED = frozenset({"small-core", "three-diagonal-to-zero"})
"""What is no drill: only a long trial shows the first; the second is two easier ones together."""
PRACTISED = tuple(row for row in TABLE if row.name not in NOT_PRACTISED)
"""The techniques of drills, which are on boards of squares."""
OTHER_RULES = MappingProxyType({"two-ways-left": Rules("full"), "known-sides": Rules("sheep-wolf")})
"""The rules of the techniques that the plain ones do not have."""

_NAMES_ELSEWHERE = (
    "zero",
    "full-clue",
    "met-clue",
    "way-on",
    "two-lines-at-dot",
    "dead-end",
    "premature-loop",
    "loop-at-clue",
    "loop-at-dot",
    "loop-at-both-ends",
    "loop-look-ahead",
    "even-crossings",
    "clue-and-sides",
    "parity",
    "arc-chain",
    "look-ahead",
    "small-core",
)
"""The techniques of `TABLE` that do not depend on the number of sides."""

TABLE_ELSEWHERE: tuple[TechniqueRow, ...] = tuple(
    sorted(
        (
            TechniqueRow("clue-at-closed-corner", CORNER, NORMAL, 2, predicates.closed_corner),
            TechniqueRow("line-arriving", CORNER, NORMAL, 2, predicates.line_reaching),
            TechniqueRow("line-leaving", CORNER, NORMAL, 2, predicates.line_leaving_any),
            TechniqueRow("clues-at-a-dot", NEIGHBOURS, HARD, 3, predicates.clues_at_dot),
            *(row for row in TABLE if row.name in _NAMES_ELSEWHERE),
        ),
        key=lambda row: row.cost,
    )
)
"""The techniques on other tilings than squares, in the order in which they are tried."""

EVERY_ROW: tuple[TechniqueRow, ...] = tuple(
    sorted(dict.fromkeys((*TABLE, *TABLE_ELSEWHERE)), key=lambda row: row.cost)
)
"""All techniques of all tilings, in the order of their costs."""
