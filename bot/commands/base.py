"""What the modules of commands have in common."""

from typing import Any, TypeAlias

from discord import app_commands

MAX_PASTE = 6000
"""Characters Discord lets a person type into an option."""

AnyCommand: TypeAlias = "app_commands.Command[Any, ..., Any] | app_commands.ContextMenu"
"""A command that is typed, or one in the menu of a message."""
