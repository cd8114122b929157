"""The routes of the REST API that a bot uses with its token."""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace

from aiohttp import web

from sandbox.answers import json_answer, snowflake
from sandbox.commands import CommandBook
from sandbox.errors import ApiError, invalid_form, unauthorized, unknown
from sandbox.gateway import Gateway
from sandbox.messages import Messages, Origin
from sandbox.payloads import (
    application_json,
    channel_json,
    guild_channels,
    guild_json,
    member_json,
    message_json,
    own_user_json,
    user_json,
)
from sandbox.snowflakes import Snowflakes
from sandbox.state import Channel, Guild, Message, MessageFlag, MessageType, State, User
from sandbox.uploads import read_body

Answer = Callable[[web.Request], Awaitable[web.Response]]
MAX_PAGE = 100


class Rest:
    """Handlers by resource; `add_routes` says which path leads where."""

    def __init__(
        self,
        state: State,
        snowflakes: Snowflakes,
        commands: CommandBook,
        messages: Messages,
        gateway: Gateway,
    ) -> None:
        self._state = state
        self._snowflakes = snowflakes
        self._commands = commands
        self._messages = messages
        self._gateway = gateway

    def add_routes(self, app: web.Application) -> None:
        """Register every route, each behind the check of the token."""
        command = "/applications/{application_id}/commands"
        guild_command = "/applications/{application_id}/guilds/{guild_id}/commands"
        message = "/channels/{channel_id}/messages"
        routes: list[tuple[str, str, Answer]] = [
            ("GET", "/gateway/bot", self._gateway_bot),
            ("GET", "/users/@me", self._me),
            ("POST", "/users/@me/channels", self._create_dm),
            ("GET", "/users/{user_id}", self._user),
            ("GET", "/applications/@me", self._application),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", "/guilds/{guild_id}", self._guild),
            ("GET", "/guilds/{guild_id}/channels", self._guild_channels),
            ("GET", "/guilds/{guild_id}/members/{user_id}", self._member),
            ("GET", "/channels/{channel_id}", self._channel),
            ("POST", "/channels/{channel_id}/typing", self._typing),
            ("GET", message, self._list_messages),
            ("POST", message, self._create_message),
            ("GET", message + "/{message_id}", self._message),
            ("PATCH", message + "/{message_id}", self._edit_message),
            ("DELETE", message + "/{message_id}", self._delete_message),
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
            app.router.add_route(method, path, self._with_token(answer))

    def _with_token(self, answer: Answer) -> Answer:
        expected = f"Bot {self._gateway.token}".encode()

        async def checked(request: web.Request) -> web.Response:
            given = request.headers.get("Authorization", "").encode(errors="replace")
            if not secrets.compare_digest(given, expected):
                raise unauthorized()
            return await answer(request)

        return checked

    async def _gateway_bot(self, _: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return json_answer(
            {"url": self._gateway.url, "shards": self._gateway.shards, "session_start_limit": limit}
        )

    async def _me(self, _: web.Request) -> web.Response:
        return json_answer(own_user_json(self._state.bot))

    async def _user(self, request: web.Request) -> web.Response:
        return json_answer(user_json(self._find_user(request)))

    async def _application(self, _: web.Request) -> web.Response:
        return json_answer(application_json(self._state))

    async def _guild(self, request: web.Request) -> web.Response:
        return json_answer(guild_json(self._state, self._find_guild(request)))

    async def _guild_channels(self, request: web.Request) -> web.Response:
        return json_answer(guild_channels(self._state, self._find_guild(request)))

    async def _member(self, request: web.Request) -> web.Response:
        guild, user = self._find_guild(request), self._find_user(request)
        return json_answer(member_json(guild, user))

    async def _channel(self, request: web.Request) -> web.Response:
        return json_answer(channel_json(self._state, self._find_channel(request)))

    async def _typing(self, request: web.Request) -> web.Response:
        self._find_channel(request)
        return web.Response(status=204)

    async def _create_dm(self, request: web.Request) -> web.Response:
        payload = (await read_body(request)).mapping()
        text = str(payload.get("recipient_id"))
        user = self._state.users.get(int(text) if text.isdecimal() else 0)
        if user is None:
            raise invalid_form(["recipient_id"], "NUMBER_TYPE_COERCE", "This user is unknown.")
        if user.bot:
            raise ApiError(400, 50007, "Cannot send messages to this user")
        channel = self._state.direct_channel(user.id)
        if channel is None:
            channel = Channel(self._snowflakes.make(), user.name, recipient_id=user.id)
            self._state.channels[channel.id] = channel
        return json_answer(channel_json(self._state, channel))

    async def _list_messages(self, request: web.Request) -> web.Response:
        channel = self._find_channel(request)
        found = [m for m in self._state.timeline(channel.id) if m.visible_to is None]
        query = {key: _query_number(request, key) for key in ("limit", "before", "after", "around")}
        limit = query["limit"] or 50
        if not 1 <= limit <= MAX_PAGE:
            raise invalid_form(["limit"], "NUMBER_TYPE_MAX", f"Must be between 1 and {MAX_PAGE}.")
        if (around := query["around"]) is not None:
            found = sorted(found, key=lambda m: abs(m.id - around))[:limit]
        elif (after := query["after"]) is not None:
            found = [m for m in found if m.id > after][:limit]
        elif (before := query["before"]) is not None:
            found = [m for m in found if m.id < before]
        newest = sorted(found, key=lambda m: m.id, reverse=True)[:limit]
        return json_answer([message_json(self._state, m) for m in newest])

    async def _create_message(self, request: web.Request) -> web.Response:
        channel = self._find_channel(request)
        body = await read_body(request)
        payload = body.mapping()
        flags = payload.get("flags") or 0
        if isinstance(flags, int) and flags & MessageFlag.EPHEMERAL:
            payload["flags"] = flags & ~MessageFlag.EPHEMERAL
        origin = Origin(channel.id, self._state.bot.id)
        reference = payload.get("message_reference") or {}
        if isinstance(reference, dict) and reference.get("message_id"):
            text = str(reference["message_id"])
            source = self._messages.visible(channel.id, int(text) if text.isdecimal() else 0)
            origin = replace(origin, type=MessageType.REPLY, reference_id=source.id)
        return json_answer(message_json(self._state, self._messages.create(body, origin)))

    async def _message(self, request: web.Request) -> web.Response:
        return json_answer(message_json(self._state, self._find_message(request)))

    async def _edit_message(self, request: web.Request) -> web.Response:
        message = self._find_message(request)
        if message.author_id != self._state.bot.id:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        edited = self._messages.edit(message, await read_body(request))
        return json_answer(message_json(self._state, edited))

    async def _delete_message(self, request: web.Request) -> web.Response:
        message = self._find_message(request)
        channel = self._state.channel(message.channel_id)
        if channel.guild_id is None and message.author_id != self._state.bot.id:
            raise ApiError(403, 50003, "Cannot execute action on a DM channel")
        self._state.remove_message(message)
        return web.Response(status=204)

    async def _list_commands(self, request: web.Request) -> web.Response:
        commands = self._commands.listed(self._place(request))
        return json_answer([command.json for command in commands])

    async def _overwrite_commands(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        commands = self._commands.overwrite(body.payload, self._place(request))
        return json_answer([command.json for command in commands])

    async def _create_command(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        command, created = self._commands.upsert(body.payload, self._place(request))
        return json_answer(command.json, 201 if created else 200)

    async def _command(self, request: web.Request) -> web.Response:
        command_id = snowflake(request, "command_id")
        return json_answer(self._commands.get(command_id, self._place(request)).json)

    async def _edit_command(self, request: web.Request) -> web.Response:
        place, command_id = self._place(request), snowflake(request, "command_id")
        body = await read_body(request)
        return json_answer(self._commands.edit(command_id, body.payload, place).json)

    async def _delete_command(self, request: web.Request) -> web.Response:
        self._commands.delete(snowflake(request, "command_id"), self._place(request))
        return web.Response(status=204)

    def _place(self, request: web.Request) -> int | None:
        """Where commands are registered: the id of a server, or None for everywhere."""
        if snowflake(request, "application_id") != self._state.application_id:
            raise ApiError(403, 20012, "You are not authorized to perform this action")
        if "guild_id" not in request.match_info:
            return None
        return self._find_guild(request).id

    def _find_user(self, request: web.Request) -> User:
        user = self._state.users.get(snowflake(request, "user_id"))
        if user is None:
            raise unknown(10013)
        return user

    def _find_guild(self, request: web.Request) -> Guild:
        guild = self._state.guilds.get(snowflake(request, "guild_id"))
        if guild is None:
            raise unknown(10004)
        if not guild.has_bot:
            raise ApiError(403, 50001, "Missing Access")
        return guild

    def _find_channel(self, request: web.Request) -> Channel:
        channel = self._state.channel(snowflake(request, "channel_id"))
        guild = self._state.guild_of(channel.id)
        if guild is not None and not guild.has_bot:
            raise ApiError(403, 50001, "Missing Access")
        return channel

    def _find_message(self, request: web.Request) -> Message:
        channel = self._find_channel(request)
        return self._messages.visible(channel.id, snowflake(request, "message_id"))


def _query_number(request: web.Request, name: str) -> int | None:
    text = request.query.get(name)
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 20:
        raise invalid_form([name], "NUMBER_TYPE_COERCE", f"Value of {name} is not a number.")
    return int(text)
