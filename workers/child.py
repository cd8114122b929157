"""The main function of a worker process: it runs one job after another until the bot ends."""

import contextlib
import ctypes
import gc
import importlib
import os
import pickle
import resource
import signal
import sys
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, NoReturn

from workers.codec import Codec, Job
from workers.confinement import confine
from workers.messages import (
    REPORT,
    Greeting,
    JobOutcome,
    OutcomeKind,
    Request,
    read_bytes,
    read_frame,
    write_frame,
)
from workers.setup import MEBIBYTE, WorkerSetup, WorkerTask

NICENESS = 8
"""Niceness of workers relative to the bot, which has to acknowledge commands in time."""

FULL_PRIORITY_SECONDS = 0.1
"""CPU seconds before a job that is not quick yields to other programs. Most jobs need less, and so
finish also while another program uses the whole processor."""

FAIR_SHARE = 0.5
"""Minimum share of one processor that a job must have had since its start before it yields. A job
that had less competes with a busy program, and would never end at idle priority."""

_STATUS_SIZE = 1 << 13
_PR_SET_PDEATHSIG = 1
_M_ARENA_MAX = -8


def work() -> NoReturn:
    """Run as a worker, a program with a clean environment and its own session. Never returns.

    Standard input is a socket to the bot, and so is standard error. The worker reads its setup,
    sends a `Greeting`, then answers each `Request` with a `JobOutcome`.
    """
    status = 1
    try:
        _end_with_parent()
        _share_one_arena()
        connection = _take_connection()
        packed = read_bytes(connection)
        if packed:  # else the bot has ended
            sent: WorkerTask = pickle.loads(packed)  # noqa: S301 - from the bot
            setup, limits, max_tasks = sent
            codec = _load(setup)
            memory = PeakMemory()
            _limit(resource.RLIMIT_AS, limits.memory * MEBIBYTE)
            _limit(resource.RLIMIT_CORE, 0)  # a core file would contain what users sent
            _limit(resource.RLIMIT_NPROC, max_tasks)
            if not setup.writable:
                _limit(resource.RLIMIT_FSIZE, 0)
            missing = confine(setup.readable, setup.writable)
            with contextlib.suppress(OSError):  # the bot has ended
                serve(connection, codec, limits.answer, missing, memory)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.flush()
        os._exit(status)


class PeakMemory:
    """The peak resident memory of this process; a file is opened, which jobs may not open.

    `getrusage` includes the memory of the bot, from which the process was started.
    """

    def __init__(self) -> None:
        self._status: int | None = None
        with contextlib.suppress(OSError):  # not Linux
            self._status = os.open("/proc/self/status", os.O_RDONLY | os.O_CLOEXEC)

    def mebibytes(self) -> int:
        """The peak since the start of the process, in MiB."""
        if self._status is not None:
            _, _, found = os.pread(self._status, _STATUS_SIZE, 0).partition(b"VmHWM:")
            if found:
                return int(found.split(None, 1)[0]) // 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def serve(
    descriptor: int,
    codec: Codec,
    max_answer: int,
    missing: tuple[str, ...],
    memory: PeakMemory,
) -> None:
    """Greet the bot, then run the jobs that it sends; raises `OSError` when the bot has ended."""
    write_frame(descriptor, Greeting(missing))
    os.nice(NICENESS)  # not before the greeting, for which the bot waits
    while (request := read_frame(descriptor, Request)) is not None:
        write_frame(descriptor, _outcome(codec, request, max_answer, memory))
        if request.low_priority:  # a quick job needs little memory, and the next one no delay
            _return_free_memory()


def _share_one_arena() -> None:
    """Let all threads allocate from one heap, as one runs at a time; only glibc has more."""
    with contextlib.suppress(AttributeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


def _return_free_memory() -> None:
    """Return what the last job freed to the system; glibc keeps it for the next one."""
    with contextlib.suppress(AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def _end_with_parent() -> None:
    """Let the process end with the bot, even if that is killed.

    SIGTERM ends it at once, also while the SAT solver is inside one long call. It ignores SIGINT,
    which the bot handles. A bot that ended before this call has closed its socket.
    """
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def _take_connection() -> int:
    """The socket to the bot, which was standard input; that is empty from now on."""
    connection = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return connection


def _load(setup: WorkerSetup) -> Codec:
    """Import what jobs need, and return the codec of the jobs."""
    for module in setup.imports:
        importlib.import_module(module)
    codec = Codec(setup.registry())
    gc.freeze()  # the garbage collector skips imported objects
    gc.enable()
    return codec


def _limit(kind: int, most: int) -> None:
    """Set the limit of a resource for good, capped at its present hard limit."""
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(kind, (most, most))


def _outcome(codec: Codec, request: Request, max_answer: int, memory: PeakMemory) -> JobOutcome:
    """Run a job; its outcome includes the process's peak resident memory in MiB.

    An answer of more than `max_answer` bytes is dropped.
    """
    kind, data, size = OutcomeKind.ANSWER, b"", 0
    try:
        job, value = codec.job(request.job), codec.unpack_request(request.job, request.data)
        answer = _run_at_low_priority(job, value) if request.low_priority else job(value)
        data = codec.pack(answer)
    except MemoryError:
        kind = OutcomeKind.OUT_OF_MEMORY
    except Exception as error:
        kind, data = _failure(codec, error)
    if len(data) > max_answer:
        kind, size, data = OutcomeKind.TOO_LARGE, len(data), b""
    return JobOutcome(kind, memory.mebibytes(), data, size)


def _failure(codec: Codec, error: Exception) -> tuple[OutcomeKind, bytes]:
    packed = codec.pack_error(error)
    if packed is not None:
        return OutcomeKind.ERROR, packed
    report = "".join(traceback.format_exception(error))
    return OutcomeKind.FAILURE, report[-REPORT:].encode(errors="replace")


def _run_at_low_priority(job: Job, request: Any) -> Any:
    """Run a job that yields to other programs after `FULL_PRIORITY_SECONDS` of CPU time.

    It does not yield while it gets less than `FAIR_SHARE` of a processor. The job runs in a thread
    of its own, because an unprivileged thread cannot raise its priority again.
    """
    if not hasattr(os, "SCHED_IDLE"):
        return job(request)
    with ThreadPoolExecutor(1) as thread:
        try:
            ident, native_id = thread.submit(_current_thread).result()
        except RuntimeError:  # there are too many threads, or there is no memory for another
            return job(request)
        future = thread.submit(job, request)
        start, clock = time.monotonic(), time.pthread_getcpuclockid(ident)
        while not wait([future], timeout=FULL_PRIORITY_SECONDS / 5).done:
            cpu_seconds = time.clock_gettime(clock)
            fair_seconds = FAIR_SHARE * (time.monotonic() - start)
            if cpu_seconds > FULL_PRIORITY_SECONDS and cpu_seconds > fair_seconds:
                _lower_priority(native_id)
                break
        return future.result()


def _current_thread() -> tuple[int, int]:
    """Python's identifier of the current thread, and that of the operating system."""
    return threading.get_ident(), threading.get_native_id()


def _lower_priority(thread: int) -> None:
    """Give a thread, by its native ID, only the processor time that no other thread uses.

    Under `SCHED_IDLE` Linux treats its processor as free for other threads; under niceness alone
    it does not.
    """
    with contextlib.suppress(OSError):  # not permitted: niceness remains
        os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))
