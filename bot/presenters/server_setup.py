"""The panel of /setup: the setup of daily posts, with menus and buttons to change it."""

from bot.components.server_setup import (
    ACTIONS,
    ChannelMenu,
    RoleMenu,
    SetupButton,
    SolvesMenu,
    TracksMenu,
)
from bot.presenters.layouts import PLAIN, PROBLEM, OutgoingMessage, message, row
from i18n.localizer import Localizer
from service.servers import ServerSetup
from texts import server_setup as texts


def setup_panel(localizer: Localizer, panel: ServerSetup) -> OutgoingMessage:
    """The message of /setup; its colour is that of problems if there are warnings."""
    server = panel.server
    kinds = (ChannelMenu, TracksMenu, RoleMenu, SolvesMenu)
    rows = [row(kind(server, localizer)) for kind in kinds]
    if server.channel_id is not None:
        rows.append(row(*(SetupButton(action, server.threads, localizer) for action in ACTIONS)))
    return message(
        texts.overview(localizer, panel),
        *rows,
        localizer.say(texts.ALSO),
        colour=PROBLEM if texts.warnings(localizer, panel) else PLAIN,
    )
