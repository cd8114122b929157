"""The program `python -m app` in its own process, as operators run it."""

import asyncio
import json
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import aiohttp
import pytest

from bot.core.permissions import invite_url
from sandbox.api.faults import Fault, FaultKind
from sandbox.model.waiting import wait_until
from tests.support import sample_jobs as jobs
from tests.support.paths import ROOT
from tests.support.program import end_of, forked_program, forked_service, program
from tests.support.sandbox.client import NoAnswer
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until
from tests.support.warm.program import WarmProcess, WarmProgram


async def test_without_a_token_it_prints_the_address_of_a_chat(tmp_path: Path) -> None:
    """In a line of its own, the last one, when the bot is in the chat."""
    async with program(tmp_path) as process, aiohttp.ClientSession() as session:
        assert process.stdout is not None
        async with asyncio.timeout(300):
            lines = [(await process.stdout.readline()).decode() for _ in range(5)]
        assert str(tmp_path / "data") in lines[1]
        assert lines[-1].startswith("http://127.0.0.1:")
        async with session.get(lines[-1].strip()) as response:
            assert response.status == 200
        await assert_it_stops(process, tmp_path)


@pytest.mark.parametrize(
    "seconds", [0.5, *(pytest.param(some, marks=pytest.mark.long) for some in (0.0, 0.2, 2.0))]
)
async def test_it_stops_at_any_moment_of_its_start(
    warm_bots: WarmProgram, tmp_path: Path, seconds: float
) -> None:
    async with forked_program(warm_bots, tmp_path) as process:
        await until((tmp_path / "data" / "chat").exists)
        await asyncio.sleep(seconds)
        await assert_it_stops(process, tmp_path)


async def assert_it_stops(process: Process | WarmProcess, folder: Path) -> None:
    process.send_signal(signal.SIGINT)
    code, printed, log = await end_of(process)
    assert code == 0
    assert not printed or printed.splitlines()[-1].startswith("http://127.0.0.1:")
    assert log[0]["data"] == str(folder / "data")
    assert log[-1]["event"] == "stopped"
    await asyncio.to_thread(jobs.wait_for_end_of_group, process.pid)


UNUSED = ("alembic", "asyncpg", "cli", "distributed", "numpy", "pyarrow", "reportlab", "typer")
"""What a bot that starts on SQLite with its tables does not need."""


@pytest.mark.parametrize("token", ["", "a.b.c"])
async def test_only_a_bot_without_a_token_imports_the_sandbox(tmp_path: Path, token: str) -> None:
    code = f"""
import runpy, sys
from app import main

async def run_client(*_, **__):
    imported = {{name.partition(".")[0] for name in sys.modules}}
    print(imported >= {{"app", "bot", "discord"}}, "sandbox" in imported, imported & {{*{UNUSED}}})

main.run_client = run_client
runpy.run_module("app", run_name="__main__")
"""
    variables = {"OURO_DATA": str(tmp_path), "OURO_SANDBOX_PORT": "0"}
    if token:
        variables["DISCORD_TOKEN"] = token
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        code,
        stdout=PIPE,
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), **variables},
    )
    printed, _ = await process.communicate()
    assert printed.splitlines()[-1].decode() == f"True {not token} set()"


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)]
)
@pytest.mark.usefixtures("made_dailies")
async def test_it_finishes_pending_answers_before_it_stops(
    sandbox: Sandbox, warm_bots: WarmProgram, tmp_path: Path, number: signal.Signals
) -> None:
    variables = {"OURO_WORKERS": "1", "OURO_PER_PERSON": "9"}
    async with forked_service(warm_bots, sandbox, tmp_path, **variables) as process:
        puzzle = {"puzzle": "2x2:0b4"}
        await sandbox.client.slash("solve", puzzle)  # starts the worker
        sandbox.faults.add(Fault(FaultKind.LATENCY, 1, times=4, path="/callback"))
        sandbox.faults.add(Fault(FaultKind.LATENCY, 0.5, times=4, path="@original"))
        asked = [sandbox.client.slash("solve", puzzle) for _ in range(4)]
        answers = asyncio.gather(*asked)
        await until(lambda: len(sandbox.faults.pending) == 1)  # the jobs follow after the signal
        process.send_signal(number)
        while "restarting" not in (late := await sandbox.client.slash("about")).text:
            pass  # it has not processed the signal yet
        assert late.ephemeral
        assert all("One solution" in reply.text for reply in await answers)
        code, printed, log = await end_of(process)
        assert code == 0
        assert sandbox.token not in printed + json.dumps(log)
        events = [entry["event"] for entry in log if entry["event"] not in {"handled", "declined"}]
        assert events[-6:] == ["stopping", *["answered"] * 4, "stopped"]
        numbers = {
            event: {entry["request"] for entry in log if entry["event"] == event}
            for event in ("answered", "handled")
        }
        assert len(numbers["answered"]) == 1 + 4
        assert numbers["answered"] < numbers["handled"]
        await asyncio.to_thread(jobs.wait_for_end_of_group, process.pid)


@pytest.mark.usefixtures("made_dailies")
async def test_kill_nine_leaves_no_process(
    sandbox: Sandbox, warm_bots: WarmProgram, tmp_path: Path
) -> None:
    async with forked_service(warm_bots, sandbox, tmp_path) as process:
        process.kill()
        await asyncio.to_thread(jobs.wait_for_end_of_group, process.pid)
    with pytest.raises(NoAnswer):
        await sandbox.client.slash("solve", {"puzzle": "3x3:i"}, seconds=0.5)


@pytest.mark.usefixtures("made_dailies")
async def test_commands_are_sent_once(
    sandbox: Sandbox, warm_bots: WarmProgram, tmp_path: Path
) -> None:
    sent = []
    for _ in range(2):
        async with forked_service(warm_bots, sandbox, tmp_path) as process:
            process.terminate()
            _, _, log = await end_of(process)
            sent.append(sum(entry["event"] == "commands sent" for entry in log))
        await wait_until(sandbox.state, lambda: not sandbox.state.online or None, 30)
    assert sent == [1, 0]


async def test_a_bot_on_discord_that_is_in_no_server_logs_its_invite_link(
    sandbox: Sandbox, warm_bots: WarmProgram, tmp_path: Path
) -> None:
    sandbox.world.remove_bot(sandbox.client.guild)
    async with (
        forked_service(warm_bots, sandbox, tmp_path) as process,
        asyncio.timeout(300),
    ):
        entry = {"event": ""}
        while entry["event"] != "in no server yet":
            entry = json.loads(await process.stderr.readline())
    assert entry["invite"] == invite_url(sandbox.state.application_id)


async def test_a_wrong_token_is_one_sentence(
    sandbox: Sandbox, warm_bots: WarmProgram, tmp_path: Path
) -> None:
    wrong = "MTIz.wrong.token"
    variables = {"DISCORD_TOKEN": wrong, "DISCORD_API_BASE": sandbox.api_base}
    async with forked_program(warm_bots, tmp_path, **variables) as process:
        code, printed, log = await end_of(process)
    assert code == 1
    assert printed.strip().count("\n") == 0
    assert "DISCORD_TOKEN" in printed
    assert wrong not in printed + json.dumps(log)


async def test_no_network_is_one_sentence(warm_bots: WarmProgram, tmp_path: Path) -> None:
    variables = {"DISCORD_TOKEN": "abc", "DISCORD_API_BASE": "http://127.0.0.1:9/api"}
    async with forked_program(warm_bots, tmp_path, **variables) as process:
        code, printed, _ = await end_of(process)
    assert code == 1
    assert printed.strip().startswith("Discord cannot be reached at http://127.0.0.1:9/api.")
    assert "\n" not in printed.strip()


async def test_a_taken_port_is_one_sentence(warm_bots: WarmProgram, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        async with forked_program(warm_bots, tmp_path, OURO_SANDBOX_PORT=port) as process:
            code, printed, _ = await end_of(process)
    assert code == 1
    assert printed.strip().startswith(f"The port {port} is taken.")
    assert "\n" not in printed.strip()


async def test_bad_settings_are_a_sentence_each(warm_bots: WarmProgram, tmp_path: Path) -> None:
    async with forked_program(warm_bots, tmp_path, OURO_WORKERS="many", OURO_QUEUE="-1") as process:
        code, printed, log = await end_of(process)
    assert code == 1
    assert len(printed.strip().splitlines()) == 2
    assert "Traceback" not in printed
    assert log == []
