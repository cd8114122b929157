"""Cuts for formulas with variables of cells: the cells that separate a part from the others.

All cells inside a loop are connected, and so are all outside, with the cells beyond the border. Let
S be the cells that a subloop encloses, and B the cells along its outer side (see `solver.parts`).
Every way from S to the other cells passes B. So for a part that is inside,

    a cell of B is inside, or not u, or not w

holds in every solution, for any cell u of S and any cell w that is in neither S nor B. For a part
that is outside, one cell is enough, as those beyond the border are outside:

    a cell of B is outside, or u

A cell with a clue above 0 and its neighbours are not all on one side. So when S has such a cell and
all of B is on the other side, some cell of S is not, and u is left out; likewise w, when a cell
with such a clue is in neither S nor B.

Source: node separators, as for Steiner trees in M. Fischetti and others, Thinning out Steiner
trees, Mathematical Programming Computation, 2017.
"""

from collections.abc import Iterable, Iterator
from itertools import compress

from puzzle.model import Puzzle
from solver.bitboard.layout import EdgeBits, bits_at, positions_of
from solver.connectivity.cuts import Cuts
from solver.encoding import Clause
from solver.loops import LoopWalker
from solver.options import CutPolicy, Options
from solver.parts import Part
from solver.variables import CellVariables

NARROW = 6
"""Cells beside a subloop for each edge of a minimum cut that is searched for."""


class Separators:
    """The method `cuts` on square grids with variables of cells.

    Each part gets a separator, but the largest one, from which the others are separated: it gets
    one when it was in the model of the last round too, as the cuts of the others may then go on to
    change only them. After some rounds there are also anchored cuts along minimum cuts, as in
    `solver.connectivity.cuts`.
    """

    exhaustive = True

    def __init__(self, puzzle: Puzzle, options: Options, variables: CellVariables) -> None:
        self._walker = LoopWalker(puzzle.grid)
        self._policy = options.policy or CutPolicy()
        self._variables = variables
        self._anchored = Cuts(puzzle, options)
        self._clued = bits_at(list(compress(variables.layout.cells, puzzle.clues)))
        self._largest = 0
        self._rounds = 0
        self._search_after = self._policy.enclosure

    def clauses(self) -> Iterable[Clause]:
        """No clauses before the search."""
        return ()

    def cuts(self, subloops: list[Part]) -> Iterator[Clause]:
        """See `Method.cuts`."""
        self._rounds += 1
        ordered = sorted(subloops, key=_size)
        last, self._largest = self._largest, ordered[-1].cells
        for part in ordered if self._largest == last else ordered[:-1]:
            yield from self._separator(part)
        if self._rounds > self._search_after:
            self._search_after = 2 * self._rounds
            yield from self._narrow_cuts(ordered)

    def _separator(self, part: Part) -> Iterator[Clause]:
        """The separator of a part; none when it encloses all other cells that are inside.

        The cell w is one of the largest part where possible.
        """
        layout, enclosed = self._variables.layout, part.enclosed
        sign = 1 if part.is_inside else -1
        clause = [sign * cell for cell in positions_of(part.ring & layout.area)]
        if not enclosed & self._clued:
            clause.append(-sign * _lowest(part.cells))
        if part.is_inside and not self._clued & ~(enclosed | part.ring):
            beyond = self._variables.inside & ~enclosed
            if not beyond:
                return
            clause.append(-_lowest(beyond & self._largest or beyond))
        yield clause

    def _narrow_cuts(self, ordered: list[Part]) -> Iterator[Clause]:
        """Anchored cuts along minimum cuts of some subloops from the others."""
        narrow, searches = self._policy.narrow, self._policy.searches
        widths = ((part, min(narrow, part.beside.bit_count() // NARROW)) for part in ordered[:-1])
        wide = [(part, width) for part, width in widths if width > 2][:searches]
        loops = self._walker.walk(self._variables.lines()) if wide else []
        for part, width in wide:
            (top,) = self._variables.layout.edge_numbers(EdgeBits(part.cells & -part.cells, 0))
            loop = next(loop for loop in loops if top in loop)
            others = [other for other in loops if other is not loop]
            for clause in self._anchored.narrow_cut(loop, others, width):
                self._search_after = self._rounds
                yield from self._variables.translated(clause)


def _size(part: Part) -> int:
    """The number of cells that the subloop around a part encloses."""
    return part.enclosed.bit_count()


def _lowest(cells: int) -> int:
    """The variable of the first of some cells."""
    return (cells & -cells).bit_length() - 1
