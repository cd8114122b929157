"""What the variables of a formula stand for: edges, or cells from which edges follow.

A search speaks of edges, by the literals of `solver.encoding`. These classes translate what it says
into clauses of the formula, and models of the formula into lines.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import compress
from operator import itemgetter, ne
from typing import Protocol

from puzzle.grid import OUTSIDE
from puzzle.model import Puzzle, Solution
from solver.cells import cell_clauses, cell_rules
from solver.encoding import Bound, Clause, Formula, forbid, remaining_rules
from solver.following import LoopFollower
from solver.loops import Subloop
from solver.patching import Patched
from solver.presolve import KnownEdges
from solver.session import Session


class FormulaVariables(Protocol):
    """The variables of the formula of one puzzle in one session."""

    def rules(self, known: KnownEdges) -> Formula:
        """The local rules, and the edges that are known."""

    def translated(self, clause: Clause) -> Iterable[Clause]:
        """Clauses of the formula that say what a clause about edges says."""

    def translated_bound(self, bound: Bound) -> Formula:
        """A formula that says what a cardinality constraint of edges says."""

    def assumptions(self, literals: tuple[int, ...]) -> tuple[int, ...]:
        """The literals of the formula for literals of edges."""

    def lines(self) -> list[int]:
        """The lines of the last model of the session, in ascending order."""

    def without(self, loop: Subloop) -> Iterable[Clause]:
        """Clauses that exclude all models with this subloop of the last model."""

    def start_following(self, solution: Subloop, dropped: Iterable[int] | None) -> None:
        """Prepare `follow`, after a solution in the last model.

        `dropped` are the other lines of the model; None says that `follow` returns no solution
        from models with other lines.
        """

    def follow(self) -> Solution | None:
        """The last model, if it is the solution before with few cells moved; otherwise None."""

    def without_followed(self) -> Iterable[Clause]:
        """Clauses that exclude the solution that `follow` returned."""

    def prefer(self, patched: Patched) -> None:
        """Let the solver try the lines of a patched model first."""


class EdgeVariables:
    """A variable for each edge, and with `inside` one for each cell too."""

    def __init__(self, puzzle: Puzzle, session: Session, inside: bool) -> None:
        self._puzzle = puzzle
        self._session = session
        self._inside = inside

    def rules(self, known: KnownEdges) -> Formula:
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

    def lines(self) -> list[int]:
        """See `FormulaVariables.lines`."""
        return self._session.lines(len(self._puzzle.grid.edge_dots))

    def without(self, loop: Subloop) -> Iterable[Clause]:
        """See `FormulaVariables.without`."""
        return (forbid(loop),)

    def start_following(self, solution: Subloop, dropped: Iterable[int] | None) -> None:
        """See `FormulaVariables.start_following`; solutions are not followed here."""

    def follow(self) -> Solution | None:
        """See `FormulaVariables.follow`."""
        return None

    def without_followed(self) -> Iterable[Clause]:
        """See `FormulaVariables.without_followed`."""
        return ()

    def prefer(self, patched: Patched) -> None:
        """See `FormulaVariables.prefer`."""
        edges, cells = len(self._puzzle.grid.edge_dots), len(self._puzzle.grid.cells)
        inside = self._session.literals()[edges : edges + cells]
        self._session.set_phases(
            [edge + 1 if edge in patched.lines else ~edge for edge in range(edges)]
            + [-v if cell in patched.flipped else v for cell, v in enumerate(inside)]
        )


class CellVariables:
    """A variable for each cell of a square grid; an edge gets one when a clause needs it.

    `inside` tells for each cell whether it is inside in the last model, or in the last one that was
    patched; at index `OUTSIDE` it is False.
    """

    def __init__(self, puzzle: Puzzle, session: Session) -> None:
        self.inside: list[bool] = []
        self._puzzle = puzzle
        self._session = session
        self._shared = cell_clauses(puzzle.grid)
        self._follower = LoopFollower(puzzle)
        self._defined: set[int] = set()
        one, other = zip(*puzzle.grid.edge_cells, strict=True)
        self._one_side, self._other_side = one, other
        self._pick_one, self._pick_other = itemgetter(*one), itemgetter(*other)

    def prefer_inside(self) -> None:
        """Let the solver try first that each cell is inside, so it starts with few, long loops."""
        self._session.set_phases(self._shared.some_inside)

    def rules(self, known: KnownEdges) -> Formula:
        """See `FormulaVariables.rules`."""
        return Formula(cell_rules(self._puzzle, known))

    def translated(self, clause: Clause) -> Iterator[Clause]:
        """See `FormulaVariables.translated`; the edges are defined first."""
        edges = {abs(literal) - 1 for literal in clause} - self._defined
        self._defined |= edges
        for edge in sorted(edges):
            yield from self._shared.definition(edge)
        offset = len(self._puzzle.grid.cells)
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

    def lines(self) -> list[int]:
        """See `FormulaVariables.lines`."""
        self._read_inside()
        differ = map(ne, self._pick_one(self.inside), self._pick_other(self.inside))
        return list(compress(range(len(self._one_side)), differ))

    def _read_inside(self) -> None:
        cells = len(self._puzzle.grid.cells)
        self.inside = [literal > 0 for literal in self._session.literals()[:cells]]
        self.inside.append(False)

    def start_following(self, solution: Subloop, dropped: Iterable[int] | None) -> None:
        """See `FormulaVariables.start_following`."""
        self._follower.start(self.inside, solution, dropped)

    def follow(self) -> Solution | None:
        """See `FormulaVariables.follow`."""
        self._read_inside()
        return self._follower.follow(self.inside)

    def without_followed(self) -> Iterable[Clause]:
        """See `FormulaVariables.without_followed`."""
        return self.unlike(self._follower.beside())

    def beside(self, loop: Subloop) -> set[int]:
        """The cells on both sides of a subloop, with `OUTSIDE` when it is at the border."""
        found = set(map(self._one_side.__getitem__, loop))
        found.update(map(self._other_side.__getitem__, loop))
        return found

    def without(self, loop: Subloop) -> Iterable[Clause]:
        """See `FormulaVariables.without`."""
        return self.unlike(self.beside(loop))

    def unlike(self, cells: Collection[int]) -> list[Clause]:
        """Clauses that the cells beside a subloop are not on the sides that they are on.

        Away from the border, the two sides may also be exchanged in other models.
        """
        inside = self.inside
        clause = [~cell if inside[cell] else cell + 1 for cell in cells if cell != OUTSIDE]
        return [clause] if OUTSIDE in cells else [clause, [-literal for literal in clause]]

    def prefer(self, patched: Patched) -> None:
        """See `FormulaVariables.prefer`."""
        for cell in patched.flipped:
            self.inside[cell] = not self.inside[cell]
        cells, offset = self.inside[:OUTSIDE], self._shared.edge_variable(0)
        self._session.set_phases(
            [cell + 1 if inside else ~cell for cell, inside in enumerate(cells)]
            + [e + offset if e in patched.lines else -e - offset for e in sorted(self._defined)]
        )
