"""Sending replies that were pending when a service ended: "thinking…" is never the last word.

A puzzle that was to be solved is solved again, and answered in the place where its answer was
promised. For anything else the person is told to ask again.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, cast

import discord
import structlog

from bot.error_handler import describe, may_pass
from bot.handlers.solving import of_payload
from bot.presenters.layouts import PROBLEM, OutgoingMessage, notice
from bot.presenters.secrecy import secret_question
from bot.presenters.solving import answer_message
from i18n.catalogues import localizer_for
from i18n.localizer import Localizer
from play.calendar import today
from play.identity import KnownDaily
from service.clock import Clock
from service.pending_replies import PendingReplies
from service.solving import Solving
from store.records import PendingReply
from texts import failures
from workers.errors import Busy
from workers.pool import SYSTEM

PATIENCE = timedelta(seconds=60)
"""So long another service on the same database may take to answer by itself."""
ORIGINAL = cast("int", "@original")
"""What stands in the place of a message's ID for the answer to an interaction."""

log = structlog.stdlib.get_logger(__name__)


class PendingReplyDelivery:
    """Sends pending replies that no service is about to send by itself."""

    def __init__(
        self, client: discord.Client, pending: PendingReplies, solving: Solving, now: Clock
    ) -> None:
        self._client = client
        self._pending = pending
        self._solving = solving
        self._now = now
        self._started = now()

    async def send_left(self) -> None:
        """Answer what a service that ended left unanswered, as long as Discord takes it."""
        now = self._now()
        for answer in await self._pending.left(now):
            since_long = now - answer.created_at > PATIENCE
            if since_long or answer.created_at < self._started:
                await self._send(answer)
        await self._pending.forget_expired(now)

    async def _send(self, answer: PendingReply) -> None:
        webhook = discord.Webhook.partial(answer.application_id, answer.token, client=self._client)
        try:
            if not await _is_waited_for(webhook):
                log.info("reply already sent", kind=answer.kind)
            else:
                post = await self._answer(answer)
                await webhook.edit_message(ORIGINAL, view=post.view, attachments=list(post.files))
                log.info("pending reply sent", kind=answer.kind, solved=answer.payload is not None)
        except Busy:
            return  # the next time
        except (discord.NotFound, discord.Forbidden) as error:  # gone, or its token has expired
            log.info("pending reply undeliverable", code=error.code)
        except discord.HTTPException as error:
            if may_pass(error):
                log.warning("pending reply not sent yet", status=error.status)
                return
            log.warning("pending reply refused", code=error.code)
        await self._pending.remove(answer.interaction_id)

    async def _answer(self, answer: PendingReply) -> OutgoingMessage:
        localizer = localizer_for(answer.language)
        if answer.payload is None:
            return notice(localizer.say(failures.WAS_RESTARTED))
        try:
            return await self._solved(localizer, answer.payload)
        except Busy:
            raise
        except Exception as error:
            sentence = describe(localizer, error)
            if sentence is None:
                log.error("pending reply failed", exc_info=error)
                return notice(localizer.say(failures.WAS_RESTARTED))
            return notice(sentence, PROBLEM)

    async def _solved(self, localizer: Localizer, payload: Mapping[str, Any]) -> OutgoingMessage:
        request, private = of_payload(payload, localizer.language)
        answer = await self._solving.solve(self._solving.within_limits(request), SYSTEM)
        if isinstance(answer, KnownDaily):
            if private and answer.day == today(self._now()):
                return secret_question(localizer, answer)
            return notice(localizer.say(failures.WAS_RESTARTED))
        return answer_message(localizer, answer, request.appearance)


async def _is_waited_for(webhook: discord.Webhook) -> bool:
    """Whether Discord still shows "thinking…": an answer that was given is left as it is."""
    return (await webhook.fetch_message(ORIGINAL)).flags.loading
