"""A bot whose code is upgraded below it, as `git pull` in its folder does, and its restart."""

import shutil
import socket
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from sandbox.chat.options import Value
from sandbox.model.uploads import Upload
from sandbox.model.waiting import wait_until
from tests.support.chat.playing import PUZZLE
from tests.support.paths import PACKAGES, ROOT
from tests.support.program import program
from tests.support.sandbox.server import Sandbox
from tests.support.screenshots import screenshot
from tests.support.waiting import until_is
from texts import operator, problems
from workers.errors import BusyReason

pytestmark = pytest.mark.long
GIT = shutil.which("git") or "git"
FOREIGN = Upload("photo.jpg", screenshot(PUZZLE, "JPEG"))
"""A picture of another program, after which a worker is replaced."""
TEXT = "3x3:i"
UPDATING = problems.BUSY[BusyReason.UPDATING].text


def git(folder: Path, *arguments: str) -> None:
    """Run git in a folder."""
    named = ("-c", "user.name=test", "-c", "user.email=test@example.org")
    subprocess.run([GIT, *named, "-C", str(folder), *arguments], check=True, capture_output=True)


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """A repository with the code, of which `installed` is a clone beside it."""
    folder = tmp_path / "published"
    for package in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, folder / package, ignore=ignored)
    git(tmp_path, "init", "--quiet", str(folder))
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "Old")
    git(tmp_path, "clone", "--quiet", str(folder), "installed")
    return folder


def publish_upgrade(published: Path) -> None:
    """Commit another name for what a worker gets first, so that code of both does not fit."""
    for module in (published / "workers").glob("*.py"):
        code = module.read_text("utf-8")
        module.write_text(code.replace("WorkerTask", "WorkersTask"), "utf-8")
    git(published, "commit", "--quiet", "--all", "--message", "New")


@asynccontextmanager
async def bot(sandbox: Sandbox, tmp_path: Path, port: int) -> AsyncIterator[None]:
    """The bot of the folder `installed`, connected to a local chat."""
    async with program(
        tmp_path,
        PYTHONPATH=str(tmp_path / "installed"),
        DISCORD_TOKEN=sandbox.token,
        DISCORD_API_BASE=sandbox.api_base,
        OURO_HTTP_PORT=str(port),
    ):
        await wait_until(sandbox.state, lambda: sandbox.state.online or None, 60)
        yield
    await wait_until(sandbox.state, lambda: not sandbox.state.online or None, 60)


async def test_people_and_readiness_say_so_until_the_restart(
    sandbox: Sandbox, tmp_path: Path, published: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    async def ready() -> tuple[int, str]:
        address = f"http://127.0.0.1:{port}/readyz"
        async with aiohttp.ClientSession() as session, session.get(address) as answer:
            return answer.status, await answer.text()

    async def status() -> int:
        return (await ready())[0]

    async def solve(**puzzle: Value) -> str:
        return (await sandbox.client.slash("solve", puzzle)).text

    async with bot(sandbox, tmp_path, port):
        await until_is(200, status)
        read = await solve(file=FOREIGN)
        assert read != UPDATING
        assert TEXT in await solve(puzzle=TEXT), "the next worker is ready"
        publish_upgrade(published)
        git(tmp_path / "installed", "pull", "--ff-only")
        assert await ready() == (
            503,
            f"discord: ok\ndatabase: ok\nworkers: not ready ({operator.CODE_CHANGED})\n",
        )
        assert TEXT in await solve(puzzle=TEXT), "the worker was started before"
        assert await solve(file=FOREIGN) == UPDATING, "the worker that reads it is replaced"
        assert await solve(puzzle=TEXT) == UPDATING
    async with bot(sandbox, tmp_path, port):
        await until_is(200, status)
        assert await solve(file=FOREIGN) == read
