"""Weights of requests: what costs more counts more against the rate."""

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from app.discord_bot import DiscordBot
from bot.answering.interactions import Interaction
from bot.answering.request_weights import (
    COMMAND_WEIGHT,
    INPUT_COMMANDS,
    INPUT_OPTIONS,
    INPUT_WEIGHT,
    PRESS_WEIGHT,
    SUGGESTION_WEIGHT,
    weight_of,
)
from bot.pasting.components import Purpose, PuzzleForm, UseOther

TYPE = discord.InteractionType
PUZZLE = {"name": "puzzle", "value": "5x5:e"}


@pytest.mark.parametrize(
    ("kind", "data", "weight"),
    [
        (TYPE.autocomplete, {"name": "play", "options": [PUZZLE]}, SUGGESTION_WEIGHT),
        (TYPE.component, {"custom_id": "ouro:pad:7:up"}, PRESS_WEIGHT),
        (TYPE.modal_submit, {"custom_id": "ouro:moves:7"}, PRESS_WEIGHT),
        (TYPE.modal_submit, {"custom_id": PuzzleForm().custom_id}, INPUT_WEIGHT),
        (TYPE.component, {"custom_id": UseOther(Purpose.SOLVE, 2).custom_id}, INPUT_WEIGHT),
        (TYPE.component, None, PRESS_WEIGHT),
        (TYPE.application_command, {"name": "play"}, COMMAND_WEIGHT),
        (TYPE.application_command, {"name": "play", "options": [PUZZLE]}, INPUT_WEIGHT),
        (TYPE.application_command, {"name": "new"}, INPUT_WEIGHT),
        (TYPE.application_command, {"name": "Play", "target_id": "5"}, INPUT_WEIGHT),
        (
            TYPE.application_command,
            {"name": "hint", "options": [{"name": "level"}]},
            COMMAND_WEIGHT,
        ),
    ],
)
def test_the_weight_of_a_request(kind: TYPE, data: dict[str, Any] | None, weight: int) -> None:
    interaction = cast("Interaction", SimpleNamespace(type=kind, data=data))
    assert weight_of(interaction) == weight


def test_commands_and_options_with_a_weight_exist(bot: DiscordBot) -> None:
    commands = [
        command
        for command in bot.tree.get_commands()
        if isinstance(command, discord.app_commands.Command)
    ]
    assert {command.name for command in commands} >= INPUT_COMMANDS
    options = {option.name for command in commands for option in command.parameters}
    assert options >= INPUT_OPTIONS
