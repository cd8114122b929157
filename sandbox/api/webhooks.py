"""The routes that require an interaction's token instead of the bot's token."""

from aiohttp import web

from sandbox.api.answers import json_answer, snowflake
from sandbox.api.payloads import callback_json, message_json
from sandbox.model.interactions import InteractionRegistry
from sandbox.model.records import Interaction
from sandbox.model.state import State
from sandbox.model.uploads import read_body

TRUE = frozenset({"1", "true", "True"})


class Webhooks:
    """Request handlers for interaction callbacks, original responses and follow-up messages."""

    def __init__(self, state: State, interactions: InteractionRegistry) -> None:
        self._state = state
        self._interactions = interactions

    def add_routes(self, app: web.Application) -> None:
        """Register every route."""
        webhook = "/webhooks/{application_id}/{token}"
        one = webhook + "/messages/{which}"
        add = app.router.add_route
        add("POST", "/interactions/{interaction_id}/{token}/callback", self._callback)
        add("POST", webhook, self._follow_up)
        add("GET", one, self._get)
        add("PATCH", one, self._edit)
        add("DELETE", one, self._delete)

    async def _callback(self, request: web.Request) -> web.Response:
        interaction_id = snowflake(request, "interaction_id")
        body = await read_body(request)
        token = request.match_info["token"]
        interaction = self._interactions.callback(interaction_id, token, body)
        if request.query.get("with_response") not in TRUE:
            return web.Response(status=204)
        return json_answer(callback_json(self._state, interaction))

    async def _follow_up(self, request: web.Request) -> web.Response:
        interaction = self._find(request)
        message = self._interactions.follow_up(interaction, await read_body(request))
        if request.query.get("wait", "true") not in TRUE:  # an application always waits
            return web.Response(status=204)
        return json_answer(message_json(self._state, message))

    async def _get(self, request: web.Request) -> web.Response:
        message = self._interactions.message(self._find(request), request.match_info["which"])
        return json_answer(message_json(self._state, message))

    async def _edit(self, request: web.Request) -> web.Response:
        interaction = self._find(request)
        body = await read_body(request)
        message = self._interactions.edit(interaction, request.match_info["which"], body)
        return json_answer(message_json(self._state, message))

    async def _delete(self, request: web.Request) -> web.Response:
        self._interactions.delete(self._find(request), request.match_info["which"])
        return web.Response(status=204)

    def _find(self, request: web.Request) -> Interaction:
        application_id = snowflake(request, "application_id")
        return self._interactions.by_token(application_id, request.match_info["token"])
