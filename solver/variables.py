"""What the variables of a formula stand for: edges, or cells from which edges follow.

A search is about edges, by the literals of `solver.encoding`, and about the subloops of models.
These classes translate its clauses into clauses of the formula, and find the subloops of a model.

On square grids, the SAT encoding of the local rules can have a variable for each cell, and none for
most edges. The variable of a cell is its position in the `BitLayout` of the grid, so that a model
is read as one integer. It is true when the cell is inside the loop; beyond the border is outside.
An edge is a line when its two sides differ. So every dot has an even number of lines without any
clause, and a clue is a clause of three or four cells. Edges get a variable, after those of the
cells, only where a clause or an assumption mentions them.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, compress
from typing import Protocol

from msgspec import Struct, field

from puzzle.grid import OUTSIDE, Grid
from puzzle.model import Puzzle, Solution
from puzzle.rules import is_solved
from solver.agreement import Agreement
from solver.bitboard.layout import bits_at, bits_where, positions_of
from solver.bitboard.rules import BitRules
from solver.encoding import CACHED_CELLS, Bound, Clause, Formula, forbid, remaining_rules
from solver.loops import LoopT, LoopWalker, Subloop
from solver.parts import Part, border, parts_of
from solver.patching import Patched
from solver.presolve import bit_layout
from solver.session import Session


class CellClauses(Struct, frozen=True, dict=True):
    """The clauses that all puzzles on a square grid share, built once."""

    grid: Grid
    _clues: dict[tuple[int, int], list[Clause]] = field(default_factory=dict)

    @cached_property
    def variables(self) -> tuple[int, ...]:
        """The variable of each cell; at index `OUTSIDE` a number that stands for "false"."""
        layout = bit_layout(self.grid)
        return (*layout.cells, layout.shift + len(self.grid.edge_dots))

    @cached_property
    def some_inside(self) -> Clause:
        """The clause that at least one cell is inside."""
        return self.variables[:-1]

    @cached_property
    def differ(self) -> tuple[list[Clause], ...]:
        """For each edge, the clauses that its sides differ: it is a line."""
        return tuple(self._clauses(((a, b), (-a, -b))) for a, b in self._sides)

    @cached_property
    def equal(self) -> tuple[list[Clause], ...]:
        """For each edge, the clauses that its sides are equal: it is a cross."""
        return tuple(self._clauses(((a, -b), (-a, b))) for a, b in self._sides)

    @cached_property
    def crossings(self) -> tuple[list[Clause], ...]:
        """For each dot, the clauses that no two lines cross there: it has not four."""
        around: list[list[int]] = [[] for _ in self.grid.dots]
        for cell, dots in enumerate(self.grid.cell_dots):
            for dot in dots:
                around[dot].append(self.variables[cell])
        return tuple(_no_crossing(cells) if len(cells) == 4 else [] for cells in around)

    def edge_variable(self, edge: int) -> int:
        """The variable of an edge, for which `definition` has the clauses."""
        return bit_layout(self.grid).shift + edge

    def definition(self, edge: int) -> list[Clause]:
        """Clauses that the variable of an edge is true exactly when its sides differ."""
        line, (a, b) = self.edge_variable(edge), self._sides[edge]
        return self._clauses(((-line, a, b), (-line, -a, -b), (line, -a, b), (line, a, -b)))

    def clue(self, cell: int, clue: int) -> list[Clause]:
        """The clauses for exactly `clue` lines around a cell."""
        found = self._clues.get((cell, clue))
        if found is None:
            found = self._clauses(self._count(cell, clue))
            if len(self.grid.cells) <= CACHED_CELLS:
                self._clues[cell, clue] = found
        return found

    def _count(self, cell: int, clue: int) -> Sequence[tuple[int, ...]]:
        """The clauses of a clue.

        The two cells on the other side than two neighbours of a 2 are its other two neighbours.
        Of the neighbours of a 1, three are on its own side; of a 3, three are on the other one.
        """
        own = self.variables[cell]
        near = [
            self.variables[sum(self.grid.edge_cells[e]) - cell] for e in self.grid.cell_edges[cell]
        ]
        if clue == 2:
            threes = list(combinations(near, 3))
            return threes + [(-a, -b, -c) for a, b, c in threes]
        own = own if clue < 2 else -own
        if clue in (0, 4):
            return [(own, -a) for a in near] + [(-own, a) for a in near]
        pairs = list(combinations(near, 2))
        clauses = [(own, -a, -b) for a, b in pairs] + [(-own, a, b) for a, b in pairs]
        return [*clauses, tuple(near), tuple(-a for a in near)]

    @cached_property
    def _sides(self) -> tuple[tuple[int, int], ...]:
        """The variables of the two sides of each edge."""
        return tuple((self.variables[a], self.variables[b]) for a, b in self.grid.edge_cells)

    def _clauses(self, clauses: Iterable[tuple[int, ...]]) -> list[Clause]:
        """The clauses without those that hold, and without literals that do not."""
        false = self.variables[OUTSIDE]
        open_clauses = (clause for clause in clauses if -false not in clause)
        return [tuple(v for v in clause if v != false) for clause in open_clauses]


@lru_cache(maxsize=8)
def cell_clauses(grid: Grid) -> CellClauses:
    """The shared clauses of a square grid; those of the 8 most recent grids are cached."""
    return CellClauses(grid)


def cell_rules(puzzle: Puzzle, known: Agreement) -> list[Clause]:
    """The local rules of a puzzle on a square grid, and what is known of its edges.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 2), (3, None))
    >>> cell_rules(puzzle, Agreement(frozenset({0, 2, 4}), frozenset({5})))
    [(4, 5), (4,), (4,), (4,), (5, -4), (-5, 4)]
    """
    shared, grid = cell_clauses(puzzle.grid), puzzle.grid
    clauses: list[Clause] = [shared.some_inside]
    for edge in sorted(known.lines):
        clauses += shared.differ[edge]
    for edge in sorted(known.crosses):
        clauses += shared.equal[edge]
    decided = known.lines | known.crosses
    for edges, crossings in zip(grid.dot_edges, shared.crossings, strict=True):
        if known.crosses.isdisjoint(edges):
            clauses += crossings
    for cell, clue in enumerate(puzzle.clues):
        if clue is not None and not decided.issuperset(grid.cell_edges[cell]):
            clauses += shared.clue(cell, clue)
    return clauses


def _no_crossing(cells: list[int]) -> list[Clause]:
    """Clauses that two opposite cells of four at a dot, row by row, do not differ from the rest."""
    a, b, c, d = cells
    return [(-a, b, c, -d), (a, -b, -c, d)]


class FormulaVariables(Protocol[LoopT]):
    """The variables of the formula of one puzzle in one session."""

    def rules(self, known: Agreement) -> Formula:
        """The local rules, and the edges that are known."""

    def translated(self, clause: Clause) -> Iterable[Clause]:
        """Clauses of the formula that say what a clause about edges says."""

    def translated_bound(self, bound: Bound) -> Formula:
        """A formula that says what a cardinality constraint of edges says."""

    def assumptions(self, literals: tuple[int, ...]) -> tuple[int, ...]:
        """The literals of the formula for literals of edges."""

    def subloops(self) -> list[LoopT]:
        """The subloops of the last model of the session."""

    def constrained(self, subloops: list[LoopT]) -> list[LoopT]:
        """The subloops that have an edge of a positive clue or an assumed line, in any order."""

    def length(self, loop: LoopT) -> int:
        """A measure of the length of a subloop."""

    def solution(self, loop: LoopT) -> Solution:
        """The lines of a subloop."""

    def meets_rules(self, loop: LoopT) -> bool:
        """Whether a subloop of the last model is a solution by itself."""

    def without(self, loop: LoopT) -> Iterable[Clause]:
        """Clauses that exclude all models with this subloop of the last model."""

    def lines(self) -> list[int]:
        """The lines of the last model of the session, in ascending order."""

    def prefer(self, patched: Patched) -> list[LoopT]:
        """Let the solver try the lines of a patched model first; returns its subloops."""


class EdgeVariables:
    """A variable for each edge, and with `inside` one for each cell too."""

    def __init__(
        self, puzzle: Puzzle, session: Session, assumed_lines: Iterable[int], *, inside: bool
    ) -> None:
        self._puzzle = puzzle
        self._session = session
        self._inside = inside
        self._walker = LoopWalker(puzzle.grid)
        clued = compress(puzzle.grid.cell_edges, puzzle.line_counts)
        self._constrained = frozenset(assumed_lines).union(*clued)

    def rules(self, known: Agreement) -> Formula:
        """See `FormulaVariables.rules`."""
        return remaining_rules(self._puzzle, known, self._session.supports_bounds, self._inside)

    def translated(self, clause: Clause) -> Iterable[Clause]:
        """See `FormulaVariables.translated`."""
        return (clause,)

    def translated_bound(self, bound: Bound) -> Formula:
        """See `FormulaVariables.translated_bound`."""
        return Formula(bounds=[bound])

    def assumptions(self, literals: tuple[int, ...]) -> tuple[int, ...]:
        """See `FormulaVariables.assumptions`."""
        return literals

    def subloops(self) -> list[Subloop]:
        """See `FormulaVariables.subloops`."""
        return self._walker.walk(self.lines())

    def constrained(self, subloops: list[Subloop]) -> list[Subloop]:
        """See `FormulaVariables.constrained`."""
        return [loop for loop in subloops if not self._constrained.isdisjoint(loop)]

    def length(self, loop: Subloop) -> int:
        """See `FormulaVariables.length`: the number of edges."""
        return len(loop)

    def solution(self, loop: Subloop) -> Solution:
        """See `FormulaVariables.solution`."""
        return frozenset(loop)

    def meets_rules(self, loop: Subloop) -> bool:
        """See `FormulaVariables.meets_rules`."""
        return is_solved(self._puzzle, self.solution(loop))

    def without(self, loop: Subloop) -> Iterable[Clause]:
        """See `FormulaVariables.without`."""
        return (forbid(loop),)

    def lines(self) -> list[int]:
        """See `FormulaVariables.lines`."""
        return self._session.lines(len(self._puzzle.grid.edge_dots))

    def prefer(self, patched: Patched) -> list[Subloop]:
        """See `FormulaVariables.prefer`."""
        edges, cells = len(self._puzzle.grid.edge_dots), len(self._puzzle.grid.cells)
        inside = self._session.literals()[edges : edges + cells]
        self._session.set_phases(
            [edge + 1 if edge in patched.lines else ~edge for edge in range(edges)]
            + [-v if cell in patched.flipped else v for cell, v in enumerate(inside)]
        )
        return patched.subloops


class CellVariables:
    """A variable for each cell of a square grid; an edge gets one when a clause needs it.

    `inside` are the bits of the cells that are inside in the last model, or in the last one that
    was patched. `layout` has their positions, which are the variables.
    """

    def __init__(self, puzzle: Puzzle, session: Session, assumed_lines: Iterable[int]) -> None:
        self.inside = 0
        self.layout = layout = bit_layout(puzzle.grid)
        self._puzzle = puzzle
        self._session = session
        self._shared = cell_clauses(puzzle.grid)
        self._defined: set[int] = set()
        self._clued = bits_at(list(compress(layout.cells, puzzle.clues)))
        self._assumed = layout.edge_bits(assumed_lines)

    def prefer_inside(self) -> None:
        """Let the solver try first that each cell is inside, so it starts with few, long loops."""
        self._session.set_phases(self._shared.some_inside)

    def rules(self, known: Agreement) -> Formula:
        """See `FormulaVariables.rules`."""
        return Formula(cell_rules(self._puzzle, known))

    def translated(self, clause: Clause) -> Iterator[Clause]:
        """See `FormulaVariables.translated`; the edges are defined first."""
        edges = {abs(literal) - 1 for literal in clause} - self._defined
        self._defined |= edges
        for edge in sorted(edges):
            yield from self._shared.definition(edge)
        offset = self._shared.edge_variable(-1)
        yield [v + offset if v > 0 else v - offset for v in clause]

    def translated_bound(self, bound: Bound) -> Formula:
        """See `FormulaVariables.translated_bound`."""
        literals, most = bound
        *definitions, translated = self.translated(literals)
        return Formula(definitions, [(translated, most)])

    def assumptions(self, literals: tuple[int, ...]) -> tuple[int, ...]:
        """See `FormulaVariables.assumptions`; adds the definitions to the session."""
        *definitions, translated = self.translated(literals)
        self._session.add(definitions)
        return tuple(translated)

    def subloops(self) -> list[Part]:
        """See `FormulaVariables.subloops`: the parts that they surround."""
        true = [literal > 0 for literal in self._session.literals()]
        self.inside = bits_where(true) << 1 & self.layout.area
        return parts_of(self.layout, self.inside)

    def constrained(self, subloops: list[Part]) -> list[Part]:
        """See `FormulaVariables.constrained`."""
        return [part for part in subloops if part.beside & self._clued or self._is_assumed(part)]

    def _is_assumed(self, part: Part) -> bool:
        """Whether an assumed line is an edge of the subloop around a part."""
        horizontal, vertical = self._assumed
        if not (horizontal or vertical):
            return False
        lines = border(self.layout, part.enclosed)
        return bool(lines.horizontal & horizontal or lines.vertical & vertical)

    def length(self, loop: Part) -> int:
        """See `FormulaVariables.length`: the number of cells beside the subloop."""
        return loop.beside.bit_count()

    def solution(self, loop: Part) -> Solution:
        """See `FormulaVariables.solution`."""
        return self.layout.edge_numbers(border(self.layout, loop.enclosed))

    def meets_rules(self, loop: Part) -> bool:
        """See `FormulaVariables.meets_rules`: what surrounds a part is a single loop."""
        return self._rules.met_by(*border(self.layout, loop.enclosed))

    @cached_property
    def _rules(self) -> BitRules:
        """The clues of the puzzle as bits."""
        return BitRules.of_puzzle(self._puzzle, self.layout)

    def without(self, loop: Part) -> list[Clause]:
        """See `FormulaVariables.without`: the cells beside a subloop are not all on their sides.

        Away from the border, the two sides may also be exchanged in other models.
        """
        beside, area = loop.beside, self.layout.area
        clause = [-cell for cell in positions_of(beside & self.inside)]
        clause += positions_of(beside & area & ~self.inside)
        return [clause] if beside & ~area else [clause, [-literal for literal in clause]]

    def lines(self) -> list[int]:
        """See `FormulaVariables.lines`; those of a patched model after `prefer`."""
        return sorted(self.layout.edge_numbers(border(self.layout, self.inside)))

    def prefer(self, patched: Patched) -> list[Part]:
        """See `FormulaVariables.prefer`."""
        self.inside ^= self.layout.cell_bits(patched.flipped)
        outside, offset = self.layout.area & ~self.inside, self._shared.edge_variable(0)
        self._session.set_phases(
            positions_of(self.inside)
            + [-cell for cell in positions_of(outside)]
            + [e + offset if e in patched.lines else -e - offset for e in sorted(self._defined)]
        )
        return parts_of(self.layout, self.inside)
