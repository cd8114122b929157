"""The solution of somebody's board as a message, and the question before it."""

from typing import Any

from discord import ui

from bot.components.pad import back_to_board
from bot.components.solution import RevealSolution
from bot.presenters.layouts import PROBLEM, Box, Post, layout, row
from bot.presenters.pages import picture_page
from bot.presenters.solving import COLOURS
from i18n.voice import Voice
from service.attempts import Held
from service.solutions import Revealed
from texts import helping, solving


def question_message(voice: Voice, held: Held, *, live: bool, animate: bool = False) -> Post:
    """The question whether somebody is sure; more is lost where an attempt could be ranked."""
    attempt = held.attempt.id
    box: Box = ui.Container(accent_colour=PROBLEM)
    box.add_item(ui.TextDisplay(voice.say(helping.SURE_LIVE if live else helping.SURE)))
    box.add_item(row(RevealSolution(attempt, animate, voice), back_to_board(voice, held)))
    return Post(layout(box))


def solution_message(voice: Voice, revealed: Revealed) -> Post:
    """The message of a solution: moving, or still with a button for the way to it."""
    held, answer, moving = revealed.held, revealed.answer, revealed.moving
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
        if revealed.animate:
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
