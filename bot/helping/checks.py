"""Whether somebody's marks are right: how many are wrong, which, and why."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from discord import ui

from bot.helping.costs import CHECKS
from bot.helping.hints import urgency_of
from bot.helping.page import back_to_board, page
from bot.views.helping import CheckMarks, GiveHint
from jobs import Checked, CheckRequest, check_marks
from narrator.checks import Detail
from narrator.narration import Level
from play.clock import Help
from solver.explain.mistakes import CheckOutcome
from texts import helping
from workers.pool import Urgency

if TYPE_CHECKING:
    from bot.client import OuroClient
    from bot.presenters.layouts import Post
    from bot.readers import Reader
    from i18n.voice import Voice
    from service.attempts import Held

FURTHER = MappingProxyType(
    {Detail.COUNT: (Detail.WHERE, Detail.WHY), Detail.WHERE: (Detail.WHY,), Detail.WHY: ()}
)
"""What can be asked for next, where something is wrong."""


async def check(
    client: OuroClient, reader: Reader, person: int, held: Held, detail: Detail
) -> tuple[Held, Post]:
    """A check of somebody's board, and the attempt in which it is counted.

    Where all marks are right that is all it tells, so it counts as a count. Without marks, or
    where nothing could be found out, it counts as none.
    """
    request = CheckRequest(
        held.pad.board, detail, reader.looking(None, True), reader.voice.language
    )
    urgency = Urgency.SLOW if detail is Detail.WHY else urgency_of(held)
    found = await client.pool.run(check_marks, request, person=person, urgency=urgency)
    wanted = _counted(held, found, detail)
    if wanted is not None:
        held = await client.attempts.help(person, held.attempt.id, wanted)
    return held, check_post(reader.voice, held, detail, found, wanted)


def _counted(held: Held, found: Checked, detail: Detail) -> Help | None:
    if not any(held.pad.board.marks):
        return None
    match found.outcome:
        case CheckOutcome.RIGHT:
            return Help.CHECK_COUNT
        case CheckOutcome.WRONG | CheckOutcome.NOT_TOGETHER:
            return CHECKS[detail]
        case _:
            return None


def check_post(
    voice: Voice, held: Held, detail: Detail, found: Checked, wanted: Help | None
) -> Post:
    """The message of a check: what is told, the picture, and what can be asked for next."""
    attempt = held.attempt.id
    buttons: list[ui.Item[Any]] = []
    if found.outcome is CheckOutcome.WRONG:
        buttons += [CheckMarks(attempt, further, voice) for further in FURTHER[detail]]
    elif found.outcome is CheckOutcome.RIGHT and not held.solved:
        buttons.append(GiveHint(attempt, Level.NUDGE, voice))
    buttons.append(back_to_board(voice, held))
    text = helping.told(voice, helping.CHECK_TITLE, found.told)
    return page(text, found.drawing, buttons, note=helping.cost(voice, held, wanted))
