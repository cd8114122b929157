"""Commands in the texts of messages, which Discord shows as links that begin the command.

Texts name a command as `/daily`. Discord knows commands by numbers, which it tells when they are
registered (discord.com/developers/docs/reference#message-formatting).
"""

import re
from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.client import OuroClient

_COMMAND = re.compile(r"`/([a-z]{1,32})`")


def with_mentions(text: str, ids: Mapping[str, int]) -> str:
    """A text with links to the commands that it names; those with options stay as they are.

    >>> with_mentions("Use `/daily` or `/play puzzle:`, not `/nothing`.", {"daily": 7, "play": 8})
    'Use </daily:7> or `/play puzzle:`, not `/nothing`.'
    """

    def mention(found: re.Match[str]) -> str:
        name = found[1]
        return f"</{name}:{ids[name]}>" if name in ids else found[0]

    return _COMMAND.sub(mention, text)


def mention_commands(view: ui.LayoutView, client: discord.Client) -> ui.LayoutView:
    """Make the commands in the texts of a message links, where the client knows their numbers."""
    if isinstance(client, OuroClient) and client.command_ids:
        for item in view.walk_children():
            if isinstance(item, ui.TextDisplay):
                text: ui.TextDisplay[Any] = item
                text.content = with_mentions(text.content, client.command_ids)
    return view
