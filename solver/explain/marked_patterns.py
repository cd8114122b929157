"""Known patterns of a clue and the marks at one of its corners.

Either a line reaches the corner, or the corner is closed: only the two sides of the clue are open
there, so they are both lines or both crosses.
"""

from collections.abc import Collection, Iterable, Iterator
from types import MappingProxyType

from msgspec import Struct, field

from solver.explain.patterns import Claim, KnownPattern, claim_of, sides_at
from solver.explain.rule_graph import CROSS, LINE, UNKNOWN, RuleGraph, States, changed_edges
from solver.explain.step import PatternPlace

NUMBERS = MappingProxyType({1: "one", 2: "two", 3: "three"})
"""The words for clues in the names of techniques."""


def patterns_of_marks(
    graph: RuleGraph, states: States, dots: Collection[int] | None = None
) -> Iterator[KnownPattern]:
    """The known patterns of a clue and the marks at one of its corners; none off squares.

    `dots` are the corners to look at, by default all.
    """
    if graph.has_patterns:
        at = range(len(graph.puzzle.grid.dots)) if dots is None else dots
        yield from lines_reaching_clues(graph, states, at)
        yield from clues_at_closed_corners(graph, states, at)


class RepeatedPatterns(Struct, eq=False):
    """The `patterns_of_marks` on one board after another, anew only near changed marks."""

    graph: RuleGraph
    _states: States = field(default_factory=list)
    _found: dict[int, list[KnownPattern]] = field(default_factory=dict)

    def at(self, states: States) -> list[KnownPattern]:
        """The patterns of a board, in the same order."""
        graph, before = self.graph, self._states
        dots = corners_near(graph, changed_edges(before or states, states))
        for dot in dots if before else range(len(graph.puzzle.grid.dots)):
            self._found[dot] = [*patterns_of_marks(graph, states, (dot,))]
        self._states = states.copy()
        return sorted((known for at in self._found.values() for known in at), key=self._order)

    def _order(self, known: KnownPattern) -> tuple[int, int]:
        """The line that reaches a clue and which of its ends; others come later, by their dot."""
        dot, lines = known.place.dots[0], known.place.edges
        ends = self.graph.puzzle.grid.edge_dots
        return (lines[0], ends[lines[0]].index(dot)) if lines else (self.graph.edges, dot)


def corners_near(graph: RuleGraph, edges: Iterable[int]) -> set[int]:
    """The dots where the patterns of `patterns_of_marks` may depend on the marks of these edges."""
    grid = graph.puzzle.grid
    ends = {dot for edge in edges for dot in grid.edge_dots[edge]}
    cells = {cell for dot in ends for cell, _, _ in graph.clue_corners[dot]}
    return {dot for cell in cells for dot in grid.cell_dots[cell]}


# Lines that reach a clue


def lines_reaching_clues(
    graph: RuleGraph, states: States, dots: Collection[int]
) -> Iterator[KnownPattern]:
    """The clues at the ends of lines at these dots, where something follows from both together.

    >>> from puzzle.notation.rows import parse_rows
    >>> graph = RuleGraph(parse_rows(".../.3./..."))
    >>> line = graph.puzzle.grid.edge_index[6, 7]
    >>> states = [LINE if edge == line else UNKNOWN for edge in range(24)] + [CROSS]
    >>> [found.place.name for found in lines_reaching_clues(graph, states, dots=[6, 7])]
    ['line-arriving-3']
    """
    edge_dots, corners_at = graph.puzzle.grid.edge_dots, graph.clue_corners
    near = {edge for dot in dots for edge in graph.puzzle.grid.dot_edges[dot]}
    reached: dict[int, int] = {}
    for line in sorted(edge for edge in near if states[edge] == LINE):
        for dot in edge_dots[line]:
            reached[dot] = -1 if dot in reached else line
    for dot, line in reached.items():
        if line >= 0 and dot in dots:
            for cell, first, second in corners_at[dot]:
                if states[first] == UNKNOWN == states[second]:
                    found = _reached_clue(graph, states, cell, dot, line)
                    if found is not None:
                        yield found


def _reached_clue(
    graph: RuleGraph, states: States, cell: int, dot: int, line: int
) -> KnownPattern | None:
    """What follows where the only line at a dot reaches a clue, both of whose sides are unknown."""
    sides, clue = sides_at(graph, cell, dot), graph.clues[cell]
    far = [side for side in graph.puzzle.grid.cell_edges[cell] if side not in sides]
    past = [e for e in graph.puzzle.grid.dot_edges[dot] if e != line and e not in sides]
    crossed = [side for side in far if states[side] == CROSS]
    drawn = [side for side in far if states[side] == LINE]
    turns = all(states[edge] == CROSS for edge in past)
    rules = [cell, graph.cells + dot]
    if clue == 3 and not crossed:
        wanted, given = [(far, LINE), (past, CROSS)], [line]
    elif clue == 2 and len(crossed) == 1:
        wanted, given = [(far, LINE), (past, CROSS)], [line, *crossed]
    elif clue == 2 and len(drawn) == 1 and turns:
        wanted, given = [(far, CROSS)], [line, *drawn, *past]
    elif clue == 1 and turns and not drawn:
        wanted, given = [(far, CROSS)], [line, *past]
    elif clue == 1 and len(crossed) == len(far):
        wanted, given = [(past, CROSS)], [line, *crossed]
    else:
        return None
    claims = [
        claim_of(rules, edges, state, given)
        for edges, state in (
            (tuple(edge for edge in some if states[edge] == UNKNOWN), state)
            for some, state in wanted
        )
        if edges
    ]
    if not claims:
        return None
    name = f"{'forced-turn' if turns else 'line-arriving'}-{clue}"
    core = frozenset(edge for claim in claims for edge in claim.edges)
    return KnownPattern(PatternPlace(name, (cell,), (dot,), (line,)), tuple(claims), core)


# Closed corners


def clues_at_closed_corners(
    graph: RuleGraph, states: States, dots: Iterable[int]
) -> Iterator[KnownPattern]:
    """The clues at dots where only two of their sides can be lines, if something follows.

    Corners of the board are left to `patterns_of_clues`. Where the loop visits every dot, both
    sides are lines by the dot alone.

    >>> from puzzle.moves import parse_marks
    >>> from puzzle.notation.rows import parse_rows
    >>> from puzzle.model import Board
    >>> from solver.explain.rule_graph import states_of
    >>> puzzle = parse_rows(".../.3./...")
    >>> graph = RuleGraph(puzzle)
    >>> states = states_of(Board.blank(puzzle).mark(parse_marks("x C1-C2-D2", puzzle.grid)))
    >>> [found.place.name for found in clues_at_closed_corners(graph, states, dots=[6])]
    ['three-at-closed-corner']
    """
    for dot in () if graph.puzzle.rules.variant.visits_every_dot else sorted(dots):
        edges = graph.puzzle.grid.dot_edges[dot]
        open_ = [edge for edge in edges if states[edge] == UNKNOWN]
        if len(open_) == 2 < len(edges) and all(states[edge] != LINE for edge in edges):
            for cell, first, second in graph.clue_corners[dot]:
                if {first, second} == {*open_}:
                    yield from _clue_at_closed_corner(graph, states, cell, dot)


def _clue_at_closed_corner(
    graph: RuleGraph, states: States, cell: int, dot: int
) -> Iterator[KnownPattern]:
    """What a clue forces whose two sides at a dot are both lines or both crosses."""
    clue = graph.clues[cell] or 0
    if clue not in NUMBERS:
        return
    sides = sides_at(graph, cell, dot)
    far = [side for side in graph.puzzle.grid.cell_edges[cell] if side not in sides]
    if clue == 2 and all(states[side] == UNKNOWN for side in far):
        claims = list(_lines_going_on(graph, states, cell, dot))
    else:
        claims = _sides_alike(graph, states, cell, dot, far)
    if claims:
        rules = frozenset().union(*(claim.rules for claim in claims)) - {cell, graph.cells + dot}
        dots = (dot, *(rule - graph.cells for rule in sorted(rules)))
        core = frozenset(edge for claim in claims for edge in claim.edges)
        place = PatternPlace(f"{NUMBERS[clue]}-at-closed-corner", (cell,), dots)
        yield KnownPattern(place, tuple(claims), core)


def _sides_alike(
    graph: RuleGraph, states: States, cell: int, dot: int, far: list[int]
) -> list[Claim]:
    """The state of both sides of a clue at a closed dot, and of the side that is left then."""
    sides, rules = sides_at(graph, cell, dot), [cell, graph.cells + dot]
    closing = [edge for edge in graph.puzzle.grid.dot_edges[dot] if edge not in sides]
    marked = [side for side in far if states[side] != UNKNOWN]
    state = {1: CROSS, 3: LINE}.get(graph.clues[cell] or 0)
    given = closing
    if state is None:
        state = LINE if states[marked[0]] == CROSS else CROSS
        given = [*closing, *marked]
    elif any(states[side] != state for side in marked):
        return []
    claims = [claim_of(rules, sides, state, given)]
    if len(marked) == 1:
        rest = tuple(side for side in far if side not in marked)
        claims.append(claim_of(rules, rest, LINE + CROSS - state, [*closing, *marked]))
    return claims if len(marked) < len(far) else []


def _lines_going_on(graph: RuleGraph, states: States, cell: int, dot: int) -> Iterator[Claim]:
    """The edges beyond the two corners of a 2 beside a closed one: one line comes to each."""
    grid = graph.puzzle.grid
    own, sides = grid.cell_edges[cell], sides_at(graph, cell, dot)
    closing = [edge for edge in grid.dot_edges[dot] if edge not in sides]
    for side in sides:
        end = grid.other_end(side, dot)
        beyond = [edge for edge in grid.dot_edges[end] if edge not in own]
        lines = [edge for edge in beyond if states[edge] == LINE]
        unknown = tuple(edge for edge in beyond if states[edge] == UNKNOWN)
        rules = [cell, graph.cells + dot, graph.cells + end]
        if len(lines) == 1 and unknown:
            yield claim_of(rules, unknown, CROSS, [*closing, *lines])
        elif not lines and len(unknown) == 1:
            crosses = [edge for edge in beyond if edge not in unknown]
            yield claim_of(rules, unknown, LINE, [*closing, *crosses])
