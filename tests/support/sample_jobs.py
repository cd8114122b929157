"""Jobs for tests of the worker pool, importable by its processes."""

import contextlib
import gc
import os
import resource
import signal
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from jobs.work import Bound
from puzzle.errors import NotationError
from workers import child
from workers.codec import Registry


def double(number: int) -> int:
    return 2 * number


def process_id(_: None) -> int:
    return os.getpid()


def decode(size: int) -> int:
    """Stands for a job that decodes a file; returns the process's ID, and refuses an empty file."""
    if not size:
        complain("")
    return os.getpid()


def decode_forever(_: None) -> None:
    """Stands for a job that decodes a file which takes forever."""
    pass_time(300)
    raise AssertionError


DECODE_SECONDS = 0.2
"""The most seconds of `decode_forever`."""


def pass_time(seconds: float) -> None:
    """Not a job: it works a little all the time, as every job does."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.01)


def sleep(seconds: float) -> float:
    pass_time(seconds)
    return seconds


def wait_for(path: Path) -> None:
    """Run until the path exists; a file beside it, with the suffix `.begun`, says that it runs."""
    path.with_suffix(".begun").touch()
    while not path.exists():
        time.sleep(0.01)


def leave_id_and_sleep(path: Path) -> int:
    path.write_text(str(os.getpid()))
    pass_time(300)
    return os.getpid()


def wait_for_id(path: Path) -> int:
    """Not a job: the id of the process that runs `leave_id_and_sleep` with this path."""
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        if path.exists() and (text := path.read_text()):
            return int(text)
        time.sleep(0.02)
    raise AssertionError("the job did not begin")


def wait_for_end_of_group(group: int) -> None:
    """Not a job: returns when no process of the group runs, and no worker without a program.

    Workers have groups of their own. Raises `AssertionError` after five minutes.
    """
    deadline = time.monotonic() + 300
    while left := _members_and_orphans(group):
        assert time.monotonic() < deadline, f"still running: {left}"
        time.sleep(0.5)  # looking at all processes keeps a core from other tests


def _members_and_orphans(group: int) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError, PermissionError):
            state, parent, its_group = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
            is_member = int(its_group) == group and state != "Z"
            if is_member or (
                parent == "1" and b"\0-m\0workers\0" in (entry / "cmdline").read_bytes()
            ):
                found.append(int(entry.name))
    return found


def die(_: None) -> None:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def die_once(path: Path) -> str:
    """Die as if killed from outside, unless the path exists; create it before."""
    if path.exists():
        return "survived"
    path.touch()
    die(None)
    raise AssertionError


def refuse_to_end(path: Path) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    leave_id_and_sleep(path)


def complain(text: str) -> None:
    raise NotationError("rows", text, "row 2", "write digits")


def time_out_by_itself(_: None) -> None:
    raise TimeoutError("mine")


class Awkward(Exception):  # noqa: N818
    """An error whose arguments do not reach the base class, so it cannot be created from them."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} and {two}")


def raise_awkward(_: None) -> None:
    raise Awkward("one", "two")


def return_another_type(_: None) -> int:
    return ""  # type: ignore[return-value]  # that is the point


def return_without_bytes(_: None) -> int:
    return lambda: None  # type: ignore[return-value]  # that is the point


def hoard(megabytes: int) -> int:
    """Allocate and free memory, as for a large board; returns the process's memory in MiB."""
    block = bytearray(megabytes << 20)
    del block
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20


KEPT: list[bytearray] = []
SCATTERED: list[bytes] = []


def scatter(mebibytes: int) -> int:
    """Allocate and free that much in small pieces, and keep the last; returns `hoard(0)` before."""
    before = hoard(0)
    pieces = [bytes(1000) for _ in range(mebibytes << 10)]
    SCATTERED.append(pieces[-1])
    return before


def leak(megabytes: int) -> int:
    """Allocate memory and never free it; returns the MiB leaked in this process so far."""
    KEPT.append(bytearray(megabytes << 20))
    return sum(map(len, KEPT)) >> 20


def take(mebibytes: int) -> int:
    """Allocate that much memory at once, and return its size in MiB."""
    return len(bytearray(mebibytes << 20)) >> 20


def take_like_a_library(_: None) -> None:
    """End as a C++ library without memory does: it aborts the process."""
    os.kill(os.getpid(), signal.SIGABRT)
    raise AssertionError


def answer_of(size: int) -> bytes:
    return bytes(size)


def take_any_share_for_fair(_: None) -> None:
    """Prepare a worker that lowers the priority of jobs whatever their CPU share."""
    child.FAIR_SHARE = 0.0


def standing_after_work(most: float) -> tuple[float, int, int]:
    """Work until the thread's scheduling policy changes, for at most `most` seconds of CPU time.

    Returns the CPU time in seconds, the niceness and the scheduling policy.
    """
    start = time.thread_time()
    while os.sched_getscheduler(0) == os.SCHED_OTHER and time.thread_time() - start < most:
        pass
    nice = os.getpriority(os.PRIO_PROCESS, 0)
    return time.thread_time() - start, nice, os.sched_getscheduler(0)


def standing_after_rest(seconds: float) -> int:
    """The scheduling policy after using a tenth of a CPU until `seconds` of CPU time are used."""
    start = time.thread_time()
    while (had := time.thread_time() - start) < seconds:
        time.sleep(9 * 0.001)
        while time.thread_time() - start < had + 0.001:
            pass
    return os.sched_getscheduler(0)


def frozen_objects(_: None) -> int:
    """Number of objects that the garbage collector ignores."""
    return gc.get_freeze_count()


def memory_limits(_: None) -> tuple[int, int]:
    """The limits of this process: address space in MiB, core file in bytes."""
    return (
        resource.getrlimit(resource.RLIMIT_AS)[0] >> 20,
        resource.getrlimit(resource.RLIMIT_CORE)[0],
    )


PATH: Mapping[type, tuple[Callable[[Any], object], Callable[[Any], Any]]] = MappingProxyType(
    {Path: (str, Path)}
)


def registry() -> Registry:
    """The jobs of this module. Those of the bot would take most of the start of a worker."""
    jobs = (
        double,
        process_id,
        decode,
        decode_forever,
        sleep,
        wait_for,
        leave_id_and_sleep,
        die,
        die_once,
        refuse_to_end,
        complain,
        take_any_share_for_fair,
        time_out_by_itself,
        raise_awkward,
        return_another_type,
        return_without_bytes,
        hoard,
        leak,
        take,
        take_like_a_library,
        answer_of,
        standing_after_work,
        standing_after_rest,
        frozen_objects,
        memory_limits,
        scatter,
    )
    errors = (NotationError, TimeoutError, Awkward)
    decoders = MappingProxyType[Callable[[Any], Any], Bound](
        {
            decode: Bound(decoder_seconds=600.0),
            decode_forever: Bound(decoder_seconds=DECODE_SECONDS),
        }
    )
    return Registry(jobs, errors, PATH, decoders)
