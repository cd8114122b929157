"""A client that speaks for board pages, and the server that answers it."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import count
from typing import Any, TypeAlias

from aiohttp import ClientSession, ClientWebSocketResponse, web
from aiohttp.test_utils import TestClient
from msgspec import Struct, field

from puzzle.notation import parse_loopy
from scanner.values import PictureReading
from service.running.readers import Reader
from service.services import Services
from web.connections import Connections
from web.page_actions import PageActions
from web.page_requests import Asked
from web.server import PageServer, origin_of

ADA, BOB = 7, 8
PUZZLE = parse_loopy("5x5:b1c3a12a02d1a2c32")
HOLDER = "h" * 22
FLOOD = 10_000
"""A weight after which a person has to wait for minutes."""
Client: TypeAlias = "TestClient[web.Request, web.Application]"


def board_requests() -> set[str]:
    """What the page of a board asks for."""
    kinds = vars(PageActions)["_do"].dispatcher.registry.keys() - {object, Asked}
    return {str(each.__struct_config__.tag) for each in kinds}


class PageSocket(Struct):
    """The socket of a page, whose requests are numbered."""

    socket: ClientWebSocketResponse
    stream: str
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    async def ask(self, do: str, **more: Any) -> dict[str, Any]:
        """Send a request and return its answer."""
        await self.socket.send_json({"s": self.stream, "n": next(self._numbers), "do": do, **more})
        while "companions" in (answer := await self.receive()):  # whenever somebody else draws
            pass
        return answer

    async def draw(self, *edges: int, mark: str = "-", seen: str = ".") -> dict[str, Any]:
        """Draw a stroke over some edges."""
        return await self.ask("mark", edges=[(edge, seen, mark) for edge in edges])

    async def receive(self) -> dict[str, Any]:
        """The next frame."""
        found: dict[str, Any] = await self.socket.receive_json()
        return found


class Pages(Struct):
    """The server with a client of its own site."""

    client: ClientSession
    services: Services
    server: PageServer
    port: int

    @property
    def origin(self) -> str:
        """The origin of the site."""
        return f"http://127.0.0.1:{self.port}"

    async def board(self, person: int = ADA) -> int:
        """The ID of a person's board."""
        return (await self.services.boards.open_pasted(Reader(person), PUZZLE)).loaded.attempt.id

    async def token(self, person: int = ADA) -> str:
        """The token of a new session."""
        links = self.services.board_links
        token = await links.redeem(await links.make_link(person, await self.board(person)), HOLDER)
        assert token is not None
        return token

    async def draft(self, person: int = ADA) -> tuple[int, str]:
        """The ID of a new draft, in which two cells are in doubt, and the token of its page."""
        draft = await self.services.drafts.begin_draft(
            Reader(person), PictureReading(PUZZLE, (4, 13))
        )
        links = self.services.board_links
        token = await links.redeem(await links.make_link(person, draft.id, "draft_id"), HOLDER)
        assert token is not None
        return draft.id, token

    @asynccontextmanager
    async def page(self, token: str, stream: str = "s" * 22) -> AsyncIterator[PageSocket]:
        """The socket of a page, after the first frame, which it has not read."""
        headers = {"Origin": self.origin}
        async with self.client.ws_connect("/api/live", headers=headers) as socket:
            await socket.send_json({"token": token})
            yield PageSocket(socket, stream)

    async def post(self, path: str, token: str = "", **body: Any) -> tuple[int, Any]:
        """The status and the JSON value of an answer to a POST request of a page."""
        headers = {"Origin": self.origin, "Authorization": f"Bearer {token}"}
        async with self.client.post(path, json=body, headers=headers) as response:
            is_json = response.content_type == "application/json"
            return response.status, await response.json() if is_json else None


Serving: TypeAlias = Callable[[Connections], AbstractAsyncContextManager[Pages]]
"""What serves pages, within limits of connections, to a client."""


@asynccontextmanager
async def opened_client(url: str) -> AsyncIterator[ClientSession]:
    """The client of a page that a link from chat opens, with the token of its session."""
    address, _, fragment = url.partition("#")
    secret = fragment.partition(".")[0]
    async with ClientSession(address, headers={"Origin": origin_of(address)}) as client:
        holding = {"link": secret, "holder": HOLDER}
        async with client.post("api/session", json=holding) as answer:
            token = (await answer.json())["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        yield client


@asynccontextmanager
async def opened_page(url: str, stream: str = "s" * 22) -> AsyncIterator[PageSocket]:
    """The socket of a page that a link from chat opens, before its first frame."""
    async with (
        opened_client(url) as client,
        client.ws_connect("api/live", protocols=("ouro.1",)) as socket,
    ):
        await socket.send_json({"token": client.headers["Authorization"].split()[1]})
        yield PageSocket(socket, stream)
