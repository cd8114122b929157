"""Use cases of the bot, independent of any front end."""
