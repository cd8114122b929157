"""The panel of /setup: the setup of daily posts, with menus and buttons to change it."""

from discord import ui

from bot.components.server_setup import (
    ACTIONS,
    ChannelMenu,
    RoleMenu,
    SetupButton,
    SolvesMenu,
    TracksMenu,
)
from bot.presenters.layouts import PLAIN, PROBLEM, Box, OutgoingMessage, layout, row
from i18n.localizer import Localizer
from service.servers import ServerSetup
from texts import server_setup as texts


def setup_panel(localizer: Localizer, panel: ServerSetup) -> OutgoingMessage:
    """The message of /setup; its colour is that of problems if there are warnings."""
    server = panel.server
    box: Box = ui.Container(accent_colour=PROBLEM if texts.warnings(localizer, panel) else PLAIN)
    box.add_item(ui.TextDisplay(texts.overview(localizer, panel)))
    for menu in (
        ChannelMenu(server, localizer),
        TracksMenu(server, localizer),
        RoleMenu(server, localizer),
        SolvesMenu(server, localizer),
    ):
        box.add_item(row(menu))
    if server.channel_id is not None:
        box.add_item(row(*(SetupButton(action, server.threads, localizer) for action in ACTIONS)))
    box.add_item(ui.TextDisplay(localizer.say(texts.ALSO)))
    return OutgoingMessage(layout(box))
