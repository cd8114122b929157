"""The routes of the REST API about Activities and the people in them.

The token of a person is traded for a code with the secret of the application, in a form.
"""

import secrets

from aiohttp import web
from msgspec import Struct

from sandbox.api.answers import json_answer, snowflake, with_token
from sandbox.model.activities import Instance, Instances, location_id
from sandbox.model.errors import ApiError, not_found
from sandbox.model.records import Json
from sandbox.model.state import State
from sandbox.model.uploads import read_body
from sandbox.payloads.places import own_user_json

TOKEN_SECONDS = 604_800


class ActivityRest(Struct, eq=False):
    """Request handlers for OAuth 2.0, the own user and instances; `add_routes` maps paths."""

    state: State
    activities: Instances
    token: str

    def add_routes(self, app: web.Application) -> None:
        """Register every route."""
        instances = "/applications/{application_id}/activity-instances/{instance_id}"
        app.router.add_route("POST", "/oauth2/token", self._trade)
        app.router.add_route("GET", "/users/@me", self._me)
        app.router.add_route("GET", instances, with_token(self.token, self._instance))

    async def _trade(self, request: web.Request) -> web.Response:
        """The token for a code; errors are those of OAuth 2.0 (RFC 6749, section 5.2)."""
        form = (await read_body(request)).mapping()
        if not self.activities.knows(form.get("client_id", ""), form.get("client_secret", "")):
            return json_answer({"error": "invalid_client"}, 401)
        match form.get("grant_type"):
            case "authorization_code":
                token = self.activities.trade(form.get("code", ""))
            case "client_credentials":  # whose owner is that of the application
                token = secrets.token_urlsafe(22)
            case _:
                return json_answer({"error": "unsupported_grant_type"}, 400)
        if token is None:
            description = 'Invalid "code" in request.'
            return json_answer({"error": "invalid_grant", "error_description": description}, 400)
        return json_answer(
            {
                "access_token": token,
                "token_type": "Bearer",
                "expires_in": TOKEN_SECONDS,
                "refresh_token": token[::-1],
                "scope": "identify",
            }
        )

    async def _me(self, request: web.Request) -> web.Response:
        """The bot, or the person whose token it is."""
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        person = self.activities.owner_of(token) if kind == "Bearer" else None
        if person is not None:
            return json_answer(own_user_json(person))
        return await with_token(self.token, self._bot)(request)

    async def _bot(self, _: web.Request) -> web.Response:
        return json_answer(own_user_json(self.state.bot))

    async def _instance(self, request: web.Request) -> web.Response:
        if snowflake(request, "application_id") != self.state.application_id:
            raise ApiError(403, 20012, "You are not authorized to perform this action")
        instance = self.activities.find(request.match_info["instance_id"])
        if instance is None:
            raise not_found()
        return json_answer(instance_json(self.state, instance))


def instance_json(state: State, instance: Instance) -> Json:
    """The JSON of an instance, with where it is and who is in it."""
    channel = instance.channel
    location: Json = {
        "id": location_id(channel),
        "kind": "pc" if channel.guild_id is None else "gc",
        "channel_id": str(channel.id),
    }
    if channel.guild_id is not None:
        location["guild_id"] = str(channel.guild_id)
    return {
        "application_id": str(state.application_id),
        "instance_id": instance.id,
        "launch_id": str(instance.launch_id),
        "location": location,
        "users": [str(user) for user in instance.users],
    }
