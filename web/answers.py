"""Answers of requests: what was done, or why it was not, with what differs on the board now."""

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

import structlog
from msgspec import Struct

from puzzle.errors import PuzzleError, RulesError
from service.errors import AlreadyClaimed, MarksChanged, NotYours
from service.running.readers import Reader
from service.services import Services
from store.errors import StoreError
from store.records import PageSession, Player
from telemetry.logs import request_id
from telemetry.metrics import observed
from texts import board_page
from web.page_requests import Asked, InvalidRequest
from web.plain_text import plain_failure
from workers.errors import Busy

log = structlog.stdlib.get_logger(__name__)
OwnSession = TypeVar("OwnSession", bound=PageSession)


class PageContent(Protocol):
    """What the page of a session shows and changes, such as a board; its revision rises.

    Its methods raise `NotYours` once it is gone.
    """

    @property
    def session(self) -> PageSession:
        """The session of the page."""

    @property
    def reader(self) -> Reader:
        """Who reads the page."""

    async def needed(self) -> dict[str, Any]:
        """What the page needs once."""

    async def whole(self) -> dict[str, Any]:
        """All that changes, with its `revision`."""

    async def current(self) -> dict[str, Any]:
        """What differs now from what the page has."""

    def watch(self, revision: int, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` when there is something newer than a revision; returns what ends that."""

    async def news(self) -> dict[str, Any] | None:
        """What others have changed, if the page does not have it."""

    def point(self, at: tuple[float, float]) -> None:
        """Show others where the pointer of the person is, if they draw on the same board."""

    async def do(self, asked: Asked) -> dict[str, Any]:
        """Do what a request asks for; raises what the use cases raise, and `InvalidRequest`."""


class OwnContent(Struct, Generic[OwnSession], frozen=True):
    """A content that is the page's own: nothing tells what others change, as at most its person
    does.
    """

    services: Services
    session: OwnSession
    token: str
    reader: Reader
    player: Player

    def watch(self, revision: int, changed: Callable[[], None]) -> Callable[[], None]:
        """Nothing tells what others change: the page looks again when a person sees it again."""
        del revision, changed
        return lambda: None

    async def news(self) -> None:
        """Nothing, as nothing is watched."""

    def point(self, at: tuple[float, float]) -> None:
        """Nobody else sees the page."""


class Answers(Struct, eq=False):
    """Answers the requests of one page, which shows a `content`."""

    services: Services
    content: PageContent

    async def answer(self, asked: Asked) -> dict[str, Any]:
        """Do what a request asks for.

        Raises `NotYours` when the session is over, and `InvalidRequest`.
        """
        settled: dict[str, Any] = {"s": asked.s}
        with (
            structlog.contextvars.bound_contextvars(request=request_id()),
            observed(
                self.services.pool.metrics.page_answers, str(asked.__struct_config__.tag)
            ) as timing,
        ):
            try:
                weight = asked.weight
                reader = self.content.reader
                await self.services.quotas.admit(reader.person, reader.server, weight)
                return {"ack": asked.n, **settled, **await self.content.do(asked)}
            except AlreadyClaimed:  # it was done before
                return {"ack": asked.n, **settled, **await self._current()}
            except (NotYours, InvalidRequest):
                raise
            except Exception as error:
                timing.record_failure(error)
                refusal = self._refusal(error)
                log.info("request of a page refused", reason=type(error).__name__)
                now = {} if refusal["why"] == "busy" else await self._current()
                return {"refused": asked.n, **settled, **refusal, **now}

    def _refusal(self, error: Exception) -> dict[str, Any]:
        """Why a request was not done; the page sends one that is `busy` again."""
        localizer = self.content.reader.localizer
        if isinstance(error, MarksChanged):
            return {"why": "conflict", "text": localizer.say(board_page.MARKS_CHANGED)}
        text, why = plain_failure(localizer, error), "input"
        if isinstance(error, Busy | StoreError):
            why = "busy"
        elif isinstance(error, PuzzleError) and not isinstance(error, RulesError):
            why = "conflict"
        return {"why": why, "text": text}

    async def _current(self) -> dict[str, Any]:
        """What differs now; nothing while the database is away."""
        try:
            if await self.services.board_links.over([self.content.session.hash]):
                raise NotYours
            return await self.content.current()
        except StoreError:
            return {}
