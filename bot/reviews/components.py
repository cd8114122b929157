"""The buttons that review a solved board, and replay how it was drawn."""

from __future__ import annotations

from bot.answering.components import Button
from i18n.localizer import ENGLISH, Localizer
from texts import reviews


class ReviewBoard(Button, template="ouro:review:{attempt}"):
    """Shows the review of a solved attempt to the player.

    >>> ReviewBoard(7).custom_id
    'ouro:review:7'
    """

    attempt: int

    def __init__(self, attempt: int, localizer: Localizer = ENGLISH) -> None:
        super().__init__(attempt, label=localizer.say(reviews.REVIEW), emoji="🔎")


class ReplayBoard(Button, template="ouro:replay:{attempt}"):
    """Shows the player how a solved attempt was drawn, as an animation.

    >>> ReplayBoard(7).custom_id
    'ouro:replay:7'
    """

    attempt: int

    def __init__(self, attempt: int, localizer: Localizer = ENGLISH) -> None:
        super().__init__(attempt, label=localizer.say(reviews.REPLAY), emoji="🎞️")
