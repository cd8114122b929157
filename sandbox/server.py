"""`Sandbox`: the complete local chat server, and the proxy of its Activity on a port of its own."""

import base64
import ipaddress
import secrets
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Self

from aiohttp import web

from sandbox.api.activity_rest import ActivityRest
from sandbox.api.answers import API_PREFIX, dated, discord_errors, guard
from sandbox.api.channel_rest import ChannelRest
from sandbox.api.faults import FaultApi, Faults
from sandbox.api.gateway import Gateway
from sandbox.api.inspection import Inspector, inspector_middleware
from sandbox.api.limits import RateLimits
from sandbox.api.rest import Rest, Webhooks
from sandbox.chat.actions import Actions
from sandbox.chat.attachments import Attachments
from sandbox.chat.commands import CommandBook
from sandbox.chat.interactions import InteractionRegistry
from sandbox.chat.messages import Messages
from sandbox.chat.snapshot_saver import SavedState, SnapshotSaver
from sandbox.chat.state_directory import StateDirectory
from sandbox.model.activities import Instances
from sandbox.model.clock import Clock
from sandbox.model.errors import DirectoryError
from sandbox.model.records import User
from sandbox.model.settings import SandboxSettings
from sandbox.model.snowflakes import Snowflakes
from sandbox.model.state import State
from sandbox.model.world import World
from sandbox.page.activity_proxy import ActivityProxy, BoardHandler
from sandbox.page.api import PageApi, PageVisitor
from sandbox.page.view import PageView

GATEWAY_PATH = "/gateway"
BOARD_PREFIX = "/board"
"""The path below which a program may serve pages of its own; see `Sandbox.mount_board`."""
SHUTDOWN_SECONDS = 1.0
DEFAULTS = SandboxSettings()
OWN_NAMES = ("127.0.0.1", "localhost", "[::1]")


class Sandbox:
    """A local chat: one bot, three people, a server with and one without the bot, direct messages.

    Arguments:
    - `port`: the TCP port; 0 takes a free one.
    - `application`: the name of the bot.
    - `settings`: Discord's deadlines, the number of shards, and rate limits.
    - `host`: the address to bind to. Only loopback addresses are accepted without `names`.
    - `names`: host names under which other machines reach the sandbox. Requests with any other
      `Host` header are refused.
    - `clock`: returns seconds since 1970; `Clock.advance` moves the time forward.
    - `inspector`: receives every request, answer and gateway frame.
    - `directory`: where the conversation is saved and restored from. Without it, everything
      stays in memory.

    `actions` acts for people, `world` changes people and places, and `faults` injects errors.
    `home` has the ids of the first people and places.

    Raises `ValueError` when `host` is not loopback and `names` is empty, and `DirectoryError` when
    the directory cannot be used.

        async with Sandbox() as sandbox:
            print(sandbox.page_url, sandbox.api_base, sandbox.token)
    """

    def __init__(  # noqa: PLR0913 (options, all by keyword and with a default)
        self,
        port: int = 0,
        *,
        application: str = "Bot",
        settings: SandboxSettings = DEFAULTS,
        host: str = "127.0.0.1",
        names: Sequence[str] = (),
        clock: Callable[[], float] = time.time,
        inspector: Inspector | None = None,
        directory: Path | None = None,
    ) -> None:
        if not _is_loopback(host) and not names:
            raise ValueError(
                f"the sandbox listens on loopback only, not on {host!r}, unless it is told the "
                "names it may be called by"
            )
        self._names = tuple(names)
        self._host = names[0] if names else f"[{host}]" if ":" in host else host
        self._bind = host
        self._inspector = inspector
        self._port = port
        state_directory = None if directory is None else StateDirectory(directory)
        saved = None if state_directory is None else state_directory.read()
        self.clock = (
            clock if isinstance(clock, Clock) else Clock(clock, saved.ahead if saved else 0)
        )
        self.page_key = secrets.token_urlsafe(24)
        snowflakes = Snowflakes(self.clock, saved.last_id if saved else 0)
        application_id = saved.application_id if saved else snowflakes.make()
        self.token = _bot_token(application_id)
        bot = User(application_id, application.lower()[:32], application, bot=True)
        self.state = State(application_id, bot)
        self.world = World(self.state, snowflakes, self.clock)
        self.home = saved.home if saved else self.world.create_defaults()
        self._attachments = Attachments(snowflakes)
        self.commands = CommandBook(self.state, snowflakes)
        messages = Messages(self.state, snowflakes, self._attachments, self.clock)
        self.activities = Instances(self.state, snowflakes)
        self._interactions = InteractionRegistry(
            self.state, snowflakes, messages, self.clock, settings, self.activities
        )
        self.actions = Actions(
            self.state,
            self.commands,
            messages,
            self._interactions,
            self._attachments,
            self.activities,
        )
        self._proxy = ActivityProxy(self._host, lambda: self.origins)
        self.gateway = Gateway(self.state, self.token, self.clock, settings, inspector)
        self.faults = Faults()
        self._limits = RateLimits(self.clock, settings)
        self._rest = Rest(self.state, self.world, self.commands, self.gateway)
        self._channels = ChannelRest(self.state, self.world, messages, self.token)
        self._activity_rest = ActivityRest(self.state, self.activities, self.token)
        self._webhooks = Webhooks(self.state, self._interactions)
        visitor = PageVisitor(self.page_key, self.home.me)
        view = partial(
            PageView,
            self.state,
            self.commands,
            settings,
            self.clock,
            self.activities,
            lambda: self._proxy.origin,
        )
        self._page = PageApi(self.state, self.actions, view, settings, visitor, self._proxy)
        self._fault_api = FaultApi(
            self.faults, self.gateway, self.clock, self.state, self._page.check_key
        )
        self._saver: SnapshotSaver | None = None
        if state_directory is not None:
            saved_state = SavedState(
                self.home, self.state, self.commands, self._attachments, snowflakes, self.clock
            )
            self._saver = SnapshotSaver(saved_state, state_directory, settings.token)
        self._runner: web.AppRunner | None = None
        self._board_handler: BoardHandler | None = None

    @property
    def base_url(self) -> str:
        """The base URL of all routes, without a trailing slash."""
        return f"http://{self._host}:{self._port}"

    @property
    def page_url(self) -> str:
        """The URL of the chat page; it contains the key of this run."""
        return f"{self.base_url}/?key={self.page_key}"

    @property
    def api_base(self) -> str:
        """The base URL of the REST API; replaces `https://discord.com/api/v10`."""
        return self.base_url + API_PREFIX

    @property
    def gateway_url(self) -> str:
        """The URL of the gateway; replaces `wss://gateway.discord.gg`."""
        return f"ws://{self._host}:{self._port}{GATEWAY_PATH}"

    @property
    def origins(self) -> frozenset[str]:
        """The origins of pages of this server."""
        return frozenset(f"http://{host}" for host in self._hosts())

    @property
    def board_url(self) -> str:
        """The address of the board page, if one is mounted."""
        return f"{self.base_url}{BOARD_PREFIX}/"

    @property
    def activity_origin(self) -> str:
        """The origin at which Discord's proxy would serve the page as an Activity."""
        return self._proxy.origin

    @property
    def client_secret(self) -> str:
        """The client secret of the application."""
        return self.activities.client_secret

    def mount_board(self, handler: BoardHandler) -> None:
        """Serve the board page: `handler` gets each request and the path below its address.

        It gets those of the page as an Activity too.
        """
        self._board_handler = self._proxy.handler = handler

    async def _serve_board(self, request: web.Request) -> web.StreamResponse:
        if self._board_handler is None:
            raise web.HTTPNotFound
        return await self._board_handler(request, request.match_info["path"])

    async def __aenter__(self) -> Self:
        self._runner = web.AppRunner(
            self._application(), access_log=None, shutdown_timeout=SHUTDOWN_SECONDS
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._bind, self._port)
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            raise
        self._port = self._runner.addresses[0][1]
        await self._proxy.open(self._bind)
        self._attachments.base_url = self.base_url
        self.gateway.url = self.gateway_url
        if self._saver is not None:
            try:
                self._saver.open(self.base_url)
            except DirectoryError:
                await self._proxy.close()
                await self._runner.cleanup()
                raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self._interactions.close()
        await self.gateway.close()
        await self._page.close()
        await self._proxy.close()
        if self._runner is not None:
            await self._runner.cleanup()
        if self._saver is not None:
            await self._saver.close()

    def _application(self) -> web.Application:
        inspectors = []
        if self._inspector is not None:
            inspectors.append(inspector_middleware(self._inspector, API_PREFIX))
        middlewares = [
            *inspectors,
            dated(self.clock),
            self._limits.middleware,
            self.faults.middleware,
            discord_errors,
        ]
        api = web.Application(middlewares=middlewares)
        self._rest.add_routes(api)
        self._channels.add_routes(api)
        self._webhooks.add_routes(api)
        self._activity_rest.add_routes(api)
        app = web.Application(middlewares=[guard(self._hosts)])
        app.add_subapp(API_PREFIX, api)
        app.add_subapp("/api", web.Application(middlewares=[*inspectors, discord_errors]))
        app.router.add_get(GATEWAY_PATH, self.gateway.handle)
        app.router.add_get(
            r"/attachments/{channel_id:\d+}/{attachment_id:\d{1,20}}/{name}",
            partial(self.faults.middleware, handler=self._attachments.handle),
        )
        app.router.add_route("*", BOARD_PREFIX + "/{path:.*}", self._serve_board)
        self._page.add_routes(app)
        self._fault_api.add_routes(app)
        return app

    def _hosts(self) -> frozenset[str]:
        return frozenset(f"{name}:{self._port}" for name in (*OWN_NAMES, *self._names))


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _bot_token(application_id: int) -> str:
    """A token in Discord's format: application id, time and secret, each in base64url."""
    parts = (str(application_id).encode(), secrets.token_bytes(4), secrets.token_bytes(28))
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)
