"""Fixtures for tests of the chat page in Chromium, driven by Playwright.

All tests share one browser, and therefore one event loop. They use its windows in turn and find
nothing of each other there. Errors that the page writes to the console fail the test.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from bot.connection.client import use_api
from sandbox.model.waiting import wait_until
from store.address import file_address
from tests.support.browser.boards import Boards
from tests.support.browser.chat_page import TIMEOUT_MS, Visit, Windows
from tests.support.browser.chromium import ARGUMENTS, NO_CHROMIUM, find_chromium
from tests.support.browser.show_bot import ShowBot
from tests.support.chat.runner import Running, now_of, serving_bot
from tests.support.contract.contract import Contract
from tests.support.missing import skip_or_fail
from tests.support.prepared import PreparedDatabases
from tests.support.program import forked_program
from tests.support.sandbox.patient import patient_chat
from tests.support.sandbox.sample_bot import connected
from tests.support.sandbox.server import Sandbox
from tests.support.warm.program import WarmProcess, WarmProgram

HERE = Path(__file__).parent
SECONDS = 300.0


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Run all tests of this folder in the event loop of the browser."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the browser's program; skips or fails the test if there is none."""
    return find_chromium() or skip_or_fail(NO_CHROMIUM)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    expect.set_options(timeout=TIMEOUT_MS)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def sandbox(contract: Contract) -> AsyncIterator[Sandbox]:
    """A local chat without a bot."""
    async with patient_chat("Painter", inspector=contract) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def bot(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ShowBot]:
    """A bot in that chat that uses every feature."""
    async with connected(sandbox, monkeypatch, ShowBot) as running:
        assert isinstance(running, ShowBot)
        yield running


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Windows:
    """The windows of the browser."""
    return Windows(browser)


@pytest_asyncio.fixture(loop_scope="session")
async def visit(windows: Windows, request: pytest.FixtureRequest) -> AsyncIterator[Visit]:
    """Opens pages; their console errors fail the test at its end."""
    pictures = os.environ.get("OURO_PICTURES")
    visit = Visit(windows, request.node.name, Path(pictures) if pictures else None)
    yield visit
    await visit.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def ouro(
    chromium: str,
    tmp_path_factory: pytest.TempPathFactory,
    prepared_databases: PreparedDatabases,
    warm_bots: WarmProgram,
) -> AsyncIterator[Sandbox]:
    """A chat with Ouro as a program, shared by all tests of the session."""
    del chromium  # only needed to skip the test without a browser
    folder = tmp_path_factory.mktemp("ouro")
    async with patient_chat() as sandbox:
        address = file_address(folder / "data" / "ouro.db")
        await prepared_databases.provide_dailies(now_of(sandbox).date(), address)
        variables = {
            "DISCORD_TOKEN": sandbox.token,
            "DISCORD_API_BASE": sandbox.api_base,
            "DISCORD_GATEWAY_URL": sandbox.gateway_url,
        }
        async with forked_program(warm_bots, folder, **variables) as process:
            await _ready(sandbox, process)
            yield sandbox


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def served_boards(
    chromium: str, tmp_path_factory: pytest.TempPathFactory, prepared_databases: PreparedDatabases
) -> AsyncIterator[tuple[Sandbox, Running, str]]:
    """A chat with Ouro in this process, which serves the board page."""
    del chromium  # only needed to skip the test without a browser
    data = tmp_path_factory.mktemp("boards")
    async with (
        patient_chat() as sandbox,
        serving_bot(sandbox, data, prepared_databases, activity=True) as bot,
    ):
        yield sandbox, bot, file_address(data / "ouro.db")


@pytest_asyncio.fixture(loop_scope="session")
async def boards(
    served_boards: tuple[Sandbox, Running, str],
    windows: Windows,
    restored_addresses: None,  # noqa: ARG001 - restores them afterwards
) -> AsyncIterator[Boards]:
    """Opens boards in their page; its console errors fail the test at its end."""
    sandbox, bot, database = served_boards
    use_api(sandbox.api_base)
    sandbox.create_defaults()
    boards = Boards(sandbox, windows, database)
    yield boards
    await boards.close()
    await bot.idle()


@pytest.fixture
def room(ouro: Sandbox) -> int:
    """A new channel for a test with Ouro."""
    return ouro.world.add_channel(ouro.client.guild, "room")


async def _ready(sandbox: Sandbox, process: WarmProcess) -> None:
    """Wait until the bot is connected and has commands; raises `AssertionError` if it ends."""

    def look() -> bool | None:
        return (sandbox.state.online and bool(sandbox.client.commands())) or None

    ready = asyncio.ensure_future(wait_until(sandbox.state, look, SECONDS))
    ended = asyncio.ensure_future(process.wait())
    done, _ = await asyncio.wait({ready, ended}, return_when=asyncio.FIRST_COMPLETED)
    ended.cancel()
    if ready not in done:
        ready.cancel()
        _, said = await process.communicate()
        raise AssertionError(f"Ouro did not start: {said.decode()[-2000:]}")
    await ready
