"""What checks, walkthroughs, verdicts and the ends of them state."""

from collections.abc import Callable
from itertools import pairwise

from narrator import drills, english, reviews, ways
from puzzle.names import Direction
from puzzle.places import way_from
from puzzle.rules import Counted
from puzzle.rules.sheep_wolf import SHEEP, WOLF
from solver.explain.completions import MAX_WAYS
from solver.explain.explainer import Explainer
from solver.explain.mistakes import CheckOutcome
from solver.explain.rule_graph import states_of
from solver.explain.step import ClueReason
from solver.review.known_marks import VisibleMarks
from solver.search import Outcome, solve
from tests.support.explain.truth import is_inside
from tests.support.truth.arguments import cannot_visit
from tests.support.truth.claim import Claim, Predicate, Statements
from tests.support.truth.reading import MARKS
from tests.support.truth.scene import (
    CROSS,
    LINE,
    UNKNOWN,
    count,
    cycles_through,
    marks_of,
    part_through,
)
from texts import verdicts


def wrong_marks(c: Claim) -> set[int]:
    """The marks of the board that the solution does not have."""
    if c.scene.solution is None:
        assert c.scene.check is not None
        return {*c.scene.check.wrong}
    return {
        edge
        for edge, mark in enumerate(c.scene.board.marks)
        if mark and (mark is LINE) is not (edge in c.scene.solution)
    }


def are_wrong(name: str = "marks") -> Predicate:
    """All of these marks are wrong."""
    return lambda c: bool(c.marks(name)) and c.marks(name) <= wrong_marks(c)


def in_steps(c: Claim) -> bool:
    """A mark is wrong, and the refutation has so many parts."""
    return are_wrong("mark")(c) and c.number() == c.scene.steps


def ends_refutation(lines: bool) -> Predicate:
    """The edge has a state in the solution, and the opposite mark."""
    return lambda c: (
        c.are_in_solution([c.edge()], lines)
        and c.scene.board.marks[c.edge()] is (CROSS if lines else LINE)
    )


def have_solution_only_apart(c: Claim) -> bool:
    """No solution has these marks."""
    return (
        c.scene.check is not None
        and c.scene.check.outcome is CheckOutcome.NOT_TOGETHER
        and c.marks() == c.scene.check.wrong
    )


def follow_at_once(c: Claim) -> bool:
    """So many crosses are not drawn, right, and shown by easy steps on the drawn board."""
    board, solution = c.scene.board, c.scene.solution
    in_mind = (c.scene.check or c.step).in_mind
    drawn = board.mark(dict.fromkeys({*in_mind, *wrong_marks(c)}, UNKNOWN))
    seen = VisibleMarks(Explainer(c.scene.puzzle), states_of(drawn)).states
    shown = all(seen[edge] == CROSS for edge in in_mind)
    return shown and c.form == len(in_mind) > 0 and in_mind.isdisjoint(solution or ())


def are_open(c: Claim) -> bool:
    """The lines of a way are not drawn yet."""
    text = c.text("marks")
    return c.reader.told(text).template is ways.NO_LINES or all(
        map(c.is_open, c.reader.edges(text))
    )


def are_shared(c: Claim) -> bool:
    """The marks are those of the step, and the solution has them."""
    found = {
        edge: MARKS[c.reader.told(item).template]
        for item in c.reader.items(c.text("marks"))
        for edge in c.reader.edges(item)
    }
    return found == c.step.forced and all(
        c.are_in_solution([edge], state is LINE) for edge, state in found.items()
    )


def are_left(c: Claim) -> bool:
    """At least so many lines of the solution are not drawn, and one is to be found."""
    assert c.scene.solution is not None
    return 0 < c.number() <= len(c.scene.solution - c.scene.board.lines)


# Conflicts on the board


def has_loop(c: Claim) -> bool:
    """A closed loop of so many lines through the dot."""
    grid, dot = c.scene.puzzle.grid, c.dot()
    loops = [
        loop for loop in c.loops(c.number()) if any(dot in grid.edge_dots[edge] for edge in loop)
    ]
    if "clue" in c.values:
        return any(map(c.leaves_unmet, loops))
    if "line" in c.values:
        return any(map(c.leaves_out, loops))
    if "missed" in c.values:
        return any(map(c.misses, loops))
    return any(map(c.is_early, loops))


def has_lines(more: bool) -> Predicate:
    """The clue has so many lines, more or fewer than its number."""
    return lambda c: (
        count(c.scene.states[0], c.sides(), LINE) == c.number()
        and (c.number() > c.clue() if more else c.number() < c.clue())
    )


def can_get(c: Claim) -> bool:
    """The clue can get so many lines, fewer than its number."""
    left = c.number() if "count" in c.values else 0
    crosses = count(c.scene.states[0], c.sides(), CROSS)
    return len(c.sides()) - crosses == left < c.clue()


def visited(c: Claim, cell: int) -> list[bool]:
    """For each dot of a cell in order, whether a line ends at it."""
    grid, lines = c.scene.puzzle.grid, c.scene.board.lines
    return [not lines.isdisjoint(grid.dot_edges[dot]) for dot in grid.cell_dots[cell]]


def touches(c: Claim, cell: int) -> int:
    """The arcs of the border of a cell with lines, and its dots at which only others end."""
    dots, lines = visited(c, cell), c.scene.board.lines
    drawn = [edge in lines for edge in c.scene.puzzle.grid.cell_edges[cell]]
    if all(drawn):
        return 1
    return sum(dot and not drawn[at - 1] for at, dot in enumerate(dots))


def verdict_count(counted: Callable[[Claim, int], int], more: bool) -> Predicate:
    """The cell has that clue, and so much that it counts, more or less than its number."""

    def holds(c: Claim) -> bool:
        cell, clue = c.cell("cell"), c.number("clue")
        found = counted(c, cell)
        fits = found > clue if more else found < clue
        return c.scene.puzzle.clues[cell] == clue and found == c.number() and fits

    return holds


def lines_around(c: Claim, cell: int) -> int:
    """The number of lines around a cell."""
    return len(c.scene.board.lines.intersection(c.scene.puzzle.grid.cell_edges[cell]))


def dots_around(c: Claim, cell: int) -> int:
    """The number of dots of a cell at which lines end."""
    return sum(visited(c, cell))


def verdict_touches(c: Claim) -> bool:
    """The cell has that clue, and another number of touches."""
    cell = c.cell("cell")
    return c.number("clue") == c.scene.puzzle.clues[cell] != touches(c, cell) == c.number()


def verdict_side(clue: int, inside: bool) -> Predicate:
    """The cell has the animal, and an even or an odd number of lines on its left."""

    def holds(c: Claim) -> bool:
        cell, puzzle = c.cell("cell"), c.scene.puzzle
        is_right = is_inside(puzzle, cell, c.scene.board.lines) is inside
        return puzzle.clues[cell] == clue and is_right

    return holds


def not_met(c: Claim) -> set[int]:
    """The clues with another number of touches, or with fewer visited dots."""
    clues = ((cell, n) for cell, n in enumerate(c.scene.puzzle.clues) if n is not None)
    if c.scene.puzzle.rules.variant.counted is Counted.TOUCHES:
        return {cell for cell, n in clues if n != touches(c, cell)}
    return {cell for cell, n in clues if dots_around(c, cell) < n}


def unvisited(c: Claim) -> set[int]:
    """The dots at which no line ends."""
    dots = enumerate(c.scene.puzzle.grid.dot_edges)
    return {dot for dot, edges in dots if c.scene.board.lines.isdisjoint(edges)}


def is_closed_apart(c: Claim) -> bool:
    """The lines that are connected with the dot are a loop, and there are others."""
    grid, lines = c.scene.puzzle.grid, c.scene.board.lines
    at = lines.intersection(grid.dot_edges[c.dot()])
    part = part_through(c.scene.puzzle, lines, min(at)) if at else frozenset()
    loops = cycles_through(c.scene.puzzle, lines, min(at)) if at else iter(())
    return part in loops and part != lines


def is_unfinished(c: Claim) -> bool:
    """No clue has too many lines or dots, no lines branch, and none are a loop."""
    puzzle, lines = c.scene.puzzle, c.scene.board.lines
    counted = dots_around if puzzle.rules.variant.counts_dots else lines_around
    clues = [(clue, counted(c, cell)) for cell, clue in enumerate(puzzle.clues)]
    return (
        (
            puzzle.rules.variant.counted is Counted.TOUCHES
            or all(clue is None or clue < 0 or count <= clue for clue, count in clues)
        )
        and all(len(lines.intersection(around)) <= 2 for around in puzzle.grid.dot_edges)
        and not any(any(cycles_through(puzzle, lines, edge)) for edge in lines)
    )


def unmet(c: Claim) -> set[int]:
    """The clues with fewer lines than their number."""
    clues = enumerate(c.scene.puzzle.clues)
    return {cell for cell, n in clues if lines_around(c, cell) < (n or 0)}


def line_ends(c: Claim) -> list[int]:
    """The dots at which a line ends."""
    around, lines = c.scene.puzzle.grid.dot_edges, c.scene.board.lines
    return [dot for dot, edges in enumerate(around) if len(lines.intersection(edges)) == 1]


# Runs


def new(c: Claim, lines: bool) -> set[int]:
    """The marks of one kind after the text that were not there before."""
    state = LINE if lines else CROSS
    before, after = c.scene.states[0], c.scene.states[-1]
    return {e for e, mark in after.items() if mark is state and before.get(e) is not state}


def count_is(lines: bool) -> Predicate:
    """There are so many new marks of a kind."""
    return lambda c: len(new(c, lines)) == c.number()


def new_lines_are_named(c: Claim) -> bool:
    """All lines that are named are new."""
    for item in c.reader.items(c.text("marks")):
        is_named = c.reader.told(item).template in MARKS
        if is_named and c.reader.edges(item) != new(c, lines=True):
            return False
    return True


def path_of(c: Claim) -> list[int]:
    """The dots of the path of new lines from the start to the end."""
    grid = c.scene.puzzle.grid
    (start,), (end,) = c.edges("start"), c.edges("end")
    part = part_through(c.scene.puzzle, new(c, lines=True), start)
    if end not in part:
        return []
    at = {d: [e for e in grid.dot_edges[d] if e in part] for e in part for d in grid.edge_dots[e]}
    first = next(dot for dot in grid.edge_dots[start] if len(at[dot]) == 1)
    path, before = [first], -1
    while following := [edge for edge in at[path[-1]] if edge != before]:
        before = following[0]
        path.append(grid.other_end(before, path[-1]))
    return path if end in grid.dot_edges[path[-1]] else []


def goes(on: bool) -> Predicate:
    """New lines run from the start to the end, and begin at an older line or not."""

    def holds(c: Claim) -> bool:
        path, grid = path_of(c), c.scene.puzzle.grid
        old = c.scene.states[0]
        drawn = [dot for dot in (path[:1]) if count(old, grid.dot_edges[dot], LINE)]
        ways = c.reader.directions(c.text("ways")) if "ways" in c.values else legs(c, path)
        return bool(path) and bool(drawn) is on and ways == legs(c, path)

    return holds


def legs(c: Claim, path: list[int]) -> list[Direction]:
    """The directions of a path, each once for a straight leg."""
    grid, ways = c.scene.puzzle.grid, list[Direction]()
    for one, other in pairwise(path):
        edge = grid.edge_between(one, other)
        assert edge is not None
        way = way_from(grid, one, edge)
        if ways[-1:] != [way]:
            ways.append(way)
    return ways


def joins(c: Claim) -> bool:
    """New lines lead from one older line to another end of one."""
    path, grid = path_of(c), c.scene.puzzle.grid
    ends = path[:1] + path[-1:]
    return bool(path) and all(count(c.scene.states[0], grid.dot_edges[d], LINE) for d in ends)


def can_be_followed(c: Claim) -> bool:
    """From a dot to which a line comes, lines lead in these directions."""
    grid, dot, after = c.scene.puzzle.grid, c.dot(), c.scene.states[-1]
    if not count(after, grid.dot_edges[dot], LINE):
        return False
    for way in c.reader.directions(c.text("ways")):
        ahead = [e for e in grid.dot_edges[dot] if way_from(grid, dot, e) is way]
        ahead = [edge for edge in ahead if after.get(edge) is LINE]
        if len(ahead) != 1:
            return False
        dot = grid.other_end(ahead[0], dot)
    return True


def finished(c: Claim) -> set[int]:
    """The clues that have all their marks after the text, and had not before."""
    before, after = c.scene.states[0], c.scene.states[-1]
    return {
        cell
        for cell, sides in enumerate(c.scene.puzzle.grid.cell_edges)
        if (c.scene.puzzle.clues[cell] or 0) >= 0
        and c.scene.puzzle.clues[cell] is not None
        and all(after.get(side) for side in sides)
        and not all(before.get(side) for side in sides)
    }


def is_solved(c: Claim) -> bool:
    """The lines of the board are the solution."""
    return c.scene.board.lines == c.scene.solution


# Practice, lessons and reviews


def the_edge(c: Claim) -> int:
    """The edge that a verdict names, with its sign or without."""
    text = str(c.values.get("edge", c.values.get("place")))
    found = c.reader.told(text)
    if found.template == drills.SIGNED_EDGE:
        text = str(found.values["place"])
    (edge,) = c.reader.edges(text)
    return edge


def may_be(line: bool) -> Predicate:
    """A solution with the marks of the board has the edge in a state."""

    def holds(c: Claim) -> bool:
        marks = {**marks_of(c.scene.board), the_edge(c): LINE if line else CROSS}
        return solve(c.scene.puzzle, assume=marks).outcome is not Outcome.NONE

    return holds


def is_decided(line: bool) -> Predicate:
    """No solution with the marks of the board has the edge in the other state."""
    return lambda c: not may_be(not line)(c)


def are_right(c: Claim) -> bool:
    """The solution has these marks."""
    return bool(c.marks()) and not c.marks() & wrong_marks(c)


def is_between(c: Claim) -> bool:
    """The step forces the side between its two clues, which is no line of the solution."""
    clues = {reason.cell for reason in c.step.reasons if isinstance(reason, ClueReason)}
    (edge,) = c.step.forced
    return {*c.scene.puzzle.grid.edge_cells[edge]} == clues and c.are_in_solution([edge], False)


REPORTS: Statements = {
    ways.WAYS: lambda c: 2 <= c.number() <= MAX_WAYS,
    ways.WAY: are_open,
    ways.FAILS: are_open,
    ways.FAILS_AT: are_open,
    ways.CLOSES_LOOP: are_open,
    ways.IN_ALL: are_shared,
    drills.IS_A_LINE: is_decided(line=True),
    drills.IS_A_CROSS: is_decided(line=False),
    drills.NOT_A_LINE: may_be(line=False),
    drills.NOT_A_CROSS: may_be(line=True),
    reviews.WRONG: are_wrong(),
    reviews.NOT_FORCED: are_right,
    reviews.NEEDS: lambda c: c.number() > 1,
    reviews.NEEDS_LINES: are_left,
    reviews.NEEDS_STEPS: lambda c: c.number() > 0,
    english.IN_MIND: follow_at_once,
    english.SIDE_BETWEEN: is_between,
    english.MARKS_WRONG: lambda c: c.number() == len(wrong_marks(c)),
    english.WRONG_ARE: lambda c: c.marks() == wrong_marks(c) and c.number() == len(c.marks()),
    english.WRONG_AMONG: lambda c: (
        set() != c.marks() < wrong_marks(c) and c.number() == len(wrong_marks(c))
    ),
    english.CULPRIT: are_wrong(),
    english.ALL_MARKS_RIGHT: lambda c: not wrong_marks(c) and any(c.scene.board.marks),
    english.NO_MARKS: lambda c: not any(c.scene.board.marks),
    english.NOT_TOGETHER: have_solution_only_apart,
    english.REFUTATION: in_steps,
    english.FIRST_REFUTED: in_steps,
    english.REFUTATION_OF_ONLY: lambda c: len(wrong_marks(c)) == 1 and c.number() == c.scene.steps,
    english.FIRST_MADE: are_wrong("mark"),
    english.FIRST_WITHOUT_REASON: are_wrong("mark"),
    english.REFUTATION_ENDS_LINE: ends_refutation(lines=True),
    english.REFUTATION_ENDS_CROSS: ends_refutation(lines=False),
    english.HAS_TOO_MANY: has_lines(more=True),
    english.HAS_NONE_LEFT: can_get,
    english.HAS_TOO_FEW: can_get,
    english.HAS_BRANCH: lambda c: count(c.scene.states[0], c.around(c.dot()), LINE) > 2,
    english.HAS_DEAD_END: lambda c: c.dot_has(c.dot(), 1, 0),
    **dict.fromkeys(english.HAS_LOOP.values(), has_loop),
    english.HAS_UNVISITED: cannot_visit,
    english.SOLVED: is_solved,
    english.MARKS_LEAD_NOWHERE: lambda c: bool(wrong_marks(c)),
    english.NO_SOLUTION: lambda c: c.scene.solution is None,
    english.NOTHING_FORCED: lambda c: c.scene.solution is None,
    english.SIMPLE_CONSEQUENCES: new_lines_are_named,
    english.MARKS_IN_ALL: new_lines_are_named,
    english.COUNT_OF_LINES: count_is(lines=True),
    english.COUNT_OF_CROSSES: count_is(lines=False),
    english.PATH_GOES_ON: goes(on=True),
    english.PATH_WINDS_ON: goes(on=True),
    english.PATH_GOES: goes(on=False),
    english.PATH_WINDS: goes(on=False),
    english.PATH_JOINS: joins,
    english.FOLLOW: can_be_followed,
    english.RUN_FINISHES: lambda c: {*c.cells()} == finished(c),
    english.RUN_FINISHES_SOME: lambda c: len(finished(c)) == c.number(),
    verdicts.TOO_MANY: verdict_count(lines_around, more=True),
    verdicts.TOO_FEW: verdict_count(lines_around, more=False),
    verdicts.SEVERAL_LOOPS: is_closed_apart,
    verdicts.UNFINISHED: is_unfinished,
    verdicts.UNFINISHED_WITHOUT_CLOCK: is_unfinished,
    verdicts.NO_LINE: lambda c: not c.scene.board.lines,
    verdicts.CLUES_LEFT: lambda c: c.number() == len(unmet(c)),
    verdicts.NAMED_CLUES_LEFT: lambda c: {*c.cells()} == unmet(c),
    verdicts.ENDS_LEFT: lambda c: c.number() == len(line_ends(c)),
    verdicts.TOO_MANY_DOTS: verdict_count(dots_around, more=True),
    verdicts.TOO_FEW_DOTS: verdict_count(dots_around, more=False),
    verdicts.WRONG_TOUCHES: verdict_touches,
    verdicts.SHEEP_OUTSIDE: verdict_side(SHEEP, inside=False),
    verdicts.WOLF_INSIDE: verdict_side(WOLF, inside=True),
    verdicts.UNVISITED: lambda c: c.dot() in unvisited(c),
    verdicts.CLUES_UNMET: lambda c: c.number() == len(not_met(c)),
    verdicts.NAMED_CLUES_UNMET: lambda c: {*c.cells()} == not_met(c),
    verdicts.DOTS_LEFT: lambda c: c.number() == len(unvisited(c)),
    verdicts.BRANCH: lambda c: count(c.scene.states[0], c.around(c.dot()), LINE) > 2,
    verdicts.DEAD_END: lambda c: c.dot_has(c.dot(), 1),
}
"""The predicates of reports, by message."""
