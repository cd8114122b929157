"""Presses, choices and submitted forms without a connection, and what people were told."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord

from tests.support.posts.contents import words


def press(custom_id: str, kind: int = 3, **data: object) -> Any:
    """An interaction with a component, or of another `kind`, that can be answered."""
    response = SimpleNamespace(is_done=lambda: False, send_message=AsyncMock())
    return SimpleNamespace(
        type=discord.InteractionType(kind),
        command=None,
        data={"custom_id": custom_id, **data},
        id=1,
        extras={},
        response=response,
        locale=discord.Locale.british_english,
        guild_locale=None,
    )


def answers(interaction: Any) -> list[str]:
    """The texts with which an interaction of `press` was answered."""
    calls = interaction.response.send_message.mock_calls
    return [words(SimpleNamespace(view=call.kwargs["view"])) for call in calls]  # type: ignore[arg-type]
