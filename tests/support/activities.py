"""The page of an Activity, as its scripts speak to the server through Discord's proxy."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import ClientSession

from tests.support.board_pages import PageSocket
from tests.support.chat.playing import button
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox


async def launched(chat: Sandbox, board: Reply, user: int | None = None) -> str:
    """The instance in which the button of a board opens it."""
    reply = await chat.client.tap(board, button(board, "launch"), user=user)
    assert reply.interaction.activity is not None
    return reply.interaction.activity


def code_of(chat: Sandbox, user: int | None = None) -> str:
    """The code with which the application of a chat learns who a person is."""
    return chat.activities.authorize(user or chat.client.me, chat.state.application_id)


async def ask(
    chat: Sandbox, instance: str, code: str, *, origin: str | None = None, **more: Any
) -> tuple[int, Any]:
    """The status and the value of the answer to a page that asks for a session."""
    headers = {"Origin": chat.activity_origin if origin is None else origin}
    asked = {"code": code, "instance": instance, **more}
    address = f"{chat.activity_origin}/api/activity"
    async with (
        ClientSession(headers=headers) as session,
        session.post(address, json=asked) as answer,
    ):
        is_json = answer.content_type == "application/json"
        return answer.status, await answer.json() if is_json else None


@asynccontextmanager
async def proxied_page(chat: Sandbox, token: str) -> AsyncIterator[PageSocket]:
    """The socket of a page through the proxy, before its first frame."""
    async with (
        ClientSession(headers={"Origin": chat.activity_origin}) as session,
        session.ws_connect(f"{chat.activity_origin}/api/live", protocols=("ouro.1",)) as socket,
    ):
        await socket.send_json({"token": token})
        yield PageSocket(socket, "s" * 22)
