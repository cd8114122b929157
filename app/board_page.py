"""Serves the board page: beside the local chat, or on a port of its own where it is configured."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TypeAlias

from aiohttp import web
from msgspec import Struct
from pydantic import SecretStr

from app.listening import listening
from app.settings import Settings
from service.running.scheduler import PeriodicTask, running
from service.services import Services
from web.activity import ActivityPages, Application
from web.companions import OpenCompanions
from web.connections import MAX_BODY, Connections
from web.files import packed_files
from web.server import PageServer, PageSite, origin_of

LOOK_SECONDS = 0.5
"""Seconds between two looks for what other processes have changed."""

PROXY_HOST = "discordsays.com"
"""Where Discord's proxy serves Activities, each under the ID of its application."""

PageHandler: TypeAlias = Callable[[web.Request, str], Awaitable[web.StreamResponse]]
"""Answers a request of a page, given the path behind the address of the page."""


class LocalPage(Struct, frozen=True):
    """Where the local chat serves the page: its address, its origins, and what mounts a handler.

    `activity_origin` is the origin at which it serves the page as an Activity, and `client_secret`
    that of its application, without which it is none.
    """

    url: str
    origins: frozenset[str]
    mount: Callable[[PageHandler], None]
    activity_origin: str
    client_secret: SecretStr | None


def page_url(settings: Settings, local: LocalPage | None) -> str | None:
    """The address of the page, which ends with a slash; None if there is none."""
    return settings.web_url if local is None else local.url


def client_secret(settings: Settings, local: LocalPage | None) -> SecretStr | None:
    """The secret with which the page is also an Activity; None if it is none."""
    if local is not None:
        return local.client_secret
    return None if settings.web_url is None else settings.client_secret


@asynccontextmanager
async def serving_pages(
    settings: Settings,
    services: Services,
    local: LocalPage | None,
    application: Application | None = None,
) -> AsyncIterator[None]:
    """Serve the page while the block runs, if it has an address.

    With an `application` of Discord's it is also an Activity. Raises `StartError` when its port is
    taken.
    """
    url = page_url(settings, local)
    if url is None:
        yield
        return
    own = origin_of(url)
    origins = frozenset({own}) if local is None else local.origins
    activity = activity_pages(services, application, local)
    site = PageSite(lambda: origins | ({activity.origin()} if activity else set()))
    connections = Connections(proxies=settings.web_proxies)
    server = PageServer(site, services, packed_files(), connections, activity)
    async with AsyncExitStack() as stack:
        if local is None:
            host, port, app = settings.web_host, settings.web_port, page_app(server)
            served = listening(app, host, port, "OURO_WEB", connections)
            await stack.enter_async_context(served)
        else:
            local.mount(server.handle)
            stack.push_async_callback(server.close)
        metrics = services.pool.metrics.periodic_tasks
        metrics.add("look for changes")
        look = PeriodicTask("look for changes", LOOK_SECONDS, server.look)
        await stack.enter_async_context(running([look], observe=metrics.record_run))
        yield


def activity_pages(
    services: Services, application: Application | None, local: LocalPage | None
) -> ActivityPages | None:
    """What opens the page inside Discord; None if it is no Activity."""
    if application is None:
        return None

    def origin() -> str:
        if local is not None:
            return local.activity_origin
        return f"https://{application.application}.{PROXY_HOST}"

    return ActivityPages(services, OpenCompanions(services.companions), application, origin)


def page_app(server: PageServer) -> web.Application:
    """A web application of nothing but the page."""

    async def handle(request: web.Request) -> web.StreamResponse:
        return await server.handle(request, request.match_info["path"])

    app = web.Application(client_max_size=MAX_BODY)
    app.router.add_route("*", "/{path:.*}", handle)
    app.on_shutdown.append(lambda _: server.close())  # when nobody can connect any more
    return app
