"""What the setup of servers adds to the bot."""

from bot.core.client import OuroClient
from bot.core.feature import Feature
from bot.core.interactions import Interactions
from bot.server_setup.chat import SetupHandlers, setup_commands, status_commands
from service.dailies import Dailies
from service.servers import Servers
from service.status import StatusReport


def server_setup(  # noqa: PLR0913 - the parts of a feature
    *,
    interactions: Interactions,
    servers: Servers,
    dailies: Dailies,
    client: OuroClient,
    report: StatusReport,
    on_page: bool,
    launches: bool,
) -> Feature:
    """/setup and /status."""
    handlers = SetupHandlers(interactions, servers, dailies)
    commands = (
        *setup_commands(interactions, handlers),
        *status_commands(interactions, client, report, on_page=on_page, launches=launches),
    )
    return Feature(commands, (handlers,))
