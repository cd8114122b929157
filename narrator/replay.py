"""The strokes of a solved board as an animation, quick where the player was quick."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil

from msgspec.structs import replace

from puzzle.strokes import Stroke
from renderer.animation import FIRST_FRAME_MS, LAST_FRAME_MS, AnimationFrame
from renderer.picture import Picture
from solver.review.judgement import is_right

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
