"""What the owner of a server is told waits until it is known whether the bot is still there."""

from datetime import UTC, datetime, timedelta
from unittest.mock import Mock

import discord
import pytest

from bot.chat import Chat
from bot.connection.permissions import ServerUnknown
from bot.dailies.posts import TroubleMessages
from store.records import PendingMessage, Target

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
TROUBLE = PendingMessage(
    "trouble:5:6",
    {"channel": 6, "reason": "unknown"},
    Target.PERSON,
    0,
    NOON,
    NOON + timedelta(days=1),
    server_id=5,
)


def told(*, is_ready: bool, guild: object = None) -> TroubleMessages:
    """The messages of a bot that does not know the server, or has it as `guild`."""
    chat = Mock(spec=Chat)
    chat.client.get_guild.return_value = guild
    chat.client.is_ready.return_value = is_ready
    return TroubleMessages(chat)


async def test_nothing_is_dropped_before_servers_are_known() -> None:
    empty = Mock(spec=discord.Guild, unavailable=True, owner_id=None)
    for early in (told(is_ready=False), told(is_ready=True, guild=empty)):
        with pytest.raises(ServerUnknown):
            await early.render(TROUBLE)
        with pytest.raises(ServerUnknown):
            early.place(TROUBLE)


async def test_a_server_that_was_left_is_told_nothing() -> None:
    late = told(is_ready=True)
    assert await late.render(TROUBLE) is None
    assert late.place(TROUBLE) is None
