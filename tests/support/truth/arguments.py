"""What the clauses of arguments state: reasons, conclusions and contradictions."""

from collections.abc import Callable, Collection
from functools import partial
from itertools import product

from i18n.messages import Clause
from narrator import english
from solver.explain.step import Relation
from tests.support.explain.proofs import HOLDS
from tests.support.truth.claim import Claim, Predicate, Statements
from tests.support.truth.reading import CLUES
from tests.support.truth.scene import CROSS, LINE, UNKNOWN, count

TWO = 2


def are(lines: bool) -> Predicate:
    """The edges have a state, in the solution too."""

    def holds(c: Claim) -> bool:
        edges = c.edges()
        return c.are(edges, lines) and c.are_in_solution(edges, lines)

    return holds


def would_be(lines: bool) -> Predicate:
    """The edges have a state under a supposition."""
    return lambda c: c.are(c.edges(), lines)


def related(relation: Relation, numbers: Collection[int]) -> Predicate:
    """The argument finds a relation, and it holds in the solution."""

    def holds(c: Claim) -> bool:
        edges = c.edges()
        lines = c.scene.in_solution(edges)
        return c.scene.relation(edges, relation) and (lines is None or lines in numbers)

    return holds


def would_be_related(relation: Relation) -> Predicate:
    """The argument finds a relation under a supposition."""
    return lambda c: c.scene.relation(c.edges(), relation)


def comes_along(relation: Relation) -> Predicate:
    """The argument finds a relation of edges that meet at the dot."""

    def holds(c: Claim) -> bool:
        edges = c.edges()
        return edges <= {*c.around(c.dot())} and c.scene.relation(edges, relation)

    return holds


def implies(c: Claim) -> bool:
    """If the first edge is a line, so is the second."""
    edges = c.edge("first"), c.edge("second")
    return any(pair.relation is Relation.IMPLIES and pair.edges == edges for pair in c.scene.pairs)


# Clues


def is_met(c: Claim) -> bool:
    """The clue has all its lines."""
    return c.scene.ever(lambda marks: count(marks, c.sides(), LINE) == c.clue())


def needs_all(c: Claim) -> bool:
    """The clue needs all sides that are no crosses; one is open where the text says so."""
    return c.scene.ever(
        lambda marks: (
            c.spare(marks) == 0 and (count(marks, c.sides(), UNKNOWN) == 1) is (c.form == 1)
        )
    )


def needs_these(c: Claim) -> bool:
    """The clue needs all sides that are no crosses, and these are the open ones."""
    edges = c.edges(owner=c.cell())
    return (
        c.are_in_solution(edges, lines=True)
        and edges <= {*c.sides()}
        and c.scene.ever(
            lambda marks: (
                c.spare(marks) == 0
                and edges >= {side for side in c.sides() if marks.get(side) is UNKNOWN}
            )
        )
    )


def has_room_for_one(c: Claim) -> bool:
    """The clue has room for just one more cross."""
    return c.scene.ever(lambda marks: c.spare(marks) == 1)


def last_line_at(c: Claim) -> bool:
    """The clue lacks one line, and all sides that are open for it meet at the dot."""
    sides, at = c.sides(), c.at()
    rest = [side for side in sides if side not in at]
    return c.is_corner() and c.scene.ever(
        lambda marks: (
            count(marks, sides, LINE) == c.clue() - 1
            and count(marks, rest, UNKNOWN) == 0
            and count(marks, at, UNKNOWN) == len(at)
        )
    )


def its_line_at(c: Claim) -> bool:
    """The only line of a 1 is at the dot."""
    return c.clue() == 1 and (last_line_at(c) or c.scene.relation(c.at(), Relation.ONE))


def clue_and_relation(number: int, relation: Relation) -> Predicate:
    """A clue with a relation between its sides at the dot."""
    return lambda c: c.clue() == number and c.scene.relation(c.at(), relation)


def only_cross_at(c: Claim) -> bool:
    """The clue has room for one cross, and just one of its sides at the dot is one."""
    return c.clue() == len(c.sides()) - 1 and c.scene.relation(c.at(), Relation.ONE)


# Dots


def one_way_on(c: Claim) -> bool:
    """One line comes to the dot, and one other edge there is open."""
    return c.dot_has(c.dot(), 1, 1)


def no_way_out(c: Claim) -> bool:
    """No line comes to the dot, and one edge there is open."""
    return c.dot_has(c.dot(), 0, 1)


def is_closed(c: Claim) -> bool:
    """No line comes to the dot, and two edges there are open."""
    return c.dot_has(c.dot(), 0, TWO)


def both_there_or_none(c: Claim) -> bool:
    """The only open edges at the dot are sides of a 2."""
    at = c.at()
    return (
        c.clue() == TWO
        and is_closed(c)
        and c.scene.ever(lambda marks: count(marks, at, UNKNOWN) == TWO)
    )


def is_corner_of_board(c: Claim) -> bool:
    """Two edges meet at the dot, which is a corner of a square board."""
    return c.scene.puzzle.grid.is_square and len(c.around(c.dot())) == TWO


# Loops


WITNESSES: dict[english.Witness, Callable[[Claim, frozenset[int]], bool]] = {
    english.Witness.CLUE: Claim.leaves_unmet,
    english.Witness.LINE: Claim.leaves_out,
    english.Witness.DOT: Claim.misses,
    english.Witness.NONE: Claim.is_early,
}
"""What shows that a loop closes too early, but for animals."""


def would_close(c: Claim, shows: Callable[[Claim, frozenset[int]], bool] = Claim.is_early) -> bool:
    """One of the edges would close a loop, which something shows to be too early."""
    length = c.number() if "loop" in c.values else None
    return any(shows(c, loop) for edge in c.edges() for loop in c.closes([edge], length))


def is_closed_loop(c: Claim, shows: Callable[[Claim, frozenset[int]], bool]) -> bool:
    """A loop of so many lines is closed, which something shows to be too early."""
    return any(shows(c, loop) for loop in c.loops(c.number()))


def is_finished(c: Claim) -> bool:
    """The lines are the solution."""
    lines = c.scene.board.lines
    return c.scene.solution is None or any(loop == c.scene.solution for loop in c.loops(len(lines)))


# Contradictions


def too_many(c: Claim) -> bool:
    """The clue has that many lines, more than its number."""
    return c.number() > c.clue() and c.scene.ever(
        lambda marks: count(marks, c.sides(), LINE) == c.number()
    )


def too_few(c: Claim) -> bool:
    """The clue can get that many lines, fewer than its number."""
    left = c.number() if "count" in c.values else 0
    return left < c.clue() and c.scene.ever(
        lambda marks: len(c.sides()) - count(marks, c.sides(), CROSS) == left
    )


def branches(c: Claim) -> bool:
    """More than two lines meet at the dot."""
    return c.scene.ever(lambda marks: count(marks, c.around(c.dot()), LINE) > TWO)


def is_dead_end(c: Claim) -> bool:
    """A line comes to the dot, and no edge there is open."""
    return c.dot_has(c.dot(), 1, 0)


def nothing_fits(c: Claim, around: Collection[int], allowed: Collection[int]) -> bool:
    """No choice of lines among edges fits the relations and what is known at the end."""
    marks = c.scene.states[-1]
    pairs = [pair for pair in c.scene.pairs if {*pair.edges} <= {*around}]
    return not any(
        sum(choice) in allowed
        and all(lines[edge] is (marks[edge] is LINE) for edge in lines if marks.get(edge))
        and all(HOLDS[pair.relation](*map(lines.__getitem__, pair.edges)) for pair in pairs)
        for choice in product((False, True), repeat=len(around))
        for lines in [dict(zip(around, choice, strict=True))]
    )


def clue_clashes(c: Claim) -> bool:
    """The clue cannot have its number of lines."""
    return c.number() == c.clue() and nothing_fits(c, c.sides(), {c.clue()})


def dot_clashes(c: Claim) -> bool:
    """The dot can have neither two lines nor none, or not two where the loop has to visit it."""
    return nothing_fits(c, c.around(c.dot()), dot_lines(c))


def dot_lines(c: Claim) -> set[int]:
    """The numbers of lines that dots may have."""
    return {TWO} if c.scene.puzzle.rules.variant.visits_every_dot else {0, TWO}


def two_ways_left(c: Claim) -> bool:
    """The loop has to visit the dot, no line comes to it, and two edges there are open."""
    return c.scene.puzzle.rules.variant.visits_every_dot and is_closed(c)


def cannot_visit(c: Claim) -> bool:
    """The loop has to visit the dot, no line comes to it, and at most one edge is open."""
    return c.scene.puzzle.rules.variant.visits_every_dot and (
        c.dot_has(c.dot(), 0, 0) or c.dot_has(c.dot(), 0, 1)
    )


def place_clashes(c: Claim) -> bool:
    """The clue or the dot has no choice of lines."""
    place = c.text("place")
    if c.reader.told(place).template in CLUES:
        cell = c.reader.cell(place)
        number = c.scene.puzzle.clues[cell]
        return nothing_fits(c, c.scene.puzzle.grid.cell_edges[cell], {number or 0})
    (dot,) = c.reader.dots(place)
    return nothing_fits(c, c.around(dot), dot_lines(c))


CLAUSES: list[tuple[Clause, Predicate, Predicate]] = [
    (english.LINES, are(lines=True), would_be(lines=True)),
    (english.CROSSES, are(lines=False), would_be(lines=False)),
    (english.EXACTLY_ONE, related(Relation.ONE, {1}), would_be_related(Relation.ONE)),
    (english.AT_LEAST_ONE, related(Relation.SOME, {1, 2}), would_be_related(Relation.SOME)),
    (english.AT_MOST_ONE, related(Relation.NOT_BOTH, {0, 1}), would_be_related(Relation.NOT_BOTH)),
    (english.BOTH_OR_NEITHER, related(Relation.ALIKE, {0, 2}), would_be_related(Relation.ALIKE)),
    *(
        (clause, holds, holds)
        for clause, holds in (
            (english.IMPLIES, implies),
            (english.GOES_ON, implies),
            (english.CLUE_MET, is_met),
            (english.CLUE_NEEDS_ALL, needs_all),
            (english.LAST_LINE_AT, last_line_at),
            (english.ITS_LINE_AT, its_line_at),
            (english.ONE_OF_TWO_AT, clue_and_relation(2, Relation.ONE)),
            (english.BOTH_OR_NONE_AT, clue_and_relation(2, Relation.ALIKE)),
            (english.ONLY_CROSS_AT, only_cross_at),
            (english.DOT_FULL, lambda c: c.dot_has(c.dot(), TWO)),
            (english.DOT_ONE_WAY_ON, one_way_on),
            (english.DOT_NO_WAY_OUT, no_way_out),
            (english.DOT_MUST_GO_ON, lambda c: c.dot_has(c.dot(), 1, TWO)),
            (english.DOT_ONE_LINE, lambda c: c.dot_has(c.dot(), 1)),
            (english.DOT_CLOSED, is_closed),
            (english.TWO_WAYS_LEFT, two_ways_left),
            (english.ONE_LINE_COMES, comes_along(Relation.ONE)),
            (english.SOME_LINE_COMES, comes_along(Relation.SOME)),
            (english.NOT_TWO_LINES_COME, comes_along(Relation.NOT_BOTH)),
            (english.TWO_LINES_OR_NONE_COME, comes_along(Relation.ALIKE)),
        )
    ),
]

ARGUMENTS: Statements = {
    **{clause.indicative: is_so for clause, is_so, _ in CLAUSES},
    **{clause.conditional: would for clause, _, would in CLAUSES},
    english.SUPPOSE_LINE: lambda c: c.is_open(c.edge()),
    english.SUPPOSE_CROSS: lambda c: c.is_open(c.edge()),
    english.CASES: lambda c: c.is_open(c.edge()),
    english.FIRST_CASE_LINE: lambda c: c.is_open(c.edge()),
    english.FIRST_CASE_CROSS: lambda c: c.is_open(c.edge()),
    english.LATER_CASE_LINE: lambda c: c.is_open(c.edge()),
    english.LATER_CASE_CROSS: lambda c: c.is_open(c.edge()),
    english.NEITHER: lambda c: c.is_open(c.edge()),
    english.CLUE_OF_ZERO: lambda c: c.clue() == 0,
    english.CLUE_OF_ALL_SIDES: lambda c: c.clue() == len(c.sides()),
    english.CLUE_OF_ONE: lambda c: c.clue() == 1,
    english.CLUE_LACKS_ONE: has_room_for_one,
    english.CLUE_NEEDS: needs_these,
    english.CLUE_COUNTS: lambda c: c.clue() == c.number(),
    english.TWO_LINES_TOO_MANY: lambda c: c.clue() == 1,
    english.TWO_CROSSES_TOO_MANY: lambda c: c.clue() == len(c.sides()) - 1,
    english.BOTH_THERE_OR_NONE: both_there_or_none,
    english.DOT_IN_CORNER: is_corner_of_board,
    english.DOT_OF_TWO_EDGES: lambda c: len(c.around(c.dot())) == TWO,
    **{
        english.LINE_CLOSES[each]: partial(would_close, shows=WITNESSES[each]) for each in WITNESSES
    },
    **{
        english.LOOP_CLOSES[each]: partial(is_closed_loop, shows=WITNESSES[each])
        for each in WITNESSES
    },
    english.CLOSES_LOOP: would_close,
    english.DOT_VISITED: lambda c: c.scene.puzzle.rules.variant.visits_every_dot,
    english.VISITED_DOT_FACTS: lambda c: c.scene.puzzle.rules.variant.visits_every_dot,
    english.UNVISITED: cannot_visit,
    english.LOOP_FINISHED: is_finished,
    english.TOO_MANY: too_many,
    english.NONE_LEFT: too_few,
    english.TOO_FEW: too_few,
    english.BRANCH: branches,
    english.DEAD_END: is_dead_end,
    english.CLASH_AT_CLUE: clue_clashes,
    english.CLASH_AT_DOT: dot_clashes,
    english.CLASH_AT_VISITED_DOT: dot_clashes,
    english.NOTHING_FITS: place_clashes,
}
"""The predicates of messages that are told in arguments, by message."""
