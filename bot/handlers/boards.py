"""Showing a board: drawn and put where somebody pressed or asked."""

from __future__ import annotations

import discord

from bot.handlers.message_updates import MessageUpdates
from bot.interaction_state import Interaction
from bot.interactions import reply, reply_privately
from bot.presenters.boards import board_message
from bot.presenters.layouts import OutgoingMessage
from bot.viewers import Viewer
from renderer.highlights import Highlights
from service.attempts import LoadedAttempt
from service.boards import Boards

UNKNOWN_MESSAGE = 10008
"""Discord's code for a message that is gone."""


class BoardDisplay:
    """Shows boards in messages, each message changed by one press at a time."""

    def __init__(self, boards: Boards) -> None:
        self._boards = boards
        self._screens = MessageUpdates()

    async def show(
        self,
        interaction: Interaction,
        viewer: Viewer,
        loaded: LoadedAttempt,
        *,
        said: str = "",
        shown: Highlights | None = None,
    ) -> None:
        """Put a board where the interaction was acknowledged: privately, or on the pressed message.

        `said` stands above the picture, `shown` is set off in it. A board with nothing said that is
        no longer the newest is left for the newest one to draw. A message that is gone is replaced.
        """
        async with self._screens.turn(_message_of(interaction), loaded.attempt.revision) as newest:
            if newest or said:
                await self._put(interaction, viewer, loaded, said, shown)

    def is_shared(self, interaction: Interaction) -> bool:
        """Whether this bot drew on the message whose button was pressed.

        If another bot handles a press there, pictures of both may arrive in any order; so this one
        draws the newest board, too.
        """
        return self._screens.has_changed(_message_of(interaction))

    async def replace(
        self, interaction: Interaction, loaded: LoadedAttempt, post: OutgoingMessage
    ) -> None:
        """Put another message where the board was whose button was pressed.

        A picture of the board that is still being drawn for an earlier press does not replace it.
        """
        async with self._screens.turn(_message_of(interaction), loaded.attempt.revision):
            await reply(interaction, post)

    async def _put(
        self,
        interaction: Interaction,
        viewer: Viewer,
        loaded: LoadedAttempt,
        said: str,
        shown: Highlights | None,
    ) -> None:
        person, language = interaction.user.id, viewer.localizer.language
        view = await self._boards.view(person, loaded, viewer.appearance, language, shown)
        try:
            await reply(interaction, board_message(viewer.localizer, view, said))
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            # A message can be sent once, so it is made again.
            await reply_privately(interaction, board_message(viewer.localizer, view, said))


def _message_of(interaction: Interaction) -> int:
    return interaction.message.id if interaction.message else interaction.id
