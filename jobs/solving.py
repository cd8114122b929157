"""The job that solves a puzzle that a person sends."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from i18n.catalogues import localizer_for
from jobs.bounds import CHAT_BOUNDS
from jobs.errors import NothingFound
from jobs.recognising import SecretDailies
from play.identity import KnownDaily
from puzzle.bounds import Bounds
from puzzle.errors import PuzzleError
from puzzle.model import Board, Puzzle
from puzzle.notation import find_puzzle, format_puzzle, parse_puzzle
from renderer.alt import alt_text
from renderer.labels import Labels
from renderer.png import draw_png
from renderer.scene import build_scene
from renderer.theme import theme_named
from solver.agreement import agreed
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


@dataclass(frozen=True, slots=True)
class Appearance:
    """How the picture is drawn: the name of a theme, and whether rows and columns are labelled."""

    theme: str = "light"
    labels: bool = False

    @property
    def labelled(self) -> Labels:
        """What the labels name."""
        return Labels.CELLS if self.labels else Labels.NONE


PLAIN = Appearance()
"""The default appearance."""


@dataclass(frozen=True, slots=True)
class PastedText:
    """Text that is a puzzle and nothing else."""

    text: str


class MessageTexts(NamedTuple):
    """The texts of a chat message, of which the first puzzle found is used."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """A puzzle to solve within `limits`, if it is within `bounds`.

    `index`, from 0, selects the solution to draw; an index past the last solution starts again at
    the first. The picture is described in the language of `locale`.
    """

    source: PastedText | MessageTexts
    index: int = 0
    appearance: Appearance = PLAIN
    locale: str = "en"
    limits: Limits = DEFAULT_LIMITS
    bounds: Bounds = CHAT_BOUNDS


@dataclass(frozen=True, slots=True)
class SolveAnswer:
    """The result of solving a puzzle, with a picture.

    - `solutions`: the number found; `complete`: whether there are no others;
    - `index`: the solution in the picture, None if it shows the puzzle only;
    - `shared_lines`, `shared_crosses`: the number of edges that are a line in all solutions found,
      and in none of them;
    - `puzzle`: the canonical ID; `link`: an address to play it; `stats`: the cost of the search.
    """

    outcome: Outcome
    solutions: int
    complete: bool
    index: int | None
    shared_lines: int
    shared_crosses: int
    size: str
    puzzle: str
    link: str
    png: bytes
    alt: str
    stats: Stats

    def suffices(self, index: int) -> bool:
        """Whether a longer search would not change what is shown of the solution with an index."""
        enough = self.complete or self.solutions > max(index, 1)
        return self.outcome is not Outcome.LIMIT and enough


def solve_puzzle(request: SolveRequest) -> SolveAnswer:
    """Solve a puzzle, count its solutions, and draw one of them.

    Raises `PuzzleError` for text that is no puzzle or a puzzle too large, and `NothingFound`
    for a message without one.

    >>> answer = solve_puzzle(SolveRequest(PastedText("1x1:4")))
    >>> answer.outcome, answer.solutions, answer.complete, answer.puzzle, answer.png[1:4]
    (<Outcome.UNIQUE: 'unique'>, 1, True, '1x1:4', b'PNG')
    """
    return answer_of(read_source(request.source, request.bounds), request)


@dataclass(frozen=True, slots=True)
class OutcomeRequest:
    """A puzzle, and the limits of a search for two solutions."""

    puzzle: Puzzle
    limits: Limits = DEFAULT_LIMITS


def find_outcome(request: OutcomeRequest) -> Outcome:
    """Whether a puzzle has no solution, one, or more, as far as the limits allow.

    Nothing is counted or drawn.

    >>> find_outcome(OutcomeRequest(parse_puzzle("1x1:4")))
    <Outcome.UNIQUE: 'unique'>
    """
    return solve(request.puzzle, replace(request.limits, solutions=2)).outcome


@dataclass(frozen=True, slots=True)
class GuardedRequest:
    """A puzzle to solve unless it is a secret daily."""

    wanted: SolveRequest
    secrets: SecretDailies


def solve_unless_secret(request: GuardedRequest) -> SolveAnswer | KnownDaily:
    """Solve a puzzle as `solve_puzzle` does; if it is a secret daily, return that instead.

    >>> from datetime import UTC, date, datetime
    >>> from jobs.recognising import SecretDaily
    >>> from play.calendar import Track
    >>> secret = SecretDaily(date(2026, 11, 5), Track.EASY, "2x1:3a")
    >>> noon = datetime(2026, 11, 5, 12, tzinfo=UTC)
    >>> asked = GuardedRequest(SolveRequest(PastedText("1x2:a3")), SecretDailies((secret,), noon))
    >>> solve_unless_secret(asked).track
    <Track.EASY: 'easy'>
    """
    puzzle = read_source(request.wanted.source, request.wanted.bounds)
    daily = request.secrets.find(puzzle)
    return answer_of(puzzle, request.wanted) if daily is None else daily


def answer_of(puzzle: Puzzle, request: SolveRequest) -> SolveAnswer:
    """The answer to a request whose puzzle was parsed."""
    report = _search(puzzle, request)
    index = request.index % len(report.solutions) if report.solutions else None
    board = (
        Board.blank(puzzle) if index is None else Board.of_lines(puzzle, report.solutions[index])
    )
    shared = agreed(puzzle.grid, report.solutions)
    scene = build_scene(board, labels=request.appearance.labelled)
    return SolveAnswer(
        outcome=report.outcome,
        solutions=len(report.solutions),
        complete=report.complete,
        index=index,
        shared_lines=len(shared.lines),
        shared_crosses=len(shared.crosses),
        size=puzzle.size,
        puzzle=format_puzzle(puzzle, "loopy"),
        link=format_puzzle(puzzle, "puzzlink"),
        png=draw_png(scene, theme_named(request.appearance.theme)),
        alt=alt_text(board, localizer=localizer_for(request.locale)),
        stats=report.stats,
    )


def read_source(source: PastedText | MessageTexts, bounds: Bounds = CHAT_BOUNDS) -> Puzzle:
    """The puzzle in a text or message.

    Raises `PuzzleError` for text that is no puzzle or a puzzle too large, and `NothingFound` for a
    message without one.
    """
    if isinstance(source, PastedText):
        return parse_puzzle(source.text, bounds)
    failure: PuzzleError | None = None
    for text in source.texts:
        try:
            found = find_puzzle(text, bounds)
        except PuzzleError as error:  # it resembles a puzzle; perhaps the next text is one
            failure = failure or error
        else:
            if found is not None:
                return found
    raise failure or NothingFound()


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
