"""What people can type: a module for each command or a few of a kind.

Each module has functions that make its commands from what they need; `app.discord_bot` calls them.
"""
