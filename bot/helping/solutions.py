"""The solution of somebody's board: asked for, shown as a picture or drawn step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import ui

from bot.helping.page import back_to_board, picture_page
from bot.presenters.layouts import PROBLEM, Box, Post, layout, row
from bot.presenter import COLOURS
from bot.views.solution import RevealSolution
from jobs import AnimationRequest, Pasted, animate_solution, solve_puzzle
from play.calendar import is_open
from puzzle.notation import format_puzzle
from renderer.errors import RendererError
from texts import helping, solving
from workers.errors import TimedOut
from workers.pool import Urgency

if TYPE_CHECKING:
    from bot.client import OuroClient
    from bot.readers import Reader
    from i18n.voice import Voice
    from jobs import Animation, SolveAnswer
    from service.attempts import Held


def ask(client: OuroClient, voice: Voice, held: Held, *, animate: bool = False) -> Post:
    """Ask whether somebody wants to see the solution of an unsolved board: what does it cost."""
    day = held.attempt.day
    live = day is not None and is_open(day, client.now())
    return sure_post(voice, held, live=live, animate=animate)


def is_asked(held: Held) -> bool:
    """Whether seeing the solution changes anything, so that it has to be asked for twice."""
    return not held.solved and not held.attempt.revealed


def sure_post(voice: Voice, held: Held, *, live: bool, animate: bool) -> Post:
    """The question whether somebody is sure; more is lost where an attempt could be ranked."""
    attempt = held.attempt.id
    box: Box = ui.Container(accent_colour=PROBLEM)
    box.add_item(ui.TextDisplay(voice.say(helping.SURE_LIVE if live else helping.SURE)))
    box.add_item(row(RevealSolution(attempt, animate, voice), back_to_board(voice, held)))
    return Post(layout(box))


async def reveal(  # noqa: PLR0913 - whose, what, how
    client: OuroClient,
    reader: Reader,
    person: int,
    held: Held,
    *,
    animate: bool = False,
    limit: int | None = None,
) -> tuple[Held, Post]:
    """The solution of a board, and the attempt that it ends, if it was unsolved.

    A moving picture has at most `limit` bytes, and never more than the settings say; where none can
    be drawn so, the still one is shown.
    """
    source = Pasted(format_puzzle(held.puzzle, "loopy"))
    request = client.request(reader, source, reader.look)
    answer = await client.pool.run(solve_puzzle, request, person=person)
    moving = await _moving(client, reader, person, held, limit) if animate else None
    if answer.solutions and is_asked(held):  # from here on it is known
        held = await client.attempts.reveal(person, held.attempt.id)
    return held, solution_post(reader.voice, held, answer, moving, animate=animate)


async def _moving(
    client: OuroClient, reader: Reader, person: int, held: Held, limit: int | None
) -> Animation | None:
    """The way to the solution; None where it cannot be explained as a whole, or not in time."""
    most = client.settings.file_bytes
    most = most if limit is None else min(limit, most)
    request = AnimationRequest(held.puzzle, reader.look, most, reader.voice.language)
    try:
        moving = await client.pool.run(
            animate_solution, request, person=person, urgency=Urgency.SLOW
        )
    except (TimedOut, RendererError):
        return None
    return moving if moving.solved else None


def solution_post(
    voice: Voice, held: Held, answer: SolveAnswer, moving: Animation | None, *, animate: bool
) -> Post:
    """The message of a solution: moving, or still with a button for the way to it."""
    attempt = held.attempt.id
    title, text = solving.answer_title(voice, answer), solving.answer_text(voice, answer)
    notes: list[str] = []
    if held.attempt.revealed:
        notes.append(voice.say(helping.REVEALED))
    buttons: list[ui.Item[Any]] = [back_to_board(voice, held)]
    if moving is not None:
        picture, alt, name = moving.gif, moving.alt, "solution.gif"
    else:
        picture, alt, name = answer.png, answer.alt, "solution.png"
        if animate:
            notes.insert(0, voice.say(helping.NOT_ANIMATED))
        else:
            buttons.insert(0, RevealSolution(attempt, animate=True, voice=voice, again=True))
    return picture_page(
        f"### {title}\n{text}",
        picture,
        alt,
        buttons,
        note="\n".join(notes),
        colour=COLOURS[answer.outcome],
        name=name,
    )
