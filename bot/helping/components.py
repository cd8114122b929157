"""The buttons for hints, checks, steps and solutions of an attempt."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import Self

from discord import ButtonStyle

from bot.core.components import Button
from bot.helping import texts
from i18n.localizer import ENGLISH, Localizer
from narrator.checks import Detail
from narrator.narration import Level
from puzzle.model import EdgeState
from service.help_offers import HelpOffer
from texts import helping

_LETTERS = {EdgeState.LINE: "L", EdgeState.CROSS: "X", EdgeState.UNKNOWN: "U"}
_STATES = {letter: state for state, letter in _LETTERS.items()}
_MAX_ID_LENGTH = 100
"""Maximum number of characters of a `custom_id`; Discord's limit."""


class GiveHint(
    Button,
    template=r"ouro:hint:(?P<attempt>\d{1,18}):(?P<level>nudge|hint|step)(?::(?P<another>\d{1,2}))?",
):
    """Replaces the message with a hint at a level; `another` is the number of a different hint.

    With `is_new`, the button offers a different hint than the one shown.

    >>> GiveHint(7, Level.HINT).custom_id, GiveHint(7, Level.NUDGE, another=2).custom_id
    ('ouro:hint:7:hint', 'ouro:hint:7:nudge:2')
    """

    def __init__(
        self,
        attempt: int,
        level: Level,
        localizer: Localizer = ENGLISH,
        *,
        another: int = 0,
        is_new: bool = False,
    ) -> None:
        label = helping.offer_label(localizer, HelpOffer(level, another, is_new))
        custom_id = f"ouro:hint:{attempt}:{level.value}" + (f":{another}" if another else "")
        super().__init__(label=label, emoji="🔀" if is_new else "💡", custom_id=custom_id)
        self.attempt = attempt
        self.level = level
        self.another = another

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        another = int(match["another"] or 0)
        return cls(int(match["attempt"]), Level(match["level"]), another=another)


class CheckMarks(Button, template=r"ouro:check:(?P<attempt>\d{1,18}):(?P<detail>count|where|why)"):
    """Replaces the message with a check of the marks at a level of detail.

    >>> CheckMarks(7, Detail.WHY).custom_id
    'ouro:check:7:why'
    """

    def __init__(self, attempt: int, detail: Detail, localizer: Localizer = ENGLISH) -> None:
        label = helping.offer_label(localizer, HelpOffer(detail))
        custom_id = f"ouro:check:{attempt}:{detail.value}"
        super().__init__(label=label, emoji="🔍", custom_id=custom_id)
        self.attempt = attempt
        self.detail = detail

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(int(match["attempt"]), Detail(match["detail"]))


class Explained(Enum):
    """What an argument explains: the step of a hint, or the mistake that a check found."""

    HINT = "hint"
    CHECK = "check"


class ShowPart(
    Button,
    template=r"ouro:frame:(?P<attempt>\d{1,18}):(?P<kind>hint|check):(?P<number>\d{1,3})"
    r"(?::(?P<another>\d{1,2}))?",
):
    """Replaces the message with a part of an argument given before; part 0 is all of it.

    `another` is the number of a different hint.

    >>> ShowPart(7, Explained.HINT, 3, "▶").custom_id
    'ouro:frame:7:hint:3'
    >>> ShowPart(7, Explained.HINT, 3, "▶", another=2).custom_id
    'ouro:frame:7:hint:3:2'
    """

    def __init__(
        self, attempt: int, kind: Explained, number: int, label: str, *, another: int = 0
    ) -> None:
        custom_id = f"ouro:frame:{attempt}:{kind.value}:{number}"
        custom_id += f":{another}" if another else ""
        super().__init__(label=label, custom_id=custom_id)
        self.attempt = attempt
        self.kind = kind
        self.number = number
        self.another = another

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        another = int(match["another"] or 0)
        kind = Explained(match["kind"])
        return cls(int(match["attempt"]), kind, int(match["number"]), "▶", another=another)


class ApplyStep(
    Button, template=r"ouro:do:(?P<attempt>\d{1,18}):(?P<states>(?:[0-9a-z]{1,4}[LXU])+)"
):
    """Marks the edges of a step on the board, and shows the board.

    The `custom_id` contains the edge indices in base 36, each followed by a letter for its state.
    Edges beyond Discord's length limit (at least 15 fit) are left out.

    >>> ApplyStep(7, {0: EdgeState.LINE, 40: EdgeState.CROSS}).custom_id
    'ouro:do:7:0L14X'
    """

    def __init__(
        self, attempt: int, states: Mapping[int, EdgeState], localizer: Localizer = ENGLISH
    ) -> None:
        custom_id = f"ouro:do:{attempt}:"
        self.attempt = attempt
        self.states: dict[int, EdgeState] = {}
        for edge, state in sorted(states.items()):
            part = f"{_base36(edge)}{_LETTERS[state]}"
            if len(custom_id) + len(part) > _MAX_ID_LENGTH:
                break
            custom_id += part
            self.states[edge] = state
        label = localizer.say(texts.DO_IT_BUTTON)
        style = ButtonStyle.primary
        super().__init__(label=label, emoji="✏️", style=style, custom_id=custom_id)

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        found = re.findall(r"([0-9a-z]+)([LXU])", match["states"])
        return cls(
            int(match["attempt"]), {int(edge, 36): _STATES[letter] for edge, letter in found}
        )


def _base36(number: int) -> str:
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
        if not number:
            return digits


class RevealSolution(Button, template=r"ouro:reveal:(?P<attempt>\d{1,18}):(?P<way>still|moving)"):
    """Replaces the message with the solution, which ends an unsolved attempt.

    `animate` requests an animation. `again` labels the button for a solution that is already shown
    without animation.

    >>> RevealSolution(7, animate=True).custom_id
    'ouro:reveal:7:moving'
    """

    def __init__(
        self,
        attempt: int,
        animate: bool = False,
        localizer: Localizer = ENGLISH,
        *,
        again: bool = False,
    ) -> None:
        label = localizer.say(texts.ANIMATE_BUTTON if again else helping.REVEAL_BUTTON)
        way = "moving" if animate else "still"
        super().__init__(
            label=label,
            emoji="🎞️" if again else "👁️",
            style=ButtonStyle.secondary if again else ButtonStyle.danger,
            custom_id=f"ouro:reveal:{attempt}:{way}",
        )
        self.attempt = attempt
        self.animate = animate

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(int(match["attempt"]), match["way"] == "moving")
