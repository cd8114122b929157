"""What the questions of hints and lessons take for granted, and what nudges say."""

from narrator import english, questions
from puzzle.grid import OUTSIDE
from renderer import place_words
from solver.explain.step import (
    Argument,
    Clash,
    ClueReason,
    DotReason,
    Inference,
    LoopReason,
    Relation,
    Subloop,
    TooFew,
    TooMany,
)
from tests.support.truth.arguments import TWO, is_finished, two_ways_left
from tests.support.truth.claim import Claim, Predicate, Statements
from tests.support.truth.ideas import THREE, two_edges
from tests.support.truth.reading import CLUES
from tests.support.truth.scene import (
    CROSS,
    LINE,
    UNKNOWN,
    count,
    cycles_through,
    part_through,
)
from texts import course


def one_line(c: Claim) -> bool:
    """One line comes to the dot."""
    return c.dot_has(c.dot(), 1)


def ends_of_a_line(c: Claim) -> bool:
    """One line comes to each of two dots, and they are connected."""
    lines, grid = c.scene.board.lines, c.scene.puzzle.grid
    ends = [lines.intersection(grid.dot_edges[dot]) for dot in c.dots()]
    if len(ends) != TWO or any(len(each) != 1 for each in ends):
        return False
    (one,), (other,) = ends
    return other in part_through(c.scene.puzzle, lines, one)


def ends_in(kind: type[object]) -> Predicate:
    """The argument ends in such a contradiction at the place."""

    def holds(c: Claim) -> bool:
        name = "cell" if issubclass(kind, TooMany | TooFew) else "dot"
        places = {getattr(end.fact, name) for end in ends(c) if isinstance(end.fact, kind)}
        return getattr(place_of(c), name, None) in places

    return holds


def leaves_out(c: Claim) -> bool:
    """The argument ends in a loop without the clue or line."""
    text = c.text("place")
    is_line = c.reader.told(text).template == english.LINE
    for end in ends(c):
        if isinstance(end.fact, Subloop):
            if is_line and {end.fact.outside} == c.reader.edges(text):
                return True
            if not is_line and place_of(c) in {
                ClueReason(-1 if end.fact.unmet is None else end.fact.unmet),
                DotReason(-1 if end.fact.missed is None else end.fact.missed),
            }:
                return True
    return False


def cannot_be(c: Claim) -> bool:
    """The argument ends in a clash of the rule of the place, or of the loop."""
    clashes = [end.reason for end in ends(c) if isinstance(end.fact, Clash)]
    text = c.text("place")
    if c.reader.told(text).template != english.LINE:
        return place_of(c) in clashes
    return any(isinstance(reason, LoopReason) for reason in clashes)


def place_of(c: Claim) -> ClueReason | DotReason:
    """The clue or dot that `place` names."""
    text = c.text("place")
    if c.reader.told(text).template in {*CLUES, english.BLANK_CELL}:
        return ClueReason(c.reader.cell(text))
    (dot,) = c.reader.dots(text)
    return DotReason(dot)


def ends(c: Claim) -> list[Inference]:
    """The last inference of the argument of the step and of each of its cases."""
    return [*_ends(c.step.argument)]


def _ends(argument: Argument) -> list[Inference]:
    found = [*argument.inferences[-1:]]
    for case in argument.cases:
        found += _ends(case)
    return found


def is_to_try(c: Claim) -> bool:
    """The edge is open; the argument supposes its state, or it is the first that is deduced."""
    first = c.step.deductions[0].edge
    return c.is_open(c.edge()) and c.edge() in (c.scene.supposed or {first})


def fails_in_both(c: Claim) -> bool:
    """The argument has a case for each state of the edge."""
    cases = [case.supposed for case in c.step.argument.cases]
    return {c.edge()} == {case.edge for case in cases if case is not None}


def would_close_around(c: Claim) -> bool:
    """Two adjacent 3s, of which all sides but the common one are a loop other than the solution."""
    one, other = {*c.sides("first")}, {*c.sides("last")}
    loop = frozenset(one ^ other)
    closes = loop in cycles_through(c.scene.puzzle, loop, min(loop))
    return (c.clue("first"), c.clue("last")) == (THREE, THREE) and closes and c.is_early(loop)


def touch(c: Claim) -> bool:
    """Both clues have the dot as a corner."""
    return c.is_corner("first") and c.is_corner("last")


def is_diagonal(c: Claim) -> bool:
    """Two 3s at the ends of a diagonal of the pattern."""
    cells = c.pattern.cells
    ends_ = (c.cell("first"), c.cell("last"))
    return (cells[0], cells[-1]) == ends_ and {c.clue("first"), c.clue("last")} == {THREE}


def edges_of_corner(c: Claim) -> bool:
    """Only two edges meet at a corner of the clue."""
    return two_edges(c) and c.is_corner("first")


def is_reached(c: Claim) -> bool:
    """A line comes to a corner of the clue on the board."""
    past = {*c.around(c.dot())} - {*c.at("first")}
    return c.is_corner("first") and count(c.scene.states[0], past, LINE) == 1


def is_closed_corner(c: Claim) -> bool:
    """Both sides of the clue at a corner are open, and all other edges there are crosses."""
    marks, own = c.scene.states[0], {*c.at("first")}
    past = {*c.around(c.dot())} - own
    return (
        c.is_corner("first")
        and count(marks, own, UNKNOWN) == TWO
        and count(marks, past, CROSS) == len(past)
    )


def spans(c: Claim) -> bool:
    """An area from one cell to another one."""
    return c.cell("first") != c.cell("last")


def leads_on(c: Claim) -> bool:
    """The relation of the dot that the text named last, or of marks, lets a line come there."""
    dot = c.there
    found = any(pair.dot == dot and pair.relation is Relation.ONE for pair in c.scene.pairs)
    return found and c.scene.in_solution(c.around(dot or 0)) in {TWO, None}


def corner_closed(c: Claim) -> bool:
    """No line can leave a corner of each clue."""
    marks, grid = c.scene.states[0], c.scene.puzzle.grid
    return all(
        any(
            count(marks, {*grid.dot_edges[dot]} - {*grid.cell_edges[cell]}, UNKNOWN) == 0
            for dot in grid.cell_dots[cell]
        )
        for cell in c.cells("places")
    )


def in_corner(c: Claim) -> bool:
    """Each clue has a corner at which only two edges meet."""
    grid = c.scene.puzzle.grid
    return all(
        any(len(grid.dot_edges[dot]) == TWO for dot in grid.cell_dots[cell])
        for cell in c.cells("places")
    )


def lines_come(c: Claim) -> bool:
    """One line comes to each dot."""
    return all(c.dot_has(dot, 1) for dot in c.dots("places"))


QUESTIONS: Statements = {
    place_words.AREA: spans,
    questions.WHERE_GOES_ON: one_line,
    questions.WHICH_WAYS_LEFT: two_ways_left,
    questions.IF_ENDS_MET: ends_of_a_line,
    questions.MAY_ENDS_MEET: ends_of_a_line,
    questions.REST_OF_FINISHED: is_finished,
    questions.START_AT_CLUE: lambda c: c.is_corner(),
    questions.WHERE_DOES_LINE_GO: leads_on,
    questions.TRY_BOTH: is_to_try,
    questions.TRY_BOTH_AND_LOOK: is_to_try,
    **{message: ends_in(kind) for kind, message in questions.CONTRADICTIONS.items()},
    questions.WHICH_LEAVES_OUT: leaves_out,
    questions.WHICH_CLOSES_LOOP: lambda c: c.is_open(c.edge()),
    questions.WHICH_CANNOT_BE: cannot_be,
    questions.WHICH_FAILS_IN_BOTH: fails_in_both,
    questions.WHICH_CLOSES_IN_BOTH: lambda c: (
        fails_in_both(c)
        and all(isinstance(_ends(case)[-1].fact, Subloop) for case in c.step.argument.cases)
    ),
    questions.ASK_SUM: lambda c: (
        {*c.cells()} <= {*c.pattern.cells} and {*c.dots()} <= {*c.pattern.dots}
    ),
    questions.PATTERN_QUESTIONS["three-next-to-zero"]: lambda c: (
        (c.clue("first"), c.clue("last")) == (THREE, 0)
    ),
    questions.PATTERN_QUESTIONS["three-diagonal-to-zero"]: lambda c: (
        touch(c) and (c.clue("first"), c.clue("last")) == (THREE, 0)
    ),
    questions.PATTERN_QUESTIONS["adjacent-3-3"]: would_close_around,
    questions.PATTERN_QUESTIONS["diagonal-3-3"]: touch,
    questions.PATTERN_QUESTIONS["diagonal-3-2-3"]: is_diagonal,
    questions.PATTERN_QUESTIONS["corner-2"]: edges_of_corner,
    questions.ASK_REACHED: is_reached,
    questions.ASK_CORNER: is_closed_corner,
    questions.WHICH_SIDE: lambda c: OUTSIDE in c.connected(c.cell("cell")),
    questions.SAME_SIDE: lambda c: c.cell("second") in c.connected(c.cell("first")),
    course.QUESTIONS["way-on"]: lines_come,
    course.QUESTIONS["corner-3"]: in_corner,
    course.QUESTIONS["three-at-closed-corner"]: corner_closed,
}
"""The predicates of questions and nudges, by message."""
