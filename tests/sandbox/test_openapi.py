"""What the REST API answers, held against Discord's published OpenAPI document."""

import json
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from sandbox.payloads import callback_json
from sandbox.server import Sandbox
from tests.sandbox.sample_bot import SampleBot


class Document:
    """The published schemas, by name."""

    def __init__(self, path: Path) -> None:
        self.schemas = pytest.importorskip("jsonschema_rs")
        self.components = json.loads(path.read_text())["components"]

    def check(self, name: str, value: Any) -> None:
        schema = {"$ref": f"#/components/schemas/{name}", "components": self.components}
        validator = self.schemas.validator_for(schema)
        found = [f"{e.instance_path}: {e.message[:300]}" for e in validator.iter_errors(value)]
        assert not found, f"{name}: {found}"


@pytest.fixture(scope="module")
def document(shared: Path) -> Document:
    return Document(shared / "discord" / "openapi.json")


async def fetch(sandbox: Sandbox, path: str) -> Any:
    headers = {"Authorization": f"Bot {sandbox.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.get(sandbox.api_base + path) as answer,
    ):
        return await answer.json()


async def test_resources(sandbox: Sandbox, bot: SampleBot, document: Document) -> None:
    client, guild = sandbox.client, bot.guilds[0].id
    resources = {
        "/gateway/bot": "GatewayBotResponse",
        "/users/@me": "UserPIIResponse",
        f"/users/{client.me}": "UserResponse",
        "/applications/@me": "PrivateApplicationResponse",
        f"/guilds/{guild}": "GuildWithCountsResponse",
        f"/guilds/{guild}/members/{client.me}": "GuildMemberResponse",
        f"/channels/{client.general}": "GuildChannelResponse",
        f"/channels/{client.direct}": "PrivateChannelResponse",
        "/channels/1": "ErrorResponse",
        "/nothing": "ErrorResponse",
    }
    for path, schema in resources.items():
        document.check(schema, await fetch(sandbox, path))
    commands = await fetch(sandbox, f"/applications/{bot.application_id}/commands")
    assert len(commands) == 7
    for command in commands:
        document.check("ApplicationCommandResponse", command)


@pytest.mark.usefixtures("bot")
async def test_messages(sandbox: Sandbox, document: Document) -> None:
    client = sandbox.client
    painted = await client.slash("paint", {"colour": "blue"})
    document.check("MessageResponse", painted.message)
    document.check("MessageResponse", (await client.press(painted, "Repaint")).message)
    opened = await client.press(painted, "Rename")
    sent = await client.submit_modal(opened, {"New name": "x", "Size": ["Small"]})
    document.check("MessageResponse", sent.message)
    said = await client.post_message("hello")
    document.check("MessageResponse", (await client.message_command("Count words", said)).message)
    whoami = await client.slash("whoami")
    await whoami.until(lambda message: message["content"] == "And more")
    for message in client.messages():
        document.check("MessageResponse", message)


@pytest.mark.usefixtures("bot")
async def test_callbacks(sandbox: Sandbox, document: Document) -> None:
    client = sandbox.client
    painted = await client.slash("paint", {"colour": "blue"})  # deferred
    whoami = await client.slash("whoami")  # answered at once
    pressed = await client.press(painted, "Repaint")  # deferred update
    opened = await client.press(painted, "Rename")  # form
    for reply in (painted, whoami, pressed, opened):
        answer = callback_json(sandbox.state, reply.interaction)
        document.check("InteractionCallbackResponse", answer)
    assert "resource" not in callback_json(sandbox.state, painted.interaction)
    assert callback_json(sandbox.state, whoami.interaction)["resource"]["type"] == 4
