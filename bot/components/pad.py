"""The buttons below a board, and the button that opens a board of a stored puzzle."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Self

from discord import ButtonStyle

from bot.components.base import Button
from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message
from play.clock import Help
from play.pen import Mode
from service.attempts import LoadedAttempt
from texts import helping, playing

SYMBOLS = MappingProxyType(
    {"up": "↑", "down": "↓", "left": "←", "right": "→", "undo": "↶", "redo": "↷"}
)
"""Labels of equal width, the same in every language, so that the arrow buttons form a cross."""


class PadButton(Button, template=r"ouro:pad:(\d{1,18}):([a-z-]{1,20})"):
    """A button below a board; the `custom_id` contains the ID of the attempt and the action.

    >>> PadButton(7, "up", "↑").custom_id
    'ouro:pad:7:up'
    """

    def __init__(
        self, attempt: int, action: str, label: str, style: ButtonStyle = ButtonStyle.secondary
    ) -> None:
        super().__init__(label=label, style=style, custom_id=f"ouro:pad:{attempt}:{action}")
        self.attempt = attempt
        self.action = action

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(int(match[1]), match[2], match[2])


class OpenPuzzle(Button, template=r"ouro:play:(\d{1,18})"):
    """Opens a board of a stored puzzle for the user who presses it."""

    def __init__(self, puzzle: int, localizer: Localizer = ENGLISH) -> None:
        label = localizer.say(playing.PLAY)
        super().__init__(label=label, style=ButtonStyle.primary, custom_id=f"ouro:play:{puzzle}")
        self.puzzle = puzzle

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(int(match[1]))


def open_button(localizer: Localizer, attempt: int) -> PadButton:
    """The button that opens an unfinished board from a list, by the ID of its attempt."""
    return PadButton(attempt, "open", localizer.say(playing.OPEN))


def back_to_board(localizer: Localizer, loaded: LoadedAttempt) -> PadButton:
    """The button that replaces the message with the board."""
    return PadButton(loaded.attempt.id, "open", localizer.say(helping.BACK_BUTTON))


def pad_buttons(localizer: Localizer, loaded: LoadedAttempt) -> list[list[PadButton]]:
    """The rows of buttons of an unfinished board: pen mode, movement, help, submission.

    Each row fits the width of a phone. No button is ever disabled, even where the pen cannot move,
    because the user may press while an older picture is still shown.
    """
    attempt = loaded.attempt.id

    def symbol(action: str) -> PadButton:
        return PadButton(attempt, action, SYMBOLS[action])

    def word(
        action: str, message: Message, style: ButtonStyle = ButtonStyle.secondary, **values: object
    ) -> PadButton:
        return PadButton(attempt, action, localizer.say(message, **values), style)

    undo, up, redo, left, down, right = map(symbol, ("undo", "up", "redo", "left", "down", "right"))
    hint = word("hint", playing.HINT, seconds=Help.NUDGE.penalty)
    check = word("check", playing.CHECK, seconds=Help.CHECK_COUNT.penalty)
    submit = word("submit", playing.SUBMIT, ButtonStyle.success)
    return [
        [_mode_button(localizer, loaded, mode) for mode in Mode],
        [undo, up, redo, word("type", playing.TYPE)],
        [left, down, right],  # no button with a time penalty beside the arrows
        [hint, check],
        [submit, word("clear", playing.CLEAR), word("give-up", playing.GIVE_UP)],
    ]


def _mode_button(localizer: Localizer, loaded: LoadedAttempt, mode: Mode) -> PadButton:
    """The button of a pen mode; that of the current mode has another colour."""
    chosen = loaded.pad.mode is mode
    style = ButtonStyle.primary if chosen else ButtonStyle.secondary
    return PadButton(loaded.attempt.id, mode.value, localizer.say(playing.MODES[mode]), style)
