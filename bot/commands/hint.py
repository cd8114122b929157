"""/hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.answering import answering, reply
from bot.commands.solve import LONGEST_PASTE
from bot.dailies.finding import live_daily
from bot.helping.hints import hint
from bot.playing.current import current_attempt
from jobs import AnswerRequest, Pasted, ReadRequest, read_answer, read_puzzle
from narrator.narration import Level
from play.history import Mark
from puzzle.notation import format_puzzle
from service.errors import InputError
from store import puzzles
from store.records import Kind, NewPuzzle
from texts import commands, helping, playing
from workers.pool import Urgency

if TYPE_CHECKING:
    from bot.client import OuroClient
    from service.attempts import Held

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
            held = await _brought(client, interaction.user.id, puzzle, moves)
        elif moves is not None:
            raise InputError(helping.MOVES_OF_WHAT)
        else:
            held = await current_attempt(client, interaction.user.id)
        _, post = await hint(client, reader, interaction.user.id, held, Level(level))
        await reply(interaction, post)


async def _brought(client: OuroClient, person: int, text: str, moves: str | None) -> Held:
    """The board of a puzzle from elsewhere, with the moves made there.

    `InputError` for one that is a daily, however it lies: its hints are counted on its board.
    """
    bounds = client.settings.play_bounds
    request = ReadRequest(Pasted(text), bounds)
    puzzle = await client.pool.run(read_puzzle, request, person=person, urgency=Urgency.QUICK)
    if not puzzle.clue_cells:
        raise InputError(playing.NO_CLUES)
    drawn = None
    if moves is not None:
        answer = AnswerRequest(moves, puzzle, bounds)
        drawn = await client.pool.run(read_answer, answer, person=person, urgency=Urgency.QUICK)
    if await live_daily(client, puzzle, person):
        raise InputError(helping.IS_A_DAILY)
    await client.quotas.take_puzzle(person)
    new = NewPuzzle(format_puzzle(puzzle, "loopy"), puzzle.canonical_key)
    async with client.database.writing() as connection:
        stored = await puzzles.add(connection, new)
    held = await client.attempts.open(person, stored, Kind.PASTED)
    if drawn is None:
        return held
    marks = Mark(dict(enumerate(drawn.marks)))
    return await client.attempts.change(person, held.attempt.id, marks)
