"""The SAT encoding of the local rules: the constraints of dots and of clues.

The variable of edge `e` is `e + 1` and is true when the edge is a line, so `~e` is the literal
"not a line". Each cell may have a variable too, after those of the edges, which is true when the
cell is inside the loop, and where clues count dots each dot one after these. The rule that all
lines are one loop is not local: see `solver.connectivity`.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, compress, product

from msgspec import Struct, field

from puzzle.grid import OUTSIDE, Grid
from puzzle.model import Puzzle
from puzzle.rules import Around, Capability, Rules, require
from solver.agreement import Agreement

Clause = Sequence[int]
"""Literals of which at least one is true, as in PySAT.

The clauses kept for a grid are tuples of integers, which Python's garbage collector untracks.
"""

Bound = tuple[Clause, int]
"""A cardinality constraint: literals, and the maximum number of them that are true."""

CACHED_CELLS = 2_500
"""Maximum number of cells of a grid that keeps the clauses of its clues for later puzzles."""


def edge_variable(edge: int) -> int:
    """The SAT variable that is true when `edge` is a line."""
    return edge + 1


def inside_variable(grid: Grid, cell: int) -> int:
    """The SAT variable that is true when `cell` is inside the loop."""
    return len(grid.edge_dots) + 1 + cell


def dot_variable(grid: Grid, dot: int) -> int:
    """The SAT variable that is true when the loop visits `dot`, where clues count dots."""
    return inside_variable(grid, len(grid.cells)) + dot


def rule_variables(puzzle: Puzzle) -> int:
    """The number of variables that the local rules have for edges, cells and dots."""
    grid = puzzle.grid
    return dot_variable(grid, len(grid.dots) if puzzle.rules.variant.counts_dots else 0) - 1


class Formula(Struct, frozen=True):
    """Clauses, and cardinality constraints for backends that support them."""

    clauses: list[Clause] = field(default_factory=list)
    bounds: list[Bound] = field(default_factory=list)

    def extend(self, other: "Formula") -> None:
        """Add the clauses and bounds of another formula."""
        self.clauses.extend(other.clauses)
        self.bounds.extend(other.bounds)


def exactly(count: int, variables: tuple[int, ...]) -> list[Clause]:
    """Clauses for "exactly `count` of `variables` are true".

    >>> exactly(1, (1, 2))
    [(-1, -2), (1, 2)]
    """
    negated = [-v for v in variables]
    at_most = combinations(negated, count + 1)
    at_least = combinations(variables, len(variables) - count + 1)
    return [*at_most, *at_least]


def none_or_two(variables: tuple[int, ...]) -> list[Clause]:
    """Clauses for "none or exactly two of `variables` are true".

    >>> none_or_two((1, 2))
    [(-1, 2), (-2, 1)]
    """
    never_three = combinations([-v for v in variables], 3)
    never_one = ((-v, *(u for u in variables if u != v)) for v in variables)
    return [*never_three, *never_one]


def at_most(count: int, literals: tuple[int, ...]) -> Formula:
    """ "At most `count` of `literals`": as clauses if unit clauses or one suffice, else a bound.

    >>> at_most(1, (1, 2)), at_most(2, (1, 2, 3, 4))
    (Formula(clauses=[(-1, -2)], bounds=[]), Formula(clauses=[], bounds=[((1, 2, 3, 4), 2)]))
    """
    spare = len(literals) - count
    if spare <= 0:
        return Formula()
    if count == 0:
        return Formula([(-literal,) for literal in literals])
    if spare == 1:
        return Formula([tuple(-literal for literal in literals)])
    return Formula(bounds=[(literals, count)])


class GridClauses(Struct, frozen=True, dict=True):
    """The clauses that all puzzles on a grid share, built once.

    With `cardinality`, counts are encoded as cardinality constraints, otherwise as clauses.
    """

    grid: Grid
    cardinality: bool
    _clues: dict[tuple[int, int], Formula] = field(default_factory=dict)

    @cached_property
    def dots(self) -> Formula:
        """The formula for zero or two lines at every dot."""
        formula = Formula()
        for dot in self.at_dot:
            formula.extend(dot)
        return formula

    @cached_property
    def at_dot(self) -> tuple[Formula, ...]:
        """For each dot, the formula for zero or two lines there."""
        return tuple(map(self._dot_formula, self.grid.dot_edges))

    def _dot_formula(self, edges: Sequence[int]) -> Formula:
        variables = tuple(edge_variable(edge) for edge in edges)
        if not self.cardinality:
            return Formula(none_or_two(variables))
        formula = at_most(2, variables)
        formula.clauses.extend(clause for clause in none_or_two(variables) if clause[-1] > 0)
        return formula

    @cached_property
    def some_line(self) -> Clause:
        """The clause that at least one edge is a line."""
        return tuple(edge_variable(edge) for edge in range(len(self.grid.edge_dots)))

    @cached_property
    def lone_cell_clauses(self) -> tuple[Clause, ...]:
        """For each cell, the clause that not all of its edges are lines."""
        return tuple(tuple(forbid(edges)) for edges in self.grid.cell_edges)

    @cached_property
    def inside(self) -> list[Clause]:
        """Clauses that an edge is a line when its two sides differ, and that lines do not cross."""
        return _sides_differ(self.grid) + _no_crossings(self.grid)

    def clue(self, cell: int, clue: int) -> Formula:
        """The formula for exactly `clue` lines around a cell."""
        key = (cell, clue)
        found = self._clues.get(key)
        if found is None:
            found = self._count_formula(cell, clue)
            if len(self.grid.cells) <= CACHED_CELLS:
                self._clues[key] = found
        return found

    def _count_formula(self, cell: int, clue: int) -> Formula:
        variables = tuple(edge_variable(edge) for edge in self.grid.cell_edges[cell])
        if not self.cardinality:
            return Formula(exactly(clue, variables))
        formula = at_most(clue, variables)
        formula.extend(at_most(len(variables) - clue, tuple(-v for v in variables)))
        return formula


@lru_cache(maxsize=8)
def grid_clauses(grid: Grid, cardinality: bool = False) -> GridClauses:
    """The shared clauses of a grid; those of the 8 most recent grids are cached."""
    return GridClauses(grid, cardinality)


def local_rules(puzzle: Puzzle, cardinality: bool = False, inside: bool = False) -> Formula:
    """The local rules of a puzzle: dots, clues, at least one line; `inside` adds cell variables.

    Rules with animals need them.

    >>> from puzzle.grid import square_grid
    >>> len(local_rules(Puzzle(square_grid(1, 1), (4,))).clauses)
    13
    """
    shared = grid_clauses(puzzle.grid, cardinality)
    clauses = shared.dots.clauses.copy()
    bounds = shared.dots.bounds.copy()
    for cell, clue in enumerate(puzzle.line_counts):
        if clue is not None:
            count = shared.clue(cell, clue)
            clauses += count.clauses
            bounds += count.bounds
    if inside:
        clauses += shared.inside
    clauses.append(shared.some_line)
    clauses += variant_rules(puzzle)
    return Formula(clauses, bounds)


def variant_rules(puzzle: Puzzle) -> Iterator[Clause]:
    """The local rules of a variant beside counts of lines; none of the plain ones.

    Those of animals are about the variables of cells.
    """
    grid, rules, variant = puzzle.grid, puzzle.rules, puzzle.rules.variant
    if variant.visits_every_dot:
        for edges in grid.dot_edges:  # at least two lines; the dots forbid more
            yield from combinations(map(edge_variable, edges), len(edges) - 1)
    if variant.counts_dots:
        yield from _visited_dots(grid)
    if variant.counts_dots or variant.signs:
        for cell, clue in enumerate(puzzle.clues):
            if clue is not None:
                yield from demand(puzzle.grid, rules, cell, clue)


def _visited_dots(grid: Grid) -> Iterator[Clause]:
    """Clauses that a dot is visited exactly when a line ends at it."""
    for dot, edges in enumerate(grid.dot_edges):
        visited = dot_variable(grid, dot)
        yield (-visited, *map(edge_variable, edges))
        yield from ((-edge_variable(edge), visited) for edge in edges)


def demand(grid: Grid, rules: Rules, cell: int, clue: int) -> Iterator[Clause]:
    """Clauses of what a clue demands beside a number of lines: a side, or a count of dots."""
    sign = rules.variant.sign(clue)
    if sign is not None:
        inside = inside_variable(grid, cell)
        yield (inside if sign.inside else -inside,)
    elif rules.variant.counts_dots:
        edges = map(edge_variable, grid.cell_edges[cell])
        dots = (dot_variable(grid, dot) for dot in grid.cell_dots[cell])
        variables = (*edges, *dots)
        for wrong in _wrong_choices(rules, clue, len(grid.cell_edges[cell])):
            yield tuple(-v if true else v for v, true in zip(variables, wrong, strict=True))


@lru_cache(maxsize=64)
def _wrong_choices(rules: Rules, clue: int, sides: int) -> tuple[tuple[bool, ...], ...]:
    """The choices of lines around a cell, then of visited dots, that do not meet a clue.

    Without those in which a line has an end that is not visited, which cannot be.
    """
    return tuple(
        (*lines, *dots)
        for lines in product((False, True), repeat=sides)
        for dots in product((False, True), repeat=sides)
        if all(dots[i] and dots[(i + 1) % sides] for i in compress(range(sides), lines))
        and not rules.variant.is_met(clue, Around(sum(lines), sum(dots), sides))
    )


def remaining_rules(
    puzzle: Puzzle, known: Agreement, cardinality: bool = False, inside: bool = False
) -> Formula:
    """The local rules of the dots and clues that have an edge that is not known.

    Every known edge is a clause of its own, the first ones of the formula. With nothing known,
    as for all rules but the plain ones, these are the rules of `local_rules`.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 2), (3, None))
    >>> known = Agreement(frozenset({0, 2, 4}), frozenset({1}))
    >>> remaining_rules(puzzle, known).clauses[:4]
    [(1,), (3,), (5,), (-2,)]
    """
    if not known:
        return local_rules(puzzle, cardinality, inside)
    require(puzzle, Capability.FAST_SEARCH)
    shared, grid = grid_clauses(puzzle.grid, cardinality), puzzle.grid
    formula = Formula([(edge_variable(edge),) for edge in sorted(known.lines)])
    formula.clauses.extend((-edge_variable(edge),) for edge in sorted(known.crosses))
    open_edges = frozenset(range(len(grid.edge_dots))) - known.lines - known.crosses
    for dot in sorted({dot for edge in open_edges for dot in grid.edge_dots[edge]}):
        formula.extend(shared.at_dot[dot])
    for cell in sorted({cell for edge in open_edges for cell in grid.edge_cells[edge]}):
        clue = None if cell == OUTSIDE else puzzle.clues[cell]
        if clue is not None:
            formula.extend(shared.clue(cell, clue))
    if inside:
        formula.clauses.extend(shared.inside)
    if not known.lines:
        formula.clauses.append(shared.some_line)
    return formula


def forbid(lines: list[int] | tuple[int, ...] | frozenset[int]) -> Clause:
    """The clause that at least one of these edges is not a line.

    >>> forbid([0, 3])
    [-1, -4]
    """
    return [~edge for edge in lines]


def _sides_differ(grid: Grid) -> list[Clause]:
    """Clauses that an edge is a line exactly when one of its sides is inside and one outside."""
    clauses: list[Clause] = []
    for edge, sides in enumerate(grid.edge_cells):
        line = edge_variable(edge)
        cells = [inside_variable(grid, cell) for cell in sides if cell != OUTSIDE]
        if len(cells) == 1:
            clauses += [(-line, cells[0]), (line, -cells[0])]
        else:
            a, b = cells
            clauses += [(-line, a, b), (-line, -a, -b), (line, -a, b), (line, a, -b)]
    return clauses


def _no_crossings(grid: Grid) -> list[Clause]:
    """Clauses that no two opposite cells at a dot are inside while the other two are outside."""
    around: list[list[int]] = [[] for _ in grid.dots]
    for cell, dots in enumerate(grid.cell_dots):
        for dot in dots:
            around[dot].append(cell)
    clauses: list[Clause] = []
    for dot, cells in enumerate(around):
        if len(cells) == 4 == len(grid.dot_edges[dot]):
            a, b, c, d = (inside_variable(grid, cell) for cell in _in_cyclic_order(grid, cells))
            clauses += [(-a, b, -c, d), (a, -b, c, -d)]
    return clauses


def _in_cyclic_order(grid: Grid, cells: list[int]) -> list[int]:
    """The four cells around a dot in cyclic order: each shares an edge with the next."""
    first, *others = cells
    edges = set(grid.cell_edges[first])
    adjacent = [cell for cell in others if edges.intersection(grid.cell_edges[cell])]
    (opposite,) = (cell for cell in others if cell not in adjacent)
    return [first, adjacent[0], opposite, adjacent[1]]
