"""Who a page inside Discord belongs to, as Discord itself tells the bot.

The page brings a code, which Discord's client gave it for the person who uses that. The bot trades
the code, which is good once, for a token with the secret of the application, and asks with the
token whose it is, and with its own whether that person is in the instance.
"""

import asyncio
from time import monotonic
from typing import Any

import aiohttp
import discord
import structlog
from discord.http import Route
from msgspec import Struct
from pydantic import SecretStr

from bot.connection.client import OuroClient
from service.playing.activities import DiscordUnavailable, Participant

ANSWER_SECONDS = 5.0
"""Maximum seconds of a request about a person."""
WAIT_SECONDS = 10.0
"""Seconds until Discord is asked again if it asks to wait without saying how long."""
REFUSED = 400
TOO_MANY, BROKEN = 429, 500

log = structlog.stdlib.get_logger(__name__)


class ActivityIdentity(Struct, eq=False):
    """Asks Discord for the people in instances of the Activity; `secret` is the application's."""

    client: OuroClient
    secret: SecretStr
    _free_at: float = 0.0
    """When Discord may be asked again, by the clock that never goes back."""

    @property
    def application(self) -> str:
        """Discord's ID of the application; empty before the client has logged in."""
        return str(self.client.application_id or "")

    @property
    def public_key(self) -> str:
        """The key with which Discord signs requests, in hexadecimal digits; empty before that."""
        application = self.client.application
        return "" if application is None else application.verify_key

    async def find(self, code: str, instance: str) -> Participant | None:
        """Who got a code from Discord, if they are in an instance; None if Discord denies either.

        Raises `DiscordUnavailable` if it does not answer, or has asked to wait: whoever asks in
        spite of that is refused for everything.
        """
        if monotonic() < self._free_at:
            raise DiscordUnavailable
        try:
            async with asyncio.timeout(ANSWER_SECONDS), aiohttp.ClientSession() as session:
                token = await self._trade(session, code)
                person = token and await self._owner(session, token)
                place = person and await self._place(instance, person)
        except (aiohttp.ClientError, discord.HTTPException, TimeoutError, ValueError) as error:
            log.warning("person not known", reason=type(error).__name__)
            raise DiscordUnavailable from None
        if not token or not person or not place:
            return None
        server, channel = place.get("guild_id"), place.get("channel_id")
        return Participant(
            int(person),
            None if server is None else int(server),
            token,
            None if channel is None else int(channel),
        )

    async def _trade(self, session: aiohttp.ClientSession, code: str) -> str | None:
        """The token for a code; None for one that is used, over or of another application."""
        form = {
            "client_id": self.application,
            "client_secret": self.secret.get_secret_value(),
            "grant_type": "authorization_code",
            "code": code,
        }
        async with session.post(f"{Route.BASE}/oauth2/token", data=form) as answer:
            found = await self._read(answer, "code")
        return None if found is None else str(found["access_token"])

    async def _owner(self, session: aiohttp.ClientSession, token: str) -> str | None:
        """Discord's ID of the person with a token."""
        headers = {"Authorization": f"Bearer {token}"}
        async with session.get(f"{Route.BASE}/users/@me", headers=headers) as answer:
            found = await self._read(answer, "token")
        return None if found is None else str(found["id"])

    async def _place(self, instance: str, person: str) -> dict[str, Any] | None:
        """Where an instance is; None if it is not one of this application, or without a person."""
        route = Route(
            "GET",
            "/applications/{application_id}/activity-instances/{instance_id}",
            application_id=self.client.application_id,
            instance_id=instance,
        )
        try:
            found = await self.client.http.request(route)
        except (discord.NotFound, discord.Forbidden):
            log.info("person refused", reason="instance")
            return None
        if found["application_id"] != self.application or person not in found["users"]:
            log.info("person refused", reason="not in the instance")
            return None
        location: dict[str, Any] = found["location"]
        return location

    async def _read(self, answer: aiohttp.ClientResponse, what: str) -> dict[str, Any] | None:
        """The value of an answer; None if Discord refuses what was asked with.

        Raises `DiscordUnavailable` if it asks to wait or is broken.
        """
        if answer.status == TOO_MANY:
            self._free_at = monotonic() + float(answer.headers.get("Retry-After", WAIT_SECONDS))
        if answer.status == TOO_MANY or answer.status >= BROKEN:
            log.warning("person not known", status=answer.status)
            raise DiscordUnavailable
        if answer.status >= REFUSED:
            log.info("person refused", reason=what, status=answer.status)
            return None
        found: dict[str, Any] = await answer.json()
        return found
