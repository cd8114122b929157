"""System calls that a process may not make: a filter that the kernel asks before each of them.

What is refused fails with EPERM. Refused are sockets and most of what leads to another process,
another program or more rights. Files are no matter of this filter; `workers.landlock` has them.

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
_NUMBER, _ARCHITECTURE, _FIRST = 0, 4, 16
"""Where the kernel tells the number of the call, the architecture, and the first argument."""
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
    # Calls that go by a ring, which no filter sees.
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    # Other processes: to read, change, signal and slow them.
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
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    "sched_setaffinity": (203, 122),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    # Other programs.
    "execve": (59, 221),
    "execveat": (322, 281),
    "fork": (57, None),
    "vfork": (58, None),
    # More rights, and parts of the kernel that few programs need.
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
"""The numbers of calls: for x86_64, and for aarch64 (None: it has no such call)."""
_OWN_PROCESS = {"kill": (62, 129), "tgkill": (234, 131), "prlimit64": (302, 261)}
"""Calls whose first argument says which process is meant: this one alone may be."""
_ZERO_IS_OWN = {"prlimit64"}
"""Those where 0 stands for it; for kill, 0 is the whole process group."""
_CLONE, _CLONE3 = (56, 220), (435, 435)


def gain_no_privileges() -> None:
    """Let nothing that this process starts have more rights than it; raises `Unavailable`."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise Unavailable(f"privileges can be gained: {os.strerror(ctypes.get_errno())}")


def refuse_calls() -> None:
    """Filter the calls of this process for good; it must not be able to gain privileges.

    Raises `Unavailable`.
    """
    machine = platform.machine()
    if machine not in _ARCHITECTURES or struct.calcsize("P") != 8:
        raise Unavailable(f"no filter of system calls: they are not known for {machine}")
    program = b"".join(_program(machine, os.getpid()))
    code = ctypes.create_string_buffer(program, len(program))
    filters = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_SECCOMP, _MODE_FILTER, filters, 0, 0) != 0:
        reason = os.strerror(ctypes.get_errno())
        raise Unavailable(f"no filter of system calls: {reason}")


def _program(machine: str, process: int) -> Iterator[bytes]:
    """The filter, instruction by instruction: code, value, how many to skip if true, if false."""
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
    yield _instruction(_RETURN, _UNKNOWN)  # its flags are out of sight; glibc then takes clone
    yield _instruction(_EQUAL, _CLONE[which], 0, 4)
    yield _instruction(_LOAD, _FIRST)
    yield _instruction(_ANY_BIT, _CLONE_THREAD, 0, 1)
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
    return struct.pack("=HBBI", code, if_true, if_false, value)
