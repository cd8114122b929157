"""Moving pictures of a puzzle for `ouro render --animate`."""

import sys
from collections.abc import Sequence
from enum import StrEnum
from time import monotonic

from cli.status import ExitStatus
from narrator.frames import walkthrough_frames
from narrator.outcomes import explain_no_step
from renderer.animation import AnimationFrame, drawing_frames
from renderer.picture import Picture
from solver.explain.explainer import Explainer, NoStep
from solver.explain.step import Step


class AnimationKind(StrEnum):
    """What moves."""

    LOOP = "loop"
    STEPS = "steps"


def frames_of(
    picture: Picture, motion: AnimationKind, seconds: float | None = None
) -> tuple[Sequence[AnimationFrame], ExitStatus]:
    """The frames of a picture: its lines as they are drawn, or steps from its board on.

    Looking for steps takes at most so many seconds, and one more step.
    """
    if motion is AnimationKind.LOOP:
        return drawing_frames(picture), ExitStatus.ANSWERED
    steps, end = _steps(picture, seconds)
    if end is not NoStep.SOLVED:
        why = "The time ran out." if end is None else explain_no_step(end)
        print(f"The walkthrough ends early. {why}", file=sys.stderr)
    hit = end in {None, NoStep.TOO_HARD}
    return walkthrough_frames(picture, steps), ExitStatus.LIMIT_HIT if hit else ExitStatus.ANSWERED


def _steps(picture: Picture, seconds: float | None) -> tuple[list[Step], NoStep | None]:
    """Steps from a board on, and why there are no more: None where the time ran out."""
    deadline = None if seconds is None else monotonic() + seconds
    steps: list[Step] = []
    for step in Explainer(picture.board.puzzle).walkthrough(picture.board):
        if isinstance(step, NoStep):
            return steps, step
        steps.append(step)
        if deadline is not None and monotonic() > deadline:
            break
    return steps, None
