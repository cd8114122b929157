"""The program `python -m app` in its own process, as operators run it."""

import asyncio
import json
import signal
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import aiohttp
import pytest

from sandbox.api.faults import Fault, FaultKind
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
        while "restarting" not in (late := await sandbox.client.slash("privacy")).text:
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


WRONG = "MTIz.wrong.token"
NOWHERE = "http://127.0.0.1:9/api"


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"DISCORD_TOKEN": WRONG, "DISCORD_API_BASE": "{api}"}, ["DISCORD_TOKEN"]),
        (
            {"DISCORD_TOKEN": "abc", "DISCORD_API_BASE": NOWHERE},
            [f"Discord cannot be reached at {NOWHERE}."],
        ),
        ({"OURO_SANDBOX_PORT": "{taken}"}, ["The port {taken} is taken."]),
        ({"OURO_WORKERS": "many", "OURO_QUEUE": "-1"}, ["OURO_WORKERS", "OURO_QUEUE"]),
    ],
)
async def test_what_prevents_a_start_is_told_in_a_sentence_each(
    sandbox: Sandbox,
    warm_bots: WarmProgram,
    tmp_path: Path,
    variables: dict[str, str],
    said: list[str],
) -> None:
    taken = sandbox.base_url.rpartition(":")[2]
    given = {
        name: value.format(api=sandbox.api_base, taken=taken) for name, value in variables.items()
    }
    async with forked_program(warm_bots, tmp_path, **given) as process:
        code, printed, log = await end_of(process)
    assert code == 1
    assert len(printed.strip().splitlines()) == len(said)
    for sentence in said:
        assert sentence.format(taken=taken) in printed
    assert WRONG not in printed + json.dumps(log)
