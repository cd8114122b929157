"""The panel of /setup: how posting stands, menus to change it, a preview."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import discord
from discord import ButtonStyle, ui

from bot.answering import answering, pressing, reply
from bot.presenters.layouts import PLAIN, PROBLEM, Box, Post, layout, row
from bot.views.found import NOTHING, Found, FoundButton, ItemT, options
from i18n.voice import ENGLISH, Voice
from play.calendar import Track
from store.records import PublicSolves, Server
from texts import server_setup as texts
from texts.tracks import track_name

if TYPE_CHECKING:
    from bot.client import OuroClient
    from bot.dailies.managing import Panel

Interaction: TypeAlias = "discord.Interaction[Any]"

DEEDS = ("preview", "now", "threads", "stop")
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


def setup_panel(voice: Voice, panel: Panel) -> Post:
    """The message of /setup."""
    server = panel.server
    box: Box = ui.Container(accent_colour=PROBLEM if texts.warnings(voice, panel) else PLAIN)
    box.add_item(ui.TextDisplay(texts.overview(voice, panel)))
    for menu in (
        ChannelMenu(server, voice),
        TracksMenu(server, voice),
        RoleMenu(server, voice),
        SolvesMenu(server, voice),
    ):
        box.add_item(row(menu))
    if server.channel_id is not None:
        box.add_item(row(*(SetupButton(deed, server.threads, voice) for deed in DEEDS)))
    box.add_item(ui.TextDisplay(voice.say(texts.ALSO)))
    return Post(layout(box))


async def change(interaction: Interaction, **choices: object) -> None:
    """Store what a manager chose on the panel, and show how it stands now."""
    from bot.dailies.managing import choose, managed_guild  # noqa: PLC0415 - knows the client

    client: OuroClient = interaction.client
    async with pressing(interaction) as reader:
        panel = await choose(client, managed_guild(interaction), **choices)
        await reply(interaction, setup_panel(reader.voice, panel))


class _SetupMenu(Found[ItemT], template=NOTHING):
    """A menu of the panel, in which a server's choice is marked."""

    def __init__(self, server: Server | None = None, voice: Voice = ENGLISH) -> None:
        super().__init__(self._menu(server, voice))

    @classmethod
    def read(cls, _match: re.Match[str], /) -> Self:
        """The menu, whatever was chosen in it."""
        return cls()

    def _menu(self, server: Server | None, voice: Voice) -> ItemT:
        raise NotImplementedError


class ChannelMenu(_SetupMenu[ui.ChannelSelect[Any]], template="ouro:setup:channel"):
    """Chooses the channel."""

    def _menu(self, server: Server | None, voice: Voice) -> ui.ChannelSelect[Any]:
        chosen = server.channel_id if server else None
        return ui.ChannelSelect(
            custom_id="ouro:setup:channel",
            placeholder=voice.say(texts.CHOOSE_CHANNEL),
            channel_types=PLACES,
            default_values=[discord.Object(chosen)] if chosen else [],
        )

    async def callback(self, interaction: Interaction) -> None:
        """Post there from now on."""
        await change(interaction, channel_id=self.item.values[0].id)


class TracksMenu(_SetupMenu[ui.Select[Any]], template="ouro:setup:tracks"):
    """Chooses which tracks are posted."""

    def _menu(self, server: Server | None, voice: Voice) -> ui.Select[Any]:
        labels = {track.value: track_name(voice, track) for track in Track}
        return ui.Select(
            custom_id="ouro:setup:tracks",
            placeholder=voice.say(texts.CHOOSE_TRACKS),
            options=options(labels, server.tracks if server else ()),
            max_values=len(labels),
        )

    async def callback(self, interaction: Interaction) -> None:
        """Post these tracks, the easiest first."""
        chosen = tuple(track.value for track in Track if track.value in self.item.values)
        await change(interaction, tracks=chosen)


class RoleMenu(_SetupMenu[ui.RoleSelect[Any]], template="ouro:setup:role"):
    """Chooses the role that is told of dailies, or none."""

    def _menu(self, server: Server | None, voice: Voice) -> ui.RoleSelect[Any]:
        chosen = server.ping_role_id if server else None
        return ui.RoleSelect(
            custom_id="ouro:setup:role",
            placeholder=voice.say(texts.CHOOSE_ROLE),
            min_values=0,
            default_values=[discord.Object(chosen)] if chosen else [],
        )

    async def callback(self, interaction: Interaction) -> None:
        """Ping that role."""
        chosen = self.item.values
        await change(interaction, ping_role_id=chosen[0].id if chosen else None)


class SolvesMenu(_SetupMenu[ui.Select[Any]], template="ouro:setup:solves"):
    """Chooses whose answers to /solve everybody sees."""

    def _menu(self, server: Server | None, voice: Voice) -> ui.Select[Any]:
        labels = {who.value: texts.solves_line(voice, who) for who in PublicSolves}
        return ui.Select(
            custom_id="ouro:setup:solves",
            placeholder=voice.say(texts.CHOOSE_SOLVES),
            options=options(labels, [server.public_solves.value] if server else []),
        )

    async def callback(self, interaction: Interaction) -> None:
        """Keep everybody else's private."""
        await change(interaction, public_solves=PublicSolves(self.item.values[0]))


class SetupButton(
    FoundButton, template=r"ouro:setup:(?P<deed>preview|now|threads-on|threads-off|stop)"
):
    """A button of the panel; the `custom_id` says what it does."""

    def __init__(self, deed: str, threads: bool = False, voice: Voice = ENGLISH) -> None:
        if deed == "threads":
            deed = "threads-off" if threads else "threads-on"
        style = ButtonStyle.danger if deed == "stop" else ButtonStyle.secondary
        label = voice.say(LABELS[deed])
        super().__init__(ui.Button(label=label, style=style, custom_id=f"ouro:setup:{deed}"))
        self.deed = deed

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        return cls(match["deed"])

    async def callback(self, interaction: Interaction) -> None:
        """Do it."""
        match self.deed:
            case "preview":
                await _preview(interaction)
            case "now":
                await _post_now(interaction)
            case "stop":
                await change(interaction, channel_id=None)
            case _:
                await change(interaction, threads=self.deed == "threads-on")


async def _preview(interaction: Interaction) -> None:
    from bot.dailies.preview import preview  # noqa: PLC0415 - knows the client

    async with answering(interaction, private=True) as reader:
        await reply(interaction, await preview(interaction, reader))


async def _post_now(interaction: Interaction) -> None:
    from bot.dailies.managing import managed_guild, post_today  # noqa: PLC0415

    client: OuroClient = interaction.client
    async with pressing(interaction) as reader:
        panel = await post_today(client, managed_guild(interaction))
        await reply(interaction, setup_panel(reader.voice, panel))
