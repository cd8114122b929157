"""The buttons for hints, checks, steps and solutions of an attempt."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import Annotated

from discord import ButtonStyle

from bot.answering.components import MAX_ID_LENGTH, Button, IdPart, digits, later_digits, one_of
from i18n.localizer import ENGLISH, Localizer
from narrator.checks import Detail
from narrator.narration import Level
from puzzle.model import EdgeState
from service.helping.help_offers import HelpOffer
from texts import helping as texts

_LETTERS = {EdgeState.LINE: "L", EdgeState.CROSS: "X", EdgeState.UNKNOWN: "U"}


class GiveHint(Button, template="ouro:hint:{attempt}:{level}{another}"):
    """Replaces the message with a hint at a level; `another` is the number of a different hint.

    With `is_new`, the button offers a different hint than the one shown.

    >>> GiveHint(7, Level.HINT).custom_id, GiveHint(7, Level.NUDGE, another=2).custom_id
    ('ouro:hint:7:hint', 'ouro:hint:7:nudge:2')
    """

    attempt: int
    level: Level
    another: Annotated[int, later_digits(2, 0)]

    def __init__(  # noqa: PLR0913 - what its label tells
        self,
        attempt: int,
        level: Level,
        localizer: Localizer = ENGLISH,
        *,
        another: int = 0,
        is_new: bool = False,
        paid: int = 0,
    ) -> None:
        label = texts.offer_label(localizer, HelpOffer(level, another, is_new, paid))
        super().__init__(attempt, level, another, label=label, emoji="🔀" if is_new else "💡")


class CheckMarks(Button, template="ouro:check:{attempt}:{detail}"):
    """Replaces the message with a check of the marks at a level of detail.

    >>> CheckMarks(7, Detail.WHY).custom_id
    'ouro:check:7:why'
    """

    attempt: int
    detail: Detail

    def __init__(
        self, attempt: int, detail: Detail, localizer: Localizer = ENGLISH, paid: int = 0
    ) -> None:
        label = texts.offer_label(localizer, HelpOffer(detail, paid=paid))
        super().__init__(attempt, detail, label=label, emoji="🔍")


class Explained(Enum):
    """What is shown: the step of a hint, its ways, or the mistake that a check found."""

    HINT = "hint"
    WAYS = "ways"
    CHECK = "check"


class ShowPart(Button, template="ouro:frame:{attempt}:{kind}:{number}{another}"):
    """Replaces the message with a part of an argument given before; part 0 is all of it.

    `another` is the number of a different hint.

    >>> ShowPart(7, Explained.HINT, 3, "▶").custom_id
    'ouro:frame:7:hint:3'
    >>> ShowPart(7, Explained.HINT, 3, "▶", another=2).custom_id
    'ouro:frame:7:hint:3:2'
    """

    attempt: int
    kind: Explained
    number: Annotated[int, digits(3)]
    another: Annotated[int, later_digits(2, 0)]

    def __init__(
        self, attempt: int, kind: Explained, number: int, label: str = "▶", *, another: int = 0
    ) -> None:
        super().__init__(attempt, kind, number, another, label=label)


def _base36(number: int) -> str:
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
        if not number:
            return digits


def _written(states: Mapping[int, EdgeState]) -> str:
    return "".join(f"{_base36(edge)}{_LETTERS[state]}" for edge, state in states.items())


def _read(text: str) -> dict[int, EdgeState]:
    states = {letter: state for state, letter in _LETTERS.items()}
    found = re.findall(r"([0-9a-z]+)([LXU])", text)
    return {int(edge, 36): states[letter] for edge, letter in found}


_STATES = IdPart("(?:[0-9a-z]{1,4}[LXU])+", 73, _written, _read)


class ApplyStep(Button, template="ouro:do:{attempt}:{states}"):
    """Marks the edges of a step on the board, and shows the board.

    The `custom_id` contains the edge indices in base 36, each followed by a letter for its state.
    Edges beyond Discord's length limit (at least 15 fit) are left out.

    >>> ApplyStep(7, {0: EdgeState.LINE, 40: EdgeState.CROSS}).custom_id
    'ouro:do:7:0L14X'
    """

    attempt: int
    states: Annotated[Mapping[int, EdgeState], _STATES]

    def __init__(
        self, attempt: int, states: Mapping[int, EdgeState], localizer: Localizer = ENGLISH
    ) -> None:
        room, fitting = MAX_ID_LENGTH - len(self.id_of(attempt, {})), dict[int, EdgeState]()
        for edge, state in sorted(states.items()):
            room -= len(_written({edge: state}))
            if room < 0:
                break
            fitting[edge] = state
        label = localizer.say(texts.DO_IT_BUTTON)
        style = ButtonStyle.primary
        super().__init__(attempt, fitting, label=label, emoji="✏️", style=style)


class RevealSolution(Button, template="ouro:reveal:{attempt}:{animate}"):
    """Replaces the message with the solution, which ends an unsolved attempt.

    `animate` requests an animation. `again` labels the button for a solution that is already shown
    without animation.

    >>> RevealSolution(7, animate=True).custom_id
    'ouro:reveal:7:moving'
    """

    attempt: int
    animate: Annotated[bool, one_of({"still": False, "moving": True})]

    def __init__(
        self,
        attempt: int,
        animate: bool = False,
        localizer: Localizer = ENGLISH,
        *,
        again: bool = False,
    ) -> None:
        label = localizer.say(texts.ANIMATE_BUTTON if again else texts.REVEAL_BUTTON)
        super().__init__(
            attempt,
            animate,
            label=label,
            emoji="🎞️" if again else "👁️",
            style=ButtonStyle.secondary if again else ButtonStyle.danger,
        )
