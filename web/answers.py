"""Answers of requests: what was done, or why it was not, with what differs on the board now."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

import structlog
from msgspec import Struct
from msgspec.structs import replace

from puzzle.errors import PuzzleError, RulesError
from service.errors import AlreadyClaimed, MarksChanged, NotYours
from service.running.interaction_claims import RequestClaim
from service.running.readers import Reader
from service.running.watching import Watchers
from service.services import Services
from store.errors import StoreError
from store.records import PageSession, Player, shown_by
from telemetry.logs import request_id
from telemetry.metrics import observed
from texts import board_page
from web.page_requests import Asked, InvalidRequest
from web.plain_text import plain_failure
from workers.errors import Busy

log = structlog.stdlib.get_logger(__name__)
Shown = TypeVar("Shown")


class PageContent(Struct, eq=False):
    """What the page of a session, which has its `token`, shows and changes, such as a board.

    Its methods raise `NotYours` once it is gone. By default nothing tells what others change, as
    at most its person does.
    """

    _do: ClassVar[Any]
    """What the kind of content does for a request, and a reader with its claim."""

    services: Services
    session: PageSession
    token: str
    reader: Reader
    player: Player

    @property
    def number(self) -> int:
        """The number of what the page shows."""
        return shown_by(self.session)[1]

    @abstractmethod
    async def needed(self) -> dict[str, Any]:
        """What the page needs once."""

    @abstractmethod
    async def whole(self) -> dict[str, Any]:
        """All that changes, with its `revision`, which rises."""

    async def current(self) -> dict[str, Any]:
        """What differs now from what the page has."""
        return await self.whole()

    def watch(self, revision: int, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` when there is something newer than a revision; returns what ends that."""
        del revision, changed  # the page looks again when a person sees it again
        return lambda: None

    async def news(self) -> dict[str, Any] | None:
        """What others have changed, if the page does not have it."""

    def point(self, at: tuple[float, float]) -> None:
        """Show others where the pointer of the person is, if they draw on the same board."""

    async def do(self, asked: Asked) -> dict[str, Any]:
        """Do what a request asks for; raises what the use cases raise, and `InvalidRequest`."""
        claim = RequestClaim(self.session.hash, asked.s, asked.n)
        answer: dict[str, Any] = await self._do(asked, replace(self.reader, claim=claim))
        return answer


class FollowedContent(PageContent, Generic[Shown], eq=False):
    """A content that tells what others change."""

    _newest: Shown | None = None
    _over: bool = False

    @abstractmethod
    def _followed(self) -> tuple[Watchers[Shown], int]:
        """What tells of changes, and the number there."""

    @abstractmethod
    async def _newer(self, shown: Shown) -> dict[str, Any] | None:
        """What differs from what the page has; None if it is not newer."""

    def watch(self, revision: int, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` when there is news; returns what ends that."""

        def take(shown: Shown | None) -> None:
            self._newest, self._over = shown, self._over or shown is None
            changed()

        watchers, number = self._followed()
        return watchers.watch(number, revision, take)

    async def news(self) -> dict[str, Any] | None:
        """What others have changed, if the page does not have it. Raises `NotYours`."""
        newest, self._newest = self._newest, None
        if self._over:
            raise NotYours
        return None if newest is None else await self._newer(newest)


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
