"""Starts the bot and the local chat as programs, as an operator does."""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from sandbox.model.waiting import wait_until
from tests.support.paths import ROOT
from tests.support.sandbox.server import Sandbox
from tests.support.warm.program import WarmProcess, WarmProgram, kill_group

KEPT = ("PATH", "HOME", "OURO_DATA", "OURO_DATABASE")
"""Environment variables that the programs inherit from the test."""


@asynccontextmanager
async def program(tmp_path: Path, **variables: str) -> AsyncIterator[Process]:
    """The bot as a running program; its process group is killed at the end."""
    async with _running(tmp_path, "app", environment=_defaults(tmp_path) | variables) as process:
        yield process


@asynccontextmanager
async def forked_service(
    bots: WarmProgram, sandbox: Sandbox, tmp_path: Path, **variables: str
) -> AsyncIterator[WarmProcess]:
    """The bot as a `forked_program`, after it connected to a local chat."""
    variables = {
        "DISCORD_TOKEN": sandbox.token,
        "DISCORD_API_BASE": sandbox.api_base,
        **variables,
    }
    async with forked_program(bots, tmp_path, **variables) as process:
        await wait_until(sandbox.state, lambda: sandbox.state.online or None, 30)
        yield process


@asynccontextmanager
async def forked_program(
    bots: WarmProgram, tmp_path: Path, **variables: str
) -> AsyncIterator[WarmProcess]:
    """The bot as a running program, for tests that are not about its start: it needs no imports."""
    async with bots.running(tmp_path, _environment(_defaults(tmp_path) | variables)) as process:
        yield process


@asynccontextmanager
async def local_chat(tmp_path: Path, *options: str) -> AsyncIterator[Process]:
    """`ouro sandbox` as a running program."""
    async with _running(tmp_path, "cli", "sandbox", *options) as process:
        yield process


async def end_of(process: Process | WarmProcess) -> tuple[int | None, str, list[dict[str, object]]]:
    """Wait for the end: the exit code, the output that is not log, and the log entries."""
    async with asyncio.timeout(300):
        printed, logged = await process.communicate()
    entries = [json.loads(line) for line in logged.decode().splitlines() if line[:1] == "{"]
    rest = [line for line in logged.decode().splitlines() if line[:1] != "{"]
    return process.returncode, printed.decode() + "\n".join(rest), entries


def _defaults(tmp_path: Path) -> dict[str, str]:
    """The settings of a bot in this folder, with one worker: each takes a while to start."""
    data = str(tmp_path / "data")
    return {"OURO_DATA": data, "OURO_SANDBOX_PORT": "0", "OURO_WORKERS": "1"}


def _environment(variables: Mapping[str, str]) -> dict[str, str]:
    """The environment of a program: these variables, and those that it inherits."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**kept, "PYTHONPATH": str(ROOT), **variables}


@asynccontextmanager
async def _running(
    folder: Path, module: str, *arguments: str, environment: Mapping[str, str] = {}
) -> AsyncIterator[Process]:
    """A module as a program in a folder; its process group is killed at the end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *arguments,
        stdout=PIPE,
        stderr=PIPE,
        env=_environment(environment),
        cwd=folder,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        await kill_group(process)
