"""The table of techniques, and the recognition of a step's technique.

`TABLE` is ordered by the number of reasons that a technique needs, then by difficulty. Each row has
a predicate on the `Pattern` of a step: the positions of its reasons and the marks around them. The
first row whose predicate holds names the step. The predicates of the last rows depend only on the
kind of argument.

The names follow published guides: the solving methods on Wikipedia (adjacent and diagonal 3s,
arcs), the technique pages of Conceptis Puzzles (loop reaching a 3, avoiding a separate loop), and
the rules of Denis Berthier's SlitherRules (closed corners, diagonal 3-2). docs/techniques.md shows
each technique on a board.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from puzzle.model import Board, EdgeState
from solver.explain.geometry import Approach, Pattern
from solver.explain.step import (
    Argument,
    ClueReason,
    Deduction,
    Difficulty,
    DotReason,
    LoopReason,
    Reason,
    Technique,
    TechniqueFamily,
)

GENERIC = frozenset({TechniqueFamily.LOOK_AHEAD, TechniqueFamily.CORE})
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
    >>> from puzzle.model import Puzzle
    >>> puzzle = Puzzle(square_grid(2, 2), (3, None, None, None))
    >>> forced = (Deduction(0, EdgeState.LINE), Deduction(6, EdgeState.LINE))
    >>> reasons = (ClueReason(0), DotReason(0))
    >>> recognise(Board.blank(puzzle), forced, reasons, frozenset(), Argument(())).name
    'corner-3'
    """
    pattern = Pattern(
        grid=board.puzzle.grid,
        clues=board.puzzle.clues,
        cells=tuple(reason.cell for reason in reasons if isinstance(reason, ClueReason)),
        dots=tuple(reason.dot for reason in reasons if isinstance(reason, DotReason)),
        loop=LoopReason() in reasons,
        forced={deduction.edge: deduction.state for deduction in deductions},
        marks={edge: board.marks[edge] for edge in known},
        argument=argument,
    )
    return next(row.technique for row in TABLE if row.fits(pattern))


def technique_named(name: str) -> Technique:
    """The technique with this name. Raises `KeyError` when there is none.

    >>> technique_named("adjacent-3-3").family.value
    'neighbours'
    """
    found = next((row.technique for row in TABLE if row.name == name), None)
    if found is None:
        raise KeyError(name)
    return found


def is_named(technique: Technique) -> bool:
    """Whether a technique is a pattern to look for, not only a kind of argument."""
    return technique.family not in GENERIC


# One reason


def _clue(pattern: Pattern) -> bool:
    return pattern.cost == 1 == len(pattern.cells)


def _zero(pattern: Pattern) -> bool:
    return _clue(pattern) and pattern.values == (0,)


def _three_next_to_zero(pattern: Pattern) -> bool:
    return (
        _full_clue(pattern) and pattern.values == (3,) and pattern.has_zero_beside(pattern.cells[0])
    )


def _full_clue(pattern: Pattern) -> bool:
    return _clue(pattern) and pattern.finds_lines


def _dot(pattern: Pattern) -> bool:
    return pattern.cost == 1 == len(pattern.dots)


def _way_on(pattern: Pattern) -> bool:
    return _dot(pattern) and pattern.finds_lines


def _two_lines_at_dot(pattern: Pattern) -> bool:
    return _dot(pattern) and EdgeState.LINE in pattern.marks.values()


def _loop(pattern: Pattern) -> bool:
    return pattern.cost == 1 and pattern.loop


# One clue and its corners


def _one_clue(pattern: Pattern, clue: int) -> bool:
    return pattern.values == (clue,) and not pattern.loop and pattern.dots_are_corners


def _any_corner(clue: int, approach: Approach) -> "Predicate":
    """One clue with this approach at one of its corners; other corners may be reasons too."""
    return lambda pattern: _one_clue(pattern, clue) and approach in pattern.approaches


def _only_corner(clue: int, approach: Approach) -> "Predicate":
    """One clue and one corner with this approach."""
    return lambda pattern: _one_clue(pattern, clue) and pattern.approaches == (approach,)


def _line_leaving(clue: int) -> "Predicate":
    """One clue and one open corner, where the edge by which a line leaves the corner is deduced."""

    def fits(pattern: Pattern) -> bool:
        return _only_corner(clue, Approach.OPEN)(pattern) and any(
            pattern.forced.get(edge) is EdgeState.LINE
            for edge in pattern.outer_edges(pattern.cells[0], pattern.dots[0])
        )

    return fits


def _three_diagonal_to_zero(pattern: Pattern) -> bool:
    return _any_corner(3, Approach.CLOSED)(pattern) and any(
        pattern.has_zero_diagonal(pattern.cells[0], dot) for dot in pattern.dots
    )


def _line_through_2(pattern: Pattern) -> bool:
    return (
        _one_clue(pattern, 2)
        and len(pattern.dots) == 2
        and pattern.are_opposite_corners(pattern.cells[0], *pattern.dots)
    )


# Two clues


def _adjacent(low: int, high: int) -> "Predicate":
    """Two clues side by side, and corners of their cells."""

    def fits(pattern: Pattern) -> bool:
        return (
            pattern.values == (low, high)
            and not pattern.argument.supposed
            and len(pattern.shared_dots(*pattern.cells)) == 2
            and pattern.dots_are_corners
            and len(pattern.dots) <= 3
            and not pattern.loop
        )

    return fits


def _adjacent_3_3(pattern: Pattern) -> bool:
    """Two 3s side by side, with corners, or with the loop rule for the line between them.

    Without that line, all other sides of the two cells would be lines and close a loop.
    """
    both = pattern.values == (3, 3) and len(pattern.shared_dots(*pattern.cells)) == 2
    return _adjacent(3, 3)(pattern) or (both and pattern.loop and pattern.dots_are_corners)


def _diagonal(low: int, high: int) -> "Predicate":
    """Two clues that touch at a dot, and corners of their cells."""

    def fits(pattern: Pattern) -> bool:
        if pattern.values != (low, high) or pattern.loop or len(pattern.dots) > 3:
            return False
        if pattern.argument.supposed:
            return False
        shared = pattern.shared_dots(*pattern.cells)
        return len(shared) == 1 and shared.issubset(pattern.dots) and pattern.dots_are_corners

    return fits


# More clues


def _clues_round_a_dot(pattern: Pattern) -> bool:
    around = [dot for dot in pattern.dots if len(pattern.cells) == _touching(pattern, dot)]
    if pattern.argument.supposed:
        return False
    return len(pattern.cells) > 2 and bool(around) and pattern.dots_are_corners and not pattern.loop


def _touching(pattern: Pattern, dot: int) -> int:
    return sum(dot in pattern.grid.cell_dots[cell] for cell in pattern.cells)


def _diagonal_chain(pattern: Pattern) -> bool:
    if pattern.loop or pattern.argument.supposed:
        return False
    return len(pattern.cells) > 2 and pattern.on_a_diagonal


def _diagonal_3_2_3(pattern: Pattern) -> bool:
    """Two 3s on a diagonal with only 2s between them."""
    threes = [cell for cell in pattern.cells if pattern.clues[cell] == 3]
    ends = {min(pattern.cells, default=-1), max(pattern.cells, default=-1)}
    twos = pattern.values[:-2]
    return _diagonal_chain(pattern) and set(twos) == {2} and ends == set(threes)


def _arc_chain(pattern: Pattern) -> bool:
    return pattern.argument.supposed is None and bool(pattern.argument.inferences)


# The loop with other reasons


def _loop_at_clue(pattern: Pattern) -> bool:
    return pattern.loop and len(pattern.cells) == 1 and not pattern.dots


def _loop_at_dot(pattern: Pattern) -> bool:
    return pattern.loop and len(pattern.dots) == 1 and not pattern.cells


def _loop_at_both_ends(pattern: Pattern) -> bool:
    """Three reasons with the loop among them, and a case distinction."""
    return pattern.loop and pattern.cost == 3 and bool(pattern.argument.cases)


def _loop_look_ahead(pattern: Pattern) -> bool:
    return pattern.loop and _look_ahead(pattern)


def _look_ahead(pattern: Pattern) -> bool:
    """A supposition that leads to a contradiction without further cases."""
    return pattern.argument.supposed is not None and not pattern.argument.cases


# The table


def _never(_: Pattern) -> bool:
    """For techniques that only a search of their own finds."""
    return False


def _anything(_: Pattern) -> bool:
    return True


Predicate: TypeAlias = Callable[[Pattern], bool]


class TechniqueRow(NamedTuple):
    """A technique, the number of reasons it usually needs, and the predicate that recognises it."""

    name: str
    family: TechniqueFamily
    difficulty: Difficulty
    cost: int
    fits: Predicate

    @property
    def technique(self) -> Technique:
        """The technique of the row."""
        return Technique(self.name, self.family, self.difficulty)


EASY, NORMAL, HARD, EXPERT, EXTREME = Difficulty

TABLE: tuple[TechniqueRow, ...] = (
    TechniqueRow("zero", TechniqueFamily.CLUE, EASY, 1, _zero),
    TechniqueRow("three-next-to-zero", TechniqueFamily.CLUE, EASY, 1, _three_next_to_zero),
    TechniqueRow("full-clue", TechniqueFamily.CLUE, EASY, 1, _full_clue),
    TechniqueRow("met-clue", TechniqueFamily.CLUE, EASY, 1, _clue),
    TechniqueRow("way-on", TechniqueFamily.DOT, EASY, 1, _way_on),
    TechniqueRow("two-lines-at-dot", TechniqueFamily.DOT, EASY, 1, _two_lines_at_dot),
    TechniqueRow("dead-end", TechniqueFamily.DOT, EASY, 1, _dot),
    TechniqueRow("premature-loop", TechniqueFamily.LOOP, EASY, 1, _loop),
    TechniqueRow("corner-3", TechniqueFamily.CORNER, EASY, 2, _any_corner(3, Approach.NONE)),
    TechniqueRow("corner-1", TechniqueFamily.CORNER, EASY, 2, _any_corner(1, Approach.NONE)),
    TechniqueRow(
        "three-diagonal-to-zero", TechniqueFamily.CORNER, EASY, 2, _three_diagonal_to_zero
    ),
    TechniqueRow(
        "three-at-closed-corner", TechniqueFamily.CORNER, NORMAL, 2, _any_corner(3, Approach.CLOSED)
    ),
    TechniqueRow(
        "one-at-closed-corner", TechniqueFamily.CORNER, NORMAL, 2, _any_corner(1, Approach.CLOSED)
    ),
    TechniqueRow(
        "forced-turn-3", TechniqueFamily.CORNER, NORMAL, 2, _only_corner(3, Approach.TURN)
    ),
    TechniqueRow(
        "forced-turn-2", TechniqueFamily.CORNER, NORMAL, 2, _only_corner(2, Approach.TURN)
    ),
    TechniqueRow(
        "forced-turn-1", TechniqueFamily.CORNER, NORMAL, 2, _only_corner(1, Approach.TURN)
    ),
    TechniqueRow(
        "line-arriving-3", TechniqueFamily.CORNER, NORMAL, 2, _only_corner(3, Approach.LINE)
    ),
    TechniqueRow(
        "line-arriving-2", TechniqueFamily.CORNER, NORMAL, 2, _only_corner(2, Approach.LINE)
    ),
    TechniqueRow(
        "line-arriving-1", TechniqueFamily.CORNER, NORMAL, 2, _only_corner(1, Approach.LINE)
    ),
    TechniqueRow("line-leaving-3", TechniqueFamily.CORNER, NORMAL, 2, _line_leaving(3)),
    TechniqueRow("line-leaving-2", TechniqueFamily.CORNER, NORMAL, 2, _line_leaving(2)),
    TechniqueRow("line-leaving-1", TechniqueFamily.CORNER, NORMAL, 2, _line_leaving(1)),
    TechniqueRow("loop-at-clue", TechniqueFamily.LOOP, HARD, 2, _loop_at_clue),
    TechniqueRow("loop-at-dot", TechniqueFamily.LOOP, HARD, 2, _loop_at_dot),
    TechniqueRow("clue-and-sides", TechniqueFamily.CHAIN, HARD, 2, _never),
    TechniqueRow("corner-2", TechniqueFamily.CORNER, EASY, 3, _any_corner(2, Approach.NONE)),
    TechniqueRow("adjacent-3-3", TechniqueFamily.NEIGHBOURS, EASY, 3, _adjacent_3_3),
    TechniqueRow("diagonal-3-3", TechniqueFamily.NEIGHBOURS, EASY, 3, _diagonal(3, 3)),
    TechniqueRow(
        "two-at-closed-corner", TechniqueFamily.CORNER, NORMAL, 3, _any_corner(2, Approach.CLOSED)
    ),
    TechniqueRow("line-through-2", TechniqueFamily.CORNER, NORMAL, 3, _line_through_2),
    TechniqueRow("adjacent-1-3", TechniqueFamily.NEIGHBOURS, NORMAL, 3, _adjacent(1, 3)),
    TechniqueRow("adjacent-1-1", TechniqueFamily.NEIGHBOURS, NORMAL, 3, _adjacent(1, 1)),
    TechniqueRow("loop-at-both-ends", TechniqueFamily.LOOP, HARD, 3, _loop_at_both_ends),
    TechniqueRow("diagonal-1-3", TechniqueFamily.NEIGHBOURS, HARD, 3, _diagonal(1, 3)),
    TechniqueRow("diagonal-1-1", TechniqueFamily.NEIGHBOURS, HARD, 3, _diagonal(1, 1)),
    TechniqueRow("adjacent-2-3", TechniqueFamily.NEIGHBOURS, NORMAL, 4, _adjacent(2, 3)),
    TechniqueRow("adjacent-2-2", TechniqueFamily.NEIGHBOURS, NORMAL, 4, _adjacent(2, 2)),
    TechniqueRow("adjacent-1-2", TechniqueFamily.NEIGHBOURS, NORMAL, 4, _adjacent(1, 2)),
    TechniqueRow("diagonal-2-3", TechniqueFamily.NEIGHBOURS, HARD, 4, _diagonal(2, 3)),
    TechniqueRow("diagonal-2-2", TechniqueFamily.NEIGHBOURS, HARD, 4, _diagonal(2, 2)),
    TechniqueRow("diagonal-1-2", TechniqueFamily.NEIGHBOURS, HARD, 4, _diagonal(1, 2)),
    TechniqueRow("clues-round-a-dot", TechniqueFamily.NEIGHBOURS, HARD, 4, _clues_round_a_dot),
    TechniqueRow("diagonal-3-2-3", TechniqueFamily.NEIGHBOURS, NORMAL, 5, _diagonal_3_2_3),
    TechniqueRow("even-crossings", TechniqueFamily.CHAIN, HARD, 5, _never),
    TechniqueRow("loop-look-ahead", TechniqueFamily.LOOP, EXPERT, 5, _loop_look_ahead),
    TechniqueRow("diagonal-chain", TechniqueFamily.CHAIN, HARD, 6, _diagonal_chain),
    TechniqueRow("parity", TechniqueFamily.CHAIN, EXPERT, 6, _never),
    TechniqueRow("arc-chain", TechniqueFamily.CHAIN, EXPERT, 6, _arc_chain),
    TechniqueRow("look-ahead", TechniqueFamily.LOOK_AHEAD, EXPERT, 7, _look_ahead),
    TechniqueRow("small-core", TechniqueFamily.CORE, EXTREME, 7, _anything),
)
"""All techniques in the order in which they are tried.

A cost is the median number of reasons over the hard steps of the puzzles in the tests.
"""
