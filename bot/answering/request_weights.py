"""The weight of each request against its user's rate limit: higher for expensive requests.

`script/bench costs` measures the time of each request in the event loop; docs/security.md has the
rule that follows from it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import discord

SUGGESTION_WEIGHT = 1
"""The weight of a request for suggestions."""
PRESS_WEIGHT = 1.5
"""The weight of a press and of another form: with a rate of 15, ten presses a second."""
COMMAND_WEIGHT = 3
"""The weight of a command; typing one takes longer than pressing a button."""
INPUT_WEIGHT = 6
"""The weight of what makes or parses a puzzle, or parses moves or a file."""
INPUT_COMMANDS = frozenset({"new", "race"})
"""Commands that generate a puzzle."""
INPUT_COMPONENTS = (
    "ouro:paste:form",
    "ouro:paste:other:",
    "ouro:draft-form:",
    "ouro:publish:",
    *(f"ouro:use:{command}" for command in INPUT_COMMANDS),
)
"""What the `custom_id`s begin with of forms with a puzzle, and of buttons for another one."""
INPUT_OPTIONS = frozenset({"puzzle", "moves", "file"})
"""Options that contain a puzzle or moves."""


def weight_of(interaction: discord.Interaction[Any]) -> float:
    """The weight of a request."""
    if interaction.type is discord.InteractionType.autocomplete:
        return SUGGESTION_WEIGHT
    data: Mapping[str, Any] = interaction.data or {}
    if interaction.type is not discord.InteractionType.application_command:
        custom_id = str(data.get("custom_id", ""))
        return INPUT_WEIGHT if custom_id.startswith(INPUT_COMPONENTS) else PRESS_WEIGHT
    options: Sequence[Mapping[str, Any]] = data.get("options", ())
    takes_input = (
        "target_id" in data
        or data.get("name") in INPUT_COMMANDS
        or any(option.get("name") in INPUT_OPTIONS for option in options)
    )
    return INPUT_WEIGHT if takes_input else COMMAND_WEIGHT
