"""/submit: a whole answer at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.answering import answering
from bot.attachments import read_text
from bot.commands.solve import LONGEST_PASTE
from bot.markdown import quote
from bot.playing.board import show_board
from bot.playing.current import current_attempt
from bot.playing.verdicts import show_verdict
from jobs import AnswerRequest, read_answer
from narrator.problems import explain_problem
from puzzle.errors import PuzzleError
from puzzle.model import Board
from service.attempts import Held
from service.errors import InputError
from texts import commands, playing
from workers.pool import Urgency

if TYPE_CHECKING:
    from bot.client import OuroClient


@app_commands.command(name="submit", description=commands.SUBMIT.text)
@app_commands.describe(moves=commands.SUBMIT_MOVES.text, file=commands.SUBMIT_FILE.text)
async def submit(
    interaction: discord.Interaction[OuroClient],
    moves: Range[str, 1, LONGEST_PASTE] | None = None,
    file: discord.Attachment | None = None,
) -> None:
    """Judge an answer to the board that was touched last; without one, the board itself."""
    client, person = interaction.client, interaction.user.id
    async with answering(interaction, private=True) as reader:
        if moves is not None and file is not None:
            raise InputError(playing.MOVES_OR_FILE)
        held = await current_attempt(client, person)
        text = moves if file is None else await read_text(file, client.settings.input_bytes)
        try:
            board = None if text is None else await _read(client, person, held, text)
        except PuzzleError as error:
            said = quote(explain_problem(error, reader.voice))
            await show_board(interaction, reader, held, said=said)
        else:
            judged = await client.attempts.submit(person, held.attempt.id, board)
            await show_verdict(interaction, reader, *judged)


async def _read(client: OuroClient, person: int, held: Held, text: str) -> Board:
    request = AnswerRequest(text, held.puzzle, client.settings.bounds)
    return await client.pool.run(read_answer, request, person=person, urgency=Urgency.QUICK)
