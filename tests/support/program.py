"""Starts the bot and the local chat as programs, as an operator does."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from sandbox.server import Sandbox
from sandbox.testing.waiting import wait_until
from tests.support.paths import ROOT

KEPT = ("PATH", "HOME", "OURO_DATABASE")
"""Environment variables that the programs inherit from the test."""


@asynccontextmanager
async def program(tmp_path: Path, **variables: str) -> AsyncIterator[Process]:
    """The bot as a running program; its process group is killed at the end."""
    chosen = {"OURO_DATA": str(tmp_path / "data"), "OURO_SANDBOX_PORT": "0"}
    async with _running(tmp_path, "app", environment=chosen | variables) as process:
        yield process


@asynccontextmanager
async def service(sandbox: Sandbox, tmp_path: Path, **variables: str) -> AsyncIterator[Process]:
    """The bot as a running program, after it connected to a local chat."""
    chosen = {"DISCORD_TOKEN": sandbox.token, "DISCORD_API_BASE": sandbox.api_base}
    async with program(tmp_path, **chosen, **variables) as process:
        await wait_until(sandbox.state, lambda: sandbox.state.online or None, 30)
        yield process


@asynccontextmanager
async def local_chat(tmp_path: Path, *options: str) -> AsyncIterator[Process]:
    """`ouro sandbox` as a running program."""
    async with _running(tmp_path, "cli", "sandbox", *options) as process:
        yield process


async def end_of(process: Process) -> tuple[int | None, str, list[dict[str, object]]]:
    """Wait for the end: the exit code, the output that is not log, and the log entries."""
    async with asyncio.timeout(120):
        printed, logged = await process.communicate()
    entries = [json.loads(line) for line in logged.decode().splitlines() if line[:1] == "{"]
    rest = [line for line in logged.decode().splitlines() if line[:1] != "{"]
    return process.returncode, printed.decode() + "\n".join(rest), entries


@asynccontextmanager
async def _running(
    folder: Path, module: str, *arguments: str, environment: Mapping[str, str] = {}
) -> AsyncIterator[Process]:
    """A module as a program in a folder; its process group is killed at the end."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, *arguments),
        stdout=PIPE,
        stderr=PIPE,
        env={**kept, "PYTHONPATH": str(ROOT), **environment},
        cwd=folder,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.communicate()
