"""The messages of drills, those that tell the answers to them, and the list of techniques."""

from typing import Any

from discord import SelectOption, ui

from bot.answering.layouts import (
    COLOURS,
    PLAIN,
    PROBLEM,
    OutgoingMessage,
    message,
    page,
    picture,
    row,
)
from bot.answering.readers import pending_reader
from bot.chat import Chat
from bot.delivery.kinds import MessageKind, Post
from bot.practice.components import (
    AnswerDrill,
    ChooseTechnique,
    FindDrill,
    NextDrill,
    ShowWays,
    SignDrill,
    TechniqueMenu,
)
from bot.shortcuts.components import Shortcut
from i18n.localizer import Localizer
from jobs.playing import Drawing
from puzzle.model import EdgeState
from service.learning.training import AnsweredDrill, AskedDrill, DrillPlan, Mastery
from solver.report import Outcome
from store.records import PendingMessage
from texts import helping
from texts import practice as texts
from texts.markdown import quote

MENU_OPTIONS = 25
"""Maximum number of options of a menu; Discord's limit."""


def question_message(
    localizer: Localizer, asked: AskedDrill, problem: str = "", page_url: str = ""
) -> OutgoingMessage:
    """A drill with two rows of buttons: each edge with a sign as a line, and as a cross.

    One without signs has a button to type what follows, and one that leads to its page if there is
    one. `problem` is that of what was typed.
    """
    question = asked.question
    text = texts.question_text(localizer, asked)
    if problem:
        text = f"{text}\n{quote(problem)}"
    if not question.edges:
        find = FindDrill(asked.plan, question.text, localizer.say(texts.FIND_BUTTON))
        signs = SignDrill(asked.plan, question.text, localizer.say(texts.SIGNS_BUTTON))
        draw: list[ui.Item[Any]] = []
        if page_url:
            draw = [ui.Button(label=localizer.say(texts.DRAW_BUTTON), url=page_url)]
        return page(text, question.drawing, [*draw, find, signs])
    rows = [
        [
            AnswerDrill(asked.plan, question.text, choice, state, localizer)
            for choice in range(question.edges)
        ]
        for state in (EdgeState.LINE, EdgeState.CROSS)
    ]
    return page(text, question.drawing, *rows)


def answer_message(localizer: Localizer, answered: AnsweredDrill) -> OutgoingMessage:
    """The verdict on an answer, with the counterexample if there is one, and the explanation.

    A worked example has its rule instead of a verdict.
    """
    judged, is_example = answered.judged, answered.plan is DrillPlan.EXAMPLE
    heading = texts.example_text if is_example else texts.verdict_on
    items: list[ui.Item[Any] | str] = [heading(localizer, judged)]
    files = []
    if judged.counterexample is not None:
        shown = judged.counterexample
        file, gallery = picture(shown.png, "counterexample.png", shown.alt)
        items += [gallery]
        files.append(file)
    file, gallery = picture(judged.drawing.png, "reason.png", judged.drawing.alt)
    files.append(file)
    items += [texts.reason_text(localizer, judged), gallery]
    items.append(texts.skill_note(localizer, answered.skill))
    label = texts.NEXT_BUTTON
    if answered.next is DrillPlan.EXAMPLE:
        label = texts.EXAMPLE_BUTTON
    buttons: list[ui.Item[Any]] = [
        NextDrill(answered.next, judged.technique, localizer.say(label)),
        ChooseTechnique(localizer.say(texts.CHOOSE_BUTTON)),
        Shortcut("storm", localizer),
    ]
    if judged.text:
        buttons.append(ShowWays(judged.text, localizer.say(helping.WAYS_BUTTON)))
    colour = COLOURS[Outcome.UNIQUE] if judged.is_right else PROBLEM
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
        row(go_on, Shortcut("storm", localizer)),
        colour=PLAIN,
        files=[file],
    )


class DrillAnswers(MessageKind):
    """The answers to drills on their pages, in place of the drills in chat."""

    def __init__(self, chat: Chat) -> None:
        self._pages = chat.use.drill_pages
        self._preferences = chat.use.preferences

    async def render(self, pending: PendingMessage) -> Post | None:
        """The verdict on an answer; None if there is none."""
        reader = await pending_reader(self._preferences, pending)
        answered = await self._pages.answered(reader, pending)
        if answered is None:
            return None
        return Post(answer_message(reader.localizer, answered), last=True)
