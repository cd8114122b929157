"""The buttons of the guided first puzzle."""

from __future__ import annotations

from typing import Annotated

from discord import ButtonStyle

from bot.answering.components import Button, digits
from service.learning.course import CourseAction


class Learn(Button, template="ouro:learn:{attempt}:{action}:{marks}"):
    """Shows the next lesson, with `tell` also its answer.

    `do` first makes its marks, `undo` first undoes the last ones.

    The `custom_id` contains the number of marks on the board, so that a repeated press has no
    effect.

    >>> Learn(7, CourseAction.DO, 12, "Do it for me").custom_id
    'ouro:learn:7:do:12'
    """

    attempt: int
    action: CourseAction
    marks: Annotated[int, digits(4)]

    def __init__(
        self,
        attempt: int,
        action: CourseAction,
        marks: int,
        label: str = "…",
        *,
        first: bool = False,
    ) -> None:
        super().__init__(
            attempt,
            action,
            marks,
            label=label,
            style=ButtonStyle.primary if first else ButtonStyle.secondary,
        )
