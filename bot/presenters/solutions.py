"""The message of the solution of a board, and the questions before a solution is shown."""

from typing import Any

from discord import ui

from bot.components.daily import RevealDaily
from bot.components.pad import back_to_board
from bot.components.solution import RevealSolution
from bot.presenters.layouts import PROBLEM, OutgoingMessage, message, row
from bot.presenters.pages import picture_page
from bot.presenters.solving import COLOURS
from i18n.localizer import Localizer
from play.calendar import Track
from service.dailies import LiveDaily
from service.loaded_attempt import LoadedAttempt
from service.solutions import RevealedSolution
from texts import helping, secrecy, solving


def question_message(
    localizer: Localizer, loaded: LoadedAttempt, *, live: bool, animate: bool = False
) -> OutgoingMessage:
    """The question whether to show the solution; `live` attempts would also lose their rank."""
    attempt = loaded.attempt.id
    question = localizer.say(helping.SURE_LIVE if live else helping.SURE)
    buttons = row(RevealSolution(attempt, animate, localizer), back_to_board(localizer, loaded))
    return message(question, buttons, colour=PROBLEM)


def secret_question(localizer: Localizer, live: LiveDaily) -> OutgoingMessage:
    """The question whether to show the solution of a live daily, with the consequences."""
    button = RevealDaily(live.daily.day, Track(live.daily.track), localizer)
    return message(secrecy.this_is_live(localizer, live), row(button), colour=PROBLEM)


def solution_message(localizer: Localizer, revealed: RevealedSolution) -> OutgoingMessage:
    """The message of a solution: an animation, or a picture with a button for the animation."""
    loaded, answer, moving = revealed.loaded, revealed.answer, revealed.moving
    attempt = loaded.attempt.id
    title, text = solving.answer_title(localizer, answer), solving.answer_text(localizer, answer)
    notes: list[str] = []
    if loaded.attempt.revealed:
        notes.append(localizer.say(helping.REVEALED))
    buttons: list[ui.Item[Any]] = [back_to_board(localizer, loaded)]
    if moving is not None:
        picture, alt, name = moving.gif, moving.alt, "solution.gif"
    else:
        picture, alt, name = answer.png, answer.alt, "solution.png"
        if revealed.animate:
            notes.insert(0, localizer.say(helping.NOT_ANIMATED))
        else:
            buttons.insert(
                0, RevealSolution(attempt, animate=True, localizer=localizer, again=True)
            )
    return picture_page(
        f"### {title}\n{text}",
        picture,
        alt,
        buttons,
        note="\n".join(notes),
        colour=COLOURS[answer.outcome],
        name=name,
    )
