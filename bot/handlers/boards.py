"""Shows boards in the messages of interactions."""

from __future__ import annotations

import discord

from bot.handlers.following import BoardFollower
from bot.handlers.message_updates import MessageUpdates
from bot.interaction_state import Interaction
from bot.interactions import reply, reply_privately
from bot.presenters.boards import board_message
from bot.presenters.layouts import OutgoingMessage
from bot.viewers import Viewer
from renderer.highlights import Highlights
from service.boards import Boards, BoardView
from service.loaded_attempt import LoadedAttempt

UNKNOWN_MESSAGE = 10008
"""Discord's error code for a message that does not exist."""


class BoardDisplay:
    """Shows boards in messages; each message is edited by one interaction at a time.

    With a `follower`, boards can also be opened on the board page, and their messages follow what
    is drawn there.
    """

    def __init__(self, boards: Boards, follower: BoardFollower | None = None) -> None:
        self._boards = boards
        self._follower = follower
        self._updates = MessageUpdates()

    async def show(
        self,
        interaction: Interaction,
        viewer: Viewer,
        loaded: LoadedAttempt,
        *,
        caption: str = "",
        highlights: Highlights | None = None,
    ) -> None:
        """Replace "thinking…", or the message whose button was pressed, with a board.

        `caption` is the text above the picture, `highlights` are drawn in it. A board without a
        caption is skipped when a newer revision waits for the same message. If the message was
        deleted, the board is sent as a new private message.
        """
        message, revision = _message_id(interaction), loaded.attempt.revision

        async def redraw(newer: LoadedAttempt) -> None:
            async with self._updates.exclusive(message, newer.attempt.revision) as newest:
                if newest:
                    view = await self._view(viewer, newer)
                    await reply(interaction, self._message(viewer, view))

        if self._follower is not None:
            self._follower.follow(loaded, redraw)
        async with self._updates.exclusive(message, revision) as newest:
            if newest or caption:
                await self._put(interaction, viewer, loaded, caption, highlights)

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
        if self._follower is not None:
            self._follower.end(loaded.attempt.id)
        async with self._updates.exclusive(message, revision):
            await reply(interaction, post)

    async def close(self) -> None:
        """Leave all boards as they are."""
        if self._follower is not None:
            await self._follower.close()

    async def _put(
        self,
        interaction: Interaction,
        viewer: Viewer,
        loaded: LoadedAttempt,
        caption: str,
        highlights: Highlights | None,
    ) -> None:
        view = await self._view(viewer, loaded, highlights)
        try:
            await reply(interaction, self._message(viewer, view, caption))
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            # An `OutgoingMessage` can be sent only once, so build it again.
            await reply_privately(interaction, self._message(viewer, view, caption))

    async def _view(
        self, viewer: Viewer, loaded: LoadedAttempt, highlights: Highlights | None = None
    ) -> BoardView:
        person, language = loaded.attempt.player_id, viewer.localizer.language
        return await self._boards.view(person, loaded, viewer.appearance, language, highlights)

    def _message(self, viewer: Viewer, view: BoardView, caption: str = "") -> OutgoingMessage:
        on_page = self._follower is not None
        return board_message(viewer.localizer, view, caption, on_page=on_page)


def _message_id(interaction: Interaction) -> int:
    """The ID of the message that the answer edits; of the interaction if it is a new message."""
    return interaction.message.id if interaction.message else interaction.id
