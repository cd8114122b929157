"""The one place where a failure becomes a sentence for the person who met it."""

import secrets
from collections.abc import Callable
from typing import Any

import discord
import structlog

from bot import texts
from bot.errors import Busy, InputError, NothingFound, TimedOut, WorkerLost
from bot.layouts import PLAIN, PROBLEM, Message, notice
from puzzle.errors import PuzzleError

log = structlog.stdlib.get_logger(__name__)


_SENTENCES: tuple[tuple[type[Exception], Callable[[Any], str]], ...] = (
    (InputError, lambda error: error.sentence),
    (PuzzleError, lambda error: texts.bad_puzzle(str(error))),
    (NothingFound, lambda _: texts.NO_PUZZLE_IN_MESSAGE),
    (Busy, lambda error: texts.busy(error.crowd)),
    (TimedOut, lambda error: texts.timed_out(error.seconds)),
    (WorkerLost, lambda _: texts.WORKER_LOST),
)


def describe(error: BaseException) -> str | None:
    """What to tell a person about a failure; None for one that nobody foresaw.

    >>> describe(InputError("Please attach a smaller file."))
    'Please attach a smaller file.'
    >>> describe(ZeroDivisionError()) is None
    True
    """
    for kind, sentence in _SENTENCES:
        if isinstance(error, kind):
            return sentence(error)
    return None


async def answer_failure(interaction: discord.Interaction[Any], error: BaseException) -> None:
    """Tell the person what went wrong, and the log as well if it is our fault."""
    if isinstance(error, discord.NotFound):
        log.warning("nowhere to answer", code=error.code)  # too late, or the message is gone
        return
    sentence = describe(error)
    if sentence is None:
        reference = secrets.token_hex(4)
        log.error("unexpected failure", reference=reference, exc_info=error)
        sentence = texts.unexpected(reference)
    else:
        log.info("declined", reason=type(error).__name__)
    colour = PLAIN if isinstance(error, Busy) else PROBLEM
    try:
        await _deliver(interaction, notice(sentence, colour))
    except discord.HTTPException as problem:
        log.warning("could not answer", status=problem.status, code=problem.code)


async def _deliver(interaction: discord.Interaction[Any], message: Message) -> None:
    if not interaction.response.is_done():
        await interaction.response.send_message(view=message.view, ephemeral=True)
    elif interaction.type is discord.InteractionType.component:
        # The button's message stays as it is; only the one who pressed sees the problem.
        await interaction.followup.send(view=message.view, ephemeral=True)
    else:
        await interaction.edit_original_response(view=message.view, attachments=[])
