"""`python -m bot`: run the service with the settings in the environment."""

import asyncio
import sys

import discord

from bot.errors import SettingsError
from bot.logs import configure_logging
from bot.service import serve
from bot.settings import load_settings


def main() -> None:
    """Run until told to stop; what the operator can mend ends the program with a sentence."""
    try:
        settings = load_settings()
        configure_logging(settings)
        asyncio.run(serve(settings))
    except SettingsError as error:
        sys.exit(str(error))
    except discord.LoginFailure:
        sys.exit("Discord did not accept DISCORD_TOKEN. Copy it again from the page of your bot.")


if __name__ == "__main__":
    main()
