"""Answers of requests: what was done, or why it was not, with what differs on the board now."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import structlog
from msgspec import Struct

from i18n.localizer import Localizer
from puzzle.errors import PuzzleError, RulesError
from service.errors import AlreadyClaimed, MarksChanged, NotYours
from service.loaded_attempt import LoadedAttempt
from service.services import Services
from store.errors import StoreError
from store.records import WebSession
from telemetry.logs import request_id
from telemetry.metrics import observed
from texts import board_page
from web.board_data import BoardFeed
from web.page_actions import PageActions
from web.page_requests import (
    AskCard,
    AskCheck,
    Asked,
    AskHint,
    AskLesson,
    AskNext,
    AskPart,
    AskPicture,
    AskReplay,
    AskReview,
    AskSolution,
)
from web.plain_text import plain_failure
from workers.errors import Busy

REQUEST_WEIGHT = 1.5
"""The weight of a request against the rate limit of its person, as that of a press in chat."""
WEIGHTS: Mapping[type[Asked], float] = MappingProxyType(
    {
        AskHint: 3,
        AskCheck: 3,
        AskLesson: 3,
        AskPart: 3,
        AskSolution: 3,
        AskCard: 3,
        AskPicture: 3,
        AskReview: 3,
        AskReplay: 6,
        AskNext: 6,
    }
)
"""The weights of expensive requests: in chat, help takes a press and another one to go back, and a
new puzzle a command."""

log = structlog.stdlib.get_logger(__name__)


class SessionOver(Exception):  # noqa: N818
    """The session of a page has ended, or its board is gone."""


class Answers(Struct, eq=False):
    """Answers the requests of one page."""

    services: Services
    session: WebSession
    actions: PageActions
    feed: BoardFeed
    localizer: Localizer

    async def answer(self, asked: Asked) -> dict[str, Any]:
        """Do what a request asks for. Raises `SessionOver`."""
        settled: dict[str, Any] = {"s": asked.s}
        with (
            structlog.contextvars.bound_contextvars(request=request_id()),
            observed(
                self.services.pool.metrics.page_answers, str(asked.__struct_config__.tag)
            ) as timing,
        ):
            try:
                weight = WEIGHTS.get(type(asked), REQUEST_WEIGHT)
                await self.services.quotas.admit(self.session.player_id, None, weight)
                return {"ack": asked.n, **settled, **await self.actions.do(asked)}
            except AlreadyClaimed:  # it was done before
                return {"ack": asked.n, **settled, **await self._current()}
            except Exception as error:
                timing.record_failure(error)
                refusal = self._refusal(error)
                log.info("request of a page refused", reason=type(error).__name__)
                return {"refused": asked.n, **settled, **refusal, **await self._current()}

    def _refusal(self, error: Exception) -> dict[str, Any]:
        """Why a request was not done; the page sends one that is `busy` again."""
        if isinstance(error, NotYours):
            raise SessionOver from error
        if isinstance(error, MarksChanged):
            return {"why": "conflict", "text": self.localizer.say(board_page.MARKS_CHANGED)}
        text, why = plain_failure(self.localizer, error), "input"
        if isinstance(error, Busy | StoreError):
            why = "busy"
        elif isinstance(error, PuzzleError) and not isinstance(error, RulesError):
            why = "conflict"
        return {"why": why, "text": text}

    async def _current(self) -> dict[str, Any]:
        """What differs on the board now; nothing while the database is away."""
        try:
            if await self.services.board_links.over([self.session.hash]):
                raise SessionOver
            return self.feed.update(await self._settled())
        except NotYours as error:
            raise SessionOver from error
        except StoreError:
            return {"changes": []}

    async def _settled(self) -> LoadedAttempt:
        return await self.services.attempts.settled(self.session.player_id, self.session.attempt_id)
