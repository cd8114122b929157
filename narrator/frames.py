"""A walkthrough as a moving picture: what each step rests on, and what follows from it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from math import ceil

from narrator.narration import Level
from narrator.picture import highlight
from puzzle.model import Board, Puzzle
from renderer.animation import FIRST_FRAME_MS, LAST_FRAME_MS, AnimationFrame
from renderer.highlights import Highlights
from renderer.picture import Picture
from solver.explain.step import Step

STEP_FRAMES = 40
"""Walkthroughs of more steps show several at a time."""
STEP = 900
"""How long the frame of a step is shown, in milliseconds."""


def walkthrough_frames(
    picture: Picture, steps: Sequence[Step], most: int = STEP_FRAMES
) -> tuple[AnimationFrame, ...]:
    """The board of a picture, then steps from it in at most `most` frames, then all their marks.

    >>> from puzzle.grid import square_grid
    >>> from solver.explain.explainer import Explainer
    >>> puzzle = Puzzle(square_grid(2, 2), (None, 1, None, 0))
    >>> *steps, why = Explainer(puzzle).walkthrough()
    >>> frames = walkthrough_frames(Picture(Board.blank(puzzle)), steps)
    >>> len(steps), len(frames), sorted(frames[1].picture.highlights.reason_cells)
    (9, 11, [3])
    """
    size = max(1, ceil(len(steps) / most))
    board = picture.board
    dim = picture.highlights.dim_satisfied
    frames = [AnimationFrame(picture, FIRST_FRAME_MS)]
    for start in range(0, len(steps), size):
        group = steps[start : start + size]
        shown = replace(_shown(board.puzzle, group), dim_satisfied=dim)
        frames.append(AnimationFrame(replace(picture, board=board, highlights=shown), STEP))
        board = after(board, group)
    frames.append(AnimationFrame(replace(picture, board=board), LAST_FRAME_MS))
    return tuple(frames)


def after(board: Board, steps: Sequence[Step]) -> Board:
    """The board with what the steps have found."""
    return board.mark({found.edge: found.state for step in steps for found in step.deductions})


def _shown(puzzle: Puzzle, steps: Sequence[Step]) -> Highlights:
    """What steps show together; what one of them finds is not known to those after it."""
    shown = reduce(_joined, (highlight(puzzle, step, Level.STEP) for step in steps))
    found = {found.edge for step in steps for found in step.deductions}
    return replace(shown, known=shown.known - found)


def _joined(one: Highlights, two: Highlights) -> Highlights:
    return Highlights(
        reason_cells=one.reason_cells | two.reason_cells,
        reason_dots=one.reason_dots | two.reason_dots,
        known=one.known | two.known,
        forced_lines=one.forced_lines | two.forced_lines,
        forced_crosses=one.forced_crosses | two.forced_crosses,
    )
