"""/about and /privacy."""

from discord import app_commands

from bot.commands.base import AnyCommand
from bot.interaction_state import Interaction
from bot.interactions import Interactions, reply
from bot.presenters.layouts import notice
from bot.presenters.privacy import privacy_message
from service.version import VERSION
from texts import commands
from texts.manual import ABOUT


def about_commands(interactions: Interactions) -> tuple[AnyCommand, ...]:
    """The command /about."""

    @app_commands.command(name="about", description=commands.ABOUT.text)
    async def about(interaction: Interaction) -> None:
        """Describe the bot, visible only to the user."""
        async with interactions.answering(interaction, private=True) as viewer:
            await reply(interaction, notice(viewer.localizer.say(ABOUT, version=VERSION)))

    return (about,)


def privacy_commands(interactions: Interactions) -> tuple[AnyCommand, ...]:
    """The command /privacy."""

    @app_commands.command(name="privacy", description=commands.PRIVACY.text)
    async def privacy(interaction: Interaction) -> None:
        """Describe the stored data, visible only to the user, with buttons to export or delete."""
        async with interactions.answering(interaction, private=True) as viewer:
            await reply(interaction, privacy_message(viewer.localizer))

    return (privacy,)
