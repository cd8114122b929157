"""What is said of an answer that somebody submits, on their board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.playing.board import show_board
from bot.readers import Reader
from play.verdict import Verdict
from renderer.highlights import Highlights
from service.attempts import Held
from texts import verdicts

if TYPE_CHECKING:
    from bot.client import OuroClient


async def show_verdict(
    interaction: discord.Interaction[OuroClient], reader: Reader, held: Held, verdict: Verdict
) -> None:
    """Show the board with what is wrong on it; a solved one speaks for itself."""
    if held.solved:
        await show_board(interaction, reader, held)
    else:
        said = verdicts.told(reader.voice, held.puzzle, held.pad.board.lines, verdict)
        await show_board(interaction, reader, held, said=said, shown=places(verdict, held.pad.pen))


def places(verdict: Verdict, pen: int | None = None) -> Highlights:
    """Where rules are broken, as far as the verdict names them, to be set off in the picture."""
    shown = verdict.shown
    return Highlights(
        conflict_cells=frozenset(it.cell for it in shown if it.cell is not None),
        conflict_dots=frozenset(it.dot for it in shown if it.dot is not None),
        conflict_edges=frozenset(edge for it in shown for edge in it.edges),
        cursor=pen,
    )
