"""What every feature of the bot is made from."""

from collections.abc import Awaitable, Callable

from msgspec import Struct

from bot.answering.command_tree import CommandTree
from bot.answering.interactions import Interactions
from bot.answering.readers import fetch_server_reader
from bot.boards.display import BoardDisplay
from bot.connection.client import OuroClient
from service.running.clock import Clock
from service.running.readers import Reader
from service.services import Services
from store.records import PendingMessage, Server
from telemetry.metrics import Metrics


class Chat(Struct, frozen=True):
    """The core of the chat and the use cases.

    A feature reads from it what it needs, by name, where its handlers and commands are made:
    `chat.use.hints` are the hints. `page` is the address of the board page, None without one; a
    file of more than `input_bytes` bytes is rejected.
    """

    interactions: Interactions
    use: Services
    display: BoardDisplay
    client: OuroClient
    tree: CommandTree
    metrics: Metrics
    now: Clock
    input_bytes: int
    page: str | None = None

    async def server_of(self, pending: PendingMessage) -> tuple[Server, Reader]:
        """The server of a pending message, and who reads it there; raises what
        `fetch_server_reader` raises."""
        server = await self.use.servers.find(pending.server_id or 0)
        return server, await fetch_server_reader(self.client, server)

    def in_first(self, run: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
        """What one process does for all."""

        async def run_in_first() -> None:
            if self.use.processes.is_first:
                await run()

        return run_in_first
