"""The panel of /setup: how posting stands, with menus and buttons to change it."""

from discord import ui

from bot.components.server_setup import (
    ACTIONS,
    ChannelMenu,
    RoleMenu,
    SetupButton,
    SolvesMenu,
    TracksMenu,
)
from bot.presenters.layouts import PLAIN, PROBLEM, Box, Post, layout, row
from i18n.voice import Voice
from service.servers import Panel
from texts import server_setup as texts


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
        box.add_item(row(*(SetupButton(action, server.threads, voice) for action in ACTIONS)))
    box.add_item(ui.TextDisplay(voice.say(texts.ALSO)))
    return Post(layout(box))
