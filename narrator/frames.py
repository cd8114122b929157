"""Walkthroughs, arguments and replays as frames: each shows a few steps, a sentence or strokes."""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain, pairwise
from math import ceil

from msgspec.structs import replace

from narrator.argument_parts import MAX_SENTENCES_AT_ONCE, ArgumentPart, step_parts
from narrator.lessons import ToldSteps, is_simple
from narrator.narration import Level
from narrator.picture import highlight
from narrator.runs import after, in_groups
from narrator.walkthrough import ExplainedStep
from puzzle.model import Puzzle
from puzzle.strokes import Stroke
from renderer.animation import FIRST_FRAME_MS, LAST_FRAME_MS, AnimationFrame
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from renderer.letters import has_letters_of
from renderer.picture import Picture, wrapped
from solver.explain.step import Step
from solver.review.judgement import is_right

MAX_STEP_FRAMES = 40
"""Maximum number of frames for steps; in longer walkthroughs, a frame shows several groups."""
STEP_MS = 900
"""Duration of a frame with steps, in milliseconds."""
SENTENCE_MS, LETTER_MS = 2_500, 50
"""Minimum duration of a frame with a sentence of an argument, and that of each of its letters, in
milliseconds."""


def walkthrough_frames(
    picture: Picture, steps: Sequence[Step], max_frames: int = MAX_STEP_FRAMES
) -> tuple[AnimationFrame, ...]:
    """The frames of a walkthrough that starts at the board of a picture.

    The first frame is the picture. At most `max_frames` frames show a step each, or several simple
    ones that follow each other, on the board before them; with more, they show several steps. The
    last frame has the marks of all steps.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Board
    >>> from solver.explain.explainer import Explainer
    >>> puzzle = Puzzle(square_grid(2, 2), (None, 1, None, 0))
    >>> *steps, end = Explainer(puzzle).walkthrough()
    >>> frames = walkthrough_frames(Picture(Board.blank(puzzle)), steps)
    >>> len(steps), len(frames), sorted(frames[1].picture.highlights.reason_cells)
    (6, 5, [3])
    """
    groups = list(in_groups(steps, is_simple))
    size = max(1, ceil(len(groups) / max_frames))
    board = picture.board
    dim = picture.highlights.dim_satisfied
    frames = [AnimationFrame(picture, FIRST_FRAME_MS)]
    for start in range(0, len(groups), size):
        group = list(chain.from_iterable(groups[start : start + size]))
        shown = replace(highlights_of(board.puzzle, group), dim_satisfied=dim)
        frames.append(AnimationFrame(replace(picture, board=board, highlights=shown), STEP_MS))
        board = after(board, group)
    frames.append(AnimationFrame(replace(picture, board=board), LAST_FRAME_MS))
    return tuple(frames)


def argument_animation(
    picture: Picture, parts: Sequence[ArgumentPart]
) -> tuple[AnimationFrame, ...]:
    """The frames of an animation: the board of a picture, then each part with its text below.

    Texts in letters that pictures do not have are replaced by the number of the part.
    """
    count, width = len(parts), picture.scene.width
    texts = ["", *(part.text for part in parts)]
    if not all(map(has_letters_of, texts)):
        texts = [f"{number}/{count}" for number in range(count + 1)]
    captions = [wrapped(text, width) for text in texts]
    most = max(map(len, captions))
    captions = [(*lines, *[""] * (most - len(lines))) for lines in captions]
    plain = replace(picture, highlights=NO_HIGHLIGHTS, caption=captions[0])
    pictures = [
        replace(picture, board=part.board, highlights=part.highlights, caption=caption)
        for part, caption in zip(parts, captions[1:], strict=True)
    ]
    least = [FIRST_FRAME_MS, *[SENTENCE_MS] * (count - 1), LAST_FRAME_MS]
    times = [max(ms, LETTER_MS * len(text)) for ms, text in zip(least, texts, strict=True)]
    return tuple(map(AnimationFrame, (plain, *pictures), times))


def highlights_of(puzzle: Puzzle, steps: Sequence[Step]) -> Highlights:
    """The highlights of several steps together.

    Edges that one of the steps marks are not shown as known to the later ones.
    """
    shown = reduce(_merged, (highlight(puzzle, step, Level.STEP) for step in steps))
    found = {found.edge for step in steps for found in step.deductions}
    return replace(shown, known=shown.known - found)


def _merged(one: Highlights, two: Highlights) -> Highlights:
    """The union of the reasons, known edges and conclusions of two steps."""
    return Highlights(
        reason_cells=one.reason_cells | two.reason_cells,
        reason_dots=one.reason_dots | two.reason_dots,
        known=one.known | two.known,
        forced_lines=one.forced_lines | two.forced_lines,
        forced_crosses=one.forced_crosses | two.forced_crosses,
    )


MAX_PARTS = 280
"""Maximum number of parts; more show long arguments, or all of them, in one picture each."""


def lesson_parts(told: Iterable[ToldSteps]) -> tuple[ArgumentPart, ...]:
    """The parts of a walkthrough: sentences of steps that are told in full, and runs.

    >>> from narrator.lessons import told_steps
    >>> from narrator.walkthrough import explained_steps
    >>> from puzzle.model import Board
    >>> from puzzle.notation import parse_puzzle
    >>> from solver.explain.explainer import Explainer
    >>> puzzle = parse_puzzle("4x4:3c3d22b2a1")
    >>> *told, _ = told_steps(explained_steps(Explainer(puzzle), Board.blank(puzzle)))
    >>> for part in lesson_parts(told)[:3]:
    ...     print(part.text)  # doctest: +ELLIPSIS
    Two adjacent 3s: (1) A loop around just ...
    (2) Only an S or its mirror image is left: ...
    So the top and bottom of A1, ...
    """
    steps, parts = list(told), tuple[ArgumentPart, ...]()
    for most in (MAX_PARTS, MAX_SENTENCES_AT_ONCE, 0):
        parts = tuple(part for each in steps for part in _parts(each, most))
        if len(parts) <= MAX_PARTS:
            break
    return parts


def _parts(told: ToldSteps, most: int) -> Iterator[ArgumentPart]:
    """A step with at most so many sentences in full, else at once; then the steps after it."""
    if told.lead is not None:
        yield from _of_lead(told.lead, told.lead_text if told.again else None, most)
    if told.run:
        board, steps = told.run[0].board, [each.step for each in told.run]
        yield ArgumentPart(told.run_text, board, highlights_of(board.puzzle, steps))


def _of_lead(lead: ExplainedStep, again: str | None, most: int) -> Sequence[ArgumentPart]:
    """The sentences of a step and its conclusion, or only what follows from it."""
    if again is None:
        first, *others = step_parts(lead.board, lead.step, lead.localizer)
        if len(others) <= most:
            title = f"{lead.title}{lead.localizer.colon}{first.text}"
            return replace(first, text=title), *others
    return [ArgumentPart(again or lead.short_line, lead.board, lead.highlights)]


MAX_STROKE_FRAMES = 60
"""Maximum number of frames for strokes; with more strokes, a frame shows several."""
WHOLE_MS = 15_000
"""Duration of all strokes together, in milliseconds, before frames get their bounds."""
MIN_STROKE_MS, MAX_STROKE_MS = 80, 1_200
"""Minimum and maximum duration of a frame with strokes, in milliseconds."""


def replay_frames(
    picture: Picture, strokes: Sequence[Stroke], solution: frozenset[int]
) -> tuple[AnimationFrame, ...]:
    """The frames of a replay; `picture` is the blank board, and wrong marks are shown as such.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Board, EdgeState, Puzzle
    >>> blank = Picture(Board.blank(Puzzle(square_grid(1, 1), (4,))))
    >>> line = Stroke(3, {0: EdgeState.LINE})
    >>> frames = replay_frames(blank, [line], frozenset({1}))
    >>> len(frames), frames[-1].picture.highlights.wrong
    (2, frozenset({0}))
    """
    size = max(1, ceil(len(strokes) / MAX_STROKE_FRAMES))
    ends = [0, *range(size, len(strokes), size), len(strokes)]
    frames, board, before = [AnimationFrame(picture, FIRST_FRAME_MS)], picture.board, 0
    whole = max(1, strokes[-1].seconds) if strokes else 1
    for start, end in pairwise(ends):
        for stroke in strokes[start:end]:
            board = board.mark(stroke.states)
        marks = enumerate(board.marks)
        wrong = frozenset(edge for edge, mark in marks if not is_right(mark, edge, solution))
        shown = replace(picture.highlights, wrong=wrong)
        seconds, before = strokes[end - 1].seconds - before, strokes[end - 1].seconds
        length = round(WHOLE_MS * seconds / whole)
        held = max(MIN_STROKE_MS, min(MAX_STROKE_MS, length))
        frames.append(AnimationFrame(replace(picture, board=board, highlights=shown), held))
    last = frames[-1]
    return (*frames[:-1], replace(last, milliseconds=LAST_FRAME_MS))
