"""The menus and buttons of the panel of /setup."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Any, Self

import discord
from discord import ButtonStyle, ui

from bot.components.base import Button, Menu, WithCustomId, options
from i18n.localizer import ENGLISH, Localizer
from play.calendar import Track
from store.records import PublicSolves, Server
from texts import server_setup as texts
from texts.tracks import track_name

ACTIONS = ("preview", "now", "threads", "stop")
"""The buttons of the panel; that of threads turns them on or off."""
LABELS = MappingProxyType(
    {
        "preview": texts.PREVIEW,
        "now": texts.POST_NOW,
        "threads-on": texts.TURN_THREADS_ON,
        "threads-off": texts.TURN_THREADS_OFF,
        "stop": texts.STOP,
    }
)
"""What they are called."""
PLACES = [discord.ChannelType.text, discord.ChannelType.news]


class ChannelMenu(WithCustomId, ui.ChannelSelect[Any], template=r"ouro:setup:channel"):
    """Chooses the channel of the posts."""

    def __init__(self, server: Server | None = None, localizer: Localizer = ENGLISH) -> None:
        chosen = server.channel_id if server else None
        super().__init__(
            custom_id="ouro:setup:channel",
            placeholder=localizer.say(texts.CHOOSE_CHANNEL),
            channel_types=PLACES,
            default_values=[discord.Object(chosen)] if chosen else [],
        )


class TracksMenu(Menu, template=r"ouro:setup:tracks"):
    """Chooses which tracks are posted."""

    def __init__(self, server: Server | None = None, localizer: Localizer = ENGLISH) -> None:
        labels = {track.value: track_name(localizer, track) for track in Track}
        super().__init__(
            custom_id="ouro:setup:tracks",
            placeholder=localizer.say(texts.CHOOSE_TRACKS),
            options=options(labels, server.tracks if server else ()),
            max_values=len(labels),
        )


class RoleMenu(WithCustomId, ui.RoleSelect[Any], template=r"ouro:setup:role"):
    """Chooses the role that is told of dailies, or none."""

    def __init__(self, server: Server | None = None, localizer: Localizer = ENGLISH) -> None:
        chosen = server.ping_role_id if server else None
        super().__init__(
            custom_id="ouro:setup:role",
            placeholder=localizer.say(texts.CHOOSE_ROLE),
            min_values=0,
            default_values=[discord.Object(chosen)] if chosen else [],
        )


class SolvesMenu(Menu, template=r"ouro:setup:solves"):
    """Chooses whose answers to /solve everybody sees."""

    def __init__(self, server: Server | None = None, localizer: Localizer = ENGLISH) -> None:
        labels = {who.value: texts.solves_line(localizer, who) for who in PublicSolves}
        super().__init__(
            custom_id="ouro:setup:solves",
            placeholder=localizer.say(texts.CHOOSE_SOLVES),
            options=options(labels, [server.public_solves.value] if server else []),
        )


class SetupButton(
    Button, template=r"ouro:setup:(?P<action>preview|now|threads-on|threads-off|stop)"
):
    """A button of the panel; the `custom_id` says what it does."""

    def __init__(self, action: str, threads: bool = False, localizer: Localizer = ENGLISH) -> None:
        if action == "threads":
            action = "threads-off" if threads else "threads-on"
        style = ButtonStyle.danger if action == "stop" else ButtonStyle.secondary
        label = localizer.say(LABELS[action])
        super().__init__(label=label, style=style, custom_id=f"ouro:setup:{action}")
        self.action = action

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        return cls(match["action"])
