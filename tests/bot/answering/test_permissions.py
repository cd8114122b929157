"""What the bot may do where an interaction comes from."""

from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.connection.permissions import place_of
from service.running.readers import Place

TEXT, PRIVATE = discord.ChannelType.text, discord.ChannelType.private_thread


@pytest.mark.parametrize(
    ("changes", "joined", "shows"),
    [
        ({}, True, True),
        ({"guild.unavailable": True}, False, True),
        ({"client.get_guild.return_value": None}, False, True),
        ({"app_permissions.view_channel": False}, True, False),
        ({"channel.type": PRIVATE}, True, True),
        ({"channel.type": PRIVATE, "guild.get_thread.return_value": None}, True, False),
    ],
)
def test_a_place_is_what_discord_says_of_it(
    changes: dict[str, Any], joined: bool, shows: bool
) -> None:
    interaction = Mock()
    known = {"guild.id": 5, "guild.unavailable": False, "channel.id": 6, "channel.type": TEXT}
    known |= {"app_permissions.view_channel": True, "permissions.manage_guild": False}
    interaction.configure_mock(**known | changes)
    assert place_of(interaction) == Place(5, 6, joined, shows)


def test_outside_of_servers_there_is_no_place() -> None:
    assert place_of(Mock(guild=None)) is None
