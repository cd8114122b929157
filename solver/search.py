"""Find the solutions of a puzzle, and prove how many there are."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from puzzle.model import Puzzle, Solution
from puzzle.rules import Loop, is_solved
from solver.connectivity import DEFAULT_METHOD, method_named
from solver.connectivity.method import Method
from solver.encoding import forbid, local_clauses
from solver.errors import LimitsError, UnsoundAnswerError
from solver.loops import walk_loops
from solver.session import Answer, Session


class Outcome(Enum):
    """What is known of a puzzle after a search.

    LIMIT: a limit ended the search before it was known which of the others holds; one
    solution may have been found all the same.
    """

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    LIMIT = "limit"


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop: after so many seconds, conflicts, solver calls or solutions.

    None is no bound. Two solutions are what it takes to tell unique from multiple. Raises
    `LimitsError` for a negative limit, or when not even one solution is wanted.
    """

    seconds: float | None = 10.0
    conflicts: int | None = None
    calls: int | None = None
    solutions: int = 2

    def __post_init__(self) -> None:
        for name in ("seconds", "conflicts", "calls"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise LimitsError(name, value, "give zero or more")
        if self.solutions < 1:
            raise LimitsError("solutions", self.solutions, "ask for one at least")


@dataclass(frozen=True, slots=True)
class Stats:
    """What a search took: SAT calls, cuts added, conflicts, wall-clock seconds."""

    calls: int
    cuts: int
    conflicts: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Report:
    """The answer to a search.

    `solutions` stand in the order found, which is the same on every run that no time limit
    ends. `complete` says that there are no others.
    """

    outcome: Outcome
    solutions: tuple[Solution, ...]
    complete: bool
    stats: Stats


def solve(puzzle: Puzzle, limits: Limits = Limits(), method: str = DEFAULT_METHOD) -> Report:
    """Search for solutions until there are no more or a limit is reached.

    Raises `UnknownMethodError` for a method that is not in the registry.

    >>> from puzzle.grid import square_grid
    >>> report = solve(Puzzle(square_grid(1, 1), (4,)))
    >>> report.outcome, report.solutions, report.complete
    (<Outcome.UNIQUE: 'unique'>, (frozenset({0, 1, 2, 3}),), True)
    """
    connectivity = method_named(method)(puzzle)
    with Session(limits.seconds, limits.conflicts, limits.calls) as session:
        search = Search(puzzle, connectivity, session)
        found: list[Solution] = []
        for solution in search.solutions():
            found.append(solution)
            if len(found) >= limits.solutions:
                break
        stats = Stats(session.calls, search.cuts, session.conflicts, session.seconds)
    return Report(_outcome(len(found), search.complete), tuple(found), search.complete, stats)


def _outcome(found: int, complete: bool) -> Outcome:
    if found > 1:
        return Outcome.MULTIPLE
    if not complete:
        return Outcome.LIMIT
    return Outcome.UNIQUE if found else Outcome.NONE


class Search:
    """One search through the solutions of a puzzle, with its counters."""

    def __init__(self, puzzle: Puzzle, method: Method, session: Session) -> None:
        self._puzzle = puzzle
        self._method = method
        self._session = session
        self._constrained = _edges_of_positive_clues(puzzle)
        self.cuts = 0
        self.complete = False

    def solutions(self) -> Iterator[Solution]:
        """Every solution, one after another, until none is left or the session gives up.

        `complete` is true afterwards when none is left.
        """
        self._session.add(local_clauses(self._puzzle))
        self._session.add(self._method.clauses())
        edges = len(self._puzzle.grid.edge_dots)
        while (answer := self._session.solve()) is Answer.SAT:
            lines = [variable - 1 for variable in self._session.model(edges)]
            loops = walk_loops(self._puzzle.grid, lines)
            answers = self._answers_among(loops)
            if answers:
                for loop in answers:
                    self._session.add([forbid(loop.edges)])
                    yield self._checked(loop)
            else:
                self._cut([loop for loop in loops if self._touches_clue(loop)])
        self.complete = answer is Answer.UNSAT

    def _answers_among(self, loops: list[Loop]) -> list[Loop]:
        """The subloops of a model that are solutions by themselves.

        A subloop that touches no positive clue can be left out of a model. So one subloop
        that alone touches such clues solves the puzzle; and where there is no positive
        clue, every subloop does.
        """
        if len(loops) == 1 or not self._constrained:
            return loops
        touching = [loop for loop in loops if self._touches_clue(loop)]
        return touching if len(touching) == 1 else []

    def _touches_clue(self, loop: Loop) -> bool:
        return not self._constrained.isdisjoint(loop.edges)

    def _cut(self, subloops: list[Loop]) -> None:
        for clause in self._method.cuts(subloops):
            self._session.add([clause])
            self.cuts += 1
            if self._session.out_of_time():
                break

    def _checked(self, loop: Loop) -> Solution:
        solution = frozenset(loop.edges)
        if not is_solved(self._puzzle, solution):
            raise UnsoundAnswerError(f"a {self._puzzle.size} puzzle")
        return solution


def _edges_of_positive_clues(puzzle: Puzzle) -> frozenset[int]:
    cells = zip(puzzle.grid.cell_edges, puzzle.clues, strict=True)
    return frozenset(edge for edges, clue in cells if clue for edge in edges)
