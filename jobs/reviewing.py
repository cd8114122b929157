"""Jobs for solved boards: they review the strokes of a journal, and replay them."""

from msgspec import Struct

from i18n.catalogues import localizer_for
from jobs.appearance import PLAIN, Appearance
from jobs.playing import Animation, Drawing, drawing_of, explainer_of
from narrator.frames import replay_frames
from narrator.reviews import Moment, report_on, title_of
from play.journal import Journal
from puzzle.errors import NotationError
from puzzle.model import Board, Puzzle
from puzzle.rules import Capability, is_solved
from puzzle.strokes import Stroke, drawn
from renderer.animation import (
    DEFAULT_ANIMATION_LIMITS,
    AnimationFormat,
    AnimationLimits,
    draw_animation,
)
from renderer.labels import Labels
from renderer.picture import Picture
from renderer.windows import window_around
from solver.explain.explainer import Explainer
from solver.review.gaps import Use, uses_of
from solver.review.judgement import NotReviewed


class ReviewRequest(Struct, frozen=True):
    """A puzzle and the journal of its solved board; without `clock`, no time is told."""

    puzzle: Puzzle
    journal: str
    appearance: Appearance = PLAIN
    locale: str = "en"
    clock: bool = True


class ReviewedMoment(Struct, frozen=True):
    """A moment of a review: its title, its text and its picture.

    `seconds` is the time since the board was shown, None where no time is told. `technique` is the
    name of the technique to learn from it; empty if there is none.
    """

    title: str
    text: str
    drawing: Drawing
    seconds: int | None = None
    technique: str = ""


class ReviewAnswer(Struct, frozen=True):
    """Sentences with the counts of a review, and its moments; `missing` is why there is none."""

    counts: tuple[str, ...] = ()
    moments: tuple[ReviewedMoment, ...] = ()
    missing: NotReviewed | None = None


def review_attempt(request: ReviewRequest) -> ReviewAnswer:
    """Review a solved board.

    >>> from puzzle.grid import square_grid
    >>> answer = review_attempt(ReviewRequest(Puzzle(square_grid(1, 1), (4,)), "4PAAAA."))
    >>> answer.counts[0], answer.moments
    ('1 stroke in 0:04.', ())
    >>> review_attempt(ReviewRequest(Puzzle(square_grid(1, 1), (4,)), "4PA.")).missing.name
    'INCOMPLETE'
    """
    puzzle, localizer = request.puzzle, localizer_for(request.locale)
    explainer, strokes = explainer_of(puzzle), _strokes(puzzle, request.journal)
    if strokes is None:
        return ReviewAnswer(missing=NotReviewed.INCOMPLETE)
    report = report_on(explainer, strokes, localizer, clock=request.clock)
    if isinstance(report, NotReviewed):
        return ReviewAnswer(missing=report)
    moments = tuple(_reviewed(request, moment) for moment in report.moments)
    return ReviewAnswer(report.counts, moments)


def _strokes(puzzle: Puzzle, journal: str) -> tuple[Stroke, ...] | None:
    """The strokes of a journal; None if it is not complete."""
    try:
        return Journal(journal).strokes(puzzle)
    except NotationError:
        return None


def _reviewed(request: ReviewRequest, moment: Moment) -> ReviewedMoment:
    localizer, appearance = localizer_for(request.locale), request.appearance
    picture = Picture(
        moment.board,
        appearance.theme,
        Labels.CELLS,  # the text names cells
        moment.highlights,
        localizer=localizer,
        window=window_around(request.puzzle.grid, moment.highlights),
    )
    return ReviewedMoment(
        title_of(moment, localizer),
        moment.text,
        drawing_of(picture, appearance),
        moment.seconds if request.clock else None,
        moment.technique,
    )


class ReplayRequest(Struct, frozen=True):
    """A journal to be replayed as an animation of at most `max_bytes` bytes."""

    puzzle: Puzzle
    journal: str
    appearance: Appearance = PLAIN
    max_bytes: int = DEFAULT_ANIMATION_LIMITS.max_bytes
    locale: str = "en"


def replay_attempt(request: ReplayRequest) -> Animation | None:
    """Replay a solved board; None if its journal is not complete.

    >>> from puzzle.grid import square_grid
    >>> replay_attempt(ReplayRequest(Puzzle(square_grid(1, 1), (4,)), "4PAAAA.")).gif[:3]
    b'GIF'
    """
    strokes = _strokes(request.puzzle, request.journal)
    if not strokes:
        return None
    blank, appearance = Board.blank(request.puzzle), request.appearance
    localizer = localizer_for(request.locale)
    picture = Picture(blank, appearance.theme, appearance.labelled, localizer=localizer)
    frames = replay_frames(picture, strokes, drawn(request.puzzle, strokes).lines)
    limits = AnimationLimits(max_bytes=request.max_bytes)
    gif = draw_animation(frames, AnimationFormat.GIF, limits)
    return Animation(gif, frames[-1].picture.alt, solved=True)


class UsesRequest(Struct, frozen=True):
    """A puzzle and the journal of its solved board."""

    puzzle: Puzzle
    journal: str


def find_uses(request: UsesRequest) -> dict[str, Use]:
    """The uses of techniques on a solved board, by name; none if its journal is not complete.

    There are none either where the rules have no reviews.

    >>> from puzzle.grid import square_grid
    >>> find_uses(UsesRequest(Puzzle(square_grid(1, 1), (4,)), "4PAAAA."))
    {'full-clue': Use(near=1, taken=1, passed=0, seconds=4.0)}
    """
    strokes = _strokes(request.puzzle, request.journal)
    if not request.puzzle.rules.supports(Capability.REVIEWS):
        return {}
    if strokes is None or not is_solved(request.puzzle, drawn(request.puzzle, strokes).lines):
        return {}
    return uses_of(Explainer(request.puzzle), strokes)
