"""The replies that were pending when a bot process was killed, in place of "thinking…".

A puzzle to solve is solved again, and its answer is sent. For any other interaction, the reply is a
request to try again.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

import structlog

from bot.answering.attachments import UploadedFile, read_text
from bot.answering.layouts import PROBLEM, OutgoingMessage, notice
from bot.chat import Chat
from bot.dailies.messages import secret_question
from bot.delivery.kinds import MessageKind, Post
from bot.solving.chat import answer_message, from_payload
from i18n.catalogues import localizer_for
from i18n.localizer import Localizer
from service.errors import SecretPuzzle
from service.running.readers import Reader
from store.records import PendingMessage
from texts import problems
from texts.failures import failure_text
from workers.errors import Busy
from workers.pool import SYSTEM

SOLVED_AT_ONCE = 4
"""Maximum number of puzzles that are solved for replies at the same time, which
`workers.job_queue.SYSTEM_JOBS` includes."""

log = structlog.stdlib.get_logger(__name__)


class ReplyMessages(MessageKind):
    """Renders the replies of processes that were killed; a living one answers itself."""

    def __init__(self, chat: Chat) -> None:
        self._solving = chat.use.solving
        self._input_bytes = chat.input_bytes
        self._solvers = asyncio.Semaphore(SOLVED_AT_ONCE)

    async def render(self, pending: PendingMessage) -> Post:
        """The message of a reply, also for an error; raises `Busy` while the pool is full."""
        localizer = localizer_for(pending.subject["language"])
        return Post(await self._message(localizer, pending.subject["payload"]), last=True)

    async def _message(
        self, localizer: Localizer, payload: Mapping[str, Any] | None
    ) -> OutgoingMessage:
        if payload is None:
            return notice(localizer.say(problems.WAS_RESTARTED))
        try:
            async with self._solvers:
                return await self._solve(localizer, payload)
        except Busy:
            raise
        except Exception as error:
            sentence = failure_text(localizer, error, "solve")
            if sentence is None:
                log.error("pending reply failed", exc_info=error)
                return notice(localizer.say(problems.WAS_RESTARTED))
            return notice(sentence, PROBLEM)

    async def _solve(self, localizer: Localizer, payload: Mapping[str, Any]) -> OutgoingMessage:
        """Solve the puzzle of a payload of `to_payload`, or in its file, and present the answer."""
        if file := payload.get("file"):
            text = await read_text(UploadedFile(**file), self._input_bytes)
            payload = {**payload, "pasted": text}
        request, private = from_payload(payload, localizer.language)
        try:
            answer = await self._solving.solve(self._solving.within_limits(request), SYSTEM)
        except SecretPuzzle as kept:
            if private:
                return secret_question(localizer, kept)
            raise
        reader = Reader(SYSTEM, localizer, request.appearance, private=private)
        return answer_message(reader, answer)
