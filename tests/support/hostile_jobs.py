"""Jobs that attempt what confinement forbids, as an attacker's code in a worker would."""

import contextlib
import ctypes
import fcntl
import importlib
import os
import resource
import signal
import socket
import stat
import termios
import threading
import time
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

from i18n.catalogues import localizer_for
from narrator.problems import explain_problem
from puzzle.errors import PuzzleError
from puzzle.notation import parse_puzzle
from tests.support import sample_jobs
from workers.codec import Registry
from workers.errors import TimedOut, WorkerLost

Failures = (WorkerLost, TimedOut)
"""The errors of a job whose worker sends invalid data or nothing."""

IO_URING_SETUP = 425
PR_GET_NO_NEW_PRIVS = 39


def _error_of(call: Callable[[], object]) -> str:
    """Call a function and return the name of the error that it raises, or an empty text."""
    try:
        call()
    except Exception as error:
        return type(error).__name__
    return ""


def environment(_: None) -> dict[str, str]:
    return dict(os.environ)


def keep_starting_threads(most: int) -> int:
    """Start threads that never end until the system refuses one; returns their number."""
    started = 0
    threading.stack_size(1 << 16)
    with contextlib.suppress(RuntimeError):
        for _ in range(most):
            threading.Thread(target=threading.Event().wait, daemon=True).start()
            started += 1
    return started


def processes(_: None) -> tuple[int, int]:
    """The process IDs of the worker and of the bot."""
    return os.getpid(), os.getppid()


def read(path: str) -> str:
    file = Path(path)
    return _error_of(lambda: list(file.iterdir()) if file.is_dir() else file.read_bytes())


def write(path: str) -> str:
    return _error_of(lambda: Path(path).write_text("x"))


def use_network(call: str) -> str:
    def ring() -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.syscall(IO_URING_SETUP, 8, ctypes.create_string_buffer(120)) < 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))

    def with_own(act: Callable[[socket.socket], object]) -> None:
        copied = os.dup(_own_sockets()[0])
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, copied) as own:
            act(own)

    calls: dict[str, Callable[[], object]] = {
        "socket": lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM),
        "socketpair": socket.socketpair,
        "connect": lambda: with_own(lambda own: own.connect("/run/x")),
        "send": lambda: with_own(lambda own: own.send(b"x")),
        "io_uring": ring,
    }
    return _error_of(calls[call])


def _own_sockets() -> list[int]:
    found = []
    for number in range(256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode) and number > 2:
                found.append(number)
        except OSError:
            pass
    return found


def open_sockets(_: None) -> int:
    return len(_own_sockets())


def open_descriptors(_: None) -> int:
    def is_open(number: int) -> bool:
        try:
            os.fstat(number)
        except OSError:
            return False
        return True

    return sum(map(is_open, range(1024)))


def device_of(descriptor: int) -> int:
    return os.fstat(descriptor).st_rdev


KEPT: list[str] = []


def keep(text: str) -> int:
    """Keep a text in memory; returns its length."""
    KEPT.append(text)
    return len(text)


def import_late(name: str) -> str:
    return importlib.import_module(name).__name__


def zone(name: str) -> int:
    """Hours that a time zone is ahead of UTC."""
    ahead = ZoneInfo.no_cache(name).utcoffset(datetime(2026, 11, 5))
    assert ahead is not None
    return int(ahead.total_seconds()) // 3600


def say_in_japanese(_: None) -> bool:
    try:
        parse_puzzle("3x3:")
    except PuzzleError as error:
        return explain_problem(error, localizer_for("ja")) != str(error)
    return False


def run_program(way: str) -> str:
    calls: dict[str, Callable[[], object]] = {
        "execve": lambda: os.execve("/bin/true", ["true"], {}),  # noqa: S606 - it is refused
        "fork": _fork,
        "spawn": lambda: os.posix_spawn("/bin/true", ["true"], {}),
    }
    return _error_of(calls[way])


def _fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def kill(target: tuple[int, int]) -> str:
    return _error_of(lambda: os.kill(*target))


def renice(target: tuple[int, int]) -> str:
    """Give a process or group the lowest priority; `target` is the kind and the ID."""
    return _error_of(lambda: os.setpriority(*target, 19))


def change_file(target: tuple[str, str]) -> str:
    """Change what is not the content of a file; `target` is the way and the path."""
    way, path = target
    calls: dict[str, Callable[[], object]] = {
        "chmod": lambda: Path(path).chmod(0o777),
        "utime": lambda: os.utime(path),
        "setxattr": lambda: os.setxattr(path, "user.left", b"x"),
        "unlink": Path(path).unlink,
        "rename": lambda: Path(path).rename(path + "2"),
        "link": lambda: Path(path + "2").hardlink_to(path),
        "mkdir": Path(path + "2").mkdir,
    }
    return _error_of(calls[way])


def control_descriptor(way: str) -> str:
    """Use standard error for more than writing."""
    calls: dict[str, Callable[[], object]] = {
        "TIOCSTI": lambda: fcntl.ioctl(2, termios.TIOCSTI, b"x"),
        "F_SETOWN": lambda: fcntl.fcntl(2, fcntl.F_SETOWN, os.getppid()),
        "F_SETSIG": lambda: fcntl.fcntl(2, fcntl.F_SETSIG, signal.SIGKILL),
        "F_SETFL": lambda: fcntl.fcntl(2, fcntl.F_SETFL, os.O_NONBLOCK),
        "F_SETLK": lambda: fcntl.lockf(2, fcntl.LOCK_EX | fcntl.LOCK_NB),
        "truncate": lambda: os.ftruncate(2, 0),
        "write": lambda: os.write(2, b"typed\n"),
    }
    return _error_of(calls[way])


def make_calls(numbers: list[int]) -> dict[int, int]:
    """Make system calls with invalid arguments; returns the error of each, 0 if it succeeds."""
    libc = ctypes.CDLL(None, use_errno=True)
    invalid = [ctypes.c_long(-1)] * 6
    found = {}
    for number in numbers:
        ctypes.set_errno(0)
        libc.syscall(ctypes.c_long(number), *invalid)
        found[number] = ctypes.get_errno()
    return found


def raise_limit(kind: int) -> tuple[int, int, str]:
    """The soft and the hard limit of a resource, and the error of lifting it."""
    soft, hard = resource.getrlimit(kind)
    lift = partial(resource.setrlimit, kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    return soft, hard, _error_of(lift)


def write_error(text: str) -> None:
    os.write(2, text.encode())


def no_new_privileges(_: None) -> int:
    return int(ctypes.CDLL(None).prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0))


def send_raw(data: bytes) -> None:
    """Send bytes to the bot that are not a frame, and end."""
    (connection,) = _own_sockets()
    os.write(connection, data)
    os.close(connection)
    time.sleep(0.1)
    os._exit(0)


def registry() -> Registry:
    """The sample jobs, and those of this module."""
    others = sample_jobs.registry()
    jobs = (
        environment,
        keep_starting_threads,
        processes,
        read,
        write,
        use_network,
        open_sockets,
        import_late,
        zone,
        say_in_japanese,
        run_program,
        kill,
        renice,
        no_new_privileges,
        send_raw,
        open_descriptors,
        device_of,
        keep,
        change_file,
        control_descriptor,
        raise_limit,
        write_error,
        make_calls,
    )
    return Registry((*others.jobs, *jobs), others.errors, others.encodings)
