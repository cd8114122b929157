"""Who may have solutions shown where a whole server sees them: its managers decide."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import discord
import structlog

from store.errors import StoreError
from store.records import PublicSolves

if TYPE_CHECKING:
    from bot.client import OuroClient

LOOKUP_SECONDS = 0.5
"""How long an acknowledgement waits for the choice of a server."""

log = structlog.stdlib.get_logger(__name__)


async def may_show_all(interaction: discord.Interaction[OuroClient]) -> bool:
    """Whether an answer with a solution may be public. While the store is away it may not."""
    if interaction.guild_id is None:
        return True
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            _, server = await interaction.client.chosen.of(
                interaction.user.id, interaction.guild_id
            )
    except (StoreError, TimeoutError) as error:
        log.warning("choice of the server unknown", reason=type(error).__name__)
        return False
    match server.public_solves if server else PublicSolves.EVERYONE:
        case PublicSolves.EVERYONE:
            return True
        case PublicSolves.MANAGERS:
            return interaction.permissions.manage_guild
        case PublicSolves.NOBODY:
            return False
