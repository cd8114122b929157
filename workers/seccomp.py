"""Allows a process a few system calls, by a seccomp filter which the kernel runs for every call.

All others fail with EPERM: the allowed ones let a worker compute, use its threads, read files and
write to descriptors that it has. So there are no sockets, no other programs, nothing that changes
or signals other processes, and no change of files but their content, which `workers.landlock`
restricts too.

libseccomp would need a library of the system that many machines lack.

Source: https://docs.kernel.org/userspace-api/seccomp_filter.html
"""

import ctypes
import errno
import os
import platform
import struct
from collections.abc import Iterator

from workers.landlock import Unavailable

PR_SET_NO_NEW_PRIVS = 38
_PR_SET_SECCOMP, _MODE_FILTER = 22, 2
_ALLOW, _KILL = 0x7FFF_0000, 0x8000_0000
_REFUSE = 0x0005_0000 | errno.EPERM
_UNKNOWN = 0x0005_0000 | errno.ENOSYS
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _FIRST, _SECOND, _THIRD = 0, 4, 16, 24, 32
"""Offsets in `struct seccomp_data`: the number of the call, the architecture, and the low 32 bits
of its first three arguments."""
_CLONE_THREAD = 0x0001_0000
_X32 = 0x4000_0000

_ARCHITECTURES = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}
ALLOWED = {
    # Reading and writing.
    "read": (0, 63),
    "write": (1, 64),
    "readv": (19, 65),
    "writev": (20, 66),
    "pread64": (17, 67),
    "pwrite64": (18, 68),
    "lseek": (8, 62),
    "poll": (7, None),
    "ppoll": (271, 73),
    "select": (23, None),
    "pselect6": (270, 72),
    # Memory.
    "mmap": (9, 222),
    "munmap": (11, 215),
    "mremap": (25, 216),
    "mprotect": (10, 226),
    "madvise": (28, 233),
    "brk": (12, 214),
    "membarrier": (324, 283),
    # Threads.
    "futex": (202, 98),
    "futex_waitv": (449, 449),
    "set_robust_list": (273, 99),
    "set_tid_address": (218, 96),
    "rseq": (334, 293),
    "gettid": (186, 178),
    "exit": (60, 93),
    "exit_group": (231, 94),
    "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123),
    "sched_getscheduler": (145, 120),
    "sched_getparam": (143, 121),
    "sched_get_priority_max": (146, 125),
    "sched_get_priority_min": (147, 126),
    "sched_setscheduler": (144, 119),
    "getpriority": (140, 141),
    # Time.
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115),
    "nanosleep": (35, 101),
    "gettimeofday": (96, 169),
    "time": (201, None),
    "times": (100, 153),
    "getrusage": (98, 165),
    # Opening files and looking at them.
    "close": (3, 57),
    "close_range": (436, 436),
    "dup": (32, 23),
    "dup2": (33, None),
    "dup3": (292, 24),
    "stat": (4, None),
    "fstat": (5, 80),
    "lstat": (6, None),
    "newfstatat": (262, 79),
    "statx": (332, 291),
    "statfs": (137, 43),
    "fstatfs": (138, 44),
    "access": (21, None),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "readlink": (89, None),
    "readlinkat": (267, 78),
    "getdents64": (217, 61),
    "getcwd": (79, 17),
    "fadvise64": (221, 223),
    "ftruncate": (77, 46),
    # Signals of the own process.
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132),
    "restart_syscall": (219, 128),
    # What the process and its machine are.
    "getpid": (39, 172),
    "getppid": (110, 173),
    "getpgid": (121, 155),
    "getpgrp": (111, None),
    "getsid": (124, 156),
    "getuid": (102, 174),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getegid": (108, 177),
    "uname": (63, 160),
    "sysinfo": (99, 179),
    "getcpu": (309, 168),
    "getrandom": (318, 278),
}
"""Allowed calls with their numbers on x86_64 and aarch64; None where there is no such call."""
_OWN = -1
"""Stands for the ID of the own process."""
CHECKED = {
    "kill": ((62, 129), _FIRST, (_OWN,)),
    "tgkill": ((234, 131), _FIRST, (_OWN,)),
    "prlimit64": ((302, 261), _FIRST, (0, _OWN)),
    "prctl": ((157, 167), _FIRST, (15, 16, 39)),
    "ioctl": ((16, 29), _SECOND, (0x5401, 0x5450, 0x5451)),
    "fcntl": ((72, 25), _SECOND, (0, 1, 2, 3, 1030)),
}
"""Calls that are allowed with some values of one argument: its place, and the values.

`prctl` may set and read the name of a thread and read "no new privileges"; `ioctl` may look for a
terminal and set whether a descriptor is inherited; `fcntl` may copy descriptors and read flags.
"""
OPEN = (((2, None), _SECOND), ((257, 56), _THIRD))
"""The calls that open files, `open` and `openat`: their numbers, and the place of their flags."""
_READ_FLAGS = 0x100 | 0x800 | 0x80000 | 0x3C000
"""The flags of reading: no terminal, no waiting, not inherited; and folders, links and large files,
whose four flags have another order on each architecture. All other flags write, create, truncate
or send signals. Landlock refuses to truncate a readable file since version 3 only."""
SETPRIORITY = (141, 140)
"""Allowed for the calling thread only, given as 0: a worker makes itself nice."""
CLONE, CLONE3 = (56, 220), (435, 435)
NEWEST = 449
"""The newest number of a call in these tables. Calls that are newer seem not to exist, so that
libraries take older ones."""


def gain_no_privileges() -> None:
    """Set "no new privileges": no program that this process runs can gain rights.

    Raises `Unavailable`.
    """
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise Unavailable(f"no restriction of privileges: {os.strerror(ctypes.get_errno())}")


def allow_calls(*, writes: bool = False) -> None:
    """Filter the calls of this thread, and of the threads and processes that it starts later.

    They can open files to read only, unless the process `writes`. It must have "no new privileges"
    set. Raises `Unavailable`.
    """
    machine = platform.machine()
    if machine not in _ARCHITECTURES or struct.calcsize("P") != 8:
        raise Unavailable(f"no filter of system calls: not implemented for {machine}")
    program = b"".join(program_of(machine, os.getpid(), writes))
    code = ctypes.create_string_buffer(program, len(program))
    filters = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_SECCOMP, _MODE_FILTER, filters, 0, 0) != 0:
        reason = os.strerror(ctypes.get_errno())
        raise Unavailable(f"no filter of system calls: {reason}")


def program_of(machine: str, process: int, writes: bool) -> Iterator[bytes]:
    """Yield the instructions of the filter for the process with this ID, which `writes` files."""
    which = tuple(_ARCHITECTURES).index(machine)
    yield _instruction(_LOAD, _ARCHITECTURE)
    yield _instruction(_EQUAL, _ARCHITECTURES[machine], 1, 0)
    yield _instruction(_RETURN, _KILL)
    yield _instruction(_LOAD, _NUMBER)
    if machine == "x86_64":
        yield _instruction(_ANY_BIT, _X32, 0, 1)
        yield _instruction(_RETURN, _KILL)
    for numbers in ALLOWED.values():
        if (number := numbers[which]) is not None:
            yield _instruction(_EQUAL, number, 0, 1)
            yield _instruction(_RETURN, _ALLOW)
    for numbers, place in OPEN:
        if (number := numbers[which]) is not None:
            yield _instruction(_EQUAL, number, 0, 4)
            yield _instruction(_LOAD, place)
            yield _instruction(_ANY_BIT, 0 if writes else ~_READ_FLAGS & 0xFFFF_FFFF, 0, 1)
            yield _instruction(_RETURN, _REFUSE)
            yield _instruction(_RETURN, _ALLOW)
    yield _instruction(_EQUAL, CLONE3[which], 0, 1)
    yield _instruction(_RETURN, _UNKNOWN)  # its flags are in memory; glibc falls back to clone
    yield _instruction(_EQUAL, CLONE[which], 0, 4)
    yield _instruction(_LOAD, _FIRST)
    yield _instruction(_ANY_BIT, _CLONE_THREAD, 0, 1)
    yield _instruction(_RETURN, _ALLOW)
    yield _instruction(_RETURN, _REFUSE)
    yield _instruction(_EQUAL, SETPRIORITY[which], 0, 6)
    yield _instruction(_LOAD, _FIRST)
    yield _instruction(_EQUAL, os.PRIO_PROCESS, 0, 3)
    yield _instruction(_LOAD, _SECOND)
    yield _instruction(_EQUAL, 0, 0, 1)
    yield _instruction(_RETURN, _ALLOW)
    yield _instruction(_RETURN, _REFUSE)
    for numbers, place, values in CHECKED.values():
        yield _instruction(_EQUAL, numbers[which], 0, 2 + 2 * len(values))
        yield _instruction(_LOAD, place)
        for value in values:
            yield _instruction(_EQUAL, process if value == _OWN else value, 0, 1)
            yield _instruction(_RETURN, _ALLOW)
        yield _instruction(_RETURN, _REFUSE)
    yield _instruction(_AT_LEAST, NEWEST + 1, 0, 1)
    yield _instruction(_RETURN, _UNKNOWN)
    yield _instruction(_RETURN, _REFUSE)


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    """One instruction; a comparison skips `if_true` or `if_false` of the following ones."""
    return struct.pack("=HBBI", code, if_true, if_false, value)
