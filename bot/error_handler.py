"""The one place where a failure becomes a sentence for the person who met it."""

import secrets
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
import structlog

from bot.interaction_state import Interaction, state_of
from bot.presenters.layouts import PLAIN, PROBLEM, OutgoingMessage, notice
from bot.viewers import likely_localizer
from i18n.localizer import Localizer
from jobs.errors import NothingFound
from narrator.problems import explain_problem
from puzzle.errors import PuzzleError
from service.errors import HandledElsewhere, InputError, NotYours, QuotaUsed
from store.errors import GoneError, StoreError
from telemetry.request_id import request_number
from texts import failures
from texts.problems import problem_text
from workers.errors import AnswerTooLarge, Busy, OutOfMemory, TimedOut, WorkerLost

TOO_FAST = 429
"""The status of a request that may be repeated later."""

log = structlog.stdlib.get_logger(__name__)


_SENTENCES: tuple[tuple[type[Exception], Callable[[Localizer, Any], str]], ...] = (
    (InputError, problem_text),
    (
        PuzzleError,
        lambda localizer, error: failures.bad_puzzle(localizer, explain_problem(error, localizer)),
    ),
    (NothingFound, lambda localizer, _: failures.no_puzzle(localizer)),
    (Busy, lambda localizer, error: localizer.say(failures.BUSY[error.reason])),
    (QuotaUsed, failures.quota_used),
    (TimedOut, lambda localizer, error: failures.timed_out(localizer, error.seconds)),
    (OutOfMemory, lambda localizer, _: localizer.say(failures.OUT_OF_MEMORY)),
    (AnswerTooLarge, lambda localizer, _: localizer.say(failures.ANSWER_TOO_LARGE)),
    (WorkerLost, lambda localizer, _: localizer.say(failures.WORKER_LOST)),
    (NotYours, lambda localizer, _: localizer.say(failures.NOT_YOURS)),
    (GoneError, lambda localizer, _: localizer.say(failures.GONE)),
    (StoreError, lambda localizer, _: localizer.say(failures.STORE_AWAY)),
)


def describe(localizer: Localizer, error: BaseException) -> str | None:
    """What to tell a person about a failure; None for one that nobody foresaw.

    >>> from service.errors import Problem
    >>> describe(Localizer(), InputError(Problem.FILE_UNAVAILABLE))
    'I could not fetch that file from Discord. Please try again.'
    >>> describe(Localizer(), ZeroDivisionError()) is None
    True
    """
    for kind, sentence in _SENTENCES:
        if isinstance(error, kind):
            return sentence(localizer, error)
    return None


async def answer_failure(interaction: Interaction, error: BaseException) -> bool:
    """Tell the person what went wrong, and the log as well if it is our fault.

    False when Discord did not take that now, and may later, and when another bot answers: then
    nothing is told.
    """
    if isinstance(error, HandledElsewhere):
        log.info("handled elsewhere")
        return False
    if isinstance(error, discord.NotFound):
        log.warning("nowhere to answer", code=error.code)  # too late, or the message is gone
        return True
    localizer = _localizer(interaction)
    sentence = describe(localizer, error)
    if sentence is None:
        reference = request_number() or secrets.token_hex(4)
        log.error("unexpected failure", reference=reference, exc_info=error)
        sentence = localizer.say(failures.UNEXPECTED, reference=reference)
    else:
        log.info("declined", reason=type(error).__name__)
        if isinstance(error, StoreError) and not isinstance(error, GoneError):
            log.error("the store failed", exc_info=error)
    colour = PLAIN if isinstance(error, Busy | QuotaUsed) else PROBLEM
    try:
        await _deliver(interaction, notice(sentence, colour))
    except discord.HTTPException as problem:
        log.warning("could not answer", status=problem.status, code=problem.code)
        return not may_pass(problem)
    except (OSError, TimeoutError, aiohttp.ClientError) as problem:
        log.warning("could not answer", reason=type(problem).__name__)
        return False
    return True


def may_pass(problem: discord.HTTPException) -> bool:
    """Whether the same request may succeed later: Discord is ill, or wants it more slowly."""
    return problem.status >= 500 or problem.status == TOO_FAST


async def _deliver(interaction: Interaction, post: OutgoingMessage) -> None:
    if not (interaction.response.is_done() or state_of(interaction).acknowledged):
        await interaction.response.send_message(view=post.view, ephemeral=True)
    elif state_of(interaction).thinking:
        await interaction.edit_original_response(view=post.view, attachments=[])
    else:
        # The button's message stays as it is; only the one who pressed sees the problem.
        await interaction.followup.send(view=post.view, ephemeral=True)


def _localizer(interaction: Interaction) -> Localizer:
    """A failure takes the place of an acknowledged answer, else it is private."""
    return state_of(interaction).localizer or likely_localizer(interaction, private=True)
