"""The buttons and menus of practice; each `custom_id` contains all that a press needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import discord
from discord import ButtonStyle

from bot.answering.components import Button, Form, IdPart, Menu, digits, one_of, text_of
from i18n.localizer import ENGLISH, Localizer
from puzzle.model import EdgeState
from renderer.highlights import SIGNS
from service.learning.storms import StormAnswer
from service.learning.training import DrillPlan, technique_rows
from texts import practice as texts

FIND_EXAMPLE, CROSS_EXAMPLE = "D2 top", "x D2 left"
"""Examples of moves; the first stands in the empty field."""
MAX_MOVES = 100
"""Maximum number of characters of typed moves in a drill."""


_DRILL = text_of(r"[\w-]", 20, 80)
_CHOICE = IdPart("[0-3]", 1, str, int)
_STATE = one_of({"L": EdgeState.LINE, "X": EdgeState.CROSS})


def _answer_label(localizer: Localizer, choice: int, state: EdgeState) -> str:
    label = texts.LINE_BUTTON if state is EdgeState.LINE else texts.CROSS_BUTTON
    return localizer.say(label, sign=SIGNS[choice])


class AnswerDrill(Button, template="ouro:answer:{plan}:{text}:{choice}{state}"):
    """Answers a drill: one of four edges is a line or a cross. The drill is in the `custom_id`.

    >>> AnswerDrill(DrillPlan.MIXED, "ZltTSFJ4HlGRqRPAPqgyNA", 1, EdgeState.CROSS).custom_id
    'ouro:answer:m:ZltTSFJ4HlGRqRPAPqgyNA:1X'
    """

    plan: DrillPlan
    text: Annotated[str, _DRILL]
    choice: Annotated[int, _CHOICE]
    state: Annotated[EdgeState, _STATE]

    def __init__(
        self,
        plan: DrillPlan,
        text: str,
        choice: int,
        state: EdgeState,
        localizer: Localizer = ENGLISH,
    ) -> None:
        super().__init__(plan, text, choice, state, label=_answer_label(localizer, choice, state))


class FindDrill(Button, template="ouro:find:{plan}:{text}"):
    """Opens the form in which what follows in a drill without signs is typed.

    >>> FindDrill(DrillPlan.MIXED, "ZltTSFJ4HlGRqRPAPqgyNA").custom_id
    'ouro:find:m:ZltTSFJ4HlGRqRPAPqgyNA'
    """

    plan: DrillPlan
    text: Annotated[str, _DRILL]

    def __init__(self, plan: DrillPlan, text: str, label: str = "…") -> None:
        super().__init__(plan, text, label=label, style=ButtonStyle.primary)


class SignDrill(Button, template="ouro:signs:{plan}:{text}"):
    """Asks a drill without signs again, about four edges with signs."""

    plan: DrillPlan
    text: Annotated[str, _DRILL]

    def __init__(self, plan: DrillPlan, text: str, label: str = "…") -> None:
        super().__init__(plan, text, label=label)


class ShowWays(Button, template="ouro:ways:{text}"):
    """Shows both ways of the step of a drill that was answered, in a new message."""

    text: Annotated[str, _DRILL]

    def __init__(self, text: str, label: str = "…") -> None:
        super().__init__(text, label=label)


class FindForm(Form, template="ouro:found:{plan}:{text}"):
    """The form for what follows in a drill, which is in its `custom_id`."""

    plan: DrillPlan
    text: Annotated[str, _DRILL]

    def __init__(self, plan: DrillPlan, text: str, localizer: Localizer = ENGLISH) -> None:
        super().__init__(plan, text, title=localizer.say(texts.FIND_TITLE))
        self.add_text(
            "moves",
            localizer.say(texts.FIND_LABEL),
            localizer.say(texts.FIND_DESCRIPTION, line=FIND_EXAMPLE, cross=CROSS_EXAMPLE),
            placeholder=FIND_EXAMPLE,
            max_length=MAX_MOVES,
        )


class AnswerStorm(Button, template="ouro:storm:{began}:{number}:{choice}{state}"):
    """Answers the drill after a number of answers in a storm, which is stored.

    >>> AnswerStorm(1800000000000, 4, 1, EdgeState.CROSS).custom_id
    'ouro:storm:1800000000000:4:1X'
    """

    began: Annotated[int, digits(13)]
    number: Annotated[int, digits(3)]
    choice: Annotated[int, _CHOICE]
    state: Annotated[EdgeState, _STATE]

    def __init__(
        self,
        began: int,
        number: int,
        choice: int,
        state: EdgeState,
        localizer: Localizer = ENGLISH,
    ) -> None:
        super().__init__(
            began, number, choice, state, label=_answer_label(localizer, choice, state)
        )

    @property
    def answer(self) -> StormAnswer:
        """The answer."""
        return StormAnswer(self.began, self.number, self.choice, self.state)


class TrainMissed(Button, template="ouro:storm:train"):
    """Begins drills of what was wrong in the last storm, in a new message."""

    def __init__(self, label: str = "…") -> None:
        super().__init__(label=label, emoji="🎯")


class BeginStorm(Button, template="ouro:storm:begin"):
    """Begins a storm in the message."""

    def __init__(self, label: str = "▶") -> None:
        super().__init__(label=label, style=ButtonStyle.primary)


class NextDrill(Button, template="ouro:practice:{plan}:{technique}"):
    """Replaces the message with the next drill of a plan; `technique` is that of the last one.

    >>> NextDrill(DrillPlan.ONE, "corner-3").custom_id
    'ouro:practice:t:corner-3'
    """

    plan: DrillPlan
    technique: Annotated[str, text_of("[a-z0-9-]", 0, 40)]

    def __init__(self, plan: DrillPlan, technique: str = "", label: str = "▶") -> None:
        super().__init__(plan, technique, label=label, style=ButtonStyle.primary)


class TrainTechnique(Button, template="ouro:train:{technique}"):
    """Begins three drills of a technique in a new message; after a lesson its label differs.

    >>> TrainTechnique("corner-3").custom_id
    'ouro:train:corner-3'
    """

    technique: Annotated[str, text_of("[a-z0-9-]", 1, 40)]

    def __init__(
        self, technique: str, localizer: Localizer = ENGLISH, *, after_lesson: bool = False
    ) -> None:
        label = texts.PRACTISE_BUTTON if after_lesson else texts.TRAIN_BUTTON
        super().__init__(technique, label=localizer.say(label), emoji="🎯")


class ChooseTechnique(Button, template="ouro:techniques"):
    """Replaces the message with the list of all techniques."""

    def __init__(self, label: str = "…") -> None:
        super().__init__(label=label)


class TechniqueMenu(Menu, template="ouro:technique:{number}"):
    """A menu with a part of all techniques; the message is replaced with a drill of the chosen one.

    >>> TechniqueMenu(1).custom_id
    'ouro:technique:1'
    """

    number: Annotated[int, digits(1)]

    def __init__(
        self,
        number: int,
        placeholder: str = "",
        choices: Sequence[discord.SelectOption] = (),
    ) -> None:
        super().__init__(number, placeholder=placeholder, options=[*choices])

    def offers(self, value: str, resolved: Mapping[str, Any]) -> bool:
        """Whether a value is the name of a technique."""
        del resolved
        return any(value in names for _, names in technique_rows())
