"""Refuses system calls of a process with a seccomp filter, which the kernel runs for every call.

Refused calls fail with EPERM: sockets, and most calls that reach another process, run another
program or gain rights. The filter allows all calls on files, which `workers.landlock` restricts.

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
_LOAD, _EQUAL, _ANY_BIT, _RETURN = 0x20, 0x15, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _FIRST, _SECOND = 0, 4, 16, 24
"""Offsets in `struct seccomp_data`: the number of the call, the architecture, and the low 32 bits
of its first two arguments."""
_CLONE_THREAD = 0x0001_0000
_X32 = 0x4000_0000

_ARCHITECTURES = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}
_REFUSED = {
    "socket": (41, 198),
    "socketpair": (53, 199),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    "accept": (43, 202),
    "accept4": (288, 242),
    "sendto": (44, 206),
    "sendmsg": (46, 211),
    "sendmmsg": (307, 269),
    "recvfrom": (45, 207),
    "recvmsg": (47, 212),
    "recvmmsg": (299, 243),
    # io_uring makes calls that no filter sees.
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    # Reading, changing, signalling and slowing other processes.
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "process_madvise": (440, 440),
    "kcmp": (312, 272),
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "ioprio_set": (251, 30),
    "sched_setaffinity": (203, 122),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    # Running other programs.
    "execve": (59, 221),
    "execveat": (322, 281),
    "fork": (57, None),
    "vfork": (58, None),
    # Gaining rights, and parts of the kernel that few programs need.
    "setns": (308, 268),
    "unshare": (272, 97),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_by_handle_at": (304, 265),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
}
"""Refused calls with their numbers on x86_64 and aarch64; None where there is no such call."""
_OWN_PROCESS = {"kill": (62, 129), "tgkill": (234, 131), "prlimit64": (302, 261)}
"""Calls whose first argument is a process ID, allowed for the own process only."""
_ZERO_IS_OWN = {"prlimit64"}
"""Those for which 0 means the own process; for kill it means the process group."""
_SETPRIORITY = (141, 140)
"""Allowed for the calling thread only, given as 0: a worker makes itself nice."""
_CLONE, _CLONE3 = (56, 220), (435, 435)


def gain_no_privileges() -> None:
    """Set "no new privileges": no program that this process runs can gain rights.

    Raises `Unavailable`.
    """
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise Unavailable(f"no restriction of privileges: {os.strerror(ctypes.get_errno())}")


def refuse_calls() -> None:
    """Filter the calls of this thread, and of the threads and processes that it starts later.

    It must have "no new privileges" set. Raises `Unavailable`.
    """
    machine = platform.machine()
    if machine not in _ARCHITECTURES or struct.calcsize("P") != 8:
        raise Unavailable(f"no filter of system calls: not implemented for {machine}")
    program = b"".join(_program(machine, os.getpid()))
    code = ctypes.create_string_buffer(program, len(program))
    filters = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_SECCOMP, _MODE_FILTER, filters, 0, 0) != 0:
        reason = os.strerror(ctypes.get_errno())
        raise Unavailable(f"no filter of system calls: {reason}")


def _program(machine: str, process: int) -> Iterator[bytes]:
    """Yield the instructions of the filter for the process with this ID."""
    which = tuple(_ARCHITECTURES).index(machine)
    yield _instruction(_LOAD, _ARCHITECTURE)
    yield _instruction(_EQUAL, _ARCHITECTURES[machine], 1, 0)
    yield _instruction(_RETURN, _KILL)
    yield _instruction(_LOAD, _NUMBER)
    if machine == "x86_64":
        yield _instruction(_ANY_BIT, _X32, 0, 1)
        yield _instruction(_RETURN, _KILL)
    for numbers in _REFUSED.values():
        if (number := numbers[which]) is not None:
            yield _instruction(_EQUAL, number, 0, 1)
            yield _instruction(_RETURN, _REFUSE)
    yield _instruction(_EQUAL, _CLONE3[which], 0, 1)
    yield _instruction(_RETURN, _UNKNOWN)  # its flags are in memory; glibc falls back to clone
    yield _instruction(_EQUAL, _CLONE[which], 0, 4)
    yield _instruction(_LOAD, _FIRST)
    yield _instruction(_ANY_BIT, _CLONE_THREAD, 0, 1)
    yield _instruction(_RETURN, _ALLOW)
    yield _instruction(_RETURN, _REFUSE)
    yield _instruction(_EQUAL, _SETPRIORITY[which], 0, 6)
    yield _instruction(_LOAD, _FIRST)
    yield _instruction(_EQUAL, os.PRIO_PROCESS, 0, 3)
    yield _instruction(_LOAD, _SECOND)
    yield _instruction(_EQUAL, 0, 0, 1)
    yield _instruction(_RETURN, _ALLOW)
    yield _instruction(_RETURN, _REFUSE)
    for name, numbers in _OWN_PROCESS.items():
        yield _instruction(_EQUAL, numbers[which], 0, 5)
        yield _instruction(_LOAD, _FIRST)
        yield _instruction(_EQUAL, process, 1, 0)
        yield _instruction(_EQUAL, 0 if name in _ZERO_IS_OWN else process, 0, 1)
        yield _instruction(_RETURN, _ALLOW)
        yield _instruction(_RETURN, _REFUSE)
    yield _instruction(_RETURN, _ALLOW)


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    """One instruction; a comparison skips `if_true` or `if_false` of the following ones."""
    return struct.pack("=HBBI", code, if_true, if_false, value)
