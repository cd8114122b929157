"""What every request costs the event loop when a person has stored the most they can."""

import asyncio
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from app.settings import Settings
from sandbox.model.settings import SandboxSettings
from sandbox.model.waiting import wait_until
from service.playing.attempts import MAX_UNFINISHED
from service.running.quotas import EXPORTS_PER_MINUTE
from tests.support.sandbox.server import Sandbox
from tools.bench.measure import Goals, print_machine
from tools.bench.measured_bot import MeasuredBot, Setup, measured_bot
from tools.bench.requests import Request, Requests

SHARE = 0.2
"""The share of one core that a person may take of the event loop."""
DAYS = 730
"""Days whose dailies the person has all solved: two years."""
OWN_RATES = {"press export": EXPORTS_PER_MINUTE / 60}
"""Requests per second where a request has a limit of its own."""
START_SECONDS = 300.0
"""Seconds that the bot may take to store the worst case and to connect."""
SETTLED_SECONDS = 0.3
"""Seconds after the last answer for what the bot does after it."""


def costs(
    names: Annotated[list[str] | None, typer.Argument(help="Requests; all if none.")] = None,
    repeat: Annotated[int, typer.Option(help="Number of times each request is sent.")] = 10,
    days: Annotated[int, typer.Option(help="Days of dailies in the database.")] = DAYS,
    boards: Annotated[
        int, typer.Option(help="Unfinished boards, of which five are open.")
    ] = MAX_UNFINISHED,
) -> None:
    """Send every command, press and request for suggestions as a person with full boards.

    Prints the processor time of the event loop for one request, and the share of a core that one
    person can take at the permitted rate. No board is found in the cache
    unless it was the last one. The exit code is 1 when a share is over a fifth.
    """
    print_machine(all_cores=True)
    goals = asyncio.run(measure(names or [], repeat, days, boards))
    if not goals.reached:
        raise typer.Exit(1)


async def measure(names: list[str], repeat: int, days: int, boards: int) -> Goals:
    """Print a row for each request whose name contains one of `names`, or for all."""
    goals, pace = Goals(), Settings().person_pace
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox(application="Ouro", settings=SandboxSettings(acknowledge=60)) as sandbox:
            client = sandbox.client
            place = client.me, client.guild
            setup = Setup(Path(folder), sandbox.api_base, sandbox.token, *place, days, boards)
            with measured_bot(setup) as bot:
                await wait_until(sandbox.state, lambda: sandbox.state.online or None, START_SECONDS)
                await bot.idle()
                for name, request in (await Requests(client).all()).items():
                    if not names or any(part in name for part in names):
                        await _measure_one(goals, bot, name, request, repeat, pace)
    return goals


async def _measure_one(  # noqa: PLR0913, PLR0917 - a row of the table
    goals: Goals, bot: MeasuredBot, name: str, request: Request, repeat: int, pace: float
) -> None:
    await bot.count()
    await request()
    await asyncio.sleep(SETTLED_SECONDS)
    count = await bot.counted()
    before = await bot.seconds()
    for _ in range(repeat):
        await request()
    await asyncio.sleep(SETTLED_SECONDS)
    seconds = (await bot.seconds() - before) / repeat
    permitted = OWN_RATES.get(name, pace / count.weight)
    share = seconds * permitted
    goals.add(name, f"{seconds * 1e3:.1f} ms", f"x {permitted:.2g} = {share:.0%}", share < SHARE)
