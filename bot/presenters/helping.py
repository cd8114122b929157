"""Hints and checks as messages: what is told, the picture, and what can be asked for next."""

from types import MappingProxyType
from typing import Any

from discord import ui

from bot.components.helping import ApplyStep, CheckMarks, GiveHint
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

DEEPER = MappingProxyType({Level.NUDGE: Level.HINT, Level.HINT: Level.STEP})
"""What can be asked for after a hint."""
FURTHER = MappingProxyType(
    {Detail.COUNT: (Detail.WHERE, Detail.WHY), Detail.WHERE: (Detail.WHY,), Detail.WHY: ()}
)
"""What can be asked for after a check, where something is wrong."""


def hint_message(localizer: Localizer, hint: HintResult) -> OutgoingMessage:
    """The message of a hint."""
    attempt, found = hint.loaded.attempt.id, hint.found
    buttons: list[ui.Item[Any]] = []
    if found.missing is NoStep.WRONG_MARKS:
        buttons.append(CheckMarks(attempt, Detail.WHERE, localizer))
    elif found.missing is None and hint.level in DEEPER:
        buttons.append(GiveHint(attempt, DEEPER[hint.level], localizer))
    if found.states:
        buttons.append(ApplyStep(attempt, found.states, localizer))
    buttons.append(back_to_board(localizer, hint.loaded))
    text = helping.narration_text(localizer, helping.LEVEL_TITLES[hint.level], found.narration)
    note = helping.cost(localizer, hint.loaded, hint.counted, repeated=hint.repeated)
    return page(text, found.drawing, buttons, note=note)


def check_message(localizer: Localizer, check: CheckResult) -> OutgoingMessage:
    """The message of a check."""
    attempt, found = check.loaded.attempt.id, check.found
    buttons: list[ui.Item[Any]] = []
    if found.outcome is CheckOutcome.WRONG:
        buttons += [CheckMarks(attempt, further, localizer) for further in FURTHER[check.detail]]
    elif found.outcome is CheckOutcome.RIGHT and not check.loaded.solved:
        buttons.append(GiveHint(attempt, Level.NUDGE, localizer))
    buttons.append(back_to_board(localizer, check.loaded))
    text = helping.narration_text(localizer, helping.CHECK_TITLE, found.narration)
    note = helping.cost(localizer, check.loaded, check.counted, repeated=check.repeated)
    return page(text, found.drawing, buttons, note=note)
