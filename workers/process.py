"""A worker process that runs one job at a time, within limits, and is replaced when it fails.

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
from workers.frames import ENVELOPE, Greeting, JobOutcome, Order, OutcomeKind, Request

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")

GREETING_SECONDS = 20.0
"""Maximum seconds that a forked process may take to be ready; then it is replaced."""


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """Limits of one job (`seconds`, `memory` in MiB, `answer` in bytes) and of one worker.

    `memory` limits address space, which is at least as large as resident memory. A worker is
    replaced after `jobs` jobs, which bounds leaks, and when its resident memory once exceeded
    `resident` MiB, as large boards leave much memory allocated; a fresh worker has about 100 MiB.
    """

    seconds: float
    memory: int = 1024
    answer: int = 32 * MEBIBYTE
    jobs: int = 500
    resident: int = 200


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """The jobs that workers know, and what they may do.

    - `registry`: a function that returns the jobs; called in the bot and in the workers.
    - `modules`: imported before a worker is forked. Workers cannot read other files of the program
      later, so these modules must import all that jobs need.
    - `start`: a function that is called after the imports, with `arguments`.
    - `readable`, `writable`: files and folders that jobs may use besides those of the program.

    `registry` and `start` are functions of modules, because they are sent by name.
    """

    registry: Callable[[], Registry] = no_jobs
    modules: tuple[str, ...] = ()
    start: Callable[..., None] | None = None
    arguments: tuple[str, ...] = ()
    readable: tuple[str, ...] = ()
    writable: tuple[str, ...] = ()

    def order(self, limits: WorkerLimits) -> Order:
        """This setup and the limits, as sent to the fork server."""
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
    """The process died before or while it ran the job, or sent an invalid frame.

    The cause of this exception says which.
    """


class Worker:
    """The bot's handle on one worker process: start it, run jobs in it, stop it."""

    def __init__(self, server: ForkServer, codec: Codec, limits: WorkerLimits) -> None:
        self._server = server
        self._codec = codec
        self._limits = limits
        self._process: Process | None = None
        self._last: Process | None = None
        self._jobs = 0
        self._greeted = False
        self.missing: tuple[str, ...] = ()
        """The restrictions that the kernel lacks, as the process reported in its greeting."""

    async def ready(self) -> Process:
        """Return the process, started if necessary, when it is ready; raises `WorkerDied`."""
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
        """Run a job and return its answer; with `low_priority`, long jobs yield the processor.

        Raises `TimedOut`, `OutOfMemory` or `AnswerTooLarge` when the job exceeds a limit,
        `WorkerDied` when the process dies, `CodecError` when the registry does not know the job or
        the type of the request, the errors of the registry that the job raises, and `JobFailed`
        when it raises anything else.
        """
        name = self._codec.name_of(job)
        frame = Request(
            name, self._codec.pack_request(name, request), low_priority, _plain_context()
        )
        process = await self.ready()
        try:
            async with asyncio.timeout(self._limits.seconds):
                await process.send(frame)
                outcome = await process.receive(JobOutcome, self._limits.answer + ENVELOPE)
            answer = self._read(name, outcome)
        except TimeoutError:
            await self.stop()
            raise TimedOut(self._limits.seconds) from None
        except asyncio.CancelledError:
            self._discard()
            raise
        except (OSError, EOFError) as error:
            await self._raise_death(process, error)
        except CodecError as error:  # its frames cannot be trusted any more
            self._discard()
            raise WorkerDied from error
        self._jobs += 1
        spent = self._jobs >= self._limits.jobs or outcome.held > self._limits.resident
        if spent or isinstance(answer, OutOfMemory):
            self._discard()
        if isinstance(answer, Exception):
            raise answer
        result: Answer = answer
        return result

    def _read(self, name: str, outcome: JobOutcome) -> Any:
        """The answer of a job, or its exception; raises `CodecError`."""
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
        """Discard a process that closed its socket; raises `OutOfMemory` or `WorkerDied`."""
        self._discard()
        code = await self._gone(process)
        if code == -signal.SIGABRT:
            # The C++ code of the SAT solver aborts when an allocation fails. A retry would too.
            raise OutOfMemory(self._limits.memory) from error
        raise WorkerDied from EOFError(f"exit code {code}")

    def _discard(self) -> None:
        """Kill the process; the next one starts when this one has ended."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            self._last = process

    async def _gone(self, process: Process) -> int | None:
        """Wait for a killed process to end, and return its exit code."""
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
        """Kill the process, even in the middle of a job, and return when it has ended."""
        self._discard()
        if self._last is not None:
            await self._gone(self._last)


def _plain_context() -> dict[str, str | int | float | bool | None]:
    """The logging context of this task, for what the job logs."""
    return {
        name: value if isinstance(value, str | int | float | bool | None) else str(value)
        for name, value in structlog.contextvars.get_contextvars().items()
    }
