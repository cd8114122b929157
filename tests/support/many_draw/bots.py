"""Bot processes of one PostgreSQL database in one local chat, and boards there."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from aiohttp import ClientError, ClientSession
from msgspec import Struct, field

from puzzle.notation import format_puzzle
from sandbox.model.components import walk
from sandbox.model.settings import SandboxSettings
from tests.support.board_pages import HOLDER
from tests.support.chat.playing import link_to, menu, opened
from tests.support.many_draw.people import puzzle_of
from tests.support.prepared import PreparedDatabases
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until
from texts.together import DRAW_ALONG
from tools.bench.processes import Bot, running_bot
from tools.postgres import postgres
from tools.programs import free_port

DRAW = "ouro:together:draw:"
UNLIMITED = dict.fromkeys(("OURO_PERSON_PACE", "OURO_PERSON_PUZZLES"), "10000")


class BotProcess(Struct, eq=False):
    """The bot as a program, with one of the shards."""

    chat: Sandbox
    folder: Path
    shard: str
    variables: dict[str, str]
    url: str = ""
    bot: Bot | None = None
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def start(self) -> None:
        """Start it, and wait until it is connected and serves pages."""
        url, gateway = f"http://127.0.0.1:{free_port()}", self.chat.gateway
        variables = {
            **self.variables,
            "OURO_WEB_URL": f"{url}/",
            "OURO_WEB_PORT": url.rpartition(":")[2],
            "OURO_SHARDS": self.shard,
        }
        self.bot = await self._stack.enter_async_context(
            running_bot(self.chat, self.folder, "app", variables)
        )
        shard = int(self.shard[0])
        await until(lambda: any(each.shard[0] == shard and each.send for each in gateway.sessions))

        async def serves() -> bool:
            with suppress(ClientError):
                async with ClientSession() as client, client.get(url):
                    return True
            return False

        await until(serves)
        self.url = url

    async def kill(self) -> None:
        """Kill it with SIGKILL."""
        assert self.bot is not None
        self.url = ""
        self.bot.process.kill()
        await self.bot.process.wait()
        await self.stop()

    async def stop(self) -> None:
        """Stop it as an operator does, unless it has ended."""
        self.url, stack, self._stack = "", self._stack, AsyncExitStack()
        await stack.aclose()


class Bots(Struct):
    """Bot processes in a chat, and their database."""

    chat: Sandbox
    processes: list[BotProcess]
    database: str

    async def own_board(self, name: str) -> str:
        """The token of the page of a new person's own board."""
        user = self.chat.add_user(name)
        board = await opened(self.chat, format_puzzle(puzzle_of(name), "loopy"), user=user)
        return await self._token(link_to(board))

    async def shared_board(self, name: str, people: int) -> tuple[int, list[str]]:
        """The ID of a new board of several people, and tokens of the pages of who draws along."""
        client = self.chat.client
        own = await opened(self.chat, format_puzzle(puzzle_of(name), "loopy"))
        posted = await client.select(own, menu(own), ["together"])
        ids = (str(each.get("custom_id")) for each in walk(posted.message["components"]))
        number = next(int(each.split(":")[3]) for each in ids if DRAW in each)
        users = [client.me, *(self.chat.add_user(f"Person {each}") for each in range(1, people))]
        pads = [await client.press(posted, DRAW_ALONG.text, user=each) for each in users]
        return number, [await self._token(link_to(pad)) for pad in pads]

    async def _token(self, link: str) -> str:
        url = self.processes[0].url
        body = {"link": link.partition("#")[2].partition(".")[0], "holder": HOLDER}
        posted = f"{url}/api/session"
        async with (
            ClientSession(headers={"Origin": url}) as client,
            client.post(posted, json=body) as answer,
        ):
            token: str = (await answer.json())["token"]
            return token


@asynccontextmanager
async def running_bots(count: int, **variables: str) -> AsyncIterator[Bots]:
    """So many bot processes, each with a shard, in a new chat on a new database."""
    settings = SandboxSettings(shards=count, max_concurrency=count, acknowledge=60)
    async with AsyncExitStack() as stack:
        address = stack.enter_context(postgres())
        chat = await stack.enter_async_context(Sandbox(application="Ouro", settings=settings))
        variables = {"OURO_DATABASE": address, "OURO_WORKERS": "1", **variables}
        processes = []
        for shard in range(count):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            made = BotProcess(chat, folder, f"{shard}-{shard}/{count}", variables)
            processes.append(made)
            stack.push_async_callback(made.stop)
        await PreparedDatabases(folder).provide_dailies(datetime.now(UTC).date(), address)
        await asyncio.gather(*(each.start() for each in processes))
        yield Bots(chat, processes, address)
