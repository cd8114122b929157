"""Why there is no solution: marks and clues that cannot hold together.

Every clue is guarded by a selector, a variable that switches its clauses on. The selectors
and the literals of the marks are assumed, so an unsatisfiable call names those it needed.
The rules of the dots and of the single loop are never part of a core.

Cuts are added for good while assumptions come and go, so each must hold in every solution
of every selection of clues and marks. Three kinds of clauses do. L is a subloop, δ(S) as in
`solver.connectivity.cuts`:

- "OR δ(S), or not e_in, or not e_out": any single loop that uses e_in within S and e_out
  outside crosses δ(S).
- The same with the selector of a clue instead of e_in, if the clue makes sure of a line
  within S; likewise with an assumed line, which serves as its own selector; likewise for
  e_out.
- "Not all of L, or not the selector of a clue that L does not meet" and "not all of L, or
  not e" for an assumed line e that L has not: a single loop that has all of L is L.

The plain negation of L, as a search without selectors adds it, would be wrong here: L may be
a solution when another clue or mark is dropped.

Minimising drops one member after another and keeps those without which there is a solution
(deletion: J. Marques-Silva, Minimal unsatisfiability: models, algorithms and applications,
ISMVL 2010). Each unsatisfiable call gives a core of its own, so many members go at once.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from puzzle.model import EdgeState, Puzzle, Solution
from puzzle.rules import is_solved
from solver.encoding import Clause, edge_variable, forbid, grid_clauses
from solver.errors import UnsoundAnswerError
from solver.loops import LoopWalker, Subloop, boundary, enclosed_dots, loop_dots
from solver.options import DEFAULT_OPTIONS, CutPolicy, Options
from solver.report import DEFAULT_LIMITS, Core, Limits, Outcome, Report, Stats
from solver.search import NO_ASSUMPTIONS, Assumptions, assumed_literals
from solver.separation import impossible_edges, minimum_cut_side
from solver.session import SatAnswer, Session

BACKEND = "glucose42"
"""What `Options.backend` None means here: the one that never gets stuck, see docs/methods.md."""


def find_core(
    puzzle: Puzzle,
    limits: Limits = DEFAULT_LIMITS,
    options: Options = DEFAULT_OPTIONS,
    assume: Assumptions = NO_ASSUMPTIONS,
    *,
    minimise: bool = False,
) -> Report:
    """Look for marks and clues that cannot hold together.

    The report of an impossible puzzle has the outcome NONE and a core. If there is a
    solution, the outcome is LIMIT and one solution is in the report, which leaves open
    whether there are others; LIMIT without a solution means that a limit ended the search.
    With `minimise`, members are dropped while the limits last; `core.minimal` tells whether
    that came to its end. Where the options leave it open, cells have variables here. The
    method and the number of solutions play no part. Raises `AssumptionError` for an edge
    that is not on the board.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 3), (0, None, 3))
    >>> find_core(puzzle, assume={1: EdgeState.CROSS}, minimise=True).core
    Core(marks=frozenset({(1, <EdgeState.CROSS: 2>)}), clues=frozenset({2}), minimal=True)
    """
    literals = assumed_literals(puzzle, assume)
    with open_candidates(puzzle, limits, options) as candidates:
        return _find_core(candidates, [*literals, *candidates.clues], (), minimise=minimise)


def find_mark_core(
    puzzle: Puzzle,
    limits: Limits = DEFAULT_LIMITS,
    options: Options = DEFAULT_OPTIONS,
    assume: Assumptions = NO_ASSUMPTIONS,
) -> Report:
    """Look for marks that cannot hold together, the clues being beyond doubt.

    The report is like that of `find_core` with `minimise`, but the core has marks only: no
    solution of the puzzle has them all. It is empty where the puzzle has no solution.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 3), (None, None, 3))
    >>> marks = {1: EdgeState.CROSS, 2: EdgeState.CROSS, 5: EdgeState.CROSS}
    >>> find_mark_core(puzzle, assume=marks).core.edges(EdgeState.CROSS)
    frozenset({2})
    """
    literals = assumed_literals(puzzle, assume)
    with open_candidates(puzzle, limits, options) as candidates:
        return _find_core(candidates, literals, candidates.clues, minimise=True)


@contextmanager
def open_candidates(puzzle: Puzzle, limits: Limits, options: Options) -> "Iterator[CoreCandidates]":
    """The clues of a puzzle as suspects; the clock starts now.

    Where the options leave it open, cells have variables.
    """
    inside = options.inside is None or options.inside
    options = replace(options, backend=options.backend or BACKEND, inside=inside)
    with Session.within(limits, options) as session:
        yield CoreCandidates(puzzle, session, options)


def _find_core(
    candidates: "CoreCandidates", members: Sequence[int], fixed: Sequence[int], *, minimise: bool
) -> Report:
    """Whether the members can hold together beside what is granted."""
    result = candidates.solve_subset([*members, *fixed])
    core = None
    if result.answer is SatAnswer.UNSAT:
        blamed, minimal = _without(result.core, fixed), len(result.core) < 2
        if minimise:
            blamed, minimal = minimise_core(candidates, blamed, fixed)
        core = candidates.core(blamed, minimal)
    found = () if result.solution is None else (result.solution,)
    outcome = Outcome.of(len(found), complete=core is not None)
    return Report(outcome, found, core is not None, candidates.stats, core)


def minimise_core(
    candidates: "CoreCandidates", members: Sequence[int], fixed: Sequence[int] = ()
) -> tuple[tuple[int, ...], bool]:
    """Members without those not needed beside what is granted, the last dropped first.

    And whether this came to its end.
    """
    left = tuple(members)
    needed: set[int] = set()
    while open_members := [member for member in left if member not in needed]:
        dropped = open_members[-1]
        result = candidates.solve_subset([*_without(left, [dropped]), *fixed])
        if result.answer is SatAnswer.UNKNOWN:
            return left, False
        if result.answer is SatAnswer.UNSAT:
            left = _without(result.core, fixed)
        else:
            needed.add(dropped)
    return left, True


def _without(members: Sequence[int], dropped: Sequence[int]) -> tuple[int, ...]:
    return tuple(member for member in members if member not in dropped)


@dataclass(frozen=True, slots=True)
class SubsetResult:
    """Whether some members can hold together: with a solution if so, a core if not."""

    answer: SatAnswer
    solution: Solution | None = None
    core: tuple[int, ...] = ()


class CoreCandidates:
    """The clues and marks of one puzzle as literals that can be assumed, any of them.

    A clue's literal is its selector, a mark's that of its edge.
    """

    def __init__(self, puzzle: Puzzle, session: Session, options: Options) -> None:
        self._puzzle = puzzle
        self._session = session
        self._policy = options.policy or CutPolicy()
        self._walker = LoopWalker(puzzle.grid)
        self._rounds = 0
        self.cuts = 0
        first = len(puzzle.grid.edge_dots) + len(puzzle.grid.cells) + 1
        self.selectors = {cell: first + rank for rank, cell in enumerate(puzzle.clue_cells)}
        self._cells = {selector: cell for cell, selector in self.selectors.items()}
        session.add(self._rules(bool(options.inside)))

    @property
    def clues(self) -> tuple[int, ...]:
        """The literals of all clues."""
        return tuple(self.selectors.values())

    @property
    def stats(self) -> Stats:
        """What all questions have taken so far."""
        return self._session.stats(self.cuts)

    def _rules(self, inside: bool) -> Iterator[Clause]:
        shared = grid_clauses(self._puzzle.grid)
        yield from shared.dots.clauses
        yield shared.some_line
        if inside:
            yield from shared.inside
        for cell, selector in self.selectors.items():
            for clause in shared.clue(cell, self._clue(cell)).clauses:
                yield (*clause, -selector)

    def _clue(self, cell: int) -> int:
        return self._puzzle.clues[cell] or 0

    def core(self, members: Sequence[int], minimal: bool) -> Core:
        """The members as edges and cells."""
        marks = {
            (abs(literal) - 1, EdgeState.LINE if literal > 0 else EdgeState.CROSS)
            for literal in members
            if literal not in self._cells
        }
        clues = {self._cells[literal] for literal in members if literal in self._cells}
        return Core(frozenset(marks), frozenset(clues), minimal)

    def solve_subset(self, members: Sequence[int]) -> SubsetResult:
        """Whether there is a single loop that has all these members."""
        session, edges = self._session, len(self._puzzle.grid.edge_dots)
        subset = _Subset(self._puzzle, members, self._cells)
        while (answer := session.solve(members)) is SatAnswer.SAT:
            subloops = self._walker.walk(session.lines(edges))
            bound = [loop for loop in subloops if not subset.constrained_edges.isdisjoint(loop)]
            if len(bound) < 2:
                return SubsetResult(answer, solution=subset.checked((bound or subloops)[0]))
            self._rounds += 1
            for clause in self._cuts(subset, sorted(bound, key=len)):
                session.add([clause])
                self.cuts += 1
                if session.out_of_time():
                    break
        if answer is SatAnswer.UNSAT:
            needed = set(session.core())
            return SubsetResult(answer, core=tuple(m for m in members if m in needed))
        return SubsetResult(answer)

    def _cuts(self, subset: "_Subset", subloops: list[Subloop]) -> Iterator[Clause]:
        """Clauses that exclude these subloops, and hold whatever members are assumed."""
        searches = self._policy.searches if self._rounds > self._policy.enclosure else 0
        for rank, loop in enumerate(subloops):
            yield [*forbid(loop), -subset.unmet_member(loop)]
            others = subloops[:rank] + subloops[rank + 1 :]
            dots = enclosed_dots(self._puzzle.grid, loop)
            if rank < searches:
                dots = self._minimum_cut_side(subset, loop, others) or dots
            yield from self._boundary_cut(subset, loop, others, dots)

    def _minimum_cut_side(
        self, subset: "_Subset", loop: Subloop, others: list[Subloop]
    ) -> set[int] | None:
        grid = self._puzzle.grid
        beyond = {dot for other in others for dot in loop_dots(grid, other)}
        closed = impossible_edges(subset.puzzle)
        return minimum_cut_side(grid, loop_dots(grid, loop), beyond, closed, self._policy.narrow)

    def _boundary_cut(
        self, subset: "_Subset", loop: Subloop, others: list[Subloop], dots: set[int]
    ) -> Iterator[Clause]:
        """The boundary of `dots` is crossed; nothing to say if they hold all subloops."""
        grid = self._puzzle.grid
        outer = next((other for other in others if grid.edge_dots[other[0]][0] not in dots), None)
        if outer is not None:
            within = subset.guarantee(dots, inside=True) or edge_variable(loop[0])
            beyond = subset.guarantee(dots, inside=False) or edge_variable(outer[0])
            crossing = (edge_variable(edge) for edge in boundary(grid, dots))
            yield [*crossing, -within, -beyond]


class _Subset:
    """Some of the clues and marks, as a smaller puzzle with fewer marks."""

    def __init__(self, puzzle: Puzzle, members: Sequence[int], cells: dict[int, int]) -> None:
        marks = [literal for literal in members if literal not in cells]
        self._lines = frozenset(literal - 1 for literal in marks if literal > 0)
        self._crosses = frozenset(-literal - 1 for literal in marks if literal < 0)
        self._selectors = {cells[literal]: literal for literal in members if literal in cells}
        kept = (c if cell in self._selectors else None for cell, c in enumerate(puzzle.clues))
        self.puzzle = Puzzle(puzzle.grid, tuple(kept))
        positive = (puzzle.grid.cell_edges[cell] for cell in self._positive())
        self.constrained_edges = self._lines.union(*positive)

    def _positive(self) -> Iterator[int]:
        return (cell for cell in self._selectors if self.puzzle.clues[cell])

    def checked(self, loop: Subloop) -> Solution:
        """The loop, if it has all the members; `UnsoundAnswerError` if not."""
        found = frozenset(loop)
        if self._lines - found or self._crosses & found or not is_solved(self.puzzle, found):
            raise UnsoundAnswerError(f"a {self.puzzle.size} puzzle")
        return found

    def unmet_member(self, loop: Subloop) -> int:
        """The literal of a member that a subloop does not have, when others are bound too."""
        edges = set(loop)
        missed = next((edge for edge in sorted(self._lines) if edge not in edges), None)
        if missed is not None:
            return edge_variable(missed)
        rings = self.puzzle.grid.cell_edges
        return next(
            self._selectors[cell]
            for cell in self._positive()
            if len(edges.intersection(rings[cell])) != self.puzzle.clues[cell]
        )

    def guarantee(self, dots: set[int], *, inside: bool) -> int | None:
        """The literal of a member that makes sure of a line with an end among `dots`.

        Or with an end not among them, when `inside` is false. A clue does when fewer edges
        of its cell stay away from such dots than it asks for.
        """
        grid = self.puzzle.grid

        def reaches(edge: int) -> bool:
            return any((dot in dots) is inside for dot in grid.edge_dots[edge])

        line = next(filter(reaches, sorted(self._lines)), None)
        if line is not None:
            return edge_variable(line)
        for cell in self._positive():
            away = sum(not reaches(edge) for edge in grid.cell_edges[cell])
            if away < (self.puzzle.clues[cell] or 0):
                return self._selectors[cell]
        return None
