"""The messages of hints and checks: text, picture, and buttons for further help."""

from types import MappingProxyType
from typing import Any

from discord import ui

from bot.components.helping import ApplyStep, CheckMarks, Explained, GiveHint, ShowFrame
from bot.components.pad import back_to_board
from bot.presenters.layouts import OutgoingMessage
from bot.presenters.pages import page
from i18n.localizer import Localizer
from narrator.checks import Detail
from narrator.narration import Level
from service.checks import CheckResult
from service.hints import HintResult
from solver.explain.explainer import NoStep
from solver.explain.mistakes import CheckOutcome
from texts import helping

NEXT_LEVELS = MappingProxyType({Level.NUDGE: Level.HINT, Level.HINT: Level.STEP})
"""The level of the button below a hint, by the level of the hint."""
NEXT_DETAILS = MappingProxyType(
    {Detail.COUNT: (Detail.WHERE, Detail.WHY), Detail.WHERE: (Detail.WHY,), Detail.WHY: ()}
)
"""The details of the buttons below a check that found mistakes, by the detail of the check."""


def hint_message(localizer: Localizer, hint: HintResult) -> OutgoingMessage:
    """The message of a hint."""
    attempt, found = hint.loaded.attempt.id, hint.found
    buttons: list[ui.Item[Any]] = []
    if found.missing is NoStep.WRONG_MARKS:
        buttons.append(CheckMarks(attempt, Detail.WHERE, localizer))
    elif found.missing is None and hint.level in NEXT_LEVELS:
        buttons.append(GiveHint(attempt, NEXT_LEVELS[hint.level], localizer))
    if found.states:
        buttons.append(ApplyStep(attempt, found.states, localizer))
    buttons.append(back_to_board(localizer, hint.loaded))
    title, frame = helping.LEVEL_TITLES[hint.level], hint.frame
    shown = None if frame is None else (frame, found.frames)
    text = helping.narration_text(localizer, title, found.narration, shown)
    note = helping.cost(localizer, hint.loaded, hint.counted, repeated=hint.repeated)
    turning = _frame_buttons(localizer, attempt, Explained.HINT, frame, found.frames)
    return page(text, found.drawing, turning, buttons, note=note)


def check_message(localizer: Localizer, check: CheckResult) -> OutgoingMessage:
    """The message of a check."""
    attempt, found = check.loaded.attempt.id, check.found
    buttons: list[ui.Item[Any]] = []
    if found.outcome is CheckOutcome.WRONG:
        buttons += [CheckMarks(attempt, detail, localizer) for detail in NEXT_DETAILS[check.detail]]
    elif found.outcome is CheckOutcome.RIGHT and not check.loaded.solved:
        buttons.append(GiveHint(attempt, Level.NUDGE, localizer))
    buttons.append(back_to_board(localizer, check.loaded))
    frame = check.frame
    shown = None if frame is None else (frame, found.frames)
    text = helping.narration_text(localizer, helping.CHECK_TITLE, found.narration, shown)
    note = helping.cost(localizer, check.loaded, check.counted, repeated=check.repeated)
    turning = _frame_buttons(localizer, attempt, Explained.CHECK, frame, found.frames)
    return page(text, found.drawing, turning, buttons, note=note)


def _frame_buttons(
    localizer: Localizer, attempt: int, kind: Explained, frame: int | None, count: int
) -> list[ui.Item[Any]]:
    """The buttons that turn to the frame before and after, and back to the whole argument."""
    if not count:
        return []
    if frame is None:
        return [ShowFrame(attempt, kind, 1, localizer.say(helping.FRAMES_BUTTON))]
    buttons: list[ui.Item[Any]] = [ShowFrame(attempt, kind, 0, localizer.say(helping.WHOLE_BUTTON))]
    if frame > 1:
        buttons.append(ShowFrame(attempt, kind, frame - 1, "◀"))
    if frame < count:
        buttons.append(ShowFrame(attempt, kind, frame + 1, "▶"))
    return buttons
