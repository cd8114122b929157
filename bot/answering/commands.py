"""Definitions that the modules of commands share."""

import asyncio
from collections.abc import Mapping
from typing import Any, TypeAlias

from discord import app_commands
from discord.app_commands import Choice

from bot.answering.interactions import Interaction
from i18n.localizer import ENGLISH
from i18n.messages import Message
from play.zones import suggest_zones
from service.settings import Setting
from texts.tracks import TRACKS

MAX_PASTE_LENGTH = 6000
"""Maximum number of characters in an option; Discord's limit."""


def named_choices(names: Mapping[Any, Message]) -> list[Choice[str]]:
    """The choices of an option whose values are those of an enum, by their names."""
    return [Choice(name=name.text, value=each.value) for each, name in names.items()]


TRACK_CHOICES = named_choices(TRACKS)
"""The choices of `track`."""


async def complete_zone(_: Interaction, current: str) -> list[Choice[str]]:
    """Time zones that match the typed text."""
    zones = await asyncio.to_thread(suggest_zones, current)
    return [Choice(name=zone, value=zone) for zone in zones]


def choices_of(setting: Setting[str]) -> list[Choice[str]]:
    """The choices of an option with the values of a setting."""
    return [Choice(name=label, value=value) for value, label in setting.labels(ENGLISH).items()]


AnyCommand: TypeAlias = "app_commands.Command[Any, ..., Any] | app_commands.ContextMenu"
"""A slash command, or a command in the context menu of a message."""
