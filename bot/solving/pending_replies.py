"""Sends replies that were pending when a bot process was killed, in place of "thinking…".

A puzzle to solve is solved again, and its answer is sent. For any other interaction, the reply is a
request to try again.
"""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any, cast

import discord
import structlog

from bot.answering.interactions import is_retryable
from bot.answering.layouts import PROBLEM, OutgoingMessage, notice
from bot.chat import Chat
from bot.connection.sending import Sending
from bot.dailies.messages import secret_question
from bot.solving.chat import answer_message, from_payload
from i18n.catalogues import localizer_for
from i18n.localizer import Localizer
from play.calendar import today
from service.dailies.dailies import LiveDaily
from service.running.readers import Reader
from store.records import PendingReply
from texts import problems
from texts.failures import failure_text
from workers.errors import Busy
from workers.pool import SYSTEM

ORIGINAL_RESPONSE = cast("int", "@original")
"""Discord's name for the message ID of the answer to an interaction."""

CONCURRENCY = 16
"""Maximum number of replies that are sent at the same time."""
SOLVED_AT_ONCE = 4
"""Maximum number of puzzles that are solved for replies at the same time, which
`workers.job_queue.SYSTEM_JOBS` includes."""
BUSY_SECONDS = 1.0
"""Seconds until a puzzle is tried again for which the pool had no room."""
REPLY_SECONDS = 120.0
"""Maximum seconds of computing and sending a reply; one that takes longer is tried again."""

log = structlog.stdlib.get_logger(__name__)


class PendingReplyDelivery:
    """Sends pending replies of processes that were killed."""

    def __init__(self, chat: Chat) -> None:
        self._client = chat.client
        self._pending = chat.use.pending_replies
        self._solving = chat.use.solving
        self._now = chat.now
        self._solvers = asyncio.Semaphore(SOLVED_AT_ONCE)
        self.sending = Sending("pending reply", most=CONCURRENCY, seconds=REPLY_SECONDS)

    async def send_unsent(self) -> None:
        """Start to send the pending replies of processes that were killed."""
        for pending in await self._pending.take_over(self._now()):
            await self.sending.start(pending.interaction_id, partial(self._send, pending))

    async def _send(self, pending: PendingReply) -> None:
        """Send a reply unless it was sent before; remove it unless a retry may succeed."""
        webhook = discord.Webhook.partial(
            pending.application_id, pending.token, client=self._client
        )
        try:
            if not await _is_loading(webhook):
                log.info("reply already sent", kind=pending.kind)
            else:
                post = await self._content(pending)
                await webhook.edit_message(
                    ORIGINAL_RESPONSE, view=post.view, attachments=list(post.files)
                )
                solved = pending.payload is not None
                log.info("pending reply sent", kind=pending.kind, solved=solved)
        except (discord.NotFound, discord.Forbidden) as error:  # deleted, or the token has expired
            log.info("pending reply undeliverable", code=error.code)
        except discord.HTTPException as error:
            if is_retryable(error):
                log.warning("pending reply not sent yet", status=error.status)
                return
            log.warning("pending reply refused", code=error.code)
        await self._pending.remove(pending.interaction_id)

    async def _content(self, pending: PendingReply) -> OutgoingMessage:
        """The message of a reply, also for an error; waits while the pool is full."""
        localizer = localizer_for(pending.language)
        if pending.payload is None:
            return notice(localizer.say(problems.WAS_RESTARTED))
        try:
            async with self._solvers:
                while True:
                    try:
                        return await self._solve(localizer, pending.payload)
                    except Busy:
                        await asyncio.sleep(BUSY_SECONDS)
        except Exception as error:
            sentence = failure_text(localizer, error, "solve")
            if sentence is None:
                log.error("pending reply failed", exc_info=error)
                return notice(localizer.say(problems.WAS_RESTARTED))
            return notice(sentence, PROBLEM)

    async def _solve(self, localizer: Localizer, payload: Mapping[str, Any]) -> OutgoingMessage:
        """Solve the puzzle of a payload of `to_payload`, and present the answer."""
        request, private = from_payload(payload, localizer.language)
        answer = await self._solving.solve(self._solving.within_limits(request), SYSTEM)
        if isinstance(answer, LiveDaily):
            if private and answer.daily.day == today(self._now()):
                return secret_question(localizer, answer)
            return notice(localizer.say(problems.WAS_RESTARTED))
        reader = Reader(SYSTEM, localizer, request.appearance, private=private)
        return answer_message(reader, answer)


async def _is_loading(webhook: discord.Webhook) -> bool:
    """Whether Discord still shows "thinking…"; false when the answer was sent before."""
    return (await webhook.fetch_message(ORIGINAL_RESPONSE)).flags.loading
