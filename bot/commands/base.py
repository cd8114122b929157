"""Definitions that the modules of commands share."""

from typing import Any, TypeAlias

from discord import app_commands

MAX_PASTE_LENGTH = 6000
"""Maximum number of characters in an option; Discord's limit."""

AnyCommand: TypeAlias = "app_commands.Command[Any, ..., Any] | app_commands.ContextMenu"
"""A slash command, or a command in the context menu of a message."""
