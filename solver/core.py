"""Unsatisfiable cores: marks and clues that contradict each other.

The clues and the marks are assumed (`solver.assumed`), so an unsatisfiable call returns those that
it used: a core. Minimisation (`solver.minimal`) takes at most as many checks as members, each of
one or more SAT calls. The result is minimal, but not always of minimum size.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct
from msgspec.structs import replace

from puzzle.model import EdgeState, Puzzle, Solution
from puzzle.rules import Capability, is_solved, require
from solver.assumed import BACKEND, AssumedClues, LimitReachedError
from solver.errors import UnsoundAnswerError
from solver.minimal import reduced_by_cores
from solver.options import DEFAULT_OPTIONS, Options
from solver.report import DEFAULT_LIMITS, Core, Limits, Outcome, Report, Stats
from solver.search import NO_ASSUMPTIONS, Assumptions, assumed_literals
from solver.session import SatAnswer, Session


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

    Of the options only the backend and the seed count; `Limits.solutions` is ignored. Raises
    `AssumptionError` when `assume` has an edge that is not on the board.

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

    The time limit counts from now. Raises `RulesError` for other rules than the plain ones.
    """
    require(puzzle, Capability.CORES)
    with Session(limits, replace(options, backend=options.backend or BACKEND)) as session:
        yield CoreCandidates(puzzle, session)


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

    def __init__(self, puzzle: Puzzle, session: Session) -> None:
        self._puzzle = puzzle
        self._session = session
        self._solver = AssumedClues(puzzle.grid, puzzle.rules, session)
        self.limit_reached = False
        """Whether a limit ended the last search."""
        selectors = self._solver.assumed(puzzle.clues)
        self.selectors = dict(zip(puzzle.clue_cells, selectors, strict=True))

    @property
    def clues(self) -> tuple[int, ...]:
        """The selectors of all clues."""
        return tuple(self.selectors.values())

    @property
    def stats(self) -> Stats:
        """The statistics of all calls so far."""
        return self._session.stats(self._solver.cuts)

    def core(self, members: Sequence[int], minimal: bool) -> Core:
        """A core with the edges and cells of the members."""
        cells = {literal: self._solver.cell_of(literal) for literal in members}
        marks = {
            (abs(literal) - 1, EdgeState.LINE if literal > 0 else EdgeState.CROSS)
            for literal, cell in cells.items()
            if cell is None
        }
        clues = {cell for cell in cells.values() if cell is not None}
        return Core(frozenset(marks), frozenset(clues), minimal)

    def solve_subset(self, members: Sequence[int]) -> SubsetResult:
        """Search for a single loop that has all these members.

        Raises `UnsoundAnswerError` when the loop found breaks a rule, which would be a bug.
        """
        self.limit_reached = False
        try:
            found = self._solver.find(members)
        except LimitReachedError:
            self.limit_reached = True
            return SubsetResult(SatAnswer.UNKNOWN)
        if found is None:
            needed = self._solver.core()
            return SubsetResult(SatAnswer.UNSAT, core=tuple(m for m in members if m in needed))
        return SubsetResult(SatAnswer.SAT, solution=self._checked(members, found))

    def _checked(self, members: Sequence[int], loop: int) -> Solution:
        """A loop as a solution; raises `UnsoundAnswerError` when it does not have all members."""
        core, lines = self.core(members, minimal=False), self._solver.solution(loop)
        kept = (c if cell in core.clues else None for cell, c in enumerate(self._puzzle.clues))
        wrong = any((edge in lines) is not (mark is EdgeState.LINE) for edge, mark in core.marks)
        if wrong or not is_solved(Puzzle(self._puzzle.grid, tuple(kept)), lines):
            raise UnsoundAnswerError(f"a {self._puzzle.size} puzzle")
        return lines
