"""Animations of a puzzle for `ouro render --animate`."""

import sys
from collections.abc import Sequence
from enum import StrEnum
from time import monotonic

from cli.status import ExitStatus
from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message
from narrator.frames import walkthrough_frames
from narrator.outcomes import explain_no_step
from renderer.animation import AnimationFrame, drawing_frames
from renderer.picture import Picture
from solver.explain.explainer import Explainer, NoStep
from solver.explain.step import Step

ENDS_EARLY = Message("The walkthrough ends early.")
TIME_RAN_OUT = Message("The time ran out.")


class AnimationKind(StrEnum):
    """What an animation shows: the loop being drawn, or the steps of a walkthrough."""

    LOOP = "loop"
    STEPS = "steps"


def animation_frames(
    picture: Picture,
    kind: AnimationKind,
    seconds: float | None = None,
    localizer: Localizer = ENGLISH,
) -> tuple[Sequence[AnimationFrame], ExitStatus]:
    """The frames of an animation: the lines of the picture being drawn, or steps from its board.

    The search for steps ends with the first step found after `seconds`. A walkthrough that ends
    before the puzzle is solved prints the reason to stderr.
    """
    if kind is AnimationKind.LOOP:
        return drawing_frames(picture), ExitStatus.ANSWERED
    steps, end = _steps(picture, seconds)
    if end is not NoStep.SOLVED:
        why = localizer.say(TIME_RAN_OUT) if end is None else explain_no_step(end, localizer)
        print(localizer.gap.join((localizer.say(ENDS_EARLY), why)), file=sys.stderr)
    limited = end in {None, NoStep.TOO_HARD}
    status = ExitStatus.LIMIT_HIT if limited else ExitStatus.ANSWERED
    return walkthrough_frames(picture, steps), status


def _steps(picture: Picture, seconds: float | None) -> tuple[list[Step], NoStep | None]:
    """The steps from the picture's board, and why they end; None when the time ran out."""
    deadline = None if seconds is None else monotonic() + seconds
    steps: list[Step] = []
    for step in Explainer(picture.board.puzzle).walkthrough(picture.board):
        if isinstance(step, NoStep):
            return steps, step
        steps.append(step)
        if deadline is not None and monotonic() > deadline:
            break
    return steps, None
