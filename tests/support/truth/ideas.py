"""What the short texts of patterns and ideas state."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from narrator import arguments, both_ways, cell_ideas, corner_ideas, english, patterns, sides
from puzzle.grid import OUTSIDE
from solver.explain.step import Relation
from tests.support.truth.arguments import TWO, is_closed
from tests.support.truth.claim import Claim, Predicate, Statements
from tests.support.truth.scene import CROSS, LINE, UNKNOWN, count, cycles_through

THREE = 3


def lines_there(*numbers: int) -> Predicate:
    """The clue has so many lines of the solution at the dot."""
    return lambda c: c.is_corner() and c.lines_there() in {*numbers, None}


def number_is(number: int, name: str = "clue") -> Predicate:
    """The number of the clue."""
    return lambda c: c.clue(name) == number


def lacks_one(name: str) -> Predicate:
    """The clue has lines on all its sides but one."""
    return lambda c: c.clue(name) == len(c.sides(name)) - 1


def the_cell(c: Claim) -> int:
    """The first clue of the pattern of the step."""
    return c.pattern.cells[0]


def own_sides(c: Claim) -> set[int]:
    """The sides of the clues of the pattern of the step."""
    return {side for cell in c.pattern.cells for side in c.scene.puzzle.grid.cell_edges[cell]}


# 3 and 0, and two 3s


def zero_beside(c: Claim) -> bool:
    """A 0 and a 3 have a common side."""
    return (c.clue("zero"), c.clue("three")) == (0, THREE) and bool(
        {*c.sides("zero")} & {*c.sides("three")}
    )


def turns_away(c: Claim) -> bool:
    """At each dot, the only line of the solution besides the sides of both clues leads away."""
    own = own_sides(c)
    return all(c.scene.in_solution({*c.around(dot)} - own) in {1, None} for dot in c.dots())


def zero_diagonal(c: Claim) -> bool:
    """A 0 and a 3 touch at the dot."""
    (dot,) = c.dots()
    touch = all(len(c.scene.at(c.cell(name), dot)) == TWO for name in ("zero", "three"))
    return touch and (c.clue("zero"), c.clue("three")) == (0, THREE)


def closed_loop(c: Claim) -> bool:
    """All sides of two clues but the common one are a loop, which leaves the clue unmet."""
    one, other = (c.scene.puzzle.grid.cell_edges[cell] for cell in c.cells("threes"))
    loop = frozenset({*one} ^ {*other})
    unmet = "clue" not in c.values or c.leaves_unmet(loop)
    closes = loop in cycles_through(c.scene.puzzle, loop, min(loop))
    return closes and unmet and c.is_early(loop)


def is_between(c: Claim) -> bool:
    """The common side of two clues is a line."""
    one, other = (c.scene.puzzle.grid.cell_edges[cell] for cell in c.cells("threes"))
    return c.are({*one} & {*other}, lines=True)


def middle_turns(c: Claim) -> bool:
    """The side between two 3s is a line, and does not go straight on."""
    past = {edge for dot in c.pattern.dots for edge in c.around(dot)} - own_sides(c)
    is_line = c.are_in_solution(c.pattern.edges[:1], lines=True)
    return is_line and c.scene.in_solution(past) in {0, None}


def each_has_one(name: str, more: bool) -> Predicate:
    """Each clue has room for just one cross, or one more, and a line at the dot."""

    def holds(c: Claim) -> bool:
        grid, dot = c.scene.puzzle.grid, c.dot()
        for cell in c.cells(name):
            sides, clue = grid.cell_edges[cell], c.scene.puzzle.clues[cell] or 0
            at = c.scene.at(cell, dot)
            one = c.scene.ever(
                lambda marks, s=sides, n=clue: (  # type: ignore[misc]
                    len(s) - n - (count(marks, s, CROSS) if more else 0) == 1
                )
            )
            if not one or len(at) != TWO or c.scene.in_solution(at) == 0:
                return False
        return True

    return holds


def one_there_each(c: Claim) -> bool:
    """Two clues have just one line each at the dot that the text named last."""
    assert c.there is not None
    cells = [
        cell
        for cell in range(len(c.scene.puzzle.grid.cells))
        if c.there in c.scene.puzzle.grid.cell_dots[cell] and cell in reasons(c)
    ]
    return c.scene.in_solution(c.around(c.there)) in {TWO, None} and all(
        c.scene.in_solution(c.scene.at(cell, c.there)) in {1, None} for cell in cells
    )


def reasons(c: Claim) -> set[int]:
    """The clues among the reasons of the step."""
    return {getattr(reason, "cell", -1) for reason in c.step.reasons}


def passes_on(c: Claim) -> bool:
    """The 3 has a line at the first dot, and the diagonal has one at the last."""
    (first,), (last,) = c.dots("first"), c.dots("last")
    if (first, last) != (c.pattern.dots[0], c.pattern.dots[-1]):
        return False
    at = c.scene.at(c.cell("three"), first)
    two = c.clue("two") == TWO if "two" in c.values else True
    return (
        two
        and len(at) == TWO
        and c.scene.in_solution(at) != 0
        and c.scene.in_solution(c.around(last)) in {TWO, None}
    )


def room_for_one(c: Claim) -> bool:
    """The 3 has just one line at the last dot of the diagonal."""
    assert c.there is not None
    return c.scene.in_solution(c.scene.at(c.cell("three"), c.there)) in {1, None}


# Corners


def two_edges(c: Claim) -> bool:
    """Only two edges meet at the dot."""
    return len(c.around(c.dot())) == TWO


def runs_on(c: Claim) -> bool:
    """One line of the solution leaves each dot besides the sides of the clue."""
    own = c.scene.puzzle.grid.cell_edges[the_cell(c)]
    return all(c.scene.in_solution({*c.around(dot)} - {*own}) in {1, None} for dot in c.dots())


def ends_there(c: Claim) -> bool:
    """Just one side of the clue of the pattern is a line at each dot."""
    cell = the_cell(c)
    return all(c.scene.in_solution(c.scene.at(cell, dot)) in {1, None} for dot in c.dots())


def two_more(lines: bool) -> Predicate:
    """A side is known, and two more of its kind are too many."""

    def holds(c: Claim) -> bool:
        own = c.edges("side", c.cell())
        known = c.scene.ever(
            lambda marks: (
                count(marks, c.sides(), LINE) + TWO > c.clue() if lines else c.spare(marks) < TWO
            )
        )
        return own <= {*c.sides()} and c.are(own, lines) and known

    return holds


def room_at_clue(c: Claim) -> bool:
    """A line that is none of its sides comes to a corner of the clue."""
    return c.is_corner() and c.line_comes(c.dot(), c.cell())


def turns_there(number: int, far: int) -> Predicate:
    """The clue of the pattern has so many lines of the solution on its far sides."""

    def holds(c: Claim) -> bool:
        cell, (dot, *_) = the_cell(c), c.pattern.dots
        own = {*c.scene.puzzle.grid.cell_edges[cell]} - {*c.scene.at(cell, dot)}
        clue = c.scene.puzzle.clues[cell]
        return clue == number and c.scene.in_solution(own) in {far, None}

    return holds


def side_is(lines: bool) -> Predicate:
    """Sides of the clue of the pattern have a state."""
    return lambda c: c.are(c.edges("sides", the_cell(c)), lines)


def two_turns(c: Claim) -> bool:
    """A side of the 2 is a cross, and it has just one line at the dot."""
    return side_is(lines=False)(c) and turns_there(TWO, 1)(c)


def past(c: Claim, dot: int) -> list[int]:
    """The edges at a corner of the clue that are none of its sides."""
    return [edge for edge in c.around(dot) if edge not in c.sides()]


def go_on_along(c: Claim) -> bool:
    """One line comes to each corner of the clue, and only its sides are open there."""
    return all(goes_on_along(c, past(c, dot)) for dot in c.dots())


def goes_on_along(c: Claim, beyond: Sequence[int]) -> bool:
    """Of edges beyond a corner, one is a line and none is open, at some point of the text."""
    return c.scene.ever(
        lambda marks: count(marks, beyond, LINE) == 1 and count(marks, beyond, UNKNOWN) == 0
    )


# A clue and corners of a cell with any number of sides


def ends_at_each(*numbers: int) -> Predicate:
    """The clue has so many lines of the solution at each corner."""

    def holds(c: Claim) -> bool:
        at = [c.scene.at(c.cell(), dot) for dot in c.dots()]
        return all(
            len(sides) == TWO and c.scene.in_solution(sides) in {*numbers, None} for sides in at
        )

    return holds


def are_closed(c: Claim) -> bool:
    """All edges at the corners besides the sides of the clue are crosses on the board."""
    beyond = [edge for dot in c.dots() for edge in past(c, dot)]
    return count(c.scene.states[0], beyond, CROSS) == len(beyond)


def closed_corners(*numbers: int) -> Predicate:
    """No line can leave the corners, and the clue has so many lines of the solution at each."""
    return lambda c: are_closed(c) and ends_at_each(*numbers)(c)


def are_alike(c: Claim) -> bool:
    """No line can leave the corners, and so many sides there are all lines or all crosses."""
    at = {side for dot in c.dots() for side in c.scene.at(c.cell(), dot)}
    return are_closed(c) and len(at) == c.number() and c.scene.in_solution(at) in {0, len(at), None}


def many_more(lines: bool) -> Predicate:
    """So many more lines, or crosses, are too many for the clue.

    Where a line must turn along it, just one of its two sides there is a line.
    """

    def holds(c: Claim) -> bool:
        marks, dots = c.scene.states[0], {getattr(r, "dot", -1) for r in c.step.reasons}
        turns = sum(count(marks, past(c, dot), LINE) == 1 for dot in dots - {-1})
        if lines:
            return count(marks, c.sides(), LINE) + turns + c.number() > c.clue()
        return c.spare(marks) - turns < c.number()

    return holds


def reached_corners(c: Claim) -> bool:
    """One line comes to each corner on the board, where the clue has at most one line."""
    marks = c.scene.states[0]
    return ends_at_each(0, 1)(c) and all(count(marks, past(c, d), LINE) == 1 for d in c.dots())


def step_corners(c: Claim) -> set[int]:
    """The sides of the clue at the corners of the step."""
    dots = {getattr(reason, "dot", -1) for reason in c.step.reasons} - {-1}
    return {side for dot in dots for side in c.scene.at(c.cell(), dot)}


def other_open(c: Claim) -> set[int]:
    """The open sides of the clue away from the corners of the step."""
    return {side for side in c.sides() if c.is_open(side)} - step_corners(c)


def has_one_at_each(c: Claim) -> bool:
    """All open sides of the clue away from the corners of the step are lines."""
    return c.are_in_solution(other_open(c), lines=True)


def has_all_lines(c: Claim) -> bool:
    """All open sides of the clue away from the corners of the step are crosses."""
    return c.are_in_solution(other_open(c), lines=False)


def only_there(c: Claim) -> bool:
    """Each open side of the clue is at one of the corners, to which a line comes."""
    at = {side for dot in c.dots() for side in c.scene.at(c.cell(), dot)}
    marks = c.scene.states[0]
    is_reached = all(count(marks, past(c, dot), LINE) == 1 for dot in c.dots())
    return is_reached and {side for side in c.sides() if c.is_open(side)} <= at


def one_left(c: Claim) -> bool:
    """A 1 can only have its line at the dot, to which another line comes."""
    rest = [side for side in c.sides() if side not in c.at()]
    return (
        c.clue() == 1
        and room_at_clue(c)
        and c.scene.ever(lambda marks: count(marks, rest, CROSS) == len(rest))
    )


# Counting


def sums_up(odd: bool) -> Predicate:
    """The number of lines around dots and clues is that of the clues, and odd or even."""

    def holds(c: Claim) -> bool:
        cells = c.pattern.cells
        total = sum(c.scene.puzzle.clues[cell] or 0 for cell in cells)
        return (
            {*c.cells()} <= {*cells}
            and c.number() == total
            and total % TWO == odd
            and {*c.dots()} <= {*c.pattern.dots}
        )

    return holds


def counted_once(odd: bool) -> Predicate:
    """Of the edges that are not counted an even number of times, so many are lines and one is open.

    Their lines are odd or even in number.
    """

    def holds(c: Claim) -> bool:
        grid = c.scene.puzzle.grid
        around = [grid.cell_edges[cell] for cell in c.pattern.cells]
        around += [grid.dot_edges[dot] for dot in c.pattern.dots]
        times = Counter(chain.from_iterable(around))
        once, marks = [edge for edge in times if times[edge] % TWO], c.scene.states[0]
        states, lines = (
            [count(marks, once, each) for each in (LINE, UNKNOWN)],
            c.scene.in_solution(once),
        )
        return states == [c.number(), 1] and (lines is None or lines % TWO == odd)

    return holds


# Inside and outside


def has_side(inside: bool, lines: int | None = None) -> Predicate:
    """A cell is inside or outside of the loop, over so many lines from there to the border."""

    def holds(c: Claim) -> bool:
        cell, wanted = c.cell("cell"), c.number() if lines is None else lines
        return c.leads(OUTSIDE, cell, wanted) and (
            c.scene.solution is None or c.scene.is_inside(cell) is inside
        )

    return holds


def have_sides(same: bool, lines: int | None = None) -> Predicate:
    """Two cells are on the same side of the loop or not, and the way leads over so many lines."""

    def holds(c: Claim) -> bool:
        start, end, wanted = c.cell("start"), c.cell("end"), c.number() if lines is None else lines
        return c.leads(start, end, wanted) and (
            c.scene.solution is None or (c.scene.is_inside(start) is c.scene.is_inside(end)) is same
        )

    return holds


def needs_lines(c: Claim) -> bool:
    """The clue needs so many lines besides those among its sides that the step uses."""
    used = c.step.known.intersection(c.sides())
    drawn = count(c.scene.states[0], used, LINE)
    return c.clue() - drawn == c.number()


def in_solution(*numbers: int) -> Predicate:
    """So many of the edges are lines of the solution."""
    return lambda c: c.scene.in_solution(c.edges()) in {*numbers, None}


# Lines at corners


def lines_come_in(c: Claim) -> bool:
    """Lines come to two opposite corners of the clue."""
    cell = c.cell()
    corners = c.scene.puzzle.grid.cell_dots[cell]
    return any(
        c.line_comes(dot, cell) and c.line_comes(c.scene.opposite(cell, dot), cell)
        for dot in corners
    )


def both_would_close(c: Claim) -> bool:
    """The two open edges at the dot would close a loop of so many lines together."""
    return any(map(c.is_early, c.closes([*c.step.forced], c.number())))


def comes_through(c: Claim) -> bool:
    """A line comes to one corner of a 2, and one leaves the opposite one."""
    opposite = c.scene.at(c.cell(), c.scene.opposite(c.cell(), c.dot()))
    return (
        c.clue() == TWO
        and c.line_comes(c.dot(), c.cell())
        and c.scene.in_solution(opposite) in {1, None}
    )


def two_passes(c: Claim) -> bool:
    """A 2 has just one line at the dot."""
    return c.clue() == TWO and lines_there(1)(c)


def has_one_line_at(c: Claim) -> bool:
    """Two lines of the solution meet at the dot."""
    return c.scene.in_solution(c.around(c.dot())) in {TWO, None}


def two_for_the_one(c: Claim) -> bool:
    """A 1 at the dot has no line there."""
    return c.clue() == 1 and lines_there(0)(c)


def comes_opposite(c: Claim) -> bool:
    """A line comes to the corner of a 2 that is opposite to the dot that was named last."""
    assert c.owner is not None
    assert c.there is not None
    return c.line_comes(c.scene.opposite(c.owner, c.there), c.owner)


def one_opposite(c: Claim) -> bool:
    """The clue has a line at the corner of the 2 opposite to the dot that was named last."""
    assert c.there is not None
    cells = [cell for cell in reasons(c) if c.there in corners_of(c, cell)]
    return any(
        c.scene.in_solution(c.scene.at(c.cell(), c.scene.opposite(two, c.there))) in {1, 2, None}
        for two in cells
    )


def corners_of(c: Claim, cell: int) -> tuple[int, ...]:
    """The corners of a cell; none for a cell that is not on the board."""
    return c.scene.puzzle.grid.cell_dots[cell] if cell >= 0 else ()


def too_many_between(c: Claim) -> bool:
    """Two clues of at most 2 are side by side at the dot, and their common side is a cross."""
    one, other = c.cells()
    grid, dot = c.scene.puzzle.grid, c.dot()
    between = {*c.scene.at(one, dot)} & {*c.scene.at(other, dot)}
    numbers = [c.scene.puzzle.clues[cell] or 0 for cell in (one, other)]
    return (
        len(between) == 1
        and max(numbers) <= TWO
        and dot in grid.cell_dots[one]
        and c.scene.in_solution(between) in {0, None}
    )


def has_line_at(c: Claim) -> bool:
    """The argument finds that the clue has at least one line at the dot."""
    return lines_there(1, 2)(c) and c.scene.relation(c.at(), Relation.SOME)


def just_one_at_each(c: Claim) -> bool:
    """A 2 has just one line at two opposite corners."""
    cell = c.cell()
    corners = c.scene.puzzle.grid.cell_dots[cell]
    return c.clue() == TWO and any(
        c.scene.in_solution(c.scene.at(cell, dot)) in {1, None} for dot in corners
    )


def two_meet(c: Claim) -> bool:
    """The 3 has a line at the dot, and two lines meet there."""
    return has_one_line_at(c) and c.lines_there("three") != 0


def other_is(c: Claim) -> bool:
    """A 1 has one of two lines, and the other is the edge."""
    return c.clue("one") == 1 and c.are_in_solution([c.edge()], lines=True)


def line_beside(c: Claim) -> bool:
    """A line comes to the far corner of the clue, which has a line at the dot."""
    far = c.scene.opposite(c.cell(), c.dot())
    return c.line_comes(far, c.cell()) and has_line_at(c)


def other_ends(c: Claim) -> bool:
    """The 2 that was named last has just one line at the dot."""
    assert c.owner is not None
    return c.scene.in_solution(c.scene.at(c.owner, c.dot())) in {1, None}


def no_room(c: Claim) -> bool:
    """A 2 has both of its lines at the corner away from the other clue's."""
    return c.clue("second") == TWO or c.clue("first") == TWO


# Refutations told at once


def way_closes(c: Claim) -> bool:
    """The edges would close a loop of so many lines; all but one if they are the other sides."""
    edges = c.edges()
    ways = [edges - {edge} for edge in edges] if c.reader.others else [edges]
    return any(any(map(c.is_early, c.closes(way, c.number()))) for way in ways)


def is_third(c: Claim) -> bool:
    """Two other lines already meet at the dot, where the only edge ends."""
    (edge,), around = c.edges(), c.around(c.dot())
    return edge in around and c.is_open(edge) and c.dot_has(c.dot(), TWO)


def is_tried(c: Claim) -> bool:
    """The edge has no mark, and an argument supposes that it has one."""
    return c.is_open(c.edge()) and c.edge() in c.scene.supposed


def follows(lines: bool) -> Predicate:
    """The edges get a state after the supposition, as open ones."""
    return lambda c: c.are(c.edges(), lines) and all(map(c.is_open, c.edges()))


IDEAS: Statements = {
    patterns.ZERO_BESIDE: zero_beside,
    patterns.TURN_AWAY: turns_away,
    patterns.ZERO_DIAGONAL: zero_diagonal,
    patterns.LACKS_ONE: lacks_one("three"),
    patterns.CLOSED_LOOP_UNMET: closed_loop,
    patterns.CLOSED_LOOP: closed_loop,
    patterns.FOUR_MORE: middle_turns,
    patterns.FOUR_MORE_AND_TURN: middle_turns,
    patterns.LINE_BETWEEN: is_between,
    patterns.EACH_HAS_ONE: each_has_one("threes", more=False),
    patterns.ONLY_TWO_MEET: one_there_each,
    patterns.DIAGONAL_TWO: passes_on,
    patterns.DIAGONAL_TWOS: passes_on,
    patterns.ROOM_FOR_ONE: room_for_one,
    patterns.CORNER: two_edges,
    patterns.BOTH_IN_CORNER: lambda c: two_edges(c) and c.clue() == TWO and c.is_corner(),
    patterns.CORNER_2: runs_on,
    patterns.CLOSED: is_closed,
    patterns.CLOSED_2: ends_there,
    patterns.TWO_MORE_LINES: two_more(lines=True),
    patterns.TWO_MORE_CROSSES: two_more(lines=False),
    patterns.ROOM_AT_CLUE: room_at_clue,
    patterns.THREE_TURNS: turns_there(THREE, 2),
    patterns.THREE_TURNS_THERE: turns_there(THREE, 2),
    patterns.TWO_TURNS: two_turns,
    english.TURNS_ALONG: go_on_along,
    cell_ideas.TWO_OR_NONE: closed_corners(0, 2),
    cell_ideas.ALIKE_THERE: are_alike,
    cell_ideas.LINES_TOO_MANY: lambda c: c.number() > c.clue(),
    cell_ideas.CROSSES_TOO_MANY: lambda c: c.number() > len(c.sides()) - c.clue(),
    cell_ideas.MORE_LINES_TOO_MANY: many_more(lines=True),
    cell_ideas.MORE_CROSSES_TOO_MANY: many_more(lines=False),
    cell_ideas.AT_MOST_ONE: reached_corners,
    cell_ideas.NEEDS_ONE_THERE: has_one_at_each,
    cell_ideas.TURNS_THERE: has_one_at_each,
    cell_ideas.ONLY_THERE: only_there,
    cell_ideas.LAST_LINES: has_all_lines,
    cell_ideas.ONE_ENDS: ends_at_each(1),
    cell_ideas.THIRD_IS_ALONE: ends_at_each(0, 2),
    patterns.TWO_FAR: side_is(lines=True),
    patterns.ONE_FAR: turns_there(1, 0),
    patterns.ONE_LEFT: one_left,
    patterns.ODD_SUM: sums_up(odd=True),
    patterns.EVEN_SUM: sums_up(odd=False),
    patterns.STILL_ODD: counted_once(odd=True),
    patterns.STILL_EVEN: counted_once(odd=False),
    sides.CROSSES_TO_OUTSIDE: has_side(inside=False, lines=0),
    sides.IS_OUTSIDE: has_side(inside=False),
    sides.IS_INSIDE: has_side(inside=True),
    sides.NO_LINE_BETWEEN: have_sides(same=True, lines=0),
    sides.SAME_SIDE: have_sides(same=True),
    sides.OTHER_SIDE: have_sides(same=False),
    sides.BOTH_OR_NEITHER: in_solution(0, 2),
    sides.JUST_ONE: in_solution(1),
    sides.NEEDS_MORE: needs_lines,
    sides.NEEDS: needs_lines,
    arguments.LINES_COME_IN: lines_come_in,
    arguments.BOTH_WOULD_CLOSE: both_would_close,
    corner_ideas.COMES_THROUGH: comes_through,
    corner_ideas.TWO_PASSES: two_passes,
    corner_ideas.TWOS_PASS: has_one_line_at,
    corner_ideas.GOES_ON_ALONG_3: number_is(THREE),
    corner_ideas.GOES_ON_ALONG_2: number_is(TWO),
    corner_ideas.GOES_ON_ALONG_1: number_is(1),
    corner_ideas.NEEDS_FAR_SIDES: number_is(THREE),
    corner_ideas.ONE_EITHER_WAY: has_one_line_at,
    corner_ideas.TWO_FOR_THE_1: two_for_the_one,
    corner_ideas.NO_ROOM_FOR_BOTH: comes_opposite,
    corner_ideas.NO_ROOM_SO_PAST: comes_opposite,
    corner_ideas.HAS_ONE_OPPOSITE: one_opposite,
    corner_ideas.ONLY_ITS_SIDES_LEFT: number_is(THREE),
    corner_ideas.TOO_MANY_BETWEEN: too_many_between,
    corner_ideas.HAS_ONE_AT: has_line_at,
    corner_ideas.JUST_ONE_AT_EACH: just_one_at_each,
    corner_ideas.A_LINE_EACH: each_has_one("clues", more=True),
    corner_ideas.ALL_THAT_IS_LEFT: one_there_each,
    corner_ideas.TWO_MEET: two_meet,
    corner_ideas.OTHER_IS: other_is,
    corner_ideas.LINE_BESIDE: line_beside,
    corner_ideas.LINE_SINCE: has_line_at,
    corner_ideas.OTHER_ENDS: other_ends,
    corner_ideas.JUST_ONE_EITHER_WAY: lambda c: lines_there(1)(c) and has_line_at(c),
    corner_ideas.NO_ROOM_FOR_IT: no_room,
    both_ways.A_WAY: way_closes,
    both_ways.THIRD: is_third,
    both_ways.CLOSES: way_closes,
    both_ways.A_LINE: is_tried,
    both_ways.A_CROSS: is_tried,
    both_ways.FOLLOW: follows(lines=True),
    both_ways.FOLLOW_CROSSES: follows(lines=False),
}
"""The predicates of the messages of patterns and ideas, by message."""
