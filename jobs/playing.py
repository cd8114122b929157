"""Jobs for people who play: boards drawn, hints found, marks checked, solutions animated."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from i18n.catalogues import localizer_for
from i18n.localizer import Localizer
from jobs.solving import PLAIN, Appearance
from narrator.checks import Detail, tell_check
from narrator.frames import walkthrough_frames
from narrator.narration import Level, Narration, narrate
from narrator.outcomes import explain_no_step
from narrator.picture import highlight, highlight_check
from puzzle.model import Board, EdgeState, Puzzle
from renderer.animation import (
    DEFAULT_ANIMATION_LIMITS,
    AnimationFormat,
    AnimationLimits,
    draw_animation,
)
from renderer.card import Card
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from renderer.picture import Picture
from solver.explain.explainer import Explainer, NoStep
from solver.explain.mistakes import CheckOutcome, check
from solver.explain.step import Step

WALK_BUDGET = 1_500_000
"""Units of work for all steps of a moving picture, as many as a rating may take."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture as a PNG file, and what it shows in words."""

    png: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """A board to draw, with what to set off and a line below it, told in which language."""

    board: Board
    appearance: Appearance = PLAIN
    highlights: Highlights = NO_HIGHLIGHTS
    footer: str = ""
    locale: str = "en"


def draw_board(request: DrawRequest) -> Drawing:
    """Draw a board.

    >>> from puzzle.grid import square_grid
    >>> draw_board(DrawRequest(Board.blank(Puzzle(square_grid(1, 1), (4,))))).png[1:4]
    b'PNG'
    """
    localizer = localizer_for(request.locale)
    return _draw(localizer, request.board, request.appearance, request.highlights, request.footer)


@dataclass(frozen=True, slots=True)
class CardRequest:
    """A share card to draw."""

    card: Card


def draw_card(request: CardRequest) -> bytes:
    """Draw a share card as a PNG file.

    >>> draw_card(CardRequest(Card("Ouro", 5, 5, 60)))[1:4]
    b'PNG'
    """
    return request.card.png()


def _draw(
    localizer: Localizer,
    board: Board,
    appearance: Appearance,
    highlights: Highlights = NO_HIGHLIGHTS,
    footer: str = "",
) -> Drawing:
    picture = Picture(board, appearance.theme, appearance.labels, highlights, footer, localizer)
    return Drawing(picture.png(), picture.alt)


@lru_cache(maxsize=16)
def explainer_of(puzzle: Puzzle) -> Explainer:
    """A worker keeps what it knows of the last puzzles."""
    return Explainer(puzzle)


@dataclass(frozen=True, slots=True)
class HintRequest:
    """A board on which somebody is stuck, and how much they want to know, in which language."""

    board: Board
    level: Level = Level.NUDGE
    appearance: Appearance = PLAIN
    locale: str = "en"


@dataclass(frozen=True, slots=True)
class HintAnswer:
    """What is told of the next step, with a picture.

    `states` are the edges that a whole step gives away, to be marked on wish; `technique` is
    its name. Where there is no step, `missing` tells why.
    """

    narration: Narration
    drawing: Drawing
    states: Mapping[int, EdgeState] = field(default_factory=dict)
    technique: str | None = None
    missing: NoStep | None = None


def find_hint(request: HintRequest) -> HintAnswer:
    """The next step a person could find on a board, told at the level asked for.

    >>> from puzzle.grid import square_grid
    >>> board = Board.blank(Puzzle(square_grid(2, 2), (0, None, None, 4)))
    >>> find_hint(HintRequest(board)).narration.text
    'Look around the 0 at A1.'
    """
    board, appearance = request.board, request.appearance
    localizer = localizer_for(request.locale)
    step = explainer_of(board.puzzle).next_step(board)
    if not isinstance(step, Step):
        narration = Narration(None, (explain_no_step(step, localizer),))
        return HintAnswer(narration, _draw(localizer, board, appearance), missing=step)
    shown = highlight(board.puzzle, step, request.level)
    found = {deduction.edge: deduction.state for deduction in step.deductions}
    return HintAnswer(
        narrate(board, step, request.level, localizer),
        _draw(localizer, board, appearance, shown),
        found if request.level is Level.STEP else {},
        step.technique.name,
    )


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """A board whose marks are to be checked, and how much to tell, in which language."""

    board: Board
    detail: Detail = Detail.COUNT
    appearance: Appearance = PLAIN
    locale: str = "en"


@dataclass(frozen=True, slots=True)
class CheckAnswer:
    """What is told of somebody's marks, with a picture, and how many are wrong."""

    narration: Narration
    drawing: Drawing
    outcome: CheckOutcome
    wrong: int


def check_marks(request: CheckRequest) -> CheckAnswer:
    """Check the marks of a board.

    >>> from puzzle.grid import square_grid
    >>> board = Board.blank(Puzzle(square_grid(1, 1), (4,))).mark({0: EdgeState.CROSS})
    >>> check_marks(CheckRequest(board)).wrong
    1
    """
    explain = request.detail is Detail.WHY
    found = check(explainer_of(request.board.puzzle), request.board, explain=explain)
    localizer = localizer_for(request.locale)
    return CheckAnswer(
        tell_check(request.board, found, request.detail, localizer),
        _draw(localizer, request.board, request.appearance, highlight_check(found, request.detail)),
        found.outcome,
        found.count,
    )


@dataclass(frozen=True, slots=True)
class AnimationRequest:
    """A puzzle whose solution is wanted as a moving picture of at most so many bytes.

    What it ends with is told in the language of `locale`.
    """

    puzzle: Puzzle
    appearance: Appearance = PLAIN
    max_bytes: int = DEFAULT_ANIMATION_LIMITS.max_bytes
    locale: str = "en"


@dataclass(frozen=True, slots=True)
class Animation:
    """A moving picture as a GIF file, what it ends with in words, and whether that is the end."""

    gif: bytes
    alt: str
    solved: bool


def animate_solution(request: AnimationRequest) -> Animation:
    """The solution of a puzzle found step by step, as far as steps can be explained.

    >>> from puzzle.grid import square_grid
    >>> animation = animate_solution(AnimationRequest(Puzzle(square_grid(1, 2), (3, None))))
    >>> animation.gif[:3], animation.solved
    (b'GIF', True)
    """
    board, appearance = Board.blank(request.puzzle), request.appearance
    *steps, end = explainer_of(request.puzzle).walkthrough(units=WALK_BUDGET)
    picture = Picture(
        board, appearance.theme, appearance.labels, localizer=localizer_for(request.locale)
    )
    frames = walkthrough_frames(picture, [step for step in steps if isinstance(step, Step)])
    limits = AnimationLimits(max_bytes=request.max_bytes)
    gif = draw_animation(frames, AnimationFormat.GIF, limits)
    return Animation(gif, frames[-1].picture.alt, end is NoStep.SOLVED)
