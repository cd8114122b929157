"""A worker process that runs one job at a time, within limits, and is replaced when it fails.

This module runs in the bot; what runs in the process is `workers.child`.
"""

import asyncio
import contextlib
import signal
from typing import Any, NoReturn, TypeVar

from msgspec import Struct, field

from workers.code import code_changed
from workers.codec import Codec, CodecError
from workers.errors import CodeChanged, OutOfMemory, TimedOut
from workers.messages import ENVELOPE, Greeting, JobOutcome, Request, read_outcome
from workers.setup import WorkerLimits, WorkerSetup
from workers.worker_process import WorkerProcess

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")

GREETING_SECONDS = 60.0
"""Maximum seconds from the start of a process to its greeting; then it is replaced."""

START_ATTEMPTS = 10
"""Maximum attempts to start a process. They fail while there are too many processes or open files,
or no memory for another one."""
START_PAUSE = 0.1
"""Seconds between attempts to start a process."""

STOP_SECONDS = 10.0
"""Maximum seconds that a killed process may take to end. Until it has ended, the worker gets no
other process, and `Worker.run` raises `WorkerDied`."""


class WorkerDied(Exception):  # noqa: N818
    """The process could not be started, died, or sent an invalid frame; see the exception's cause.

    Without a cause, the worker is closed.
    """


class StartFailed(WorkerDied):
    """The process could not be started."""


class Worker(Struct, eq=False):
    """The bot's handle on one worker: starts its process, runs jobs in it, stops it.

    A process that a job ends is replaced at once, so that the next job finds one ready. So is one
    that decoded a file of a stranger: a fault in a library that the file used would otherwise see,
    or change, what the process does for other people.
    """

    codec: Codec
    setup: WorkerSetup
    limits: WorkerLimits
    _process: WorkerProcess | None = None
    _killed: WorkerProcess | None = None  # the previous process, until it has ended
    _jobs: int = 0
    _greeted: bool = False
    # One caller reads the greeting, the others wait for it.
    _starting: asyncio.Lock = field(default_factory=asyncio.Lock)
    _closed: bool = False
    replacing: asyncio.Task[None] | None = None
    """Starts the next process after a job that ended the last one."""
    missing: tuple[str, ...] = ()
    """The restrictions that the kernel lacks, as the process reported in its greeting."""

    async def ready(self) -> WorkerProcess:
        """Return the process, started if necessary, when it is ready.

        Raises `WorkerDied`, and `CodeChanged` when a new process would run other code.
        """
        for _ in range(START_ATTEMPTS - 1):
            try:
                return await self._ready()
            except StartFailed:
                await asyncio.sleep(START_PAUSE)
        return await self._ready()

    async def _ready(self) -> WorkerProcess:
        async with self._starting:
            await self._wait_for_killed()
            process = self._process
            if process is None:
                self._process = process = await self._start()
                self._jobs, self._greeted = 0, False
            if not self._greeted:
                await self._wait_for_greeting(process)
            return process

    async def _start(self) -> WorkerProcess:
        try:
            if await code_changed():
                raise CodeChanged
            if self._closed:
                raise WorkerDied
            return WorkerProcess(self.setup, self.limits)
        except OSError as error:
            raise StartFailed from error

    async def _wait_for_greeting(self, process: WorkerProcess) -> None:
        try:
            async with asyncio.timeout(GREETING_SECONDS):
                greeting = await process.receive(Greeting, ENVELOPE)
            if await code_changed():  # while it imported what it runs
                raise CodeChanged
        except (TimeoutError, CodecError) as error:
            self._discard()
            raise WorkerDied from error
        except (OSError, EOFError) as error:
            await self._raise_death(process, error)
        except (asyncio.CancelledError, CodeChanged):
            self._discard()
            raise
        self.missing, self._greeted = greeting.missing, True

    async def run(self, request: Request) -> Any:
        """Run a job and return its answer; with `low_priority`, long jobs yield the processor.

        Raises `TimedOut`, `OutOfMemory` or `AnswerTooLarge` when the job exceeds a limit,
        `WorkerDied` when the process dies, `CodeChanged` when it would run other code than the bot,
        the errors of the registry that the job raises, and `JobFailed` when it raises anything
        else.
        """
        _, answer = await self._run(request)
        if isinstance(answer, Exception):
            try:
                raise answer
            finally:
                del answer  # or its traceback kept the request in memory, in a cycle
        return answer

    async def run_packed(self, request: Request) -> JobOutcome:
        """Run a job whose request is packed; the data of the outcome was unpacked once to check it.

        Raises `TimedOut`, `OutOfMemory` or `WorkerDied`; other errors are in the outcome. The job
        must be in the registry.
        """
        outcome, _ = await self._run(request)
        return outcome

    async def _run(self, request: Request) -> tuple[JobOutcome, Any]:
        """Run a job; returns its outcome, and its answer or the error to raise."""
        process = await self.ready()
        try:
            return await self._run_in(process, request)
        finally:
            if self._process is None and not self._closed:
                self.replacing = asyncio.create_task(self._replace())

    async def _replace(self) -> None:
        """Start the next process; when that fails, the next job tries again."""
        with contextlib.suppress(WorkerDied, CodeChanged):
            await self._ready()

    async def _run_in(self, process: WorkerProcess, request: Request) -> tuple[JobOutcome, Any]:
        decoder = self.codec.bound(request.job).decoder_seconds
        seconds = min(self.limits.seconds, decoder or self.limits.seconds)
        try:
            with process.working():
                async with asyncio.timeout(seconds):
                    await process.send(request)
                    outcome = await process.receive(JobOutcome, self.limits.answer + ENVELOPE)
            answer = read_outcome(self.codec, request.job, outcome, self.limits)
        except TimeoutError:
            await self.stop()
            raise TimedOut(seconds) from None
        except asyncio.CancelledError:
            self._discard()
            raise
        except (OSError, EOFError) as error:
            await self._raise_death(process, error)
        except CodecError as error:  # its frames cannot be trusted any more
            self._discard()
            raise WorkerDied from error
        self._jobs += 1
        spent = self._jobs >= self.limits.jobs or outcome.held > self.limits.resident
        if spent or decoder is not None or isinstance(answer, OutOfMemory):
            self._discard()
        return outcome, answer

    async def _raise_death(self, process: WorkerProcess, error: Exception) -> NoReturn:
        """Discard a process that closed its socket; raises `OutOfMemory` or `WorkerDied`."""
        self._discard()
        await self._wait_for_killed()
        code = process.ended.result()
        if code == -signal.SIGABRT:
            # The C++ code of the SAT solver aborts when an allocation fails. A retry would too.
            raise OutOfMemory(self.limits.memory) from error
        raise WorkerDied from EOFError(f"exit code {code}")

    def _discard(self) -> None:
        """Kill the process; the next one starts when this one has ended."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            self._killed = process

    async def _wait_for_killed(self) -> None:
        """Wait until the killed process has ended; raises `WorkerDied` after `STOP_SECONDS`."""
        if self._killed is not None:
            try:
                async with asyncio.timeout(STOP_SECONDS):
                    await asyncio.shield(self._killed.ended)
            except TimeoutError as error:
                raise WorkerDied from error
            self._killed = None

    async def close(self) -> None:
        """Stop the process, and start no other one."""
        self._closed = True
        await self.stop()
        if self.replacing is not None:
            await asyncio.wait([self.replacing])

    async def stop(self) -> None:
        """Kill the process, even in the middle of a job, and return when it has ended."""
        self._discard()
        with contextlib.suppress(WorkerDied):  # it does not end: there is nothing left to do
            await self._wait_for_killed()
