"""Definitions that the modules of commands share."""

from types import MappingProxyType
from typing import Any, TypeAlias

from discord import app_commands
from discord.app_commands import Choice

from texts import commands
from texts.tracks import TRACKS

THEMES = MappingProxyType(
    {
        "light": commands.THEME_LIGHT,
        "dark": commands.THEME_DARK,
        "paper": commands.THEME_PAPER,
        "contrast": commands.THEME_CONTRAST,
        "colour-blind": commands.THEME_COLOUR_BLIND,
    }
)
"""Names of the renderer's themes, by their keys."""

MAX_PASTE_LENGTH = 6000
"""Maximum number of characters in an option; Discord's limit."""

TRACK_CHOICES = [Choice(name=name.text, value=track.value) for track, name in TRACKS.items()]
"""The choices of `track`."""

AnyCommand: TypeAlias = "app_commands.Command[Any, ..., Any] | app_commands.ContextMenu"
"""A slash command, or a command in the context menu of a message."""
