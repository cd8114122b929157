"""Find the solutions of a puzzle, and prove how many there are."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from itertools import islice

from puzzle.model import Puzzle, Solution
from puzzle.rules import is_solved
from solver.connectivity import open_method
from solver.connectivity.method import Method
from solver.encoding import Clause, forbid, local_rules
from solver.errors import LimitsError, UnsoundAnswerError
from solver.loops import LoopWalker, Subloop
from solver.options import DEFAULT_OPTIONS, Options
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


def solve(puzzle: Puzzle, limits: Limits = Limits(), options: Options = DEFAULT_OPTIONS) -> Report:
    """Search for solutions until there are no more or a limit is reached.

    Raises `UnknownMethodError` for a method that is not in the registry.

    >>> from puzzle.grid import square_grid
    >>> report = solve(Puzzle(square_grid(1, 1), (4,)))
    >>> report.outcome, report.solutions, report.complete
    (<Outcome.UNIQUE: 'unique'>, (frozenset({0, 1, 2, 3}),), True)
    """
    with open_search(puzzle, limits, options) as search:
        found = tuple(islice(search.solutions(), limits.solutions))
        return Report(_outcome(len(found), search.complete), found, search.complete, search.stats)


@contextmanager
def open_search(
    puzzle: Puzzle, limits: Limits = Limits(), options: Options = DEFAULT_OPTIONS
) -> Iterator["Search"]:
    """A search whose solutions can be taken one by one; its clock starts now.

    The limit of solutions is the caller's to keep.

    >>> from puzzle.grid import square_grid
    >>> with open_search(Puzzle(square_grid(1, 2), (None, None))) as search:
    ...     [len(solution) for solution in search.solutions()], search.complete
    ([4, 4, 6], True)
    """
    method = open_method(puzzle, options)
    with Session(limits.seconds, limits.conflicts, limits.calls, options) as session:
        yield Search(puzzle, method, session, options)


def _outcome(found: int, complete: bool) -> Outcome:
    if found > 1:
        return Outcome.MULTIPLE
    if not complete:
        return Outcome.LIMIT
    return Outcome.UNIQUE if found else Outcome.NONE


class Search:
    """One search through the solutions of a puzzle, with its counters."""

    def __init__(self, puzzle: Puzzle, method: Method, session: Session, options: Options) -> None:
        self._puzzle = puzzle
        self._method = method
        self._session = session
        self._options = options
        self._constrained = _edges_of_positive_clues(puzzle)
        self._cuts = 0
        self.complete = False

    @property
    def stats(self) -> Stats:
        """What the search has taken so far."""
        session = self._session
        return Stats(session.calls, self._cuts, session.conflicts, session.seconds)

    def solutions(self) -> Iterator[Solution]:
        """Every solution, one after another, until none is left or the session gives up.

        `complete` is true afterwards when none is left.
        """
        session, inside = self._session, self._options.inside or False
        session.add_formula(local_rules(self._puzzle, session.knows_bounds, inside))
        session.add(self._method.clauses())
        walker = LoopWalker(self._puzzle.grid)
        while (answer := session.solve()) is Answer.SAT:
            subloops = walker.walk(session.lines(len(self._puzzle.grid.edge_dots)))
            answers = self._answers_among(subloops)
            for loop in answers:
                session.add([forbid(loop)])
                yield self._checked(loop)
            if not answers:
                self._cut(subloops)
        self.complete = answer is Answer.UNSAT and self._method.exhaustive

    def _answers_among(self, subloops: list[Subloop]) -> list[Subloop]:
        """The subloops of a model that are solutions by themselves.

        A subloop that touches no positive clue can be left out of a model. So one subloop
        that alone touches such clues solves the puzzle; and where there is no positive
        clue, every subloop does.
        """
        if len(subloops) == 1 or not self._constrained:
            return subloops
        if self._options.keep_unconstrained:
            return []
        touching = list(filter(self._touches_clue, subloops))
        return touching if len(touching) == 1 else []

    def _touches_clue(self, loop: Subloop) -> bool:
        return not self._constrained.isdisjoint(loop)

    def _cut(self, subloops: list[Subloop]) -> None:
        """Exclude a model of several subloops, none of which is a solution alone."""
        touching = [loop for loop in subloops if self._touches_clue(loop)]
        if len(touching) > 1:
            self._add_cuts(self._method.cuts(touching))
        if self._options.keep_unconstrained:
            free = [loop for loop in subloops if not self._touches_clue(loop)]
            self._add_cuts(map(forbid, free))

    def _add_cuts(self, cuts: Iterable[Clause]) -> None:
        for clause in cuts:
            self._session.add([clause])
            self._cuts += 1
            if self._session.out_of_time():
                break

    def _checked(self, loop: Subloop) -> Solution:
        solution = frozenset(loop)
        if not is_solved(self._puzzle, solution):
            raise UnsoundAnswerError(f"a {self._puzzle.size} puzzle")
        return solution


def _edges_of_positive_clues(puzzle: Puzzle) -> frozenset[int]:
    cells = zip(puzzle.grid.cell_edges, puzzle.clues, strict=True)
    return frozenset(edge for edges, clue in cells if clue for edge in edges)
