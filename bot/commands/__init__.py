"""The commands: one module for each command or group of related commands.

Each module has functions that build its commands from their dependencies; `app.discord_bot` calls
them.
"""
