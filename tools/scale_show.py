"""Shows in a local chat that bots and a Dask cluster work together, also while some are killed."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

import aiohttp
from msgspec import Struct

from sandbox.model.records import AnswerStage
from store.shards import ShardRange
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from texts import commands, helping, problems

WAIT_SECONDS = 300.0
"""Maximum seconds of each step."""
TOGETHER = 3
"""How many puzzles are asked for at once while something is killed."""
PUZZLE = "5x5:2c3b3a0a2b3c3a3a"
"""A puzzle to rate."""
_THREADS = re.compile(r"^ouro_cluster_threads (\S+)$", re.MULTILINE)
_JOBS = re.compile(
    r'^ouro_cluster_jobs_total\{outcome="done",priority="long"\} (\S+)$', re.MULTILINE
)


class ShowError(Exception):
    """Something does not work; the text is a sentence that says what."""


class Killable(Protocol):
    """A program that is started again when it was killed."""

    def kill(self) -> None:
        """Kill the program."""


Program = TypeVar("Program", bound=Killable)


class Machines(Struct, Generic[Program], frozen=True):
    """The programs: bots by the ports of their metrics, with the shards of each.

    `threads` is the number of jobs that the cluster runs at once.
    """

    scheduler: Program
    workers: Sequence[Program]
    bots: Mapping[int, Program]
    shards: Mapping[int, ShardRange]
    threads: int

    async def are_ready(self) -> bool:
        """Whether all bots are ready and use the whole cluster."""
        for port in self.bots:
            found = _THREADS.search(await _fetch(port, "metrics"))
            if not await _fetch(port, "readyz") or found is None:
                return False
            if float(found[1]) != self.threads:
                return False
        return True

    async def jobs_there(self) -> float:
        """How many jobs of people have ended on the cluster: those of coming days are others."""
        found = [_JOBS.search(await _fetch(port, "metrics")) for port in self.bots]
        return sum(float(each[1]) for each in found if each is not None)

    def bot_of(self, server: int) -> Program:
        """The bot that has a server, by Discord's formula."""
        shard = (server >> 22) % next(iter(self.shards.values())).count
        return next(bot for port, bot in self.bots.items() if shard in self.shards[port].ids)


async def show(chat: Sandbox, machines: Machines[Program]) -> None:
    """Use the cluster, kill a worker, the scheduler and a bot, and print what comes of it.

    Raises `ShowError` when somebody gets no right answer.
    """
    await _on_cluster(machines, "A puzzle of level Expert", lambda: _new(chat))
    await _on_cluster(machines, "A rating", lambda: _rating(chat))
    await _on_cluster(machines, "An animation", lambda: _animation(chat))
    for name, program in (("A worker", machines.workers[0]), ("The scheduler", machines.scheduler)):
        await _while_killed(chat, name, program)
        await wait_for(machines.are_ready)
        await _on_cluster(machines, "Another puzzle", lambda: _new(chat))
    await _while_killed(chat, "The bot", machines.bot_of(chat.client.guild), restarted=True)
    await wait_for(machines.are_ready)
    print("All of them are back.", flush=True)


async def wait_for(condition: Callable[[], Awaitable[bool]]) -> None:
    """Wait until a condition holds; raises `ShowError` after `WAIT_SECONDS`."""
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            while not await condition():  # noqa: ASYNC110 - other programs change it
                await asyncio.sleep(0.2)
    except TimeoutError:
        raise ShowError("The bots or the cluster do not become ready; see above.") from None


async def _on_cluster(
    machines: Machines[Program], what: str, ask: Callable[[], Awaitable[Reply]]
) -> Reply:
    """Ask for something that the cluster does."""
    before = await machines.jobs_there()
    reply = await ask()
    if await machines.jobs_there() <= before:
        raise ShowError(f"{what} did not come from the cluster, but: {reply.text}")
    print(f"{what} comes from the cluster.", flush=True)
    return reply


async def _while_killed(
    chat: Sandbox, name: str, program: Killable, *, restarted: bool = False
) -> None:
    """Kill a program while people wait for puzzles; raises `ShowError` if one gets none.

    With `restarted`, an answer may also say that the bot was restarted.
    """
    people = [chat.add_user(f"{name} {number}") for number in range(1, TOGETHER + 1)]
    asked = [asyncio.create_task(_new(chat, user)) for user in people]

    async def all_wait() -> bool:
        own = [each for each in chat.state.interactions.values() if each.user_id in people]
        stages = [each.stage for each in own]
        return len(stages) == TOGETHER and AnswerStage.WAITING not in stages

    await wait_for(all_wait)
    program.kill()
    replies = await asyncio.gather(*asked)
    excused = [reply for reply in replies if problems.WAS_RESTARTED.text in reply.text]
    if any(not reply.files for reply in replies if reply not in excused) or (
        excused and not restarted
    ):
        raise ShowError(f"{name} was killed, and somebody got: {[one.text for one in replies]}")
    told = f", {len(excused)} of them that they should ask again" if excused else ""
    print(f"{name} was killed: {TOGETHER} people who waited have their answer{told}.", flush=True)


async def _new(chat: Sandbox, user: int | None = None) -> Reply:
    options: dict[str, str | int | bool] = {"size": "10x10", "level": "expert"}
    return await chat.client.slash("new", options, user=user, seconds=WAIT_SECONDS)


async def _rating(chat: Sandbox) -> Reply:
    message = await chat.client.post_message(PUZZLE)
    return await chat.client.message_command(
        commands.RATE_MESSAGE.text, message, seconds=WAIT_SECONDS
    )


async def _animation(chat: Sandbox) -> Reply:
    """The way to the solution of the last board, step by step."""
    sure = await chat.client.slash("solution", {"animate": True}, seconds=WAIT_SECONDS)
    return await chat.client.press(sure.message, helping.REVEAL_BUTTON.text, seconds=WAIT_SECONDS)


async def _fetch(port: int, path: str) -> str:
    """What a bot answers at a path; empty if it does not, or not with success."""
    try:
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"http://127.0.0.1:{port}/{path}") as answer,
        ):
            return await answer.text() if answer.status == 200 else ""
    except OSError:
        return ""
