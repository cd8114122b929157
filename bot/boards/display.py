"""The message of a board, and its updates: quick presses skip pictures, never moves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import discord
from cachetools import LRUCache
from discord import ui
from msgspec import Struct, field

from bot.boards import texts
from bot.boards.components import draw_button, pad_buttons, pad_menu, page_button
from bot.boards.following import BoardFollower
from bot.core.interaction_state import Interaction
from bot.core.interactions import reply, reply_privately
from bot.core.layouts import PLAIN, OutgoingMessage, message, picture, row
from bot.core.viewers import Viewer
from bot.course.components import Learn
from bot.helping.components import RevealSolution
from bot.leaderboards.components import OpenLeaderboard
from bot.new_puzzles.components import NewPuzzle
from bot.reviews.components import ReviewBoard
from bot.sharing.components import Share
from i18n.localizer import Localizer
from play.tracks import Track
from renderer.highlights import Highlights
from service.board_links import BoardLinks
from service.boards import Boards, BoardView
from service.loaded_attempt import LoadedAttempt
from store.records import AttemptKind
from texts import board_page, playing

PICTURE_FILE = "slitherlink.png"
MAX_CAPTION_LENGTH = 3000
"""Maximum number of characters of a caption; Discord allows 4,000 in a whole message."""
SOLVED = discord.Colour.from_str("#3ba55c")

Buttons = list[ui.Item[Any]]


def board_message(  # noqa: PLR0913 - a message has these parts
    localizer: Localizer,
    view: BoardView,
    caption: str = "",
    more: Sequence[Buttons] = (),
    *,
    page: ui.Button[Any] | None = None,
    pad: bool = True,
) -> OutgoingMessage:
    """The message of a board, with `caption` above the picture, and `more` rows at the end.

    The button `page` leads to an unfinished board on the board page. It is beside the title of a
    board with a `pad`, and below one without, before the button that shows the pad.
    """
    loaded, colour = view.loaded, PLAIN
    rows: list[Buttons]
    if loaded.solved:
        caption = caption or localizer.say(playing.SOLVED)
        state, colour = playing.solved(localizer, loaded, view.streak), SOLVED
        rows = [_solved_buttons(localizer, loaded)]
    elif loaded.attempt.revealed:
        state = localizer.say(playing.CLOSED)
        rows = [[RevealSolution(loaded.attempt.id, localizer=localizer)]]
    else:
        caption = caption or texts.notice(localizer, loaded)
        state = texts.state(localizer, loaded, pen=pad or page is None, dots=view.dots)
        if pad or page is None:
            rows = [[*buttons] for buttons in pad_buttons(localizer, loaded)]
        else:
            rows = [[page, draw_button(localizer, loaded.attempt.id)]]
        rows.append([pad_menu(localizer, loaded)])
        if loaded.attempt.kind is AttemptKind.LEARN:
            rows.append([Learn.back(loaded, localizer)])
    title = f"### {playing.board_title(localizer, loaded)}"
    caption = caption[:MAX_CAPTION_LENGTH]
    heading: list[ui.Item[Any] | str] = [f"{title}\n{caption}".strip()]
    if page is not None and pad and not loaded.is_over:
        heading = [ui.Section(title, accessory=page), *filter(None, [caption])]
    file, gallery = picture(view.drawing.png, PICTURE_FILE, view.drawing.alt)
    button_rows = (row(*buttons) for buttons in (*rows, *more) if buttons)
    states = filter(None, [state])
    return message(*heading, gallery, *states, *button_rows, colour=colour, files=[file])


def _solved_buttons(localizer: Localizer, loaded: LoadedAttempt) -> Buttons:
    attempt = loaded.attempt
    buttons: Buttons = [Share(attempt.id, localizer), ReviewBoard(attempt.id, localizer)]
    if attempt.day is not None and attempt.track is not None:
        buttons.append(OpenLeaderboard(attempt.day, Track(attempt.track), localizer))
    if attempt.kind is AttemptKind.LEARN:
        buttons.append(Learn.back(loaded, localizer))
    else:
        buttons.append(NewPuzzle(attempt.puzzle_id, localizer))
    return buttons


MAX_REMEMBERED = 1000
"""Maximum number of messages of which it is remembered that this bot changed them."""


class _UpdatedMessage(Struct, eq=False, weakref=True):
    newest: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class MessageUpdates:
    """The messages that are being edited, by ID."""

    def __init__(self) -> None:
        self._changed = LRUCache[int, bool](MAX_REMEMBERED)
        self._messages: WeakValueDictionary[int, _UpdatedMessage] = WeakValueDictionary()

    def has_changed(self, message: int) -> bool:
        """Whether this bot has recently edited a message."""
        return self._changed.get(message) is not None

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
        self._changed[message] = True
        updated = self._messages.setdefault(message, _UpdatedMessage())
        updated.newest = max(updated.newest, revision)
        async with updated.lock:
            yield revision >= updated.newest


UNKNOWN_MESSAGE = 10008
"""Discord's error code for a message that does not exist."""


class BoardPage(Struct, frozen=True):
    """The board page at an address: links to it, and messages that follow what is drawn there."""

    url: str
    links: BoardLinks
    follower: BoardFollower

    async def button(self, viewer: Viewer, loaded: LoadedAttempt) -> ui.Button[Any] | None:
        """The button that opens an unfinished board: a new link where only its player sees it, and
        elsewhere a button that answers with the board in private.
        """
        attempt = loaded.attempt
        if loaded.is_over:
            return None
        if not viewer.private:
            return page_button(viewer.localizer, attempt.id)
        secret = await self.links.make_link(attempt.player_id, attempt.id)
        label = viewer.localizer.say(board_page.OPEN_BOARD)
        return ui.Button(label=label, url=f"{self.url}#{secret}")


class BoardDisplay:
    """Shows boards in messages; each message is edited by one interaction at a time.

    With a `page`, boards can also be opened there, and their messages follow what is drawn there.
    """

    def __init__(self, boards: Boards, page: BoardPage | None = None) -> None:
        self._boards = boards
        self._page = page
        self._updates = MessageUpdates()

    async def show(  # noqa: PLR0913 - a message has these parts
        self,
        interaction: Interaction,
        viewer: Viewer,
        loaded: LoadedAttempt,
        *,
        caption: str = "",
        highlights: Highlights | None = None,
        rows: Sequence[Buttons] = (),
        pad: bool = False,
    ) -> None:
        """Replace "thinking…", or the message whose button was pressed, with a board.

        `caption` is the text above the picture, `highlights` are drawn in it, and `rows` of
        buttons are below those of the board. A board without a
        caption is skipped when a newer revision waits for the same message. If the message was
        deleted, the board is sent as a new private message. Where there is a board page, the pad is
        only shown if `pad` is set or the message has it already.
        """
        pad = pad or loaded.attempt.kind is AttemptKind.LEARN or _has_pad(interaction)
        message, revision = _message_id(interaction), loaded.attempt.revision

        async def build(newer: LoadedAttempt) -> OutgoingMessage:
            return await self._message(viewer, await self._view(viewer, newer, pad=pad), pad=pad)

        self.follow(interaction, loaded, build)
        async with self._updates.exclusive(message, revision) as newest:
            if newest or caption:
                view = await self._view(viewer, loaded, highlights, pad=pad)
                await self._put(
                    interaction, partial(self._message, viewer, view, caption, rows, pad=pad)
                )

    async def page_button(self, viewer: Viewer, loaded: LoadedAttempt) -> ui.Button[Any] | None:
        """The button that opens a board on its page; None without a page."""
        return None if self._page is None else await self._page.button(viewer, loaded)

    def follow(
        self,
        interaction: Interaction,
        loaded: LoadedAttempt,
        build: Callable[[LoadedAttempt], Awaitable[OutgoingMessage]],
    ) -> None:
        """Replace the message that shows a board by what `build` makes of each newer revision.

        That ends when the message shows something else, or can be edited no more.
        """
        message = _message_id(interaction)

        async def redraw(newer: LoadedAttempt) -> None:
            async with self._updates.exclusive(message, newer.attempt.revision) as newest:
                if newest:
                    await reply(interaction, await build(newer))

        if self._page is not None:
            self._page.follower.follow(loaded, redraw)

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

        Waits for earlier presses whose boards are still being drawn, which would overwrite it.
        """
        message, revision = _message_id(interaction), loaded.attempt.revision
        if self._page is not None:
            self._page.follower.end(loaded.attempt.id)
        async with self._updates.exclusive(message, revision):
            await reply(interaction, post)

    async def close(self) -> None:
        """Leave all boards as they are."""
        if self._page is not None:
            await self._page.follower.close()

    async def _put(
        self, interaction: Interaction, build: Callable[[], Awaitable[OutgoingMessage]]
    ) -> None:
        try:
            await reply(interaction, await build())
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            # An `OutgoingMessage` can be sent only once, so build it again.
            await reply_privately(interaction, await build())

    async def _view(
        self,
        viewer: Viewer,
        loaded: LoadedAttempt,
        highlights: Highlights | None = None,
        *,
        pad: bool,
    ) -> BoardView:
        person, language = loaded.attempt.player_id, viewer.localizer.language
        return await self._boards.view(
            person,
            loaded,
            viewer.appearance,
            language,
            highlights,
            pen=pad or self._page is None,
        )

    async def _message(
        self,
        viewer: Viewer,
        view: BoardView,
        caption: str = "",
        rows: Sequence[Buttons] = (),
        *,
        pad: bool,
    ) -> OutgoingMessage:
        page = await self.page_button(viewer, view.loaded)
        return board_message(viewer.localizer, view, caption, rows, page=page, pad=pad)


def _has_pad(interaction: Interaction) -> bool:
    """Whether the message whose button was pressed has the arrows of a pad."""
    message = interaction.message
    return message is not None and _has_arrow(message.components)


def _has_arrow(components: Iterable[object]) -> bool:
    return any(
        str(getattr(each, "custom_id", "")).endswith(":up")
        or _has_arrow(getattr(each, "children", ()))
        for each in components
    )


def _message_id(interaction: Interaction) -> int:
    """The ID of the message that the answer edits; of the interaction if it is a new message."""
    return interaction.message.id if interaction.message else interaction.id
