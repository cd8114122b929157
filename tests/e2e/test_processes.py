"""Bot and local chat as two programs that are connected only by addresses."""

import asyncio
import shlex
import signal
from asyncio.subprocess import Process
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from sandbox.model.waiting import wait_until
from tests.support.cli import ouro
from tests.support.program import forked_program, local_chat, program
from tests.support.sandbox.server import Sandbox
from tests.support.warm.program import WarmProgram

SECONDS = 300


async def variables_of(chat: Process) -> tuple[str, dict[str, str]]:
    """The URL of the page and the environment variables that `ouro sandbox` prints."""
    assert chat.stdout is not None
    async with asyncio.timeout(SECONDS):
        lines = [(await chat.stdout.readline()).decode().strip() for _ in range(5)]
    assert lines[0].startswith("# ")
    words = [shlex.split(line.removeprefix("export ")) for line in lines[2:]]
    return lines[0].split()[-1], dict(word.partition("=")[::2] for [word] in words)


class Page:
    """Requests of the chat page."""

    def __init__(self, session: aiohttp.ClientSession, address: str) -> None:
        self.base, _, key = address.partition("/?key=")
        self.session = session
        self.headers = {"X-Sandbox-Key": key}

    async def state(self) -> Any:
        address = self.base + "/page/api/state"
        async with self.session.get(address, headers=self.headers) as answer:
            return await answer.json()

    async def act(self, what: str, **payload: Any) -> Any:
        address = f"{self.base}/page/api/{what}"
        async with self.session.post(address, headers=self.headers, json=payload) as answer:
            assert answer.status == 200, await answer.text()
            return await answer.json()

    async def until(self, condition: Any) -> Any:
        async with asyncio.timeout(SECONDS):
            while not condition(state := await self.state()):  # noqa: ASYNC110 (as a reload)
                await asyncio.sleep(0.05)
        return state


async def test_a_bot_and_a_chat_in_separate_processes(tmp_path: Path) -> None:
    async with local_chat(tmp_path, "--port", "0") as chat, aiohttp.ClientSession() as session:
        address, variables = await variables_of(chat)
        assert set(variables) == {"DISCORD_TOKEN", "DISCORD_API_BASE", "DISCORD_GATEWAY_URL"}
        page = Page(session, address)
        async with program(tmp_path, **variables):
            state = await page.until(lambda s: s["online"] and any(s["commands"].values()))
            channel = state["channels"][0]["id"]
            puzzle = {"puzzle": "3x3:i"}
            await page.act("slash", channel_id=channel, name="solve", values=puzzle)
            state = await page.until(
                lambda s: s["messages"] and not s["messages"][0]["flags"] & 128
            )
            assert "213 solutions" in str(state["messages"][0]["components"])
            await page.act("gateway", do="drop")  # the bot reconnects
            await page.until(lambda s: s["online"])
            await page.act("slash", channel_id=channel, name="privacy", values={})
            await page.until(lambda s: len(s["messages"]) == 2)
        await page.until(lambda s: not s["online"])
        chat.send_signal(signal.SIGINT)
        await asyncio.wait_for(chat.wait(), SECONDS)


@pytest.mark.usefixtures("made_dailies")
async def test_a_configured_gateway_is_used(
    sandbox: Sandbox, warm_bots: WarmProgram, tmp_path: Path
) -> None:
    """As with a proxy: the API names one gateway, and the bot uses the configured one."""
    real = sandbox.gateway.url
    sandbox.gateway.url = "ws://127.0.0.1:9/gateway"  # nothing listens there
    variables = {
        "DISCORD_TOKEN": sandbox.token,
        "DISCORD_API_BASE": sandbox.api_base,
        "DISCORD_GATEWAY_URL": real,
    }
    async with forked_program(warm_bots, tmp_path, **variables):
        await wait_until(sandbox.state, lambda: sandbox.state.online or None, SECONDS)
        reply = await sandbox.client.slash("privacy")
        assert reply.ephemeral


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--host", "0.0.0.0", "--port", "0"], "The sandbox listens on loopback only"),  # noqa: S104
        (["--port", "{taken}"], "cannot be used"),
    ],
)
async def test_an_unusable_address_is_one_sentence(
    sandbox: Sandbox, options: list[str], sentence: str
) -> None:
    taken = sandbox.base_url.rpartition(":")[2]
    chosen = [option.format(taken=taken) for option in options]
    done = await asyncio.to_thread(ouro, "sandbox", *chosen)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.strip().count("\n") == 0
