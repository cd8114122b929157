"""The common part of static methods: the root line, additional variables, and a size limit.

The clauses of a static method require that every line is connected to one root line. So the CNF
is complete and any SAT solver can decide it, but its size grows faster than the board. See
docs/encodings.md for the encodings and their sizes.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import cached_property
from operator import add

from msgspec import Struct
from msgspec.structs import astuple

from puzzle.grid import Grid
from puzzle.model import Puzzle
from solver.encoding import Clause, edge_variable, rule_variables
from solver.errors import FormulaSizeError, UnsoundAnswerError
from solver.loops import Subloop
from solver.options import Options
from solver.separation import impossible_edges

MAX_LITERALS = 20_000_000
"""Maximum number of literals of a CNF; CaDiCaL needs about a gigabyte of memory for it."""


class Size(Struct, frozen=True):
    """The size of a CNF; `literals` is the number of literals in all clauses together.

    >>> Size(2, 3, 6) + Size(1, 1, 2)
    Size(variables=3, clauses=4, literals=8)
    """

    variables: int
    clauses: int
    literals: int

    def __add__(self, other: "Size") -> "Size":
        return Size(*map(add, astuple(self), astuple(other)))


class Variables:
    """Allocates variables after those of the local rules, in blocks of rows.

    >>> from puzzle.grid import square_grid
    >>> Variables(Puzzle(square_grid(1, 1), (None,))).block(2, 3)
    [range(6, 9), range(9, 12)]
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._next = rule_variables(puzzle) + 1

    def block(self, rows: int, cols: int) -> list[range]:
        """Allocate variables as `rows` rows of `cols` variables."""
        firsts = range(self._next, self._next + rows * cols, cols)
        self._next += rows * cols
        return [range(first, first + cols) for first in firsts]

    def row(self, cols: int) -> range:
        """Allocate one row of `cols` variables."""
        (row,) = self.block(1, cols)
        return row


class StaticMethod(ABC):
    """A method whose clauses enforce the single-loop rule completely, without cuts.

    Raises `FormulaSizeError` when its CNF for the board would have more than `MAX_LITERALS`
    literals.
    """

    exhaustive = True

    def __init__(self, puzzle: Puzzle, options: Options) -> None:
        self._puzzle = puzzle
        self._options = options
        self._grid = puzzle.grid
        self._edges = len(puzzle.grid.edge_dots)
        self._candidates = root_candidates(puzzle)
        literals = self.size.literals
        if literals > MAX_LITERALS:
            raise FormulaSizeError(options.method, puzzle.size, literals, MAX_LITERALS)

    @property
    def size(self) -> Size:
        """The size of `clauses`, computed without building them."""
        return _root_size(self._edges, len(self._candidates)) + self._method_size()

    def clauses(self) -> Iterator[Clause]:
        """Clauses that define the root line, and connect all other lines to it."""
        variables = Variables(self._puzzle)
        root = variables.row(self._edges)
        yield from _root_clauses(root, self._candidates, variables.row(len(self._candidates)))
        yield from self._connectivity_clauses(root, variables)

    @cached_property
    def _max_distance(self) -> int:
        """Maximum distance of a line of a single loop from the root, in edges along the loop.

        Both directions around the loop lead to the root, so it is half of the longest loop.
        """
        return longest_loop(self._puzzle) // 2

    def cuts(self, subloops: list[Subloop]) -> Iterable[Clause]:  # noqa: ARG002 - of any kind
        """Raises `UnsoundAnswerError`: a model of a static method never has several subloops."""
        raise UnsoundAnswerError(f"a {self._puzzle.size} puzzle")

    @abstractmethod
    def _method_size(self) -> Size:
        """The size of `_connectivity_clauses`."""

    @abstractmethod
    def _connectivity_clauses(self, root: range, variables: Variables) -> Iterator[Clause]:
        """Clauses that connect every line to the edge whose variable in `root` is true."""


def neighbours(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """For each edge, the other edges that share a dot with it.

    >>> from puzzle.grid import square_grid
    >>> neighbours(square_grid(1, 1))
    ((2, 3), (2, 3), (0, 1), (0, 1))
    """
    return tuple(
        tuple(other for dot in dots for other in grid.dot_edges[dot] if other != edge)
        for edge, dots in enumerate(grid.edge_dots)
    )


def neighbour_pairs(grid: Grid) -> int:
    """The number of ordered pairs of different edges that share a dot.

    >>> from puzzle.grid import square_grid
    >>> neighbour_pairs(square_grid(1, 1))
    8
    """
    return sum(len(edges) * (len(edges) - 1) for edges in grid.dot_edges)


def longest_loop(puzzle: Puzzle) -> int:
    """An upper bound on the number of edges of a loop of the puzzle.

    A loop has as many edges as dots, so the bound is the number of dots that the 0s leave usable.

    >>> from puzzle.grid import square_grid
    >>> longest_loop(Puzzle(square_grid(2, 2), (None,) * 4))
    9
    >>> longest_loop(Puzzle(square_grid(2, 2), (0, None, None, None)))
    4
    """
    possible = set(range(len(puzzle.grid.edge_dots))) - impossible_edges(puzzle)
    return len({dot for edge in possible for dot in puzzle.grid.edge_dots[edge]})


def root_candidates(puzzle: Puzzle) -> tuple[int, ...]:
    """The edges that can be the root: the root is the first of them, in this order, that is a line.

    With a clue of c, a cell with n edges has n - c edges that are not lines, so among any
    n - c + 1 of its edges is a line. The highest clue gives the fewest candidates. Without a
    positive clue, all edges are candidates.

    >>> from puzzle.grid import square_grid
    >>> root_candidates(Puzzle(square_grid(1, 2), (None, 3)))
    (1, 6)
    """
    grid, counts = puzzle.grid, puzzle.line_counts
    best = max(range(len(grid.cells)), key=lambda cell: counts[cell] or 0)
    clue = counts[best]
    if not clue:
        return tuple(range(len(grid.edge_dots)))
    edges = grid.cell_edges[best]
    return edges[: len(edges) - clue + 1]


def _root_clauses(root: range, candidates: tuple[int, ...], earlier: range) -> Iterator[Clause]:
    """Clauses that make the first line among the candidates the root.

    `earlier[k]` means that a candidate before candidate k is a line.
    """
    for edge in set(range(len(root))).difference(candidates):
        yield [-root[edge]]
    yield [-earlier[0]]
    for rank, edge in enumerate(candidates):
        line, before = edge_variable(edge), earlier[rank]
        yield [-root[edge], line]
        yield [-root[edge], -before]
        yield [root[edge], -line, before]
        if rank + 1 < len(candidates):
            after = earlier[rank + 1]
            yield [-before, after]
            yield [-line, after]
            yield [-after, before, line]


def _root_size(edges: int, candidates: int) -> Size:
    clauses = edges + 5 * candidates - 2
    return Size(edges + candidates, clauses, edges + 13 * candidates - 6)
