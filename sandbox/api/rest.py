"""The routes of the REST API about users, servers and commands, and of webhooks.

Those of webhooks require an interaction's token instead of the bot's token.
"""

from aiohttp import web
from msgspec import Struct

from sandbox.api.answers import Answer, json_answer, snowflake, with_token
from sandbox.api.gateway import Gateway
from sandbox.chat.commands import CommandBook
from sandbox.chat.interactions import InteractionRegistry
from sandbox.model.errors import ApiError, invalid_form, missing_access, unknown
from sandbox.model.records import Guild, Interaction, User
from sandbox.model.snowflakes import number_in
from sandbox.model.state import State
from sandbox.model.uploads import read_body
from sandbox.model.world import World
from sandbox.payloads.messages import callback_json, message_json
from sandbox.payloads.places import (
    application_json,
    channel_json,
    guild_channels,
    guild_json,
    guild_threads,
    member_json,
    role_json,
    user_json,
)

DAY_MS = 86_400_000


class Rest(Struct, eq=False):
    """Request handlers for users, servers and commands; `add_routes` maps paths to them."""

    state: State
    world: World
    commands: CommandBook
    gateway: Gateway

    def add_routes(self, app: web.Application) -> None:
        """Register every route, each behind the check of the bot's token."""
        command = "/applications/{application_id}/commands"
        guild_command = "/applications/{application_id}/guilds/{guild_id}/commands"
        routes: list[tuple[str, str, Answer]] = [
            ("GET", "/gateway/bot", self._gateway_bot),
            ("POST", "/users/@me/channels", self._create_dm),
            ("GET", "/users/{user_id}", self._user),
            ("GET", "/applications/@me", self._application),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", "/guilds/{guild_id}", self._guild),
            ("GET", "/guilds/{guild_id}/channels", self._guild_channels),
            ("GET", "/guilds/{guild_id}/roles", self._guild_roles),
            ("GET", "/guilds/{guild_id}/threads/active", self._guild_threads),
            ("GET", "/guilds/{guild_id}/members/{user_id}", self._member),
        ]
        for path in (command, guild_command):
            routes += [
                ("GET", path, self._list_commands),
                ("PUT", path, self._overwrite_commands),
                ("POST", path, self._create_command),
                ("GET", path + "/{command_id}", self._command),
                ("PATCH", path + "/{command_id}", self._edit_command),
                ("DELETE", path + "/{command_id}", self._delete_command),
            ]
        for method, path, answer in routes:
            app.router.add_route(method, path, with_token(self.gateway.token, answer))

    async def _gateway_bot(self, _: web.Request) -> web.Response:
        settings = self.gateway.settings
        limit = {
            "total": settings.session_starts,
            "remaining": max(settings.session_starts - self.gateway.identified, 0),
            "reset_after": DAY_MS,
            "max_concurrency": settings.max_concurrency,
        }
        return json_answer(
            {"url": self.gateway.url, "shards": self.gateway.shards, "session_start_limit": limit}
        )

    async def _user(self, request: web.Request) -> web.Response:
        return json_answer(user_json(self._find_user(request)))

    async def _application(self, _: web.Request) -> web.Response:
        return json_answer(application_json(self.state))

    async def _guild(self, request: web.Request) -> web.Response:
        return json_answer(guild_json(self.state, self._find_guild(request)))

    async def _guild_channels(self, request: web.Request) -> web.Response:
        return json_answer(guild_channels(self.state, self._find_guild(request)))

    async def _member(self, request: web.Request) -> web.Response:
        guild, user = self._find_guild(request), self._find_user(request)
        if self.state.member(guild.id, user.id) is None:
            raise unknown(10007)
        return json_answer(member_json(self.state, guild, user))

    async def _guild_roles(self, request: web.Request) -> web.Response:
        roles = self.state.roles_of(self._find_guild(request))
        return json_answer([role_json(role) for role in roles])

    async def _guild_threads(self, request: web.Request) -> web.Response:
        threads = guild_threads(self.state, self._find_guild(request))
        return json_answer({"threads": threads, "members": [], "has_more": False})

    async def _create_dm(self, request: web.Request) -> web.Response:
        payload = (await read_body(request)).mapping()
        number = number_in(str(payload.get("recipient_id")))
        user = self.state.users.get(number or 0)
        if user is None:
            raise invalid_form(["recipient_id"], "NUMBER_TYPE_COERCE", "This user is unknown.")
        if user.bot:
            raise ApiError(400, 50007, "Cannot send messages to this user")
        channel = self.state.channel(self.world.open_direct(user.id))
        return json_answer(channel_json(self.state, channel))

    async def _list_commands(self, request: web.Request) -> web.Response:
        commands = self.commands.listed(self._place(request))
        return json_answer([command.json for command in commands])

    async def _overwrite_commands(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        commands = self.commands.overwrite(body.payload, self._place(request))
        return json_answer([command.json for command in commands])

    async def _create_command(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        command, created = self.commands.upsert(body.payload, self._place(request))
        return json_answer(command.json, 201 if created else 200)

    async def _command(self, request: web.Request) -> web.Response:
        command_id = snowflake(request, "command_id")
        return json_answer(self.commands.get(command_id, self._place(request)).json)

    async def _edit_command(self, request: web.Request) -> web.Response:
        place, command_id = self._place(request), snowflake(request, "command_id")
        body = await read_body(request)
        return json_answer(self.commands.edit(command_id, body.payload, place).json)

    async def _delete_command(self, request: web.Request) -> web.Response:
        self.commands.delete(snowflake(request, "command_id"), self._place(request))
        return web.Response(status=204)

    def _place(self, request: web.Request) -> int | None:
        """The id of the server whose commands are requested, or None for global commands."""
        if snowflake(request, "application_id") != self.state.application_id:
            raise ApiError(403, 20012, "You are not authorized to perform this action")
        if "guild_id" not in request.match_info:
            return None
        return self._find_guild(request).id

    def _find_user(self, request: web.Request) -> User:
        user = self.state.users.get(snowflake(request, "user_id"))
        if user is None:
            raise unknown(10013)
        return user

    def _find_guild(self, request: web.Request) -> Guild:
        guild = self.state.guilds.get(snowflake(request, "guild_id"))
        if guild is None:
            raise unknown(10004)
        if not guild.has_bot:
            raise missing_access()
        return guild


TRUE = frozenset({"1", "true", "True"})


class Webhooks(Struct, eq=False):
    """Request handlers for interaction callbacks, original responses and follow-up messages."""

    state: State
    interactions: InteractionRegistry

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
        interaction = self.interactions.callback(interaction_id, token, body)
        if request.query.get("with_response") not in TRUE:
            return web.Response(status=204)
        return json_answer(callback_json(self.state, interaction))

    async def _follow_up(self, request: web.Request) -> web.Response:
        interaction = self._find(request)
        message = self.interactions.follow_up(interaction, await read_body(request))
        if request.query.get("wait", "true") not in TRUE:  # an application always waits
            return web.Response(status=204)
        return json_answer(message_json(self.state, message))

    async def _get(self, request: web.Request) -> web.Response:
        message = self.interactions.message(self._find(request), request.match_info["which"])
        return json_answer(message_json(self.state, message))

    async def _edit(self, request: web.Request) -> web.Response:
        interaction = self._find(request)
        body = await read_body(request)
        message = self.interactions.edit(interaction, request.match_info["which"], body)
        return json_answer(message_json(self.state, message))

    async def _delete(self, request: web.Request) -> web.Response:
        self.interactions.delete(self._find(request), request.match_info["which"])
        return web.Response(status=204)

    def _find(self, request: web.Request) -> Interaction:
        application_id = snowflake(request, "application_id")
        return self.interactions.by_token(application_id, request.match_info["token"])
