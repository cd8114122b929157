"""/hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.answering import answering, reply
from bot.commands.solve import LONGEST_PASTE
from bot.errors import InputError
from bot.helping.hints import hint
from bot.playing.current import current_attempt
from bot.playing.pasted import PLAY_BOUNDS, open_pasted
from bot.texts import commands, helping
from narrator.narration import Level
from play.pad import Mark
from play.submission import parse_submission
from puzzle.notation import parse_puzzle

if TYPE_CHECKING:
    from bot.attempts import Held
    from bot.client import OuroClient
    from bot.readers import Reader

LEVELS = {
    Level.NUDGE: commands.HINT_NUDGE,
    Level.HINT: commands.HINT_HINT,
    Level.STEP: commands.HINT_STEP,
}


@app_commands.command(name="hint", description=commands.HINT.text)
@app_commands.describe(
    level=commands.HINT_LEVEL.text,
    puzzle=commands.HINT_PUZZLE.text,
    moves=commands.HINT_MOVES.text,
)
@app_commands.choices(
    level=[Choice(name=message.text, value=level.value) for level, message in LEVELS.items()]
)
async def give_hint(
    interaction: discord.Interaction[OuroClient],
    level: str = Level.NUDGE.value,
    puzzle: Range[str, 1, LONGEST_PASTE] | None = None,
    moves: Range[str, 1, LONGEST_PASTE] | None = None,
) -> None:
    """Give a hint on the board that was touched last, or on a puzzle with moves made elsewhere."""
    client = interaction.client
    async with answering(interaction, private=True) as reader:
        if puzzle is not None:
            held = await _brought(interaction, reader, puzzle, moves)
        elif moves is not None:
            raise InputError(helping.MOVES_OF_WHAT)
        else:
            held = await current_attempt(client, interaction.user.id)
        if held is not None:
            _, post = await hint(client, reader, interaction.user.id, held, Level(level))
            await reply(interaction, post)


async def _brought(
    interaction: discord.Interaction[OuroClient], reader: Reader, text: str, moves: str | None
) -> Held | None:
    """The board of a puzzle from elsewhere, with the moves made there.

    None where it is another puzzle than what was pasted, a daily that lies otherwise: then the
    daily's own board is shown, as it is.
    """
    puzzle = parse_puzzle(text, PLAY_BOUNDS)
    board = None if moves is None else parse_submission(moves, puzzle)
    held = await open_pasted(interaction, reader, puzzle)
    if held.puzzle != puzzle:
        return None
    if board is None:
        return held
    marks = Mark(dict(enumerate(board.marks)))
    return await interaction.client.attempts.change(interaction.user.id, held.attempt.id, marks)
