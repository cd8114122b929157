"""Paying answers that were owed when a service ended: "thinking…" is never the last word.

A puzzle that was to be solved is solved again, and answered in the place where its answer was
promised. For anything else the person is told to ask again.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

import discord
import structlog

from bot.dailies.secrecy import question
from bot.failures import describe, may_pass
from bot.presenters.layouts import PROBLEM, Post, notice
from bot.presenter import answer_message
from i18n.catalogues import voice_for
from i18n.voice import Voice
from jobs import Look, Pasted, Said, SolveRequest
from play.calendar import today
from play.identity import Daily
from store import owed
from store.records import OwedAnswer
from texts import failures
from workers.errors import Busy
from workers.pool import OURSELVES

if TYPE_CHECKING:
    from bot.client import OuroClient

PATIENCE = timedelta(seconds=60)
"""So long another service on the same database may take to answer by itself."""
ORIGINAL = cast("int", "@original")
"""What stands in the place of a message's ID for the answer to an interaction."""

log = structlog.stdlib.get_logger(__name__)


def to_payload(request: SolveRequest, *, private: bool) -> dict[str, Any]:
    """What is written down of a puzzle that is to be solved.

    >>> request = SolveRequest(Pasted("1x1:4"), index=2)
    >>> of_payload(to_payload(request, private=True), "en") == (request, True)
    True
    """
    source = request.source
    return {
        "said": list(source.texts) if isinstance(source, Said) else None,
        "pasted": source.text if isinstance(source, Pasted) else None,
        "index": request.index,
        "theme": request.look.theme,
        "labels": request.look.labels,
        "private": private,
    }


def of_payload(payload: Mapping[str, Any], language: str) -> tuple[SolveRequest, bool]:
    """The puzzle to be solved, within the limits there are by default, and whether its answer is
    private."""
    said, pasted = payload["said"], payload["pasted"]
    source = Pasted(pasted) if said is None else Said(tuple(said))
    look = Look(payload["theme"], payload["labels"])
    return SolveRequest(source, payload["index"], look, locale=language), payload["private"]


async def pay_owed(client: OuroClient) -> None:
    """Answer what a service that ended left unanswered, as long as Discord takes it."""
    now = client.now()
    async with client.database.reading() as connection:
        answers = await owed.owed(connection, now)
    for answer in answers:
        since_long = now - answer.created_at > PATIENCE
        if not client.ledger.is_ours(answer.interaction_id) and (
            since_long or answer.created_at < client.started
        ):
            await _pay(client, answer)
    async with client.database.writing() as connection:
        await owed.forget_expired(connection, now)


async def _pay(client: OuroClient, answer: OwedAnswer) -> None:
    webhook = discord.Webhook.partial(answer.application_id, answer.token, client=client)
    try:
        if not await _is_waited_for(webhook):
            log.info("paid already", kind=answer.kind)
        else:
            post = await _answer(client, answer)
            await webhook.edit_message(ORIGINAL, view=post.view, attachments=list(post.files))
            log.info("paid what was owed", kind=answer.kind, solved=answer.payload is not None)
    except Busy:
        return  # the next time
    except (discord.NotFound, discord.Forbidden) as error:  # gone, or its token has expired
        log.info("nowhere to pay", code=error.code)
    except discord.HTTPException as error:
        if may_pass(error):
            log.warning("not paid yet", status=error.status)
            return
        log.warning("cannot be paid", code=error.code)
    async with client.database.writing() as connection:
        await owed.paid(connection, answer.interaction_id)


async def _is_waited_for(webhook: discord.Webhook) -> bool:
    """Whether Discord still shows "thinking…": an answer that was given is left as it is."""
    return (await webhook.fetch_message(ORIGINAL)).flags.loading


async def _answer(client: OuroClient, answer: OwedAnswer) -> Post:
    voice = voice_for(answer.language)
    if answer.payload is None:
        return notice(voice.say(failures.WAS_RESTARTED))
    try:
        return await _solved(client, voice, answer.payload)
    except Busy:
        raise
    except Exception as error:
        sentence = describe(voice, error)
        if sentence is None:
            log.error("cannot be worked out", exc_info=error)
            return notice(voice.say(failures.WAS_RESTARTED))
        return notice(sentence, PROBLEM)


async def _solved(client: OuroClient, voice: Voice, payload: Mapping[str, Any]) -> Post:
    request, private = of_payload(payload, voice.language)
    answer = await client.solve(client.limited(request), OURSELVES)
    if isinstance(answer, Daily):
        if private and answer.day == today(client.now()):
            return question(voice, answer)
        return notice(voice.say(failures.WAS_RESTARTED))
    return answer_message(voice, answer, request.look)
