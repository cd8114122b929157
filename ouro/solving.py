"""The solutions of a puzzle, how many there are, and how hard it is for people."""

from ouro.reading import board_of, puzzle_of
from puzzle.model import Board, Puzzle
from solver.enumeration import Count, count_solutions
from solver.options import DEFAULT_OPTIONS, Options
from solver.rating import NotRated, Rating, rate_within
from solver.report import DEFAULT_LIMITS, Limits, Report
from solver.search import solve as search


def solve(
    puzzle: str | Puzzle | Board,
    *,
    method: str = DEFAULT_OPTIONS.method,
    solutions: int = DEFAULT_LIMITS.solutions,
    seconds: float | None = None,
) -> Report:
    """Find solutions of a puzzle, and whether there are others.

    - `puzzle`: a text, a puzzle, or a board whose marks are taken as given: only solutions with all
      of its lines and none of its crosses count.
    - `method`: how the single loop is enforced: "cuts", "negate-loops", "filter",
      "transitive-closure", "automaton" or "distance".
    - `solutions`: stop after so many, at least 1; it takes 2 to tell one solution from several.
    - `seconds`: stop after so long; None is no bound.

    Returns a `Report`. Its `outcome` is UNIQUE, MULTIPLE or NONE, or LIMIT where a bound ended the
    search before that was known. Its `solutions` are the edges of each loop found, in an order that
    is the same on every run, and `complete` says that there are no others.

    Raises `SolverError`: `UnknownMethodError` for another method, `FormulaSizeError` when a method
    would need too large a formula for the board, `LimitsError` for a bound that is out of range.
    Raises what `read` raises, too.

    >>> import ouro
    >>> report = ouro.solve(ouro.read("1x1:4"))
    >>> report.outcome, report.solutions
    (<Outcome.UNIQUE: 'unique'>, (frozenset({0, 1, 2, 3}),))
    >>> ouro.solve(ouro.read_board("3x3:3a3c3a3", marks="x B1-C1")).outcome
    <Outcome.UNIQUE: 'unique'>
    """
    board = board_of(puzzle)
    limits = Limits(seconds, solutions=solutions)
    return search(board.puzzle, limits, Options(method), dict(enumerate(board.marks)))


def count(
    puzzle: str | Puzzle,
    *,
    limit: int | None = None,
    method: str = DEFAULT_OPTIONS.method,
    seconds: float | None = None,
) -> Count:
    """Count the solutions of a puzzle.

    - `puzzle`: a text or a puzzle. Few clues have so many solutions that counting them needs a
      bound.
    - `limit`: stop at the solution of that number, at least 1; None is no bound.
    - `method`: as for `solve`.
    - `seconds`: stop after so long; None is no bound.

    Returns a `Count`. Its `found` is how many solutions were found, and `complete` says that there
    are no others; where a bound ended the search, `str` of it begins with "at least".

    Raises `SolverError` and others as `solve` does.

    >>> import ouro
    >>> blank = ouro.read("4x4:p")
    >>> ouro.count(blank).found, str(ouro.count(blank, limit=100))
    (9349, 'at least 100')
    """
    limits = Limits(seconds) if limit is None else Limits(seconds, solutions=limit)
    return count_solutions(puzzle_of(puzzle), limits, Options(method), limit)


def rate(puzzle: str | Puzzle, *, seconds: float | None = None) -> Rating | NotRated:
    """Rate how hard a puzzle is for people.

    - `puzzle`: a text or a puzzle, of any orientation: turned and mirrored it is as hard.
    - `seconds`: stop after so long. None bounds the work instead, which is counted, so that the
      rating does not depend on the machine.

    Returns a `Rating`, with the `level` (a `Difficulty`), the `score`, the number of reasons of the
    `typical` hard step and of the `hardest` one, and how often each technique is used; or
    `NotRated`, which says why not:
    SEVERAL_SOLUTIONS, NO_SOLUTION or TOO_HARD.

    Raises `LimitsError` for negative seconds, and what `read` raises.

    >>> import ouro
    >>> ouro.rate(ouro.read("4x4:3c3d22b2a1")).level
    <Difficulty.HARD: 3>
    >>> ouro.rate(ouro.read("3x3:3a3c3a3"))
    <NotRated.SEVERAL_SOLUTIONS: 'it has several solutions'>
    """
    return rate_within(puzzle_of(puzzle), seconds)
