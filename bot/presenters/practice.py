"""The messages of practice."""

from typing import Any

from discord import SelectOption, ui

from bot.components.practice import AnswerDrill, ChooseTechnique, NextDrill, TechniqueMenu
from bot.presenters.layouts import PLAIN, PROBLEM, OutgoingMessage, message, picture, row
from bot.presenters.pages import page
from bot.presenters.solving import COLOURS
from i18n.localizer import Localizer
from jobs import Drawing, DrillVerdict
from puzzle.model import EdgeState
from service.training import AnsweredDrill, AskedDrill, DrillPlan, Mastery
from solver.report import Outcome
from texts import practice as texts

MENU_OPTIONS = 25
"""Maximum number of options of a menu; Discord's limit."""


def question_message(localizer: Localizer, asked: AskedDrill) -> OutgoingMessage:
    """A drill with two rows of buttons: each edge as a line, and as a cross."""
    question = asked.question
    rows = [
        [
            AnswerDrill(asked.plan, question.text, choice, state, localizer)
            for choice in range(question.edges)
        ]
        for state in (EdgeState.LINE, EdgeState.CROSS)
    ]
    return page(texts.question_text(localizer, asked), question.drawing, *rows)


def answer_message(
    localizer: Localizer, answered: AnsweredDrill, choice: int, state: EdgeState
) -> OutgoingMessage:
    """The verdict on an answer, with the counterexample if there is one, and the explanation."""
    judged, plan = answered.judged, answered.plan
    is_right = judged.verdict is DrillVerdict.RIGHT
    items: list[ui.Item[Any] | str] = [texts.verdict_text(localizer, answered, choice, state)]
    files = []
    if judged.counterexample is not None:
        shown = judged.counterexample
        file, gallery = picture(shown.png, "counterexample.png", shown.alt)
        items += [gallery]
        files.append(file)
    file, gallery = picture(judged.drawing.png, "reason.png", judged.drawing.alt)
    files.append(file)
    items += [texts.reason_text(localizer, answered), gallery]
    items.append(texts.skill_note(localizer, answered.skill))
    buttons: list[ui.Item[Any]] = [
        NextDrill(plan.next, judged.technique, localizer.say(texts.NEXT_BUTTON)),
        ChooseTechnique(localizer.say(texts.CHOOSE_BUTTON)),
    ]
    colour = COLOURS[Outcome.UNIQUE] if is_right else PROBLEM
    return message(*items, row(*buttons), colour=colour, files=files)


def techniques_message(localizer: Localizer, known: Mastery, drawing: Drawing) -> OutgoingMessage:
    """The list of all techniques: a picture, menus to choose one, and a button for the next."""
    choices = texts.technique_choices(localizer, known)
    file, gallery = picture(drawing.png, "techniques.png", drawing.alt)
    menus = []
    for number, start in enumerate(range(0, len(choices), MENU_OPTIONS)):
        part = choices[start : start + MENU_OPTIONS]
        options = [
            SelectOption(value=name, label=title[:100], description=place)
            for name, title, place in part
        ]
        ends = {"first": part[0][2].split()[0], "last": part[-1][2].split()[0]}
        menus.append(row(TechniqueMenu(number, localizer.say(texts.MENU, **ends), options)))
    go_on = NextDrill(DrillPlan.MIXED, label=localizer.say(texts.MIXED_BUTTON))
    return message(
        localizer.say(texts.CHOOSE),
        gallery,
        texts.legend(localizer),
        *menus,
        row(go_on),
        colour=PLAIN,
        files=[file],
    )
