"""The message of a board, and its updates: quick presses skip pictures, never moves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

import discord
from cachetools import LRUCache
from discord import ui
from msgspec import Struct, field

from bot.answering.interactions import Interaction, reply, reply_privately
from bot.answering.layouts import PLAIN, OutgoingMessage, Row, custom_ids, message, picture, row
from bot.boards.components import (
    draw_button,
    launch_button,
    pad_menu,
    pad_rows,
    page_button,
    together_button,
)
from bot.boards.following import BoardFollower
from i18n.localizer import Localizer
from renderer.highlights import Highlights
from service.playing.activities import Activities
from service.playing.board_links import BoardLinks
from service.playing.boards import Boards, BoardView, Remark
from service.playing.loaded_attempt import LoadedAttempt
from service.running.readers import Reader
from store.records import AttemptKind
from texts import board_page
from texts import boards as texts

PICTURE_FILE = "slitherlink.png"
MAX_CAPTION_LENGTH = 3000
"""Maximum number of characters of a caption; Discord allows 4,000 in a whole message."""
SOLVED = discord.Colour.from_str("#3ba55c")

Buttons = list[ui.Item[Any]]
BoardButton: TypeAlias = Callable[[Localizer, LoadedAttempt], ui.Item[Any] | None]
"""The button of a feature below a board, None if it has none there."""


def remark_text(localizer: Localizer, remark: Remark) -> str:
    """What is remarked about a puzzle that was opened."""
    return localizer.say(texts.REMARKS[remark])


def board_message(  # noqa: PLR0913 - a message has these parts
    localizer: Localizer,
    view: BoardView,
    caption: str = "",
    more: Sequence[Buttons] = (),
    *,
    buttons: Sequence[BoardButton] = (),
    pages: Sequence[ui.Item[Any]] = (),
    pad: bool = True,
) -> OutgoingMessage:
    """The message of a board, with `caption` above the picture, and `more` rows at the end, below
    the `buttons` of features.

    The buttons of `pages`, at most two, lead to an unfinished board on the board page. They are
    beside the title and the state of a board with a `pad`, and below one without, before the button
    that shows the pad.
    """
    loaded, colour, rows = view.loaded, PLAIN, tuple[Row, ...]()
    if loaded.solved:
        caption = caption or localizer.say(texts.SOLVED)
        state, colour = texts.solved(localizer, loaded, view.streak), SOLVED
    elif loaded.attempt.revealed:
        state = localizer.say(texts.CLOSED)
    else:
        caption = caption or texts.notice(localizer, loaded)
        pad = pad or not pages
        state = texts.state(localizer, loaded, pen=pad, dots=view.dots)
        if pad:
            rows = pad_rows(localizer, loaded)
        else:
            first = [*pages, draw_button(localizer, loaded.attempt.id)]
            if loaded.attempt.kind is not AttemptKind.DAILY:  # which is secret on its day
                first.append(together_button(localizer, loaded.attempt.id))
            rows = row(*first), row(pad_menu(localizer, loaded))
    title = texts.board_heading(localizer, loaded)
    caption = caption[:MAX_CAPTION_LENGTH]
    heading: list[ui.Item[Any] | str] = [f"{title}\n{caption}".strip()]
    ending: list[ui.Item[Any] | str] = [state] if state else []
    if pages and pad and not loaded.is_over:
        heading = [ui.Section(title, accessory=pages[0]), *filter(None, [caption])]
        if pages[1:]:
            ending = [ui.Section(state, accessory=pages[1])]
    file, gallery = picture(view.drawing.png, PICTURE_FILE, view.drawing.alt)
    offered = [each for make in buttons if (each := make(localizer, loaded))]
    others = (row(*each) for each in (offered, *more) if each)
    return message(*heading, gallery, *ending, *rows, *others, colour=colour, files=[file])


MAX_REMEMBERED = 1000
"""Maximum number of messages of which it is remembered that this bot changed them."""


class _UpdatedMessage(Struct, eq=False, weakref=True):
    newest: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class MessageUpdates:
    """The messages that are being edited, by ID."""

    def __init__(self) -> None:
        self._changed = LRUCache[int, int](MAX_REMEMBERED)
        """By message, the last press whose answer replaced the board; 0 without one."""
        self._messages: WeakValueDictionary[int, _UpdatedMessage] = WeakValueDictionary()

    def has_changed(self, message: int) -> bool:
        """Whether this bot has recently edited a message."""
        return self._changed.get(message) is not None

    def replaced(self, message: int, press: int) -> None:
        """Remember that the answer to a press has replaced the board in a message."""
        self._changed[message] = press

    def is_replaced(self, message: int, press: int) -> bool:
        """Whether the answer to a later press has replaced the board in a message."""
        return self._changed.get(message, 0) > press

    @asynccontextmanager
    async def exclusive(self, message: int, revision: int) -> AsyncIterator[bool]:
        """Wait until no other block edits the message; yield whether no newer board is waiting.

        `revision` is the number of changes of the board to show.

        >>> async def show(updates, revision):
        ...     async with updates.exclusive(1, revision) as newest:
        ...         await asyncio.sleep(0)
        ...         return newest
        >>> async def main():
        ...     updates = MessageUpdates()
        ...     return await asyncio.gather(*(show(updates, revision) for revision in (1, 2, 3)))
        >>> asyncio.run(main())
        [True, False, True]
        """
        self._changed.setdefault(message, 0)
        updated = self._messages.setdefault(message, _UpdatedMessage())
        updated.newest = max(updated.newest, revision)
        async with updated.lock:
            yield revision >= updated.newest


UNKNOWN_MESSAGE = 10008
"""Discord's error code for a message that does not exist."""


class BoardPage(Struct, frozen=True):
    """The board page at an address: links to it, messages that follow what is drawn there, and
    what opens it inside Discord.
    """

    url: str
    links: BoardLinks
    follower: BoardFollower
    activities: Activities

    async def buttons(self, reader: Reader, loaded: LoadedAttempt) -> Buttons:
        """The buttons that open an unfinished board: inside Discord, and in a browser."""
        if loaded.is_over:
            return []
        in_browser = await self._in_browser(reader, loaded)
        if not self.activities.opens_for(reader):
            return [in_browser]
        return [launch_button(reader.localizer, loaded.attempt.id), in_browser]

    async def _in_browser(self, reader: Reader, loaded: LoadedAttempt) -> ui.Button[Any]:
        """A new link where only its player sees the board, and elsewhere a button that answers with
        the board in private.
        """
        attempt = loaded.attempt
        if not reader.private:
            return page_button(reader.localizer, attempt.id)
        secret = await self.links.make_link(attempt.player_id, attempt.id, unused=loaded.link)
        label = reader.localizer.say(board_page.OPEN_BOARD)
        place = f".{reader.server}.{reader.channel}" if reader.server and reader.channel else ""
        return ui.Button(label=label, url=f"{self.url}#{secret}{place}")


class BoardDisplay(Struct, eq=False):
    """Shows boards in messages; each message is edited by one interaction at a time.

    Below them are `buttons` of features. With a `page`, boards can also be opened there, and their
    messages follow what is drawn there.
    """

    boards: Boards
    buttons: Sequence[BoardButton]
    page: BoardPage | None = None
    _updates: MessageUpdates = field(default_factory=MessageUpdates)

    async def show(  # noqa: PLR0913 - a message has these parts
        self,
        interaction: Interaction,
        reader: Reader,
        loaded: LoadedAttempt,
        *,
        caption: str = "",
        highlights: Highlights | None = None,
        rows: Sequence[Buttons] = (),
        pad: bool = False,
    ) -> None:
        """Replace "thinking…", or the message whose button was pressed, with a board.

        `caption` is the text above the picture, `highlights` are drawn in it, and `rows` of
        buttons are below those of the board. A board without a caption is skipped when a newer
        revision waits for the same message, or when the answer to a later press has replaced the
        board there. If the message was deleted, the board is sent as a new private message. Where
        there is a board page, the pad is only shown if `pad` is set or the message has it already.
        """
        pad = pad or loaded.attempt.kind is AttemptKind.LEARN or _has_pad(interaction)
        message, revision = _message_id(interaction), loaded.attempt.revision

        async def build(newer: LoadedAttempt) -> OutgoingMessage:
            return await self._message(reader, await self._view(reader, newer, pad=pad), pad=pad)

        async with self._updates.exclusive(message, revision) as newest:
            if caption or (newest and not self._updates.is_replaced(message, interaction.id)):
                self.follow(interaction, loaded, build)
                view = await self._view(reader, loaded, highlights, pad=pad)
                await _put(interaction, await self._message(reader, view, caption, rows, pad=pad))

    async def page_buttons(self, reader: Reader, loaded: LoadedAttempt) -> Buttons:
        """The buttons that open a board on its page; none without a page."""
        return [] if self.page is None else await self.page.buttons(reader, loaded)

    def follow(
        self,
        interaction: Interaction,
        loaded: LoadedAttempt,
        build: Callable[[LoadedAttempt], Awaitable[OutgoingMessage]],
    ) -> None:
        """Replace the message that shows a board by what `build` makes of each newer revision.

        That ends when the message shows something else, or can be edited no more.
        """
        self._follow(_message_id(interaction), loaded, build, partial(reply, interaction))

    def _follow(
        self,
        message: int,
        loaded: LoadedAttempt,
        build: Callable[[LoadedAttempt], Awaitable[OutgoingMessage]],
        edit: Callable[[OutgoingMessage], Awaitable[object]],
    ) -> None:
        """Call `edit` with what `build` makes of each newer revision of the board in a message."""

        async def redraw(newer: LoadedAttempt) -> None:
            async with self._updates.exclusive(message, newer.attempt.revision) as newest:
                if newest:
                    await edit(await build(newer))

        if self.page is not None:
            self.page.follower.follow(loaded, redraw)

    async def private_message(
        self, reader: Reader, loaded: LoadedAttempt, caption: str = ""
    ) -> OutgoingMessage:
        """The message of a board that its player gets without a press."""
        view = await self._view(reader, loaded, pad=False)
        return await self._message(reader, view, caption, pad=False)

    def follow_private(
        self,
        reader: Reader,
        loaded: LoadedAttempt,
        message: int,
        edit: Callable[[OutgoingMessage], Awaitable[object]],
    ) -> None:
        """Replace a message of `private_message` by that of each newer revision of its board."""
        self._follow(message, loaded, partial(self.private_message, reader), edit)

    def is_shared(self, interaction: Interaction) -> bool:
        """Whether this bot has edited the message whose button was pressed.

        If another bot handles a press there, the pictures of both may arrive in any order; so this
        bot draws the newest board too.
        """
        return self._updates.has_changed(_message_id(interaction))

    async def replace(
        self, interaction: Interaction, loaded: LoadedAttempt, post: OutgoingMessage
    ) -> None:
        """Replace the board whose button was pressed with another message.

        Waits for earlier presses whose boards are being drawn; later ones of them show no board.
        """
        message, revision = _message_id(interaction), loaded.attempt.revision
        if self.page is not None:
            self.page.follower.end(loaded.attempt.id)
        async with self._updates.exclusive(message, revision):
            await reply(interaction, post)
            self._updates.replaced(message, interaction.id)

    async def close(self) -> None:
        """Leave all boards as they are."""
        if self.page is not None:
            await self.page.follower.close()

    async def _view(
        self,
        reader: Reader,
        loaded: LoadedAttempt,
        highlights: Highlights | None = None,
        *,
        pad: bool,
    ) -> BoardView:
        return await self.boards.view(reader, loaded, highlights, pen=pad or self.page is None)

    async def _message(
        self,
        reader: Reader,
        view: BoardView,
        caption: str = "",
        rows: Sequence[Buttons] = (),
        *,
        pad: bool,
    ) -> OutgoingMessage:
        pages = await self.page_buttons(reader, view.loaded)
        show = partial(board_message, buttons=self.buttons, pages=pages, pad=pad)
        return show(reader.localizer, view, caption, rows)


async def _put(interaction: Interaction, post: OutgoingMessage) -> None:
    """Answer with a message; if that of the button is gone, by one that only the user sees."""
    try:
        await reply(interaction, post)
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        await reply_privately(interaction, post)


def _has_pad(interaction: Interaction) -> bool:
    """Whether the message whose button was pressed has the arrows of a pad."""
    message = interaction.message
    return message is not None and any(each.endswith(":up") for each in custom_ids(message))


def _message_id(interaction: Interaction) -> int:
    """The ID of the message that the answer edits; of the interaction if it is a new message."""
    return interaction.message.id if interaction.message else interaction.id
