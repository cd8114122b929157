"""The contract itself: it sees what is wrong, names the operation, and lets the rest pass.

Without the documents that Discord publishes, these tests are skipped.
"""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from sandbox.api.inspection import Exchange, GatewayFrame
from tests.support.contract.contract import Contract
from tests.support.contract.document import Document, Schemas, published_document
from tests.support.contract.relaxations import GATEWAY, OPENAPI
from tests.support.sandbox.api import chat
from tests.support.sandbox.payloads import MODAL, button, embed, row, select, text, v2
from tests.support.sandbox.sample_bot import connected
from tests.support.sandbox.server import Sandbox
from tests.support.sandbox.wrong_payloads import GOOD_MESSAGES


@pytest.fixture
def document(shared: Path | None) -> Document:
    if shared is None:
        pytest.skip("Discord's documents are not beside the checkout")
    return published_document(shared)


IN_ANOTHER_FORM = {"id": 1, "recipient_id": 1, "roles": [1], "code": "A_WORD"}
"""What relaxations add to properties that the documents have."""


@pytest.fixture
def strict(document: Document) -> Contract:
    return Contract(document)


@pytest.fixture
async def watched(strict: Contract) -> AsyncIterator[Sandbox]:
    async with Sandbox(application="Painter", inspector=strict) as sandbox:
        yield sandbox


async def send(sandbox: Sandbox, method: str, path: str, **more: Any) -> int:
    headers = {"Authorization": f"Bot {sandbox.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.request(method, sandbox.api_base + path, **more) as answer,
    ):
        return answer.status


def message(**more: Any) -> dict[str, Any]:
    return {"json": {"content": "x", **more}}


@pytest.mark.parametrize(
    ("request_line", "more", "words"),
    [
        ("POST /channels/{general}/messages", message(colour=1), "create_message, request"),
        (
            "POST /channels/{general}/messages",
            message(components=[{"type": 1, "components": [{"type": 2, "style": 9}]}]),
            "components/0/components/0/style: 9 is none of 1, 2, 3, 4, 5, 6",
        ),
        ("POST /channels/{general}/messages", {}, "the body is missing"),
        ("GET /channels/{general}/messages?limit=500", {}, "query: limit=500"),
        ("GET /users/@me", {"json": {}}, "get_my_user, request: a body where none belongs"),
        ("GET /no/such/thing", {}, "GET /no/such/thing: there is no such operation"),
        ("GET /guilds/{guild}/bans", {}, "list_guild_bans, request: it was refused"),
    ],
)
async def test_wrong_requests_are_seen(
    watched: Sandbox, strict: Contract, request_line: str, more: dict[str, Any], words: str
) -> None:
    method, path = request_line.split()
    ids = {"general": watched.client.general, "guild": watched.client.guild}
    await send(watched, method, path.format(**ids), **more)
    found = "\n".join(strict.violations())
    assert words in found
    with pytest.raises(AssertionError, match="contract is broken"):
        strict.check()


async def test_another_version_of_the_api_is_seen(watched: Sandbox, strict: Contract) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{watched.base_url}/api/v9/users/@me") as answer,
    ):
        assert answer.status == 404
        assert answer.headers["Content-Type"] == "application/json"
    assert strict.violations() == ["GET /api/v9/users/@me: there is no such operation"]


async def test_a_whole_session_is_noted_and_right(
    watched: Sandbox, strict: Contract, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(watched, monkeypatch):
        await watched.client.slash("paint", {"colour": "blue"})
    assert len(strict) > 12
    assert strict.violations() == []


def exchange(method: str, path: str, status: int, answer: Any, payload: Any = None) -> Exchange:
    body = None if payload is None else json.dumps(payload).encode()
    content = json.dumps(answer).encode()
    kind = {"Content-Type": "application/json"}
    return Exchange(method, path, {}, body, (), status, kind, content)


@pytest.mark.parametrize(
    ("noted", "words"),
    [
        (exchange("GET", "/users/@me", 200, {"id": "1"}), "get_my_user, answer 200"),
        (exchange("GET", "/users/@me", 202, {}), "status 202 is not documented"),
        (exchange("GET", "/users/@me", 404, {"message": "x"}), '"code" is a required property'),
        (
            exchange("GET", "/users/@me", 404, {"message": "x", "code": 1, "why": ""}),
            "'why' was unexpected",
        ),
        (
            exchange("GET", "/users/@me", 429, {"message": "x", "code": 0, "global": False}),
            '"retry_after" is a required property',
        ),
        (exchange("DELETE", "/channels/1/messages/2", 204, {}), "a body where none belongs"),
        (
            Exchange("GET", "/users/@me", {}, None, (), 404, {"Content-Type": "text/plain"}, b"{}"),
            "the content type is text/plain",
        ),
        (
            GatewayFrame(sent=True, text='{"op": 0, "t": "NEWS", "s": 1, "d": {}}'),
            "there is no such",
        ),
        (
            GatewayFrame(sent=True, text='{"op": 10, "t": null, "s": null, "d": {}}'),
            "gateway op 10",
        ),
        (
            GatewayFrame(sent=False, text='{"op": 2, "d": {"token": "x"}}'),
            '"intents" is a required',
        ),
        (
            GatewayFrame(
                sent=True,
                text='{"op": 0, "t": "THREAD_DELETE", "s": 1, "d": {"id": "1", "more": 2}}',
            ),
            "gateway THREAD_DELETE",
        ),
    ],
)
def test_wrong_answers_and_frames_are_seen(
    strict: Contract, noted: Exchange | GatewayFrame, words: str
) -> None:
    if isinstance(noted, GatewayFrame):
        strict.frame(noted)
    else:
        strict.exchange(noted)
    assert words in "\n".join(strict.violations())


MESSAGES = "/channels/1/messages"
CALLBACK = "/interactions/1/token/callback"
COMMANDS = "/applications/1/commands"


@pytest.mark.parametrize(
    ("path", "payload"),
    [
        (MESSAGES, embed(title="x" * 257)),
        (MESSAGES, embed(fields=[{"name": "n", "value": "v"}] * 26)),
        (MESSAGES, row(button(custom_id="x" * 101))),
        (MESSAGES, row(select(options=[]))),
        (MESSAGES, v2(text("x" * 4001))),
        (MESSAGES, {"attachments": [{"id": "0", "description": "x" * 1025}]}),
        (CALLBACK, {"type": 9, "data": MODAL | {"title": "x" * 46}}),
        (CALLBACK, {"type": 8, "data": {"choices": [{"name": "x" * 101, "value": 1}]}}),
        (COMMANDS, chat(description="x" * 101)),
    ],
)
def test_limits_of_single_fields_are_held(strict: Contract, path: str, payload: Any) -> None:
    """The local chat leaves them to the contract."""
    strict.exchange(exchange("POST", path, 200, {}, payload))
    assert any(", request: " in problem for problem in strict.violations())


@pytest.mark.parametrize("payload", GOOD_MESSAGES)
def test_right_messages_are_within_limits(strict: Contract, payload: Any) -> None:
    strict.exchange(exchange("POST", MESSAGES, 200, {}, payload))
    assert not any(", request: " in problem for problem in strict.violations())


def test_tests_of_wrong_requests_still_see_wrong_answers(document: Document) -> None:
    contract = Contract(document, requests=False)
    refused = {"message": "x", "code": 50035}
    contract.exchange(exchange("POST", "/channels/1/messages", 400, refused, {"wrong": 1}))
    contract.exchange(exchange("GET", "/nothing", 404, {"message": "x", "code": 0}))
    assert contract.violations() == []
    contract.exchange(exchange("GET", "/nothing", 200, {}))
    assert len(contract.violations()) == 1


def test_every_relaxation_is_still_needed(document: Document) -> None:
    """One that the documents have caught up with is deleted."""
    schemas = document.source["components"]["schemas"]
    strict = Schemas({"components": {"schemas": schemas}})
    for relaxation in OPENAPI:
        known = schemas[relaxation.schema]["properties"].get(relaxation.property)
        if known is not None:
            example = IN_ANOTHER_FORM[relaxation.property]
            assert strict.problems(known, example), relaxation
            assert not strict.problems(relaxation.allowed, example), relaxation
    assert all(relaxation.reason for relaxation in (*OPENAPI, *GATEWAY))
    media = document.frames["InteractionCreate"]["definitions"]["APIUnfurledMediaItem"]
    assert "id" not in media["properties"]
