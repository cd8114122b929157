"""The invite link of the bot, by which people add it to their servers."""

import discord

from bot.core.permissions import REQUIRED_PERMISSIONS

INVITE_PERMISSIONS = discord.Permissions(**dict.fromkeys(REQUIRED_PERMISSIONS, True))
"""The permissions that the invite link asks for: those without which no daily can be posted."""


def invite_url(application_id: int) -> str:
    """The address at which a manager adds the bot to a server.

    >>> invite_url(7)
    'https://discord.com/oauth2/authorize?client_id=7&scope=bot+applications.commands&permissions=101376'
    """
    return discord.utils.oauth_url(application_id, permissions=INVITE_PERMISSIONS)
