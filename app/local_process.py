"""Names a process of this machine, so that another one can see at once that it is dead.

The name has the machine's boot, the namespace of process IDs (each container has its own), the ID
of the process, and when it started: an ID is used again. On systems without `/proc` there is no
name, and others wait for the end of the lease.

Source: proc_pid_stat(5)
"""

import os
from pathlib import Path

PROC = Path("/proc")
DEAD_STATES = frozenset("ZXx")
"""States of a process that has ended and was not awaited yet."""


def own_name() -> str:
    """The name of this process; empty on systems without `/proc`."""
    try:
        return f"{_space()} {os.getpid()} {_start(os.getpid())}"
    except (OSError, ValueError):
        return ""


def is_dead(name: str) -> bool:
    """Whether a process has surely ended; false for one of another machine or container.

    >>> is_dead(own_name()), is_dead("another machine 1 2")
    (False, False)
    """
    space, _, rest = name.partition(" ")
    number, _, start = rest.partition(" ")
    try:
        if not space or space != _space():
            return False
        return _start(int(number)) != start
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        return False


def _space() -> str:
    """The boot of this machine, the namespace of process IDs of this process, and its user.

    Some systems hide the processes of other users.
    """
    boot = (PROC / "sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    return f"{boot}/{(PROC / 'self/ns/pid').stat().st_ino}/{os.getuid()}"


def _start(process: int) -> str:
    """When a process started, in ticks since the boot; empty for one that has ended.

    Raises `FileNotFoundError` if there is none.
    """
    text = (PROC / str(process) / "stat").read_text(encoding="utf-8", errors="replace")
    state, *fields = text.rpartition(")")[2].split()  # the name before may contain anything
    return "" if state in DEAD_STATES else fields[18]
