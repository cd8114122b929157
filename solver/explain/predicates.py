"""Predicates on the `Pattern` of a step, by which its technique is recognised."""

from collections.abc import Callable
from typing import TypeAlias

from puzzle.model import EdgeState
from solver.explain.geometry import Approach, Pattern

Predicate: TypeAlias = Callable[[Pattern], bool]


# One reason


def clue(pattern: Pattern) -> bool:
    """One clue alone."""
    return pattern.cost == 1 == len(pattern.cells)


def zero(pattern: Pattern) -> bool:
    """A 0 alone."""
    return clue(pattern) and pattern.values == (0,)


def three_next_to_zero(pattern: Pattern) -> bool:
    """A 3 that a 0 beside it leaves just three sides."""
    return (
        full_clue(pattern) and pattern.values == (3,) and pattern.has_zero_beside(pattern.cells[0])
    )


def full_clue(pattern: Pattern) -> bool:
    """One clue that needs all sides that are left."""
    return clue(pattern) and pattern.finds_lines


def dot(pattern: Pattern) -> bool:
    """One dot alone."""
    return pattern.cost == 1 == len(pattern.dots)


def two_ways_left(pattern: Pattern) -> bool:
    """One dot that the loop must visit by the only two ways that are left."""
    return way_on(pattern) and EdgeState.LINE not in pattern.marks.values()


def way_on(pattern: Pattern) -> bool:
    """One dot that a line leaves by the only way."""
    return dot(pattern) and pattern.finds_lines


def two_lines_at_dot(pattern: Pattern) -> bool:
    """One dot with two lines."""
    return dot(pattern) and EdgeState.LINE in pattern.marks.values()


def loop(pattern: Pattern) -> bool:
    """The loop alone."""
    return pattern.cost == 1 and pattern.loop


# One clue and its corners


def one_clue(pattern: Pattern, clue: int) -> bool:
    """This clue and corners of its cell."""
    return pattern.values == (clue,) and not pattern.loop and pattern.dots_are_corners


def any_corner(clue: int, approach: Approach) -> Predicate:
    """One clue with this approach at one of its corners; other corners may be reasons too."""
    return lambda pattern: one_clue(pattern, clue) and approach in pattern.approaches


def only_corner(clue: int, approach: Approach) -> Predicate:
    """One clue and one corner with this approach."""
    return lambda pattern: one_clue(pattern, clue) and pattern.approaches == (approach,)


def line_leaving(clue: int) -> Predicate:
    """One clue and one open corner, where the edge by which a line leaves the corner is deduced."""

    def fits(pattern: Pattern) -> bool:
        return only_corner(clue, Approach.OPEN)(pattern) and any(
            pattern.forced.get(edge) is EdgeState.LINE
            for edge in pattern.outer_edges(pattern.cells[0], pattern.dots[0])
        )

    return fits


def three_diagonal_to_zero(pattern: Pattern) -> bool:
    """A 3 at a corner that a 0 closes."""
    return any_corner(3, Approach.CLOSED)(pattern) and any(
        pattern.has_zero_diagonal(pattern.cells[0], dot) for dot in pattern.dots
    )


def line_through_2(pattern: Pattern) -> bool:
    """A 2 and two opposite corners of its cell."""
    return (
        one_clue(pattern, 2)
        and len(pattern.dots) == 2
        and pattern.are_opposite_corners(pattern.cells[0], *pattern.dots)
    )


# Two clues


def adjacent(low: int, high: int) -> Predicate:
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


def adjacent_3_3(pattern: Pattern) -> bool:
    """Two 3s side by side, with corners, or with the loop rule for the line between them.

    Without that line, all other sides of the two cells would be lines and close a loop.
    """
    both = pattern.values == (3, 3) and len(pattern.shared_dots(*pattern.cells)) == 2
    return adjacent(3, 3)(pattern) or (both and pattern.loop and pattern.dots_are_corners)


def diagonal(low: int, high: int) -> Predicate:
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


def clues_round_a_dot(pattern: Pattern) -> bool:
    """Three or more clues that meet at a dot, and corners of their cells."""
    return len(pattern.cells) > 2 and clues_at_dot(pattern)


def touching(pattern: Pattern, dot: int) -> int:
    """The number of clues at a dot."""
    return sum(dot in pattern.grid.cell_dots[cell] for cell in pattern.cells)


def diagonal_chain(pattern: Pattern) -> bool:
    """Three or more clues on a diagonal, and the dots between them."""
    if pattern.loop or pattern.argument.supposed:
        return False
    return len(pattern.cells) > 2 and pattern.on_a_diagonal


def diagonal_3_2_3(pattern: Pattern) -> bool:
    """Two 3s on a diagonal with only 2s between them."""
    threes = [cell for cell in pattern.cells if pattern.clues[cell] == 3]
    ends = {min(pattern.cells, default=-1), max(pattern.cells, default=-1)}
    twos = pattern.values[:-2]
    return diagonal_chain(pattern) and set(twos) == {2} and ends == set(threes)


def arc_chain(pattern: Pattern) -> bool:
    """Inferences without a supposition."""
    return pattern.argument.supposed is None and bool(pattern.argument.inferences)


# Clues of any number of sides


def one_cell(pattern: Pattern) -> bool:
    """One clue and corners of its cell, without a supposition."""
    is_one = len(pattern.cells) == 1 and bool(pattern.dots) and not pattern.loop
    return is_one and pattern.dots_are_corners and not pattern.argument.supposed


def closed_corner(pattern: Pattern) -> bool:
    """One clue with a closed corner."""
    closed = {Approach.NONE, Approach.CLOSED}
    return one_cell(pattern) and not closed.isdisjoint(pattern.approaches)


def line_reaching(pattern: Pattern) -> bool:
    """One clue and one corner that a line reaches."""
    return one_cell(pattern) and pattern.approaches in {(Approach.TURN,), (Approach.LINE,)}


def line_leaving_any(pattern: Pattern) -> bool:
    """One clue and one corner that a line leaves."""
    return one_cell(pattern) and line_leaving(pattern.clues[pattern.cells[0]] or 0)(pattern)


def clues_at_dot(pattern: Pattern) -> bool:
    """Clues that all meet at a dot among the reasons, and corners of their cells."""
    if len(pattern.cells) < 2 or pattern.loop or pattern.argument.supposed:
        return False
    meet = any(touching(pattern, dot) == len(pattern.cells) for dot in pattern.dots)
    return meet and pattern.dots_are_corners


# The sides of the loop


def known_sides(pattern: Pattern) -> bool:
    """The sides of the loop alone, as animals tell them."""
    return pattern.cost == 1 and pattern.jump


def even_crossings(pattern: Pattern) -> bool:
    """The sides of the loop alone."""
    return pattern.cost == 1 and pattern.sides


def clue_and_sides(pattern: Pattern) -> bool:
    """The sides of the loop and a clue."""
    return pattern.cost == 2 and pattern.sides and len(pattern.cells) == 1


# The loop with other reasons


def loop_at_clue(pattern: Pattern) -> bool:
    """The loop and a clue."""
    return pattern.loop and len(pattern.cells) == 1 and not pattern.dots


def loop_at_dot(pattern: Pattern) -> bool:
    """The loop and a dot."""
    return pattern.loop and len(pattern.dots) == 1 and not pattern.cells


def loop_at_both_ends(pattern: Pattern) -> bool:
    """Three reasons with the loop among them, and a case distinction."""
    return pattern.loop and pattern.cost == 3 and bool(pattern.argument.cases)


def loop_look_ahead(pattern: Pattern) -> bool:
    """A supposition that leads to a contradiction with the loop."""
    return pattern.loop and look_ahead(pattern)


def look_ahead(pattern: Pattern) -> bool:
    """A supposition that leads to a contradiction without further cases."""
    return pattern.argument.supposed is not None and not pattern.argument.cases


# Any step


def never(_: Pattern) -> bool:
    """For techniques that only a search of their own finds."""
    return False


def anything(_: Pattern) -> bool:
    """Every step."""
    return True
