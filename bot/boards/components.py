"""The buttons, the menu and the form of a board, and the button that opens a puzzle's board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Annotated, Any

from cachetools import LRUCache, cached
from discord import ButtonStyle, ui

from bot.answering.components import Button, Form, Menu, options, text_of
from bot.answering.layouts import Row, row
from i18n.localizer import ENGLISH, Localizer
from play.history import Clear, Redo, Undo
from play.pen import STRAIGHT, STRIDES, Action, Arrow, Far, Mode, SetMode, SetStride
from puzzle.grid import Grid, square_grid
from puzzle.rules import Capability
from service.helping.help_offers import FIRST_CHECK, FIRST_HINT
from service.playing.loaded_attempt import LoadedAttempt
from texts import board_page
from texts import boards as texts
from texts.helping import priced, with_penalty

SYMBOLS = MappingProxyType(
    {
        "up": "↑",
        "down": "↓",
        "left": "←",
        "right": "→",
        "undo": "↶",
        "redo": "↷",
        "up-left": "↖",
        "up-right": "↗",
        "down-left": "↙",
        "down-right": "↘",
    }
)
"""Labels of nearly equal width, the same in every language, so that the arrows form a cross."""


def key_of(arrow: Arrow) -> str:
    """The action of an arrow in the `custom_id`s of buttons."""
    return arrow.name.lower().replace("_", "-")


PEN_ACTIONS: Mapping[str, Action] = MappingProxyType(
    {
        **{key_of(arrow): arrow for arrow in Arrow},
        **{f"far-{key_of(arrow)}": Far(arrow) for arrow in STRAIGHT},
        **{f"stride-{edges}": SetStride(edges) for edges in STRIDES},
        **{mode.value: SetMode(mode) for mode in Mode},
        "undo": Undo(),
        "redo": Redo(),
        "clear": Clear(),
    }
)
"""The actions that move or switch the pen, by the keys in the `custom_id`s of buttons and in the
values of the menu."""


class PadButton(Button, template="ouro:pad:{attempt}:{action}"):
    """A button below a board; the `custom_id` contains the ID of the attempt and the action.

    >>> PadButton(7, "up", label="↑").custom_id
    'ouro:pad:7:up'
    """

    attempt: int
    action: Annotated[str, text_of("[a-z-]", 1, 20)]


class OpenPuzzle(Button, template="ouro:play:{puzzle}"):
    """Opens a board of a stored puzzle for the user who presses it."""

    puzzle: int

    def __init__(self, puzzle: int, localizer: Localizer = ENGLISH, *, main: bool = True) -> None:
        style = ButtonStyle.primary if main else ButtonStyle.secondary
        super().__init__(puzzle, label=localizer.say(texts.PLAY), style=style)


def open_button(localizer: Localizer, attempt: int) -> PadButton:
    """The button that opens an unfinished board from a list, by the ID of its attempt."""
    return PadButton(attempt, "play", label=localizer.say(texts.OPEN))


def page_button(localizer: Localizer, attempt: int) -> PadButton:
    """The button that answers in private with a board that has a link to the board page."""
    return PadButton(attempt, "page", label=localizer.say(board_page.OPEN_BOARD))


def draw_button(localizer: Localizer, attempt: int) -> PadButton:
    """The button that shows the pad below a board."""
    return PadButton(attempt, "draw", label=localizer.say(texts.DRAW))


def together_button(localizer: Localizer, attempt: int) -> PadButton:
    """The button that begins a board of several people from a board."""
    return PadButton(attempt, "together", label=localizer.say(texts.TOGETHER))


def launch_button(localizer: Localizer, attempt: int) -> PadButton:
    """The button that opens the board page inside Discord."""
    return PadButton(
        attempt, "launch", label=localizer.say(board_page.LAUNCH), style=ButtonStyle.primary
    )


def back_to_board(localizer: Localizer, loaded: LoadedAttempt) -> PadButton:
    """The button that replaces the message with the board and its pad."""
    return PadButton(loaded.attempt.id, "draw", label=localizer.say(texts.BACK_BUTTON))


MENU_ACTIONS = frozenset(
    {
        "open",
        "page",
        "type",
        "submit",
        "hint",
        "check",
        "undo",
        "redo",
        "clear",
        "give-up",
        "together",
        *(mode.value for mode in Mode),
        *(f"stride-{edges}" for edges in STRIDES),
    }
)
"""The values of the menu below a board, in this version or an earlier one."""


class PadMenu(Menu, template="ouro:pad-menu:{attempt}"):
    """The menu below a board, whose values are actions; its `custom_id` contains the attempt."""

    offered = "|".join(MENU_ACTIONS)
    attempt: int


def pad_buttons(
    localizer: Localizer, loaded: LoadedAttempt, make: Callable[..., ui.Button[Any]]
) -> list[list[ui.Button[Any]]]:
    """The rows of buttons of an unfinished board: arrows, undo and pen modes.

    On squares there are arrows for four directions, also far ones; on other tilings for eight, of
    which at every dot each edge has its own. Each row fits the width of a phone, and none has a
    button with a time penalty. No button is ever disabled, even where the pen cannot move, because
    the user may press while an older picture is still shown. `make` takes the action of a button,
    its label and its style.
    """

    def symbol(action: str) -> ui.Button[Any]:
        return make(action, label=SYMBOLS[action])

    def far(action: str) -> ui.Button[Any]:
        return make(f"far-{action}", label=f"{SYMBOLS[action]}{loaded.pad.stride}")

    def mode(mode: Mode) -> ui.Button[Any]:
        style = ButtonStyle.primary if loaded.pad.mode is mode else ButtonStyle.secondary
        label = localizer.say(texts.MODES[mode])
        return make(mode.value, label=label, style=style)

    if not loaded.puzzle.grid.is_square:
        return [
            [symbol("up-left"), symbol("up"), symbol("up-right"), mode(Mode.LINE)],
            [symbol("left"), symbol("undo"), symbol("right"), symbol("redo")],
            [symbol("down-left"), symbol("down"), symbol("down-right"), mode(Mode.CROSS)],
        ]
    return [
        [symbol("undo"), symbol("up"), far("up"), mode(Mode.LINE)],
        [far("left"), symbol("left"), symbol("right"), far("right")],
        [symbol("redo"), symbol("down"), far("down"), mode(Mode.CROSS)],
    ]


def pad_menu(localizer: Localizer, loaded: LoadedAttempt) -> PadMenu:
    """The menu of an unfinished board: help, typed moves, and what is rarely needed."""
    say, localizer = localizer.say, priced(localizer, loaded)
    hint = with_penalty(localizer, texts.HINT, FIRST_HINT.help.penalty)
    labels = {
        **({"hint": hint} if loaded.puzzle.rules.supports(Capability.HINTS) else {}),
        "check": with_penalty(localizer, texts.CHECK, FIRST_CHECK.help.penalty),
        "type": say(texts.TYPE),
        "submit": say(texts.SUBMIT),
        **{mode.value: say(texts.USE_MODE[mode]) for mode in (Mode.MOVE, Mode.ERASE)},
        **{
            f"stride-{edges}": say(texts.USE_STRIDE, edges=edges)
            for edges in STRIDES
            if edges != loaded.pad.stride and loaded.puzzle.grid.is_square
        },
        "clear": say(texts.CLEAR),
        "together": say(texts.TOGETHER),
        "give-up": say(texts.GIVE_UP),
    }
    return PadMenu(loaded.attempt.id, placeholder=say(texts.MENU), options=options(labels, ()))


def _pad_key(localizer: Localizer, loaded: LoadedAttempt) -> tuple[object, ...]:
    pad, puzzle = loaded.pad, loaded.puzzle
    reader = priced(localizer, loaded)
    return reader, loaded.attempt.id, pad.mode, pad.stride, puzzle.grid.is_square, puzzle.rules


@cached(LRUCache(300), _pad_key)  # most presses change nothing of it
def pad_rows(localizer: Localizer, loaded: LoadedAttempt) -> tuple[Row, ...]:
    """The rows of an unfinished board with its pad; they are not to be changed."""
    make = partial(PadButton, loaded.attempt.id)
    buttons = (row(*each) for each in pad_buttons(localizer, loaded, make))
    return (*buttons, row(pad_menu(localizer, loaded)))


MAX_MOVES_LENGTH = 1000
"""Maximum number of characters of typed moves."""


class MovesForm(Form, template="ouro:moves:{attempt}"):
    """A form with one field, for moves on the board of an attempt, with examples for its grid."""

    attempt: int

    def __init__(
        self, attempt: int, grid: Grid | None = None, localizer: Localizer = ENGLISH
    ) -> None:
        grid = grid or square_grid(1, 1)
        super().__init__(attempt, title=localizer.say(texts.TYPE_TITLE))
        self.add_text(
            "moves",
            localizer.say(texts.TYPE_LABEL),
            texts.type_description(localizer, grid),
            placeholder=texts.type_placeholder(grid),
            max_length=MAX_MOVES_LENGTH,
        )
