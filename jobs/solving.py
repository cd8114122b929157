"""The jobs that solve or rate a puzzle that a person sends.

A rating does not disclose how the puzzle is solved.
"""

from msgspec import Struct
from msgspec.structs import replace

from jobs.appearance import PLAIN, Appearance
from jobs.bounds import CHAT_BOUNDS
from jobs.playing import Drawing, DrawRequest, draw_board, explainer_of, loop_of
from jobs.reading import PastedText, read_source
from puzzle.bounds import Bounds
from puzzle.copies import LoopKey
from puzzle.lazy_messages import LazyMessage
from puzzle.model import Board, Puzzle
from puzzle.notation import format_loopy, play_address
from puzzle.notation.loopy import size_and_rules
from solver.agreement import agreed
from solver.rating import NotRated, Rating, rate
from solver.report import DEFAULT_LIMITS, Limits, Outcome, Report, Stats
from solver.search import solve

COUNTED_SOLUTIONS = 1000
"""Maximum number of solutions that are counted; on large boards `COUNTED_EDGES` lowers it."""
COUNTED_EDGES = 900_000
"""Maximum product of board edges and counted solutions, all of which are kept in memory.

Counting that many takes half a second or more.
"""
COUNTING_PROPAGATIONS = 1_500_000
"""Maximum propagations while counting solutions that are hard to find; takes about as long."""


class SolveRequest(Struct, frozen=True):
    """A puzzle to solve within `limits`, if it is within `bounds`.

    `index`, from 0, selects the solution to draw; an index past the last solution starts again at
    the first. The picture is described in the language of `locale`.
    """

    source: PastedText
    index: int = 0
    appearance: Appearance = PLAIN
    locale: str = "en"
    limits: Limits = DEFAULT_LIMITS
    bounds: Bounds = CHAT_BOUNDS


class SolveAnswer(Struct, frozen=True):
    """The result of solving a puzzle, with a picture.

    - `solutions`: the number found; `complete`: whether there are no others;
    - `index`: the solution in the picture, None if it shows the puzzle only;
    - `shared_lines`, `shared_crosses`: the number of edges that are a line in all solutions found,
      and in none of them;
    - `size`: the size as the canonical ID begins with it; `puzzle`: that ID;
    - `read`: the puzzle, and `loop`: what is drawn; `link`: an address to play it;
    - `stats`: the cost of the search;
    - `board`: for a layered appearance, the board that is drawn;
    - `notation`: the notation in which it was read, or what is told instead; `others`: the IDs of
      other puzzles in the text.
    """

    outcome: Outcome
    solutions: int
    complete: bool
    index: int | None
    shared_lines: int
    shared_crosses: int
    size: str
    puzzle: str
    read: Puzzle
    link: str
    png: bytes
    alt: str
    stats: Stats
    board: Board | None = None
    loop: LoopKey | None = None
    notation: str = "loopy"
    others: tuple[str, ...] = ()
    remarks: tuple[LazyMessage, ...] = ()

    def suffices(self, index: int) -> bool:
        """Whether a longer search would not change what is shown of the solution with an index."""
        enough = self.complete or self.solutions > max(index, 1)
        return self.outcome is not Outcome.LIMIT and enough


def solve_puzzle(request: SolveRequest) -> SolveAnswer:
    """Solve a puzzle, count its solutions, and draw one of them.

    Raises `PuzzleError` for text that is no puzzle or a puzzle too large.

    >>> answer = solve_puzzle(SolveRequest(PastedText("1x1:4")))
    >>> answer.outcome, answer.solutions, answer.complete, answer.puzzle, answer.png[1:4]
    (<Outcome.UNIQUE: 'unique'>, 1, True, '1x1:4', b'PNG')
    """
    found = read_source(request.source, request.bounds)
    puzzle = found.puzzle
    report = _search(puzzle, request)
    index = request.index % len(report.solutions) if report.solutions else None
    board = (
        Board.blank(puzzle) if index is None else Board.of_lines(puzzle, report.solutions[index])
    )
    shared = agreed(puzzle.grid, report.solutions)
    drawing = draw_board(DrawRequest(board, request.appearance, locale=request.locale))
    return SolveAnswer(
        outcome=report.outcome,
        solutions=len(report.solutions),
        complete=report.complete,
        index=index,
        shared_lines=len(shared.lines),
        shared_crosses=len(shared.crosses),
        size=size_and_rules(puzzle),
        puzzle=format_loopy(puzzle),
        read=puzzle,
        link=play_address(puzzle),
        png=drawing.png,
        alt=drawing.alt,
        stats=report.stats,
        board=drawing.board,
        loop=None if index is None else LoopKey.of(puzzle.grid, board.lines),
        notation=found.notation,
        others=found.others,
        remarks=found.remarks,
    )


class OutcomeRequest(Struct, frozen=True):
    """A puzzle, and the limits of a search for two solutions."""

    puzzle: Puzzle
    limits: Limits = DEFAULT_LIMITS


class OutcomeAnswer(Struct, frozen=True):
    """How many solutions a puzzle has, and its loop if that is the only one."""

    outcome: Outcome
    loop: LoopKey | None = None


def find_outcome(request: OutcomeRequest) -> OutcomeAnswer:
    """Whether a puzzle has no solution, one, or more, as far as the limits allow.

    Nothing is counted or drawn.

    >>> from puzzle.grid import square_grid
    >>> find_outcome(OutcomeRequest(Puzzle(square_grid(1, 1), (4,)))).outcome
    <Outcome.UNIQUE: 'unique'>
    """
    found = solve(request.puzzle, replace(request.limits, solutions=2))
    if found.outcome is not Outcome.UNIQUE:
        return OutcomeAnswer(found.outcome)
    return OutcomeAnswer(found.outcome, LoopKey.of(request.puzzle.grid, found.solutions[0]))


def _search(puzzle: Puzzle, request: SolveRequest) -> Report:
    """Find as many solutions as the request needs, and count more if that is quick.

    Solutions come in the same order every time, so a longer search begins like a shorter one.
    """
    most = min(COUNTED_SOLUTIONS, COUNTED_EDGES // len(puzzle.grid.edge_dots))
    needed = min(max(2, request.index + 1), most)
    report = solve(puzzle, replace(request.limits, solutions=needed))
    if report.outcome is not Outcome.MULTIPLE or report.complete:
        return report
    counted = replace(request.limits, seconds=None, propagations=COUNTING_PROPAGATIONS)
    count = solve(puzzle, replace(counted, solutions=most))
    if len(count.solutions) < len(report.solutions):
        return report
    return replace(count, stats=report.stats + count.stats)


class RateRequest(Struct, frozen=True):
    """A puzzle to rate; its picture is described in the language of `locale`."""

    puzzle: Puzzle
    appearance: Appearance = PLAIN
    locale: str = "en"


class RateAnswer(Struct, frozen=True):
    """The rating of a puzzle or why it has none, a picture of its blank board, and its only loop.

    `size` is the size of the puzzle as its canonical ID begins with it.
    """

    size: str
    found: Rating | NotRated
    drawing: Drawing
    loop: LoopKey | None = None


def rate_puzzle(request: RateRequest) -> RateAnswer:
    """Rate a puzzle.

    >>> from puzzle.notation import parse_puzzle
    >>> rated = rate_puzzle(RateRequest(parse_puzzle("5x5:b1c3a12a02d1a2c32")))
    >>> rated.size, rated.found.level.name
    ('5x5', 'EXPERT')
    """
    puzzle = request.puzzle
    found = rate(puzzle)
    drawing = draw_board(
        DrawRequest(Board.blank(puzzle), request.appearance, locale=request.locale)
    )
    loop = loop_of(explainer_of(puzzle))
    return RateAnswer(size_and_rules(puzzle), found, drawing, loop)
