"""Jobs for playing: they draw boards, find hints, check marks and animate solutions."""

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from i18n.catalogues import localizer_for
from i18n.localizer import ENGLISH, Localizer
from jobs.appearance import PLAIN, Appearance
from jobs.habits import Drawn, has_crosses_in_mind
from narrator.argument_parts import ArgumentPart, is_long, refutation_parts, step_parts
from narrator.checks import Detail, narrate_check
from narrator.frames import walkthrough_frames
from narrator.illustration import illustrate, illustrate_check
from narrator.narration import Level, Narration, narrate
from narrator.outcomes import explain_no_step
from narrator.picture import highlight
from narrator.ways import BothWays, both_ways
from puzzle.copies import LoopKey
from puzzle.drawn_marks import DraftMarks, judged
from puzzle.model import Board, EdgeState, Puzzle
from renderer.animation import (
    DEFAULT_ANIMATION_LIMITS,
    AnimationFormat,
    AnimationLimits,
    draw_animation,
)
from renderer.card import Card
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from renderer.layers import Layer, highlight_layers
from renderer.picture import Picture
from renderer.theme import theme_named
from renderer.windows import BoardPart, window_around
from solver.explain.budget import Budget
from solver.explain.explainer import TRUTH_LIMITS, Explainer, NoStep
from solver.explain.mistakes import Check, CheckOutcome, check
from solver.explain.step import Step
from solver.explain.techniques import is_practised
from solver.report import Limits
from solver.review.known_marks import check_in_mind, with_crosses_in_mind

MAX_AT_ONCE = 100
"""Maximum number of words of the reasons of a check that are shown at once."""
WALK_BUDGET = 1_500_000
"""Units of work for all steps of an animation, the same as for a rating."""


class Drawing(Struct, frozen=True):
    """A picture as a PNG file, and its alternative text.

    For a layered appearance there is no file, but the board that is shown, which has marks of its
    own in a part of an argument, and the layers of its highlights.
    """

    png: bytes
    alt: str
    board: Board | None = None
    layers: tuple[Layer, ...] = ()


class DrawRequest(Struct, frozen=True):
    """A board to draw, with highlights and a line below it; `locale` is the text's language."""

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
    picture = Picture(
        request.board,
        request.appearance.theme,
        request.appearance.labelled,
        request.highlights,
        request.footer,
        localizer_for(request.locale),
    )
    return drawing_of(picture, request.appearance)


def drawing_of(picture: Picture, appearance: Appearance) -> Drawing:
    """A picture drawn, or for a layered appearance its board with the layers of its highlights."""
    if not appearance.layered:
        return Drawing(picture.png(), picture.alt)
    theme = theme_named(appearance.theme)
    layers = highlight_layers(picture.board, picture.highlights, theme)
    return Drawing(b"", picture.alt, picture.board, layers)


def draw_card(card: Card) -> bytes:
    """Draw a share card as a PNG file.

    >>> from puzzle.grid import square_grid
    >>> draw_card(Card("Ouro", square_grid(5, 5), 60))[1:4]
    b'PNG'
    """
    return card.png()


def _draw(
    localizer: Localizer,
    board: Board,
    appearance: Appearance,
    highlights: Highlights = NO_HIGHLIGHTS,
    window: BoardPart | None = None,
) -> Drawing:
    picture = Picture(
        board,
        appearance.theme,
        appearance.labelled,
        highlights,
        localizer=localizer,
        window=window,
    )
    return drawing_of(picture, appearance)


def _draw_argument(
    localizer: Localizer, appearance: Appearance, part: ArgumentPart, whole: Highlights
) -> Drawing:
    """Draw a part of an argument, or all of it, around the cells that it is about."""
    window = window_around(part.board.puzzle.grid, whole)
    return _draw(localizer, part.board, appearance, part.highlights, window=window)


QUICK_UNITS = 2_000
"""Maximum units of work (see `solver.explain.budget`) of a quick hint; of 10x10 boards 99 % of the
steps take less, even on hard ones."""

QUICK_LIMITS = Limits(seconds=None, propagations=100_000)
"""The limits of each search for solutions in a quick hint or check."""


@lru_cache(maxsize=16)
def explainer_of(puzzle: Puzzle, limits: Limits = TRUTH_LIMITS) -> Explainer:
    """The explainer of a puzzle; each worker caches those of recent puzzles."""
    return Explainer(puzzle, limits)


def loop_of(explainer: Explainer) -> LoopKey | None:
    """The key of the only loop of a puzzle; None if there is not one, or a limit was reached."""
    solution = explainer.solution
    return None if solution is None else LoopKey.of(explainer.puzzle.grid, solution)


def draw_ways(ways: BothWays, appearance: Appearance, localizer: Localizer) -> Drawing:
    """The ways of a step side by side, as a PNG file also where drawings are layered."""
    return Drawing(ways.png(appearance.theme), ways.alt(localizer))


class HintRequest(Struct, frozen=True):
    """A board for which to find a hint, its level of detail, and the language of the text.

    `near` are the edges that were marked last, those before them, and so on; of equally easy steps
    the nearest is chosen. `another` is how many steps to pass over before that. `part`, from 1,
    selects one part of the argument of a whole step; `ways` draws its ways instead. A `quick` hint
    is the same as another, or TOO_HARD: where it takes more than `QUICK_UNITS` or `QUICK_LIMITS`,
    or the puzzle is not unique. `drawn` tells whether the player leaves out crosses; easy ones are
    in mind then. The rules of `known` techniques are not told. Without
    `reasons`, a whole step is told as its title and where to look.
    """

    board: Board
    level: Level = Level.NUDGE
    appearance: Appearance = PLAIN
    locale: str = "en"
    near: tuple[tuple[int, ...], ...] = ()
    another: int = 0
    part: int | None = None
    ways: bool = False
    quick: bool = False
    drawn: Drawn = Drawn()
    known: tuple[str, ...] = ()
    reasons: bool = True


class HintAnswer(Struct, frozen=True):
    """The narration of the next step, with a picture.

    `states` are the edge states that a whole step gives, which the player can mark; `technique` is
    the name of the technique if there are drills of it. `about` are the edges of the step at any
    level. If there is no step, `missing` is the reason. `parts` is the number of parts of a long
    argument, 0 for a short one; `ways`: whether its ways can be drawn. `loop` is the only loop of
    the puzzle, if it is known.
    """

    narration: Narration
    drawing: Drawing
    states: Mapping[int, EdgeState] = field(default_factory=dict)
    technique: str | None = None
    missing: NoStep | None = None
    parts: int = 0
    about: frozenset[int] = frozenset()
    ways: bool = False
    loop: LoopKey | None = None


def find_hint(request: HintRequest) -> HintAnswer:
    """The next step that a person could find on a board, described at the requested level.

    >>> from puzzle.grid import square_grid
    >>> board = Board.blank(Puzzle(square_grid(2, 2), (0, None, None, 4)))
    >>> find_hint(HintRequest(board)).narration.text
    'Look around the 0 at A1.'
    """
    puzzle = request.board.puzzle
    explainer = explainer_of(puzzle, QUICK_LIMITS if request.quick else TRUTH_LIMITS)
    return replace(_find_hint(request, explainer), loop=loop_of(explainer))


def _find_hint(request: HintRequest, explainer: Explainer) -> HintAnswer:
    board, appearance = request.board, request.appearance
    localizer = localizer_for(request.locale)
    budget = Budget(QUICK_UNITS if request.quick else None)
    step: Step | NoStep = NoStep.TOO_HARD
    if not request.quick or explainer.solution is not None:
        leaves_out = has_crosses_in_mind(request.drawn, board)
        seen = with_crosses_in_mind(explainer, board) if leaves_out else board
        step = explainer.next_step(seen, budget, request.near, another=request.another)
    if budget.is_spent:
        step = NoStep.TOO_HARD
    if not isinstance(step, Step):
        narration = Narration(None, (explain_no_step(step, localizer),))
        return HintAnswer(narration, _draw(localizer, board, appearance), missing=step)
    step = step.seen_on(board)
    narration = narrate(board, step, request.level, localizer, request.known)
    about = frozenset(step.forced)
    technique = step.technique.name if is_practised(step.technique) else None
    if request.level is not Level.STEP:
        drawing = _draw(localizer, board, appearance, highlight(board.puzzle, step, request.level))
        return HintAnswer(narration, drawing, technique=technique, about=about)
    if not request.reasons:
        where = narrate(board, step, Level.NUDGE, localizer).sentences
        narration = replace(narration, sentences=where, conclusion=None)
    parts: Sequence[ArgumentPart] = _long(step_parts(board, step, localizer))
    shown = illustrate(board, step)
    part = ArgumentPart("", board, shown)
    if request.part is not None and parts:
        narration, part = _one_part(narration, parts, request.part)
    drawing = _draw_argument(localizer, appearance, part, shown)
    ways = both_ways(board, step)
    if request.ways and ways is not None:
        drawing = draw_ways(ways, appearance, localizer)
    told = narration, drawing, step.forced, technique
    return HintAnswer(*told, parts=len(parts), about=about, ways=ways is not None)


def _long(parts: Sequence[ArgumentPart]) -> Sequence[ArgumentPart]:
    """The parts of an argument; none if it is short."""
    return parts if is_long(parts) else ()


def _one_part(
    narration: Narration, parts: Sequence[ArgumentPart], number: int
) -> tuple[Narration, ArgumentPart]:
    """The part with a number, or the last one, and its text below the title of the narration."""
    part = parts[min(number, len(parts)) - 1]
    return replace(narration, sentences=(part.text,), conclusion=None), part


class CheckRequest(Struct, frozen=True):
    """A board whose marks are checked, the level of detail, and the language of the text.

    `part`, from 1, selects one part of a refutation, 0 all of it; without it, a long one begins
    with the first. `made` are the marked edges in the order in
    which they were marked: the first wrong one is explained. A `quick` check explains nothing, and
    is UNDECIDED where it takes more than `QUICK_LIMITS`, or the puzzle is not unique. `drawn` is as
    in a hint.
    """

    board: Board
    detail: Detail = Detail.COUNT
    appearance: Appearance = PLAIN
    locale: str = "en"
    part: int | None = None
    made: tuple[int, ...] = ()
    quick: bool = False
    drawn: Drawn = Drawn()


class CheckAnswer(Struct, frozen=True):
    """The narration of a check, with a picture, its outcome, and the number of wrong marks.

    `detail` is what it discloses of them: it is less than was asked for where no short reason is
    found. `parts` is the number of parts of a refutation of several steps or many sentences, else
    0; `part` is the one that is shown. `about` are the edges with wrong marks; none if only their
    number is disclosed. `loop` is the only loop of the puzzle, if it is known.
    """

    narration: Narration
    drawing: Drawing
    outcome: CheckOutcome
    wrong: int
    detail: Detail
    parts: int = 0
    part: int | None = None
    about: frozenset[int] = frozenset()
    loop: LoopKey | None = None


def check_marks(request: CheckRequest) -> CheckAnswer:
    """Check the marks of a board.

    >>> from puzzle.grid import square_grid
    >>> board = Board.blank(Puzzle(square_grid(1, 1), (4,))).mark({0: EdgeState.CROSS})
    >>> check_marks(CheckRequest(board)).wrong
    1
    """
    explain = request.detail is Detail.WHY and not request.quick
    explainer = explainer_of(request.board.puzzle, QUICK_LIMITS if request.quick else TRUTH_LIMITS)
    found = Check(CheckOutcome.UNDECIDED)
    if not request.quick or explainer.solution is not None:
        find = check_in_mind if has_crosses_in_mind(request.drawn, request.board) else check
        found = find(explainer, request.board, explain=explain, made=request.made)
    localizer, board, appearance = localizer_for(request.locale), request.board, request.appearance
    parts: Sequence[ArgumentPart] = refutation_parts(board, found, localizer) if explain else ()
    if len(found.refutation) == 1:
        parts = _long(parts)
    narration = narrate_check(board, found, request.detail, localizer)
    shown = illustrate_check(board, found, request.detail)
    drawing = _draw(localizer, board, appearance, shown)
    number = request.part if parts else None
    if number is None and parts and _is_long(narration, request, found, board):
        number, narration = 1, narrate_check(board, found, request.detail, localizer, most=1)
        drawing = _draw_argument(localizer, appearance, parts[0], shown)
    elif number:
        narration, part = _one_part(narration, parts, number)
        shown = replace(shown, wrong=found.explained)
        drawing = _draw_argument(localizer, appearance, part, shown)
    detail = request.detail if found.is_explained or not explain else Detail.WHERE
    about = frozenset[int]() if detail is Detail.COUNT else found.wrong
    told = narration, drawing, found.outcome, found.count, detail, len(parts), number, about
    return CheckAnswer(*told, loop=loop_of(explainer))


def _is_long(told: Narration, request: CheckRequest, found: Check, board: Board) -> bool:
    """Whether a check has too many words in English to be shown at once in any language."""
    if request.locale != ENGLISH.language:
        told = narrate_check(board, found, request.detail, ENGLISH)
    return len(told.text.split()) > MAX_AT_ONCE


class Wanted(Enum):
    """What a player wants who goes on from marks.

    A step at a level, which is drawn, and told where it is; the one after it, the reasons of a
    step, or its ways; or a step after the answer that marks were drawn, or were not.
    """

    NUDGE = "nudge"
    HINT = "hint"
    STEP = "step"
    NEXT = "next"
    WHY = "why"
    WAYS = "ways"
    DRAWN = "drawn"
    BLANK = "blank"

    @property
    def level(self) -> Level:
        """The level of the hint."""
        return Level(self.value) if self in {Wanted.NUDGE, Wanted.HINT} else Level.STEP


class GoOnRequest(Struct, frozen=True):
    """The marks from which to go on, on a puzzle of which all clues may be `certain`."""

    puzzle: Puzzle
    marks: DraftMarks
    wanted: Wanted = Wanted.STEP
    certain: bool = True
    appearance: Appearance = PLAIN
    locale: str = "en"


class GoOnAnswer(Struct, frozen=True):
    """The next step, or the first mistake as the reason why there is none.

    Or the edges that the player is asked about; with neither, what was read is no puzzle with one
    solution. `marks` are those from then on. `loop` is the only loop of the puzzle, if it is known.
    """

    marks: DraftMarks
    loop: LoopKey | None
    hint: HintAnswer | None = None
    asked: frozenset[int] = frozenset()


def go_on(request: GoOnRequest) -> GoOnAnswer:
    """The next step from drawn marks.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 2), (4, None))
    >>> drawn = DraftMarks(lines=frozenset({1}), doubts=frozenset({1}))
    >>> sorted(go_on(GoOnRequest(puzzle, drawn)).asked)
    [1]
    >>> go_on(GoOnRequest(puzzle, drawn, Wanted.DRAWN)).hint.missing.name
    'WRONG_MARKS'
    """
    puzzle, marks, wanted = request.puzzle, request.marks, request.wanted
    explainer, board, asked = explainer_of(puzzle), marks.on(puzzle), frozenset[int]()
    loop, sure, hinted = loop_of(explainer), marks.sure, marks.hinted
    if explainer.solution is not None:
        board, asked = judged(marks, puzzle, explainer.solution, request.certain)
        asked -= sure
    elif not request.certain or (marks.lines | marks.crosses) - sure:
        return GoOnAnswer(marks, loop)
    if wanted is Wanted.DRAWN:
        sure |= asked
    elif wanted is Wanted.BLANK:
        board = board.mark(dict.fromkeys(asked, EdgeState.UNKNOWN))
    elif asked:
        return GoOnAnswer(marks, loop, asked=asked)
    hint = _hint(request, board, hinted)
    if wanted is Wanted.NEXT and hint.states:
        board, made = board.mark(hint.states), hint.states.keys()
        sure, hinted = sure | made, hinted | made
        hint = _hint(request, board, hinted)
    marks = replace(marks, lines=board.lines, crosses=board.crosses, sure=sure, hinted=hinted)
    return GoOnAnswer(marks, loop, hint)


def _hint(request: GoOnRequest, board: Board, hinted: frozenset[int]) -> HintAnswer:
    wanted, told = request.wanted, (request.appearance, request.locale)
    drawn, reasons = Drawn(hinted=hinted), wanted in {Wanted.WHY, Wanted.WAYS}
    asked = HintRequest(board, wanted.level, *told, drawn=drawn, reasons=reasons)
    hint = find_hint(replace(asked, ways=wanted is Wanted.WAYS))
    if hint.missing is not NoStep.WRONG_MARKS:
        return hint
    found = check_marks(CheckRequest(board, Detail.WHY, *told, part=0, drawn=drawn))
    return replace(hint, narration=found.narration, drawing=found.drawing)


class AnimationRequest(Struct, frozen=True):
    """A puzzle whose solution is animated in a file of at most `max_bytes` bytes.

    The last frame is described in the language of `locale`.
    """

    puzzle: Puzzle
    appearance: Appearance = PLAIN
    max_bytes: int = DEFAULT_ANIMATION_LIMITS.max_bytes
    locale: str = "en"


class Animation(Struct, frozen=True):
    """An animation as a GIF file, the text of its last frame, and whether that is the solution."""

    gif: bytes
    alt: str
    solved: bool


def animate_solution(request: AnimationRequest) -> Animation:
    """Animate the solution of a puzzle step by step, as far as steps can be explained.

    >>> from puzzle.grid import square_grid
    >>> animation = animate_solution(AnimationRequest(Puzzle(square_grid(1, 2), (3, None))))
    >>> animation.gif[:3], animation.solved
    (b'GIF', True)
    """
    board, appearance = Board.blank(request.puzzle), request.appearance
    *steps, end = explainer_of(request.puzzle).walkthrough(units=WALK_BUDGET)
    picture = Picture(
        board, appearance.theme, appearance.labelled, localizer=localizer_for(request.locale)
    )
    frames = walkthrough_frames(picture, [step for step in steps if isinstance(step, Step)])
    limits = AnimationLimits(max_bytes=request.max_bytes)
    gif = draw_animation(frames, AnimationFormat.GIF, limits)
    return Animation(gif, frames[-1].picture.alt, end is NoStep.SOLVED)
