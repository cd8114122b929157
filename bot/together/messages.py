"""The message of a board of several people, and what one of them gets to draw with."""

from collections.abc import Sequence
from typing import Any

from discord import ButtonStyle, ui

from bot.answering.components import options
from bot.answering.layouts import PLAIN, OutgoingMessage, message, picture, row
from bot.boards.components import pad_buttons
from bot.boards.display import SOLVED
from bot.chat import Chat
from bot.delivery.kinds import MessageKind, Post
from bot.together.components import TogetherButton, TogetherMenu, TogetherPad
from i18n.localizer import Localizer
from jobs.playing import Drawing
from play.pen import Mode, Pad
from puzzle.rules import Capability
from service.errors import NotYours, SecretPuzzle
from service.helping.common_help import nobodys
from service.playing.together import SharedBoard
from service.running.readers import Reader
from store.records import PendingMessage
from texts import boards
from texts import together as texts
from workers.errors import TimedOut

PICTURE_FILE = "together.png"
MOVE = "✥"
"""The label of the button by which the pen moves and draws nothing."""


def shared_message(
    localizer: Localizer,
    shared: SharedBoard,
    drawing: Drawing,
    actions: Sequence[str],
    help_text: str = "",
) -> OutgoingMessage:
    """The message of a board in the channel; below it are buttons for `actions`."""
    heading, *others = texts.board_text(localizer, shared, help_text)
    number, file = shared.board.id, picture(drawing.png, PICTURE_FILE, drawing.alt)
    buttons = row(*(TogetherButton(action, number, localizer) for action in actions))
    colour = SOLVED if shared.board.solved_at is not None else PLAIN
    return message(heading, file[1], *others, buttons, colour=colour, files=[file[0]])


def pad_message(  # noqa: PLR0913, PLR0917 - a message has these parts
    localizer: Localizer,
    shared: SharedBoard,
    pad: Pad | None,
    drawing: Drawing,
    pages: Sequence[ui.Item[Any]] = (),
    caption: str = "",
) -> OutgoingMessage:
    """The private message by which a member draws in the chat; without a `pad`, one looks on."""
    file, gallery = picture(drawing.png, PICTURE_FILE, drawing.alt)
    title, say = f"### {texts.title(localizer, shared.puzzle)}", localizer.say
    heading = ui.Section(title, accessory=pages[0]) if pages else title
    parts: list[ui.Item[Any] | str] = [heading, *filter(None, [caption]), gallery]
    if pad is None:
        parts += filter(None, [texts.verdict(localizer, shared)])
        return message(*parts, files=[file])
    at = shared.board.id, pad.pen, pad.mode

    def make(action: str, **look: Any) -> TogetherPad:
        if action == "redo":  # nothing is done again on a board of several
            style = ButtonStyle.primary if pad.mode is Mode.MOVE else ButtonStyle.secondary
            action, look = "move", {"label": MOVE, "style": style}
        return TogetherPad(*at, action, **look)

    rows = (row(*each) for each in pad_buttons(localizer, nobodys(shared, pad), make))
    labels = {
        **({"hint": say(boards.HINT)} if shared.puzzle.rules.supports(Capability.HINTS) else {}),
        "check": say(boards.CHECK),
        "erase": say(boards.USE_MODE[Mode.ERASE]),
        "clear": say(texts.CLEAR),
    }
    menu = TogetherMenu(*at, placeholder=say(boards.MENU), options=options(labels, ()))
    return message(*parts, *rows, row(menu), files=[file])


class TogetherMessages(MessageKind):
    """The messages of boards of several people, which follow them until they end."""

    def __init__(self, chat: Chat) -> None:
        self._server_of = chat.server_of
        self._together = chat.use.together
        self._help = chat.use.common_help
        self._activities = chat.use.activities
        self._page = chat.page

    async def render(self, pending: PendingMessage) -> Post | None:
        """A board as it is now; None if it is gone."""
        _, reader = await self._server_of(pending)
        try:
            shared = await self._together.read(pending.subject["together"])
        except NotYours:
            return None
        drawing = await self._help.draw_picture(reader, shared)
        told = await self._told(reader, shared)
        shown = shared_message(reader.localizer, shared, drawing, self._actions(shared), told)
        return Post(shown, last=shared.is_over)

    def _actions(self, shared: SharedBoard) -> tuple[str, ...]:
        """What the buttons are for: with a page, one draws or looks on there, or draws here."""
        if shared.is_over:
            return ("next",)
        ways = (("here", self._activities.launches), ("look", self._page is not None))
        return ("draw", *(action for action, is_there in ways if is_there), "order")

    async def _told(self, reader: Reader, shared: SharedBoard) -> str:
        """The help that was asked for last, while nobody has drawn since."""
        asked = shared.marks.told
        if asked is None or shared.is_over:
            return ""
        try:
            member, found = await self._help.tell(reader, shared, asked[0])
        except (SecretPuzzle, TimedOut):
            return ""
        person = texts.mentions(reader.localizer, shared)[member]
        text = "\n".join([*found.found.narration.sentences, *found.found.narration.end])
        return f"{reader.localizer.say(texts.HELP, person=person)}\n{text}"

    def marks(self, pending: PendingMessage) -> frozenset[str]:
        """The identities of its buttons."""
        number = pending.subject["together"]
        return frozenset(TogetherButton.id_of(action, number) for action in ("draw", "next"))
