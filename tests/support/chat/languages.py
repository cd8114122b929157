"""The languages of people and servers in a local chat."""

from msgspec.structs import replace

from sandbox.model.events import BotJoined
from tests.support.sandbox.server import Sandbox


def speak(chat: Sandbox, person: str, server: str) -> None:
    """Set the language of the person `me` and of all servers, which become available anew."""
    user = chat.state.users[chat.client.me]
    chat.state.users[user.id] = replace(user, locale=person)
    for guild in list(chat.state.guilds.values()):
        spoken = chat.state.guilds[guild.id] = replace(guild, locale=server)
        if guild.has_bot:
            chat.state.publish(BotJoined(spoken))
