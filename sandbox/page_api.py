"""The chat page: its files, the JSON it reads and writes, and the events it is sent."""

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp import web

from sandbox.actions import Actions
from sandbox.answers import json_answer
from sandbox.commands import CommandBook
from sandbox.errors import ActionError, ApiError
from sandbox.payloads import message_json, user_json
from sandbox.settings import Settings
from sandbox.state import (
    Channel,
    CommandsChanged,
    Event,
    Interaction,
    InteractionCreated,
    InteractionType,
    InteractionUpdated,
    Json,
    Message,
    MessageCreated,
    MessageDeleted,
    MessageType,
    MessageUpdated,
    PresenceChanged,
    Stage,
    State,
)
from sandbox.uploads import Body, Upload, read_body
from sandbox.waiting import wait_for_answer

PAGE = Path(__file__).parent / "page"
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
KEY_HEADER = "X-Sandbox-Key"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

COMMAND_ANSWERS = (MessageType.CHAT_INPUT_COMMAND, MessageType.CONTEXT_MENU_COMMAND)

Act = Callable[[Json, Body], Json | None]


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who sits at the page, and the key in the address that proves it."""

    key: str
    user_id: int


class PageApi:
    """Serves the page to the one person who has the address with the key in it."""

    def __init__(
        self,
        state: State,
        commands: CommandBook,
        actions: Actions,
        settings: Settings,
        visitor: Visitor,
    ) -> None:
        self._state = state
        self._commands = commands
        self._actions = actions
        self._settings = settings
        self._key = visitor.key
        self._user_id = visitor.user_id
        self._sockets: set[web.WebSocketResponse] = set()

    def add_routes(self, app: web.Application) -> None:
        """Register every route."""
        app.router.add_get("/", self._index)
        app.router.add_get("/page/{name:[a-z_]+\\.(?:js|css|svg)}", self._file)
        app.router.add_get("/page/api/state", self._get_state)
        app.router.add_get("/page/api/events", self._events)
        app.router.add_post("/page/api/autocomplete", self._autocomplete)
        acts: dict[str, Act] = {
            "post": self._post,
            "slash": self._slash,
            "message-command": self._message_command,
            "component": self._component,
            "modal": self._modal,
            "dismiss": self._dismiss,
        }
        for name, act in acts.items():
            app.router.add_post(f"/page/api/{name}", self._acting(act))

    async def close(self) -> None:
        """Hang up on every open page."""
        for socket in tuple(self._sockets):
            await socket.close(code=1001)

    async def _index(self, request: web.Request) -> web.Response:
        if not self._knows_key(request.query.get("key")):
            text = "Open the address that was printed when the sandbox started; it carries a key.\n"
            return web.Response(status=403, text=text)
        return _page_file("index.html", request.host)

    async def _file(self, request: web.Request) -> web.Response:
        return _page_file(request.match_info["name"], request.host)

    async def _get_state(self, request: web.Request) -> web.Response:
        self._check_key(request)
        return json_answer(self._state_json())

    async def _events(self, request: web.Request) -> web.WebSocketResponse:
        if not self._knows_key(request.query.get("key")):
            raise web.HTTPForbidden(text="The key is wrong.\n")
        socket = web.WebSocketResponse(heartbeat=30.0, max_msg_size=1024)
        await socket.prepare(request)
        outbox: asyncio.Queue[Json] = asyncio.Queue()

        def listen(event: Event) -> None:
            told = self._event_json(event)
            if told is not None:
                outbox.put_nowait(told)

        unsubscribe = self._state.subscribe(listen)
        self._sockets.add(socket)
        writer = asyncio.create_task(_write(socket, outbox))
        try:
            async for _ in socket:
                pass  # the page only listens
        finally:
            unsubscribe()
            self._sockets.discard(socket)
            writer.cancel()
        return socket

    async def _autocomplete(self, request: web.Request) -> web.Response:
        self._check_key(request)
        try:
            payload = (await read_body(request)).mapping()
            interaction = self._actions.autocomplete(
                self._user_id,
                _number(payload, "channel_id"),
                _text(payload, "name"),
                _texts(payload, "values"),
                _text(payload, "focused"),
            )
            patience = self._settings.acknowledge + 1
            settled = await wait_for_answer(self._state, interaction.id, patience)
        except (ActionError, ApiError) as error:
            return _refusal(error)
        failed = settled.stage is Stage.FAILED
        return json_answer({"choices": list(settled.choices), "failed": failed})

    def _acting(self, act: Act) -> Callable[[web.Request], Any]:
        async def handle(request: web.Request) -> web.Response:
            self._check_key(request)
            try:
                body = await read_body(request)
                return json_answer(act(body.mapping(), body) or {})
            except (ActionError, ApiError) as error:
                return _refusal(error)

        return handle

    def _post(self, payload: Json, body: Body) -> Json:
        message = self._actions.post(
            self._user_id,
            _number(payload, "channel_id"),
            _text(payload, "text"),
            list(body.files.values()),
        )
        return {"id": str(message.id)}

    def _slash(self, payload: Json, body: Body) -> Json:
        values: dict[str, Any] = {**_texts(payload, "values"), **_files(body)}
        interaction = self._actions.slash(
            self._user_id, _number(payload, "channel_id"), _text(payload, "name"), values
        )
        return {"id": str(interaction.id)}

    def _message_command(self, payload: Json, _: Body) -> Json:
        interaction = self._actions.message_command(
            self._user_id, _number(payload, "message_id"), _text(payload, "name")
        )
        return {"id": str(interaction.id)}

    def _component(self, payload: Json, _: Body) -> Json:
        values = payload.get("values")
        chosen = [str(value) for value in values] if isinstance(values, list) else None
        interaction = self._actions.component(
            self._user_id, _number(payload, "message_id"), _text(payload, "custom_id"), chosen
        )
        return {"id": str(interaction.id)}

    def _modal(self, payload: Json, body: Body) -> Json:
        entries: dict[str, Any] = dict(_mapping(payload, "entries"))
        for field, upload in body.files.items():  # "custom_id" or "custom_id#2" …
            entries.setdefault(field.rpartition("#")[0] or field, []).append(upload)
        interaction = self._actions.submit_modal(
            self._user_id, _number(payload, "interaction_id"), entries
        )
        return {"id": str(interaction.id)}

    def _dismiss(self, payload: Json, _: Body) -> None:
        if "message_id" in payload:
            self._actions.dismiss_message(self._user_id, _number(payload, "message_id"))
        else:
            self._actions.dismiss_interaction(self._user_id, _number(payload, "interaction_id"))

    def _knows_key(self, key: str | None) -> bool:
        return key is not None and secrets.compare_digest(key.encode(), self._key.encode())

    def _check_key(self, request: web.Request) -> None:
        if not self._knows_key(request.headers.get(KEY_HEADER)):
            raise web.HTTPForbidden(text="The key is wrong.\n")

    def _state_json(self) -> Json:
        channels = [c for c in self._state.channels.values() if self._can_see(c)]
        return {
            "you": self._person(self._user_id),
            "bot": self._person(self._state.bot.id),
            "online": self._state.online,
            "token_seconds": self._settings.token,
            "channels": [self._channel_json(channel) for channel in channels],
            "members": [self._person(user_id) for user_id in self._state.users],
            "messages": [
                self._message_json(message)
                for channel in channels
                for message in self._state.timeline(channel.id)
                if self._can_read(message)
            ],
            "interactions": [
                _interaction_json(interaction)
                for interaction in self._state.interactions.values()
                if interaction.user_id == self._user_id and _is_notice(interaction)
            ],
            "commands": self._commands_json(),
        }

    def _can_see(self, channel: Channel) -> bool:
        return self._state.can_see(self._user_id, channel)

    def _can_read(self, message: Message) -> bool:
        mine = message.visible_to in (None, self._user_id)
        return mine and not message.dismissed

    def _person(self, user_id: int) -> Json:
        user = self._state.users[user_id]
        return user_json(user) | {"name": user.name}

    def _channel_json(self, channel: Channel) -> Json:
        guild = self._state.guild_of(channel.id)
        return {
            "id": str(channel.id),
            "name": self._state.bot.name if guild is None else channel.name,
            "guild": None if guild is None else guild.name,
            "has_bot": guild is None or guild.has_bot,
        }

    def _message_json(self, message: Message) -> Json:
        interaction = self._state.interactions.get(message.interaction_id or 0)
        used = None
        if interaction is not None and message.type in COMMAND_ANSWERS:
            used = {
                "title": interaction.title,
                "user": self._person(interaction.user_id),
            }
        author = self._person(message.author_id)
        return message_json(self._state, message) | {"author": author, "used": used}

    def _commands_json(self) -> Json:
        return {
            str(channel.id): [
                command.json for command in self._commands.available(channel.id, self._user_id)
            ]
            for channel in self._state.channels.values()
            if self._can_see(channel)
        }

    def _event_json(self, event: Event) -> Json | None:
        match event:
            case MessageCreated(message) | MessageUpdated(message) if self._can_read(message):
                return {"type": "message", "message": self._message_json(message)}
            case MessageDeleted(message) | MessageUpdated(message):
                return {"type": "delete", "id": str(message.id)}
            case InteractionCreated(interaction) | InteractionUpdated(interaction) if (
                interaction.user_id == self._user_id
                and interaction.type is not InteractionType.AUTOCOMPLETE
            ):
                return {"type": "interaction", "interaction": _interaction_json(interaction)}
            case CommandsChanged():
                return {"type": "commands", "commands": self._commands_json()}
            case PresenceChanged(online):
                return {"type": "presence", "online": online}
        return None


async def _write(socket: web.WebSocketResponse, outbox: asyncio.Queue[Json]) -> None:
    while True:
        told = await outbox.get()
        try:
            await socket.send_str(json.dumps(told, separators=(",", ":")))
        except ConnectionError:
            return


def _is_notice(interaction: Interaction) -> bool:
    """Whether the page has something to show for an interaction besides messages."""
    return (
        interaction.stage in (Stage.WAITING, Stage.FAILED)
        and interaction.type is not InteractionType.AUTOCOMPLETE
        and not interaction.dismissed
    )


def _interaction_json(interaction: Interaction) -> Json:
    return {
        "id": str(interaction.id),
        "type": int(interaction.type),
        "title": interaction.title,
        "channel_id": str(interaction.channel_id),
        "message_id": None if interaction.message_id is None else str(interaction.message_id),
        "custom_id": interaction.data.get("custom_id"),
        "stage": interaction.stage.value,
        "modal": interaction.modal,
        "dismissed": interaction.dismissed,
        "created": interaction.created,
    }


def _page_file(name: str, host: str) -> web.Response:
    path = PAGE / name
    if not path.is_file():
        raise web.HTTPNotFound(text="There is no such file.\n")
    headers = {
        "Content-Type": f"{TYPES[path.suffix]}; charset=utf-8",
        "Content-Security-Policy": POLICY.format(host=host),
        "Cache-Control": "no-cache",
    }
    return web.Response(body=path.read_bytes(), headers=headers)


def _refusal(error: ActionError | ApiError) -> web.Response:
    return json_answer({"error": str(error)}, error.status if isinstance(error, ApiError) else 400)


def _number(payload: Json, key: str) -> int:
    text = str(payload.get(key))
    if not text.isascii() or not text.isdigit() or len(text) > 20:
        raise ActionError(f"{key} must be an id.")
    return int(text)


def _text(payload: Json, key: str) -> str:
    text = payload.get(key)
    if not isinstance(text, str):
        raise ActionError(f"{key} must be a text.")
    return text


def _mapping(payload: Json, key: str) -> Mapping[str, Any]:
    values = payload.get(key) or {}
    if not isinstance(values, dict):
        raise ActionError(f"{key} must be an object.")
    return values


def _texts(payload: Json, key: str) -> dict[str, str]:
    return {name: str(value) for name, value in _mapping(payload, key).items()}


def _files(body: Body) -> dict[str, Upload]:
    return dict(body.files)
