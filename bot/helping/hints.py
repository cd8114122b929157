"""The next step on somebody's board, told as far as they want to know, and counted."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from discord import ui

from bot.helping.costs import HINTS
from bot.helping.page import back_to_board, page
from bot.views.helping import CheckMarks, DoIt, GiveHint
from jobs import Hinted, HintRequest, find_hint
from narrator.checks import Detail
from narrator.narration import Level
from play.clock import Help
from solver.explain.explainer import NoStep
from texts import helping
from workers.pool import Urgency

if TYPE_CHECKING:
    from bot.client import OuroClient
    from bot.presenters.layouts import Post
    from bot.readers import Reader
    from i18n.voice import Voice
    from service.attempts import Held

DEEPER = MappingProxyType({Level.NUDGE: Level.HINT, Level.HINT: Level.STEP})
"""What can be asked for next."""
QUICK_CELLS = 100
"""On larger boards finding a step may take a second or more."""


def urgency_of(held: Held) -> Urgency:
    """How long a job on this board may take."""
    return Urgency.QUICK if len(held.puzzle.clues) <= QUICK_CELLS else Urgency.SLOW


async def hint(
    client: OuroClient, reader: Reader, person: int, held: Held, level: Level
) -> tuple[Held, Post]:
    """A hint for somebody's board, and the attempt in which it is counted.

    Where wrong marks are all there is to tell, it counts as a nudge; a hint that tells
    nothing about the loop counts as none.
    """
    request = HintRequest(held.pad.board, level, reader.looking(None, True), reader.voice.language)
    found = await client.pool.run(find_hint, request, person=person, urgency=urgency_of(held))
    wanted = _counted(found, level)
    if wanted is not None:
        held = await client.attempts.help(person, held.attempt.id, wanted)
    return held, hint_post(reader.voice, held, level, found, wanted)


def _counted(found: Hinted, level: Level) -> Help | None:
    if found.missing is None:
        return HINTS[level]
    return Help.NUDGE if found.missing is NoStep.WRONG_MARKS else None


def hint_post(voice: Voice, held: Held, level: Level, found: Hinted, wanted: Help | None) -> Post:
    """The message of a hint: what is told, the picture, and what can be asked for next."""
    attempt = held.attempt.id
    buttons: list[ui.Item[Any]] = []
    if found.missing is NoStep.WRONG_MARKS:
        buttons.append(CheckMarks(attempt, Detail.WHERE, voice))
    elif found.missing is None and level in DEEPER:
        buttons.append(GiveHint(attempt, DEEPER[level], voice))
    if found.states:
        buttons.append(DoIt(attempt, found.states, voice))
    buttons.append(back_to_board(voice, held))
    text = helping.told(voice, helping.LEVEL_TITLES[level], found.told)
    return page(text, found.drawing, buttons, note=helping.cost(voice, held, wanted))
