"""Hints and checks as messages: what is told, the picture, and what can be asked for next."""

from types import MappingProxyType
from typing import Any

from discord import ui

from bot.components.helping import CheckMarks, DoIt, GiveHint
from bot.components.pad import back_to_board
from bot.presenters.layouts import Post
from bot.presenters.pages import page
from i18n.voice import Voice
from narrator.checks import Detail
from narrator.narration import Level
from service.checks import Check
from service.hints import Hint
from solver.explain.explainer import NoStep
from solver.explain.mistakes import CheckOutcome
from texts import helping

DEEPER = MappingProxyType({Level.NUDGE: Level.HINT, Level.HINT: Level.STEP})
"""What can be asked for after a hint."""
FURTHER = MappingProxyType(
    {Detail.COUNT: (Detail.WHERE, Detail.WHY), Detail.WHERE: (Detail.WHY,), Detail.WHY: ()}
)
"""What can be asked for after a check, where something is wrong."""


def hint_message(voice: Voice, hint: Hint) -> Post:
    """The message of a hint."""
    attempt, found = hint.held.attempt.id, hint.found
    buttons: list[ui.Item[Any]] = []
    if found.missing is NoStep.WRONG_MARKS:
        buttons.append(CheckMarks(attempt, Detail.WHERE, voice))
    elif found.missing is None and hint.level in DEEPER:
        buttons.append(GiveHint(attempt, DEEPER[hint.level], voice))
    if found.states:
        buttons.append(DoIt(attempt, found.states, voice))
    buttons.append(back_to_board(voice, hint.held))
    text = helping.told(voice, helping.LEVEL_TITLES[hint.level], found.told)
    return page(text, found.drawing, buttons, note=helping.cost(voice, hint.held, hint.counted))


def check_message(voice: Voice, check: Check) -> Post:
    """The message of a check."""
    attempt, found = check.held.attempt.id, check.found
    buttons: list[ui.Item[Any]] = []
    if found.outcome is CheckOutcome.WRONG:
        buttons += [CheckMarks(attempt, further, voice) for further in FURTHER[check.detail]]
    elif found.outcome is CheckOutcome.RIGHT and not check.held.solved:
        buttons.append(GiveHint(attempt, Level.NUDGE, voice))
    buttons.append(back_to_board(voice, check.held))
    text = helping.told(voice, helping.CHECK_TITLE, found.told)
    return page(text, found.drawing, buttons, note=helping.cost(voice, check.held, check.counted))
