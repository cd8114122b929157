"""One process that does one job at a time, within limits, and is replaced when it fails.

This module runs in the bot; what runs in the process is `workers.child`.
"""

import asyncio
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import structlog

from workers.child import MEBIBYTE
from workers.codec import Codec, CodecError, Registry, no_jobs
from workers.errors import AnswerTooLarge, JobFailed, OutOfMemory, TimedOut
from workers.fork_server import STOP_SECONDS, ForkServer, Process
from workers.frames import ENVELOPE, Greeting, Order, Outcome, OutcomeKind, Request

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")

GREETING_SECONDS = 20.0
"""How long a forked process may take to be ready; beyond that it is given up."""


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """What one job may use: seconds, memory in MiB, bytes of its answer.

    Memory is address space: all that the process has mapped, so at least as much as it holds.
    A worker is replaced after `jobs` jobs, so that leaks end, and when it has once held more than
    `grown` MiB, as large boards leave much behind; a fresh one holds about 100.
    """

    seconds: float
    memory: int = 1024
    answer: int = 32 * MEBIBYTE
    jobs: int = 500
    grown: int = 200


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """What workers know and may do.

    - `registry`: what gives the jobs; called in the bot and in the workers.
    - `modules`: what is imported before a worker is forked. Nothing else of the program can be
      read later, so all that jobs need must be among it, or be imported by it.
    - `start`: what is called then, with these `arguments`.
    - `readable`, `writable`: files and folders that jobs may use beside those of the program.

    `registry` and `start` are functions of modules, as they are known by their names.
    """

    registry: Callable[[], Registry] = no_jobs
    modules: tuple[str, ...] = ()
    start: Callable[..., None] | None = None
    arguments: tuple[str, ...] = ()
    readable: tuple[str, ...] = ()
    writable: tuple[str, ...] = ()

    def order(self, limits: WorkerLimits) -> Order:
        """The same as a fork server is told it."""
        return Order(
            registry=_name(self.registry),
            modules=self.modules,
            start=None if self.start is None else _name(self.start),
            arguments=self.arguments,
            readable=self.readable,
            writable=self.writable,
            memory=limits.memory,
            answer=limits.answer,
        )


def _name(function: Callable[..., Any]) -> str:
    return f"{function.__module__}:{function.__qualname__}"


class WorkerDied(Exception):  # noqa: N818
    """The process died while it had the job, could not be reached at all, or sent what it must not.

    Its cause says more.
    """


class Worker:
    """A process, from outside; see `ready`, `run` and `stop`."""

    def __init__(self, server: ForkServer, codec: Codec, limits: WorkerLimits) -> None:
        self._server = server
        self._codec = codec
        self._limits = limits
        self._process: Process | None = None
        self._last: Process | None = None
        self._jobs = 0
        self._greeted = False
        self.missing: tuple[str, ...] = ()
        """What the kernel does not keep the process from, as it said in its greeting."""

    async def ready(self) -> Process:
        """Return when the process, started if need be, can have a job; raises `WorkerDied`."""
        try:
            if self._last is not None:
                await self._gone(self._last)
            process = self._process
            if process is None:
                self._process = process = await self._server.fork()
                self._jobs, self._greeted = 0, False
            if not self._greeted:
                async with asyncio.timeout(GREETING_SECONDS):
                    greeting = await process.receive(Greeting, ENVELOPE)
                self.missing, self._greeted = greeting.missing, True
        except (OSError, EOFError, CodecError) as error:  # also TimeoutError
            self._discard()
            raise WorkerDied from error
        except asyncio.CancelledError:
            self._discard()
            raise
        return process

    async def run(
        self, job: Callable[[Asked], Answer], request: Asked, *, low_priority: bool = False
    ) -> Answer:
        """The answer of a job; with `low_priority`, a long job yields the processor to others.

        Raises `TimedOut`, `OutOfMemory`, `AnswerTooLarge`, `WorkerDied`, `JobFailed`, `CodecError`
        for a job or a request that the registry does not know, and the errors of the registry that
        the job raises.
        """
        name = self._codec.name_of(job)
        frame = Request(
            name, self._codec.pack_request(name, request), low_priority, _plain_context()
        )
        process = await self.ready()
        try:
            async with asyncio.timeout(self._limits.seconds):
                await process.send(frame)
                outcome = await process.receive(Outcome, self._limits.answer + ENVELOPE)
            answer = self._read(name, outcome)
        except TimeoutError:
            await self.stop()
            raise TimedOut(self._limits.seconds) from None
        except asyncio.CancelledError:
            self._discard()
            raise
        except (OSError, EOFError) as error:
            await self._raise_death(process, error)
        except CodecError as error:  # it is no longer what it was
            self._discard()
            raise WorkerDied from error
        self._jobs += 1
        spent = self._jobs >= self._limits.jobs or outcome.held > self._limits.grown
        if spent or isinstance(answer, OutOfMemory):
            self._discard()
        if isinstance(answer, Exception):
            raise answer
        result: Answer = answer
        return result

    def _read(self, name: str, outcome: Outcome) -> Any:
        """The answer of a job, or the exception that comes of it; raises `CodecError`."""
        match outcome.kind:
            case OutcomeKind.ANSWER:
                return self._codec.unpack_answer(name, outcome.data)
            case OutcomeKind.ERROR:
                return self._codec.unpack_error(outcome.data)
            case OutcomeKind.FAILURE:
                return JobFailed(name, outcome.data.decode(errors="replace"))
            case OutcomeKind.OUT_OF_MEMORY:
                return OutOfMemory(self._limits.memory)
            case OutcomeKind.TOO_LARGE:
                return AnswerTooLarge(outcome.size, self._limits.answer)

    async def _raise_death(self, process: Process, error: Exception) -> None:
        """Replace a process that closed its socket; raises what that means."""
        self._discard()
        code = await self._gone(process)
        if code == -signal.SIGABRT:
            # How the C++ of the SAT solver ends when it gets no memory. Another try would too.
            raise OutOfMemory(self._limits.memory) from error
        raise WorkerDied from EOFError(f"exit code {code}")

    def _discard(self) -> None:
        """End the process; the next one starts once it is gone."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            self._last = process

    async def _gone(self, process: Process) -> int | None:
        """The exit code of a killed process, once it is gone."""
        try:
            async with asyncio.timeout(STOP_SECONDS):
                code = await asyncio.shield(process.ended)
        except TimeoutError:
            await self._server.close()
            code = None
        if self._last is process:
            self._last = None
        return code

    async def stop(self) -> None:
        """End the process, whatever it does, and return when it is gone."""
        self._discard()
        if self._last is not None:
            await self._gone(self._last)


def _plain_context() -> dict[str, str | int | float | bool | None]:
    """With what the log lines of this task are marked, for those of the job."""
    return {
        name: value if isinstance(value, str | int | float | bool | None) else str(value)
        for name, value in structlog.contextvars.get_contextvars().items()
    }
