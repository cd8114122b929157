"""The local chat that replaces Discord where there is no token."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime

from msgspec import Struct
from pydantic import SecretStr

from app.board_page import LocalPage
from app.errors import StartError
from app.settings import Settings
from bot.connection.client import use_api
from sandbox.model.errors import DirectoryError
from sandbox.server import Sandbox
from service.running.clock import TimeSource, steady_seconds
from texts import operator


class LocalChat(Struct, frozen=True):
    """What a bot needs of a local chat: its token, its clocks, and where it serves the page.

    `welcome` says where its own page is.
    """

    welcome: str
    token: str
    clocks: TimeSource
    page: LocalPage


@asynccontextmanager
async def serving_local_chat(settings: Settings) -> AsyncIterator[LocalChat]:
    """Serve a local chat while the block runs, and direct the bot to it.

    Raises `StartError` when its port is taken or its folder cannot be used.
    """
    async with AsyncExitStack() as stack:
        try:
            sandbox = await stack.enter_async_context(
                Sandbox(settings.sandbox_port, application="Ouro", directory=settings.data / "chat")
            )
        except DirectoryError as error:
            raise StartError((str(error),)) from error
        except OSError as error:
            raise StartError((operator.port_taken(settings.sandbox_port),)) from error
        use_api(sandbox.api_base)
        welcome = operator.local_chat(sandbox.page_url, settings.data)
        yield LocalChat(welcome, sandbox.token, time_of_chat(sandbox), page_of_chat(sandbox))


def page_of_chat(sandbox: Sandbox) -> LocalPage:
    """Where a local chat serves the board page, in a browser and as an Activity."""
    return LocalPage(
        sandbox.board_url,
        sandbox.origins,
        sandbox.mount_board,
        sandbox.activity_origin,
        SecretStr(sandbox.client_secret),
    )


def time_of_chat(sandbox: Sandbox) -> TimeSource:
    """The clocks of a local chat. Its page can set its time forward, which moves both clocks.

    The clock guard therefore sees no jump then, but still sees a jump of the machine's clock.
    """
    return TimeSource(
        lambda: datetime.fromtimestamp(sandbox.clock(), UTC),
        lambda: steady_seconds() + sandbox.clock.ahead,
    )
