"""Unsatisfiable cores: marks and clues that contradict each other.

Every clue has a selector, a variable that enables its clauses. The selectors and the literals of
the marks are assumptions of a SAT call, so an unsatisfiable call returns the assumptions that it
used: a core. The rules of the dots and of the single loop are never part of a core.

Cuts stay in the solver while the assumptions change, so each must hold in every solution of every
subset of the clues and marks. Three kinds of clauses are valid. L is a subloop, and δ(S) is
defined in `solver.connectivity.cuts`:

- "OR δ(S), or not e_in, or not e_out": a single loop that uses e_in within S and e_out outside S
  uses an edge of δ(S).
- The same with the selector of a clue instead of e_in, if the clue guarantees a line with an end
  in S, or with an assumed line, whose literal is its own selector; likewise for e_out.
- "Not all of L, or not the selector of a clue that L does not satisfy" and "not all of L, or not
  e", where e is an assumed line outside L: a single loop that contains all of L is L.

The plain negation of L, which a search without selectors adds, would be invalid: L may be a
solution when another clue or mark is not assumed.

Minimisation (`solver.minimal`) takes at most as many checks as members, each of one or more SAT
calls. The result is minimal, but not always of minimum size.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct
from msgspec.structs import replace

from puzzle.model import EdgeState, Puzzle, Solution
from puzzle.rules import Capability, is_solved, require
from solver.encoding import Clause, edge_variable, forbid, grid_clauses
from solver.errors import UnsoundAnswerError
from solver.loops import LoopWalker, Subloop, boundary, enclosed_dots, loop_dots
from solver.minimal import reduced_by_cores
from solver.options import DEFAULT_OPTIONS, CutPolicy, Options
from solver.report import DEFAULT_LIMITS, Core, Limits, Outcome, Report, Stats
from solver.search import NO_ASSUMPTIONS, Assumptions, assumed_literals
from solver.separation import impossible_edges, minimum_cut_side
from solver.session import SatAnswer, Session

BACKEND = "glucose42"
"""The default of `Options.backend` in this module, which was the fastest of those measured."""


def find_core(
    puzzle: Puzzle,
    limits: Limits = DEFAULT_LIMITS,
    options: Options = DEFAULT_OPTIONS,
    assume: Assumptions = NO_ASSUMPTIONS,
    *,
    minimise: bool = False,
) -> Report:
    """Search for marks and clues that contradict each other.

    - Without a solution, the report has the outcome NONE and a core. With `minimise`, the core is
      reduced until a limit is reached; `core.minimal` says whether it was reduced completely.
    - With a solution, the report has the outcome LIMIT and this solution: the search does not
      look for others.
    - When a limit ends the search, the report has the outcome LIMIT and no solution.

    `Options.method` and `Limits.solutions` are ignored, and `Options.inside` None means True.
    Raises `AssumptionError` when `assume` has an edge that is not on the board.

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
    assume: Assumptions = NO_ASSUMPTIONS,
) -> Report:
    """Search for marks that contradict each other when all clues are given.

    The report is that of `find_core` with `minimise`, but the core contains marks only: no
    solution of the puzzle has all of them. The core is empty when the puzzle has no solution.
    Raises `AssumptionError` when `assume` has an edge that is not on the board.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 3), (None, None, 3))
    >>> marks = {1: EdgeState.CROSS, 2: EdgeState.CROSS, 5: EdgeState.CROSS}
    >>> find_mark_core(puzzle, assume=marks).core.edges(EdgeState.CROSS)
    frozenset({2})
    """
    literals = assumed_literals(puzzle, assume)
    with open_candidates(puzzle, limits) as candidates:
        return _find_core(candidates, literals, candidates.clues, minimise=True)


@contextmanager
def open_candidates(
    puzzle: Puzzle, limits: Limits, options: Options = DEFAULT_OPTIONS
) -> "Iterator[CoreCandidates]":
    """Open a solver in which the clues and marks of a puzzle can be assumed.

    The time limit counts from now. `Options.inside` None means True. Raises `RulesError` for other
    rules than the plain ones.
    """
    require(puzzle, Capability.CORES)
    inside = options.inside is None or options.inside
    options = replace(options, backend=options.backend or BACKEND, inside=inside)
    with Session(limits, options) as session:
        yield CoreCandidates(puzzle, session, options)


def _find_core(
    candidates: "CoreCandidates", members: Sequence[int], fixed: Sequence[int], *, minimise: bool
) -> Report:
    """The report on whether `members` are satisfiable, with the `fixed` literals assumed too."""
    result = candidates.solve_subset([*members, *fixed])
    core = None
    if result.answer is SatAnswer.UNSAT:
        core_members, minimal = _without(result.core, fixed), len(result.core) < 2
        if minimise:
            core_members, minimal = minimise_core(candidates, core_members, fixed)
        core = candidates.core(core_members, minimal)
    found = () if result.solution is None else (result.solution,)
    outcome = Outcome.of(len(found), complete=core is not None)
    return Report(outcome, found, core is not None, candidates.stats, core)


def minimise_core(
    candidates: "CoreCandidates", members: Sequence[int], fixed: Sequence[int] = ()
) -> tuple[tuple[int, ...], bool]:
    """Reduce a core by deletion, the last members first, with the `fixed` literals assumed too.

    Returns the remaining members, and whether they are minimal: false when a limit was reached.
    """

    def core_without(dropped: int, remaining: Sequence[int]) -> tuple[int, ...] | None:
        result = candidates.solve_subset([*_without(remaining, [dropped]), *fixed])
        return _without(result.core, fixed) if result.answer is SatAnswer.UNSAT else None

    return reduced_by_cores(
        tuple(members), reversed(members), core_without, lambda: candidates.limit_reached
    )


def _without(members: Sequence[int], dropped: Sequence[int]) -> tuple[int, ...]:
    return tuple(member for member in members if member not in dropped)


class SubsetResult(Struct, frozen=True):
    """Whether some members are satisfiable: with a solution if so, with a core if not."""

    answer: SatAnswer
    solution: Solution | None = None
    core: tuple[int, ...] = ()


class CoreCandidates:
    """A solver for one puzzle in which any subset of its clues and marks can be assumed.

    A member of a subset is a literal: the selector of a clue, or the literal of a marked edge.
    """

    def __init__(self, puzzle: Puzzle, session: Session, options: Options) -> None:
        self._puzzle = puzzle
        self._session = session
        self._policy = options.policy or CutPolicy()
        self._walker = LoopWalker(puzzle.grid)
        self._rounds = 0
        self.cuts = 0
        self.limit_reached = False
        """Whether a limit ended the last search."""
        first = len(puzzle.grid.edge_dots) + len(puzzle.grid.cells) + 1
        self.selectors = {cell: first + rank for rank, cell in enumerate(puzzle.clue_cells)}
        self._cells = {selector: cell for cell, selector in self.selectors.items()}
        session.add(self._rules(bool(options.inside)))

    @property
    def clues(self) -> tuple[int, ...]:
        """The selectors of all clues."""
        return tuple(self.selectors.values())

    @property
    def stats(self) -> Stats:
        """The statistics of all calls so far."""
        return self._session.stats(self.cuts)

    def _rules(self, inside: bool) -> Iterator[Clause]:
        """The clauses of the dots, and those of the clues with their selectors."""
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
        """A core with the edges and cells of the members."""
        marks = {
            (abs(literal) - 1, EdgeState.LINE if literal > 0 else EdgeState.CROSS)
            for literal in members
            if literal not in self._cells
        }
        clues = {self._cells[literal] for literal in members if literal in self._cells}
        return Core(frozenset(marks), frozenset(clues), minimal)

    def solve_subset(self, members: Sequence[int]) -> SubsetResult:
        """Search for a single loop that has all these members.

        Raises `UnsoundAnswerError` when the loop found breaks a rule, which would be a bug.
        """
        session, edges = self._session, len(self._puzzle.grid.edge_dots)
        subset = _Subset(self._puzzle, members, self._cells)
        while (answer := session.solve(members)) is SatAnswer.SAT:
            subloops = self._walker.walk(session.lines(edges))
            edges_of_subset = subset.constrained_edges
            constrained = [loop for loop in subloops if not edges_of_subset.isdisjoint(loop)]
            if len(constrained) < 2:
                return SubsetResult(answer, solution=subset.checked((constrained or subloops)[0]))
            self._rounds += 1
            for clause in self._cuts(subset, sorted(constrained, key=len)):
                session.add([clause])
                self.cuts += 1
                if session.out_of_time():
                    break
        self.limit_reached = answer is SatAnswer.UNKNOWN
        if answer is SatAnswer.UNSAT:
            needed = set(session.core())
            return SubsetResult(answer, core=tuple(m for m in members if m in needed))
        return SubsetResult(answer)

    def _cuts(self, subset: "_Subset", subloops: list[Subloop]) -> Iterator[Clause]:
        """Clauses that exclude these subloops and hold for every subset of assumed members."""
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
        """The subloop's side of a minimum cut from the other subloops; None without one."""
        grid = self._puzzle.grid
        other_dots = {dot for other in others for dot in loop_dots(grid, other)}
        excluded = impossible_edges(subset.puzzle)
        width = self._policy.narrow
        return minimum_cut_side(grid, loop_dots(grid, loop), other_dots, excluded, width)

    def _boundary_cut(
        self, subset: "_Subset", loop: Subloop, others: list[Subloop], dots: set[int]
    ) -> Iterator[Clause]:
        """The clause that lines cross the boundary of `dots`; none if all subloops are inside."""
        grid = self._puzzle.grid
        outer = next((other for other in others if grid.edge_dots[other[0]][0] not in dots), None)
        if outer is not None:
            inner = subset.guarantee_literal(dots, inside=True) or edge_variable(loop[0])
            outside = subset.guarantee_literal(dots, inside=False) or edge_variable(outer[0])
            crossing = (edge_variable(edge) for edge in boundary(grid, dots))
            yield [*crossing, -inner, -outside]


class _Subset:
    """Some of the clues and marks of a puzzle, as a puzzle of its own with its marks."""

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
        """The cells of the subset's clues above 0."""
        return (cell for cell in self._selectors if self.puzzle.clues[cell])

    def checked(self, loop: Subloop) -> Solution:
        """The loop as a solution; raises `UnsoundAnswerError` when it does not have all members."""
        found = frozenset(loop)
        if self._lines - found or self._crosses & found or not is_solved(self.puzzle, found):
            raise UnsoundAnswerError(f"a {self.puzzle.size} puzzle")
        return found

    def unmet_member(self, loop: Subloop) -> int:
        """The literal of a member that a subloop does not have; another subloop has one."""
        edges = set(loop)
        missing = next((edge for edge in sorted(self._lines) if edge not in edges), None)
        if missing is not None:
            return edge_variable(missing)
        rings = self.puzzle.grid.cell_edges
        return next(
            self._selectors[cell]
            for cell in self._positive()
            if len(edges.intersection(rings[cell])) != self.puzzle.clues[cell]
        )

    def guarantee_literal(self, dots: set[int], *, inside: bool) -> int | None:
        """The literal of a member that guarantees a line with an end among `dots`, if there is one.

        With `inside` false, a line with an end that is not among them. A clue guarantees it when
        fewer edges of its cell have no such end than the clue demands.
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
