"""The buttons and menus of practice; each `custom_id` contains all that a press needs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Self

import discord
from discord import ButtonStyle, ui

from bot.core.components import Button, Form, Menu
from bot.practice import texts
from i18n.localizer import ENGLISH, Localizer
from puzzle.model import EdgeState
from renderer.highlights import SIGNS
from service.storms import StormAnswer
from service.training import DrillPlan, technique_rows

_LETTERS = {EdgeState.LINE: "L", EdgeState.CROSS: "X"}
FIND_EXAMPLE, CROSS_EXAMPLE = "D2 top", "x D2 left"
"""Examples of moves; the first stands in the empty field."""
MAX_MOVES = 100
"""Maximum number of characters of typed moves in a drill."""
_STATES = {letter: state for state, letter in _LETTERS.items()}


class AnswerDrill(
    Button,
    template=r"ouro:answer:(?P<plan>[mt123]):(?P<text>[\w-]{20,80}):(?P<choice>[0-3])(?P<state>[LX])",
):
    """Answers a drill: one of four edges is a line or a cross. The drill is in the `custom_id`.

    >>> AnswerDrill(DrillPlan.MIXED, "ZltTSFJ4HlGRqRPAPqgyNA", 1, EdgeState.CROSS).custom_id
    'ouro:answer:m:ZltTSFJ4HlGRqRPAPqgyNA:1X'
    """

    def __init__(
        self,
        plan: DrillPlan,
        text: str,
        choice: int,
        state: EdgeState,
        localizer: Localizer = ENGLISH,
    ) -> None:
        label = texts.LINE_BUTTON if state is EdgeState.LINE else texts.CROSS_BUTTON
        super().__init__(
            label=localizer.say(label, sign=SIGNS[choice]),
            custom_id=f"ouro:answer:{plan.value}:{text}:{choice}{_LETTERS[state]}",
        )
        self.plan = plan
        self.text = text
        self.choice = choice
        self.state = state

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        state = _STATES[match["state"]]
        return cls(DrillPlan(match["plan"]), match["text"], int(match["choice"]), state)


class FindDrill(Button, template=r"ouro:find:(?P<plan>[mt123]):(?P<text>[\w-]{20,80})"):
    """Opens the form in which what follows in a drill without signs is typed.

    >>> FindDrill(DrillPlan.MIXED, "ZltTSFJ4HlGRqRPAPqgyNA").custom_id
    'ouro:find:m:ZltTSFJ4HlGRqRPAPqgyNA'
    """

    def __init__(self, plan: DrillPlan, text: str, label: str = "…") -> None:
        custom_id = f"ouro:find:{plan.value}:{text}"
        super().__init__(label=label, style=ButtonStyle.primary, custom_id=custom_id)
        self.plan = plan
        self.text = text

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(DrillPlan(match["plan"]), match["text"])


class SignDrill(Button, template=r"ouro:signs:(?P<plan>[mt123]):(?P<text>[\w-]{20,80})"):
    """Asks a drill without signs again, about four edges with signs."""

    def __init__(self, plan: DrillPlan, text: str, label: str = "…") -> None:
        super().__init__(label=label, custom_id=f"ouro:signs:{plan.value}:{text}")
        self.plan = plan
        self.text = text

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(DrillPlan(match["plan"]), match["text"])


class FindForm(Form, template=r"ouro:found:(?P<plan>[mt123]):(?P<text>[\w-]{20,80})"):
    """The form for what follows in a drill, which is in its `custom_id`."""

    def __init__(self, plan: DrillPlan, text: str, localizer: Localizer = ENGLISH) -> None:
        super().__init__(localizer.say(texts.FIND_TITLE), f"ouro:found:{plan.value}:{text}")
        field: ui.TextInput[Any] = ui.TextInput(
            custom_id="moves", placeholder=FIND_EXAMPLE, min_length=1, max_length=MAX_MOVES
        )
        label: ui.Label[Any] = ui.Label(
            text=localizer.say(texts.FIND_LABEL),
            description=localizer.say(
                texts.FIND_DESCRIPTION, line=FIND_EXAMPLE, cross=CROSS_EXAMPLE
            ),
            component=field,
        )
        self.add_item(label)
        self.plan = plan
        self.text = text

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(DrillPlan(match["plan"]), match["text"])


class AnswerStorm(
    Button,
    template=r"ouro:storm:(?P<began>\d{1,13}):(?P<number>\d{1,3}):(?P<choice>[0-3])(?P<state>[LX])",
):
    """Answers the drill after a number of answers in a storm, which is stored.

    >>> AnswerStorm(StormAnswer(1800000000000, 4, 1, EdgeState.CROSS)).custom_id
    'ouro:storm:1800000000000:4:1X'
    """

    def __init__(self, answer: StormAnswer, localizer: Localizer = ENGLISH) -> None:
        label = texts.LINE_BUTTON if answer.state is EdgeState.LINE else texts.CROSS_BUTTON
        chosen = f"{answer.choice}{_LETTERS[answer.state]}"
        super().__init__(
            label=localizer.say(label, sign=SIGNS[answer.choice]),
            custom_id=f"ouro:storm:{answer.began}:{answer.number}:{chosen}",
        )
        self.answer = answer

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        began, number, choice = (int(match[name]) for name in ("began", "number", "choice"))
        return cls(StormAnswer(began, number, choice, _STATES[match["state"]]))


class TrainMissed(Button, template=r"ouro:storm:train"):
    """Begins drills of what was wrong in the last storm, in a new message."""

    def __init__(self, label: str = "…") -> None:
        super().__init__(label=label, emoji="🎯", custom_id="ouro:storm:train")


class BeginStorm(Button, template=r"ouro:storm:begin"):
    """Begins a storm in the message."""

    def __init__(self, label: str = "▶") -> None:
        super().__init__(label=label, style=ButtonStyle.primary, custom_id="ouro:storm:begin")


class NextDrill(Button, template=r"ouro:practice:(?P<plan>[mt123]):(?P<technique>[a-z0-9-]{0,40})"):
    """Replaces the message with the next drill of a plan; `technique` is that of the last one.

    >>> NextDrill(DrillPlan.ONE, "corner-3").custom_id
    'ouro:practice:t:corner-3'
    """

    def __init__(self, plan: DrillPlan, technique: str = "", label: str = "▶") -> None:
        custom_id = f"ouro:practice:{plan.value}:{technique}"
        super().__init__(label=label, style=ButtonStyle.primary, custom_id=custom_id)
        self.plan = plan
        self.technique = technique

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(DrillPlan(match["plan"]), match["technique"])


class TrainTechnique(Button, template=r"ouro:train:(?P<technique>[a-z0-9-]{1,40})"):
    """Begins three drills of a technique in a new message; after a lesson its label differs.

    >>> TrainTechnique("corner-3").custom_id
    'ouro:train:corner-3'
    """

    def __init__(
        self, technique: str, localizer: Localizer = ENGLISH, *, after_lesson: bool = False
    ) -> None:
        label = texts.PRACTISE_BUTTON if after_lesson else texts.TRAIN_BUTTON
        super().__init__(
            label=localizer.say(label), emoji="🎯", custom_id=f"ouro:train:{technique}"
        )
        self.technique = technique

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(match["technique"])


class ChooseTechnique(Button, template=r"ouro:techniques"):
    """Replaces the message with the list of all techniques."""

    def __init__(self, label: str = "…") -> None:
        super().__init__(label=label, custom_id="ouro:techniques")


class TechniqueMenu(Menu, template=r"ouro:technique:(?P<number>\d)"):
    """A menu with a part of all techniques; the message is replaced with a drill of the chosen one.

    >>> TechniqueMenu(1).custom_id
    'ouro:technique:1'
    """

    def __init__(
        self,
        number: int,
        placeholder: str = "",
        choices: Sequence[discord.SelectOption] = (),
    ) -> None:
        super().__init__(
            placeholder=placeholder, options=[*choices], custom_id=f"ouro:technique:{number}"
        )

    def offers(self, value: str, resolved: Mapping[str, Any]) -> bool:
        """Whether a value is the name of a technique."""
        del resolved
        return any(value in names for _, names in technique_rows())

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(int(match["number"]))
