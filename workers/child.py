"""What runs in a worker: it answers one request after the other until the bot is gone."""

import contextlib
import contextvars
import ctypes
import os
import resource
import signal
import sys
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, NoReturn

import structlog

from workers.codec import Codec, Job
from workers.confinement import Confinement
from workers.frames import (
    REPORT,
    Greeting,
    Order,
    Outcome,
    OutcomeKind,
    Request,
    read_frame,
    write_frame,
)

MEBIBYTE = 1 << 20

NICE = 8
"""How far a worker stands back for the bot, which has to acknowledge in time."""

FULL_PRIORITY_SECONDS = 0.1
"""Seconds of the processor that a patient job has like any other, before it stands back: most
need less, and so have their answer also where some other program wants the whole processor."""

FAIR_SHARE = 0.5
"""Of a processor. A job that has had less since it began does not stand back: somebody leaves
nothing, and it would never end."""

_PR_SET_PDEATHSIG = 1


def work(connection: int, codec: Codec, order: Order, confinement: Confinement) -> NoReturn:
    """Be a worker: never returns. `connection` is the descriptor of a socket to the bot."""
    status = 1
    try:
        missing = _prepare(order.memory, confinement)
        write_frame(connection, Greeting(missing))
        while (request := read_frame(connection, Request)) is not None:
            write_frame(connection, _outcome(codec, request, order))
        status = 0
    except OSError:
        pass  # the bot is gone
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.flush()
        os._exit(status)


def _prepare(memory: int, confinement: Confinement) -> tuple[str, ...]:
    """Limit a fresh process; what it is not kept from.

    It ends with the fork server, which ends with the bot, however that died. SIGTERM ends it at
    once, also while the SAT solver is inside one long call. Control-C is for the bot alone.
    """
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = os.getppid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != server:
            os._exit(1)  # it died just before
    os.nice(NICE)
    _limit(resource.RLIMIT_AS, memory * MEBIBYTE)
    _limit(resource.RLIMIT_CORE, 0)  # a core file would hold what people sent
    return confinement.apply()


def _limit(kind: int, most: int) -> None:
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(kind, (most, hard))


def _outcome(codec: Codec, request: Request, order: Order) -> Outcome:
    """What becomes of a request, and the most MiB that the process has held so far.

    What the job logs carries the context of who asked.
    """
    kind, data, size = OutcomeKind.ANSWER, b"", 0
    with structlog.contextvars.bound_contextvars(**request.context):
        try:
            job, asked = codec.job(request.job), codec.unpack_request(request.job, request.data)
            run = _run_at_low_priority if request.low_priority else _run
            data = codec.pack_answer(request.job, run(job, asked))
        except MemoryError:
            kind = OutcomeKind.OUT_OF_MEMORY
        except Exception as error:
            kind, data = _failure(codec, error)
    if len(data) > order.answer:
        kind, size, data = OutcomeKind.TOO_LARGE, len(data), b""
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return Outcome(kind, held, data, size)


def _failure(codec: Codec, error: Exception) -> tuple[OutcomeKind, bytes]:
    packed = codec.pack_error(error)
    if packed is not None:
        return OutcomeKind.ERROR, packed
    report = "".join(traceback.format_exception(error))
    return OutcomeKind.FAILURE, report[-REPORT:].encode(errors="replace")


def _run(job: Job, request: Any) -> Any:
    return job(request)


def _run_at_low_priority(job: Job, request: Any) -> Any:
    """The answer of a job that lets everybody else go first when it has had its head start, as long
    as they leave it something.

    It has a thread of its own, as one that has stood back may not come forward again.
    """
    if not hasattr(os, "SCHED_IDLE"):
        return job(request)
    context = contextvars.copy_context()
    with ThreadPoolExecutor(1) as thread:
        try:
            name, number = thread.submit(_present_thread).result()
        except RuntimeError as error:  # how Python says that a thread got no memory
            raise MemoryError from error
        future = thread.submit(context.run, job, request)
        begun, clock = time.monotonic(), time.pthread_getcpuclockid(name)
        while not wait([future], timeout=FULL_PRIORITY_SECONDS / 5).done:
            had = time.clock_gettime(clock)
            if had > FULL_PRIORITY_SECONDS and had > FAIR_SHARE * (time.monotonic() - begun):
                _lower_priority(number)
                break
        return future.result()


def _present_thread() -> tuple[int, int]:
    """How Python calls the present thread, and how Linux does."""
    return threading.get_ident(), threading.get_native_id()


def _lower_priority(thread: int) -> None:
    """Let a thread take only what others leave of the processor.

    Then Linux also sees that a processor is free for those who are in a hurry (`SCHED_IDLE`); where
    somebody is merely nice it does not.
    """
    with contextlib.suppress(OSError):  # where that is forbidden, nice it is
        os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))
