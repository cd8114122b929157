"""Direct requests to the REST API of the local chat."""

import io
import json
from typing import Any

import aiohttp

from tests.support.sandbox.server import Sandbox

SIZE = bytes([7, 0, 5, 0])
PIXEL = b"GIF89a" + SIZE + bytes(3) + b"," + bytes(4) + SIZE + bytes([0, 2, 0]) + b";"
"""A GIF of 7 by 5 pixels."""


class Api:
    """Requests to the REST API, by default with the bot's token; returns status and JSON."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self.session = session

    async def __call__(
        self, method: str, path: str, *, token: str | None = None, **more: Any
    ) -> tuple[int, Any]:
        headers = {"Authorization": f"Bot {token or self.sandbox.token}"}
        address = self.sandbox.api_base + path
        async with self.session.request(method, address, headers=headers, **more) as answer:
            if answer.status == 204:
                return 204, None
            assert answer.headers["Content-Type"] == "application/json"
            return answer.status, await answer.json()

    @property
    def commands(self) -> str:
        return f"/applications/{self.sandbox.state.application_id}/commands"

    @property
    def messages(self) -> str:
        return f"/channels/{self.sandbox.client.general}/messages"


def form(payload: Any, *files: tuple[str, bytes]) -> aiohttp.FormData:
    data = aiohttp.FormData(quote_fields=False)
    data.add_field("payload_json", json.dumps(payload))
    for index, (name, content) in enumerate(files):
        data.add_field(f"files[{index}]", io.BytesIO(content), filename=name)
    return data


def chat(name: str = "paint", **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "Paint", **more}


def option(name: str = "size", **more: Any) -> dict[str, Any]:
    return {"type": 4, "name": name, "description": "How large", **more}
