"""The messages of hints, checks and solutions: text, picture, and buttons for further help."""

from collections.abc import Callable
from functools import partial
from typing import Any

from discord import ui

from bot.answering.layouts import (
    COLOURS,
    OutgoingMessage,
    page,
    picture_page,
    question,
)
from bot.boards.components import back_to_board
from bot.helping.components import (
    ApplyStep,
    CheckMarks,
    Explained,
    GiveHint,
    RevealSolution,
    ShowPart,
)
from bot.practice.components import TrainTechnique
from i18n.localizer import Localizer
from narrator.checks import Detail
from narrator.narration import Level
from puzzle.rules import Capability
from service.helping.checks import CheckResult
from service.helping.help_offers import HelpOffer
from service.helping.hints import HintResult
from service.helping.solutions import RevealedSolution
from service.playing.loaded_attempt import LoadedAttempt
from texts import helping as texts
from texts import solving


def hint_message(localizer: Localizer, hint: HintResult) -> OutgoingMessage:
    """The message of a hint."""
    localizer = texts.priced(localizer, hint.loaded)
    attempt, found = hint.loaded.attempt.id, hint.found
    buttons = [_offer_button(localizer, attempt, offer) for offer in hint.offers]
    if found.states:
        buttons.insert(0, ApplyStep(attempt, found.states, localizer))
    train: list[ui.Item[Any]] = []
    if found.technique is not None and hint.level is not Level.NUDGE:
        train.append(TrainTechnique(found.technique, localizer))
    buttons.append(back_to_board(localizer, hint.loaded))
    title, part = texts.LEVEL_TITLES[hint.level], hint.part
    shown = None if part is None else (part, found.parts)
    text = texts.narration_text(localizer, title, found.narration, shown)
    note = texts.cost(localizer, hint.loaded, hint.counted, hint.added)
    show = partial(ShowPart, attempt, Explained.HINT, another=hint.another)
    turning = _part_buttons(localizer, show, part, found.parts)
    if hint.ways:
        turning = [show(0, localizer.say(texts.WHOLE_BUTTON))]
    elif found.ways:
        label = localizer.say(texts.WAYS_BUTTON)
        turning.append(ShowPart(attempt, Explained.WAYS, 0, label, another=hint.another))
    return page(text, found.drawing, turning, buttons, train, note=note)


def check_message(localizer: Localizer, check: CheckResult) -> OutgoingMessage:
    """The message of a check."""
    localizer = texts.priced(localizer, check.loaded)
    attempt, found = check.loaded.attempt.id, check.found
    buttons = [_offer_button(localizer, attempt, offer) for offer in check.offers]
    buttons.append(back_to_board(localizer, check.loaded))
    part = check.part
    shown = None if part is None else (part, found.parts)
    text = texts.narration_text(localizer, texts.CHECK_TITLE, found.narration, shown)
    note = texts.cost(localizer, check.loaded, check.counted, check.added)
    show = partial(ShowPart, attempt, Explained.CHECK)
    turning = _part_buttons(localizer, show, part, found.parts)
    return page(text, found.drawing, turning, buttons, note=note)


def _offer_button(localizer: Localizer, attempt: int, offer: HelpOffer) -> ui.Item[Any]:
    """The button that asks for help."""
    if isinstance(offer.asked, Detail):
        return CheckMarks(attempt, offer.asked, localizer, offer.paid)
    another, is_new, paid = offer.another, offer.is_new, offer.paid
    return GiveHint(attempt, offer.asked, localizer, another=another, is_new=is_new, paid=paid)


def _part_buttons(
    localizer: Localizer, show: Callable[[int, str], ShowPart], part: int | None, count: int
) -> list[ui.Item[Any]]:
    """The buttons that turn to the part before and after, and back to the whole argument."""
    if not count:
        return []
    if part is None:
        return [show(1, localizer.say(texts.PARTS_BUTTON))]
    buttons: list[ui.Item[Any]] = [show(0, localizer.say(texts.WHOLE_BUTTON))]
    if part > 1:
        buttons.append(show(part - 1, "◀"))
    if part < count:
        more = localizer.say(texts.OFFERS[Level.HINT])
        buttons.append(show(part + 1, f"{more} ▶" if part == 1 else "▶"))
    return buttons


def question_message(
    localizer: Localizer, loaded: LoadedAttempt, *, live: bool, animate: bool = False
) -> OutgoingMessage:
    """The question whether to show the solution; `live` attempts would also lose their rank."""
    attempt = loaded.attempt.id
    reveal = RevealSolution(attempt, animate, localizer)
    asked = localizer.say(texts.SURE_LIVE if live else texts.SURE)
    return question(asked, reveal, back_to_board(localizer, loaded))


def solution_message(localizer: Localizer, revealed: RevealedSolution) -> OutgoingMessage:
    """The message of a solution: an animation, or a picture with a button for the animation."""
    loaded, answer, moving = revealed.loaded, revealed.answer, revealed.moving
    attempt = loaded.attempt.id
    title, text = solving.answer_title(localizer, answer), solving.answer_text(localizer, answer)
    notes: list[str] = []
    if loaded.attempt.revealed:
        notes.append(localizer.say(texts.REVEALED))
    buttons: list[ui.Item[Any]] = [back_to_board(localizer, loaded)]
    if moving is not None:
        picture, alt, name = moving.gif, moving.alt, "solution.gif"
    else:
        picture, alt, name = answer.png, answer.alt, "solution.png"
        if revealed.animate:
            notes.insert(0, localizer.say(texts.NOT_ANIMATED))
        elif loaded.puzzle.rules.supports(Capability.HINTS):
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
