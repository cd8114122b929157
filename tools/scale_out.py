"""`script/scale`: Ouro as on several machines, on this one, with a local chat as Discord.

PostgreSQL, HAProxy, two worker hosts and two bot processes, without containers.
"""

import signal
import subprocess
import sys
import tempfile
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from tools.postgres import postgres
from tools.programs import MissingProgramError, free_port, running
from tools.worker_hosts import balancer, make_certificates, tls_files, tls_variables, worker_host

SHARDS = 4
"""Shards of the local chat, divided among the bots."""
START_SECONDS = 120.0
"""Maximum seconds until a program is ready."""


def scale(
    port: Annotated[int, typer.Option(help="Port of the chat page; 0 takes a free one.")] = 8765,
    workers: Annotated[int, typer.Option(help="Worker processes of each host.")] = 2,
) -> None:
    """Run everything until interrupted, and print the address of the chat page."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ouro-scale-")))
        try:
            start_all(stack, folder, port, workers)
            signal.pause()
        except KeyboardInterrupt:
            print("Stopping.", flush=True)
        except MissingProgramError as error:
            raise SystemExit(str(error)) from error


def start_all(stack: ExitStack, folder: Path, port: int, workers: int) -> None:
    """Start all programs, each when those that it needs are ready."""
    database = stack.enter_context(postgres())
    print("PostgreSQL runs.", flush=True)
    make_certificates(folder)
    ports = [stack.enter_context(worker_host(folder, workers)) for _ in range(2)]
    address = stack.enter_context(balancer(folder, ports, workers))
    print(f"HAProxy and two worker hosts with {workers} workers each run.", flush=True)
    command = [sys.executable, "-P", "-m", "cli", "sandbox", "--port", str(port)]
    chat = stack.enter_context(running([*command, "--shards", str(SHARDS)]))
    page, discord = _read_chat(chat)
    variables = {
        **discord,
        **tls_variables(tls_files(folder, "bot")),
        "OURO_DATABASE": database,
        "OURO_WORKERS_URL": f"https://127.0.0.1:{address}",
        "OURO_LOG_LEVEL": "warning",
    }
    for number, shards in enumerate(shard_ranges()):
        health = free_port()
        more = {
            "OURO_HTTP_PORT": str(health),
            "OURO_DATA": str(folder / f"bot-{number}"),
            "OURO_SHARDS": shards,
        }
        bot = stack.enter_context(running([sys.executable, "-P", "-m", "app"], **variables, **more))
        _wait_until_ready(health, bot)
        print(f"Bot {number + 1} runs with the shards {shards}.", flush=True)
    print(f"\nOpen {page} and type /learn or /daily. Ctrl+C stops.", flush=True)


def shard_ranges() -> tuple[str, str]:
    """The shards of each bot."""
    half = SHARDS // 2
    return (f"0-{half - 1}/{SHARDS}", f"{half}-{SHARDS - 1}/{SHARDS}")


def _read_chat(chat: subprocess.Popen[str]) -> tuple[str, dict[str, str]]:
    """The address of the page, and the variables for a bot, from what `ouro sandbox` prints."""
    assert chat.stdout is not None
    page, variables = "", {}
    for line in chat.stdout:
        name, _, value = line.strip().removeprefix("export ").partition("=")
        if name in {"DISCORD_TOKEN", "DISCORD_API_BASE", "DISCORD_GATEWAY_URL"}:
            variables[name] = value.strip("'\"")
        elif "http" in line:
            page = line[line.index("http") :].split()[0]
        if page and len(variables) == 3:
            return page, variables
    raise MissingProgramError("The local chat did not start; see above.")


def _wait_until_ready(port: int, bot: subprocess.Popen[str]) -> None:
    """Wait until a bot is ready: it reaches the chat, the database and a worker host."""
    waiting = 0.0
    while waiting < START_SECONDS:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5):
                return
        except OSError:
            waiting += 0.2
        try:
            bot.wait(0.2)
        except subprocess.TimeoutExpired:
            continue
        raise MissingProgramError("A bot did not start; see above.")
    raise MissingProgramError("A bot is not ready after two minutes; see above.")


if __name__ == "__main__":
    typer.run(scale)
