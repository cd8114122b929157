"""Puzzles that people bring along to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.attempts import Held
from bot.dailies.finding import daily_for, live_daily
from bot.errors import InputError
from bot.jobs import Pasted, ReadRequest, Said, SolveRequest, read_puzzle, solve_puzzle
from bot.playing.board import open_puzzle
from bot.readers import Reader
from bot.texts import playing
from bot.work import Urgency
from play.calendar import today
from puzzle.model import Puzzle
from puzzle.notation import format_puzzle
from solver.search import Limits, Outcome
from store import puzzles
from store.records import Kind, NewPuzzle

if TYPE_CHECKING:
    from bot.client import OuroClient

LOOK_LIMITS = Limits(seconds=None, propagations=3_000_000)
"""What it may take to find out whether such a puzzle can be solved."""


async def open_pasted(
    interaction: discord.Interaction[OuroClient], reader: Reader, source: Puzzle | Pasted | Said
) -> Held:
    """Open somebody's board of a puzzle that they brought along.

    A daily of today is opened as the daily that it is, however it lies, so that no copy of it
    can be asked for help first. Raises `InputError` for one that is yet to come and for a
    puzzle without a clue or a solution, `PuzzleError`, and `NothingFound`.
    """
    client, person = interaction.client, interaction.user.id
    if isinstance(source, Puzzle):
        puzzle = source
    else:
        request = ReadRequest(source, client.settings.play_bounds)
        puzzle = await client.pool.run(read_puzzle, request, person=person, urgency=Urgency.QUICK)
    if not puzzle.clue_cells:
        raise InputError(playing.NO_CLUES)
    daily = await live_daily(client, puzzle, person)
    if daily is not None:
        if daily.day != today(client.now()):
            raise InputError(playing.YET_TO_COME)
        record, _ = await daily_for(client, daily.day, daily.track)
        said = reader.voice.say(playing.IS_A_DAILY)
        return await open_puzzle(interaction, reader, record, Kind.DAILY, said=said)
    notation = format_puzzle(puzzle, "loopy")
    said = await _remark(client, reader, person, notation)
    await client.quotas.take_puzzle(person)
    async with client.database.writing() as connection:
        stored = await puzzles.add(connection, NewPuzzle(notation, puzzle.canonical_key))
    return await open_puzzle(interaction, reader, stored, Kind.PASTED, said=said)


async def _remark(client: OuroClient, reader: Reader, person: int, notation: str) -> str:
    """What to know of a puzzle before playing it; `InputError` for one that cannot be solved."""
    request = SolveRequest(Pasted(notation), limits=LOOK_LIMITS)
    found = await client.pool.run(solve_puzzle, request, person=person)
    if found.outcome is Outcome.NONE:
        raise InputError(playing.NO_SOLUTION)
    return reader.voice.say(playing.SEVERAL) if found.outcome is Outcome.MULTIPLE else ""
