"""The button that reveals the solution of a board."""

from __future__ import annotations

import re
from typing import Self

from discord import ButtonStyle

from bot.components.base import Button
from i18n.localizer import ENGLISH, Localizer
from texts import helping


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
        label = localizer.say(helping.ANIMATE_BUTTON if again else helping.REVEAL_BUTTON)
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
