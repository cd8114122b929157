"""The buttons and menus of boards that several people draw."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

from discord import ButtonStyle

from bot.answering.components import Button, Menu, digits, word_of
from bot.boards.components import PEN_ACTIONS
from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message
from play.pen import Mode
from texts import board_page, boards
from texts import together as texts

LABELS: Mapping[str, Message] = MappingProxyType(
    {
        "draw": texts.DRAW_ALONG,
        "anyway": texts.ANYWAY,
        "here": boards.DRAW,
        "look": texts.LOOK_ON,
        "next": texts.ANOTHER,
        "order": texts.ORDER,
        "give-up": texts.GIVE_UP,
        "end": texts.GIVE_UP,
        "cancel": board_page.LABELS["cancel"],
    }
)
"""Labels of the buttons, by action."""
PAD_ACTIONS = frozenset({*PEN_ACTIONS, "hint", "check"}) - {"redo"}
"""What the buttons and the menu of a pad are for."""


class TogetherButton(Button, template="ouro:together:{action}:{board}"):
    """A button of a board of several people, whose ID it has.

    >>> TogetherButton("draw", 7).custom_id
    'ouro:together:draw:7'
    """

    action: Annotated[str, word_of(LABELS)]
    board: int

    def __init__(self, action: str, board: int, localizer: Localizer = ENGLISH) -> None:
        main = action in {"draw", "anyway", "next"}
        style = ButtonStyle.primary if main else ButtonStyle.secondary
        style = ButtonStyle.danger if action == "end" else style
        super().__init__(action, board, label=localizer.say(LABELS[action]), style=style)


class TogetherPad(Button, template="ouro:together-pad:{board}:{pen}:{mode}:{action}"):
    """A button of the pad of such a board; the pen and its mode are not stored, but here."""

    board: int
    pen: Annotated[int, digits(5)]
    mode: Mode
    action: Annotated[str, word_of(PAD_ACTIONS)]


class TogetherMenu(Menu, template="ouro:together-menu:{board}:{pen}:{mode}"):
    """The menu below that pad; its values are actions as the buttons have them."""

    offered = "|".join(PAD_ACTIONS)
    board: int
    pen: Annotated[int, digits(5)]
    mode: Mode


class OrderMenu(Menu, template="ouro:together-order:{board}"):
    """What can be done about what a member of a board draws; values are `WHAT.MEMBER`."""

    offered = rf"({'|'.join(texts.ORDERS)})\.[0-9]{{1,3}}"
    board: int
