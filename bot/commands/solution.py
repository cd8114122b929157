"""/solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import structlog
from discord import app_commands
from discord.app_commands import Choice

from bot.answering import answering, reply
from bot.helping.solutions import ask, is_asked, reveal
from bot.playing.current import current_attempt
from bot.readers import likely_voice
from service.errors import InputError, NotYours
from store import attempts
from store.errors import StoreError
from texts import commands, helping, playing

if TYPE_CHECKING:
    from bot.client import OuroClient

MOST_BOARDS = 10
"""So many unfinished boards can be chosen from, those touched last."""

log = structlog.stdlib.get_logger(__name__)


@app_commands.command(name="solution", description=commands.SOLUTION.text)
@app_commands.describe(board=commands.SOLUTION_BOARD.text, animate=commands.SOLUTION_ANIMATE.text)
async def show_solution(
    interaction: discord.Interaction[OuroClient],
    board: str | None = None,
    animate: bool = False,
) -> None:
    """Show the solution of one of somebody's boards, once they are sure."""
    client, person = interaction.client, interaction.user.id
    async with answering(interaction, private=True) as reader:
        if board is None:
            held = await current_attempt(client, person)
        elif board.isascii() and board.isdigit() and len(board) <= 18:
            held = await client.attempts.find(person, int(board))
        else:
            raise InputError(helping.NO_SUCH_BOARD)
        if is_asked(held):
            post = ask(client, reader.voice, held, animate=animate)
        else:
            limit = interaction.filesize_limit
            _, post = await reveal(client, reader, person, held, animate=animate, limit=limit)
        await reply(interaction, post)


@show_solution.autocomplete("board")
async def boards(interaction: discord.Interaction[OuroClient], typed: str) -> list[Choice[str]]:
    """The unfinished boards of whoever types, those touched last first."""
    client, person = interaction.client, interaction.user.id
    voice = likely_voice(interaction, private=True)
    try:
        async with client.database.reading() as connection:
            begun = await attempts.unfinished(connection, person, MOST_BOARDS)
        held = [await client.attempts.find(person, attempt.id) for attempt in begun]
    except (StoreError, NotYours) as error:  # suggestions may be missing
        log.warning("no suggestions", reason=type(error).__name__)
        return []
    titles = ((one, playing.board_title(voice, one)) for one in held)
    return [
        Choice(name=helping.board_choice(voice, title, one), value=str(one.attempt.id))
        for one, title in titles
        if typed.casefold() in title.casefold()
    ]
