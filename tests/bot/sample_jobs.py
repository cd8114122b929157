"""Jobs with which the tests try the work pool; importable by its processes."""

import os
import signal
import time
from pathlib import Path
from typing import NoReturn

from puzzle.errors import NotationError


def double(number: int) -> int:
    return 2 * number


def process_id(_: None) -> int:
    return os.getpid()


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def leave_id_and_sleep(path: Path) -> int:
    path.write_text(str(os.getpid()))
    time.sleep(60)
    return os.getpid()


def wait_for_id(path: Path) -> int:
    """Not a job: the process that runs `leave_id_and_sleep` with this path."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        if path.exists() and (text := path.read_text()):
            return int(text)
        time.sleep(0.02)
    raise AssertionError("the job did not begin")


def die(_: None) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def die_once(path: Path) -> str:
    """Die like one killed from outside, unless somebody already did."""
    if path.exists():
        return "survived"
    path.touch()
    return die(None)


def refuse_to_end(path: Path) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    leave_id_and_sleep(path)


def complain(text: str) -> NoReturn:
    raise NotationError("rows", text, "row 2", "write digits")


def time_out_by_itself(_: None) -> NoReturn:
    raise TimeoutError("mine")


class Awkward(Exception):  # noqa: N818
    """Cannot be unpickled: its arguments do not reach the base."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} and {two}")


def raise_awkward(_: None) -> NoReturn:
    raise Awkward("one", "two")


def return_unpicklable(_: None) -> object:
    return lambda: None


def hoard(megabytes: int) -> int:
    """Allocate and keep nothing, as a big board does; how much the process holds now, in MB."""
    block = bytearray(megabytes << 20)
    del block
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20


KEPT: list[bytearray] = []


def leak(megabytes: int) -> int:
    """Keep the memory, as a leak does; how much leaked in this process so far, in MB."""
    KEPT.append(bytearray(megabytes << 20))
    return sum(map(len, KEPT)) >> 20
