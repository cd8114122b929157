"""The board that somebody means who names none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.attempts import Held
from service.errors import InputError
from store import attempts
from texts import playing

if TYPE_CHECKING:
    from bot.client import OuroClient


async def current_attempt(client: OuroClient, player: int) -> Held:
    """The unfinished board that a player touched last; `InputError` where there is none."""
    async with client.database.reading() as connection:
        newest = await attempts.unfinished(connection, player, limit=1)
    if not newest:
        raise InputError(playing.NO_BOARD_OPEN)
    return await client.attempts.find(player, newest[0].id)
