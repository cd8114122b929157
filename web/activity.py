"""The page inside Discord: gives sessions to the people that Discord names.

The page brings a code from Discord's client and the instance that it runs in. Who that is, and
whether they are there, Discord tells the bot (`service.playing.activities.Participants`).
"""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Protocol, TypeAlias

import structlog
from aiohttp import web
from msgspec import Meta, Struct, field

from service.errors import NotYours
from service.playing.activities import DiscordUnavailable, Participant, Participants
from service.running.rate_limiter import RateLimiter
from service.services import Services
from store.errors import StoreError
from web.companions import OpenCompanions
from web.limits import Turns
from web.page_requests import InvalidRequest, reader_of
from web.plain_text import plain_failure
from web.proxy_signature import WrongSignature, signed_payload
from web.readers import page_reader
from workers.errors import Busy

AT_ONCE = 8
"""Maximum number of people about whom Discord is asked at once, half of them for one address."""
FORGERY_SECONDS = 10.0
"""An address may send one wrong signature per second, and so many at once; with more its requests
are refused before their signatures are checked, which takes long. Discord's proxy sends none."""
OPENING_WEIGHT = 6
"""The weight of opening a page against the rate limit of a person, as a whole board has it."""
DISCORD = "https://discord.com https://*.discord.com"
"""The sites of Discord's client, which shows the page in a frame."""

Code: TypeAlias = Annotated[str, Meta(pattern=r"^[\w.~-]{8,256}$")]
Instance: TypeAlias = Annotated[str, Meta(pattern=r"^[\w-]{1,128}$")]
Wanted: TypeAlias = Annotated[str, Meta(max_length=64)]
Token: TypeAlias = Annotated[str, Meta(pattern=r"^[\w-]{0,64}$")]

log = structlog.stdlib.get_logger(__name__)


class OpenActivity(Struct, frozen=True, forbid_unknown_fields=True):
    """What a page inside Discord asks for.

    `wanted` is the `custom_id` of the link that led to it, and `token` that of its earlier session.
    With `again` that session has ended, and the page asks whether another board was launched.
    """

    code: Code
    instance: Instance
    wanted: Wanted = ""
    token: Token = ""
    again: bool = False


read_opening: Callable[[str | bytes], OpenActivity] = reader_of(OpenActivity)


class Application(Participants, Protocol):
    """What asks Discord about people, and what Discord says of the application itself."""

    @property
    def application(self) -> str:
        """Its ID; empty before it is known."""

    @property
    def public_key(self) -> str:
        """The key with which Discord signs requests, in hexadecimal digits; empty before that."""


class ActivityPages(Struct, frozen=True):
    """Opens the page inside Discord; `origin` is where Discord's proxy serves it."""

    services: Services
    companions: OpenCompanions
    application: Application
    origin: Callable[[], str]
    _turns: Turns = field(default_factory=partial(Turns, AT_ONCE))
    _forgeries: RateLimiter = field(default_factory=partial(RateLimiter, 1, FORGERY_SECONDS))

    @property
    def ancestors(self) -> str:
        """The sites that may show the page in a frame."""
        return f"{DISCORD} {self.origin()}".strip()

    async def answer(self, request: web.Request, address: str) -> web.Response:
        """Answer a request from an address to that of this, which the server has checked.

        Raises what `describe` and `open` raise.
        """
        return self.describe() if request.method == "GET" else await self.open(request, address)

    def describe(self) -> web.Response:
        """Answer which application the page belongs to, which it needs to speak to Discord.

        Raises `HTTPServiceUnavailable` before the bot has logged in.
        """
        if not self.application.application:
            raise web.HTTPServiceUnavailable
        return web.json_response({"application": self.application.application})

    async def open(self, request: web.Request, address: str) -> web.Response:
        """Answer with a session for whom Discord names, and with their token for its client.

        Raises `HTTPForbidden` for a request that does not come through Discord's proxy,
        `HTTPUnsupportedMediaType` and `HTTPBadRequest` for a wrong one, `HTTPServiceUnavailable`
        while Discord does not answer, and `HTTPTooManyRequests`.
        """
        if request.headers.get("Origin") not in {self.origin(), "null"}:  # or a frame without one
            raise web.HTTPForbidden
        if not self._forgeries.allows(address, 0):
            raise web.HTTPTooManyRequests
        if request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType
        try:
            asked = read_opening(await request.read())
        except InvalidRequest:
            raise web.HTTPBadRequest from None
        async with self._turns.turn(address):
            who = await self._identified(request, asked, address)
        if who is None:
            return web.json_response({"why": "identity"}, status=403)
        try:
            await self.services.quotas.admit(who.person, who.server, OPENING_WEIGHT)
        except Busy:
            raise web.HTTPTooManyRequests from None
        languages = request.headers.get("Accept-Language", "")
        try:
            token = await self.services.activities.open(
                who, asked.instance, wanted=asked.wanted, token=asked.token, again=asked.again
            )
        except NotYours:
            return web.json_response({"why": "over"}, status=403)
        except (Busy, StoreError):
            raise web.HTTPServiceUnavailable from None
        except Exception as error:
            player = await self.services.preferences.read(who.person)
            reader = page_reader(player, languages)
            text = plain_failure(reader.localizer, error)
            return web.json_response({"why": "board", "text": text}, status=403)
        answer: dict[str, Any] = {"token": token, "access_token": who.access_token}
        return web.json_response(answer)

    async def _identified(
        self, request: web.Request, asked: OpenActivity, address: str
    ) -> Participant | None:
        """Whom Discord names; None if nobody, or another than for whom its proxy signed."""
        try:
            signed = signed_payload(
                request.headers,
                self.application.public_key,
                self.application.application,
                self.services.activities.now().timestamp(),
            )
        except WrongSignature:
            self._forgeries.allows(address)
            log.info("person refused", reason="signature")
            return None
        try:
            who = await self.application.find(asked.code, asked.instance)
        except DiscordUnavailable:
            raise web.HTTPServiceUnavailable from None
        if who is not None and signed is not None and signed.user_id not in {None, str(who.person)}:
            log.info("person refused", reason="signed for another")
            return None
        return who
