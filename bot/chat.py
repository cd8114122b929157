"""What every feature of the bot is made from."""

from collections.abc import Awaitable, Callable

from msgspec import Struct

from bot.answering.command_tree import CommandTree
from bot.answering.interactions import Interactions
from bot.boards.display import BoardDisplay
from bot.connection.client import OuroClient
from service.running.clock import Clock
from service.running.scheduler import PeriodicTask
from service.services import Services
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

    def by_clock(
        self, name: str, seconds: float, run: Callable[[], Awaitable[None]]
    ) -> PeriodicTask:
        """A periodic task that depends on the time of day, while all shards are connected."""
        return PeriodicTask(name, seconds, run, self.client.connected, by_clock=True)

    def in_first(self, run: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
        """What one process does for all."""

        async def run_in_first() -> None:
            if self.use.processes.is_first:
                await run()

        return run_in_first
