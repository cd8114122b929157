"""Restricts a process to listed files with Landlock, a part of Linux since 5.13.

A process needs no privileges to restrict itself and the processes that it starts. A restriction
cannot be lifted. Actions that the Landlock version of a kernel cannot restrict remain allowed.

Source: https://docs.kernel.org/userspace-api/landlock.html
"""

import contextlib
import ctypes
import os
import stat
import struct
from collections.abc import Iterable
from pathlib import Path

_CREATE, _ADD, _RESTRICT = 444, 445, 446
"""Numbers of the system calls, the same on every architecture."""
_VERSION = 1
_PATH_BENEATH = 1

READ_FILE = 1 << 2
READ_DIRECTORY = 1 << 3
_FILE = (1 << 1) | READ_FILE | (1 << 14)
"""The rights that apply to files: write, read, truncate. The others apply to folders only."""
_ALL = {1: 13, 2: 14, 3: 15, 4: 15}
"""Number of file access rights in each Landlock version; later versions have 16."""
_NETWORK = 0b11
"""The rights to bind and to connect TCP sockets, since version 4."""
_SCOPES = 0b11
"""Access to abstract Unix sockets and signals to processes outside, since version 6."""


class Unavailable(Exception):  # noqa: N818 - a state of the kernel
    """This kernel or container runtime lacks a restriction; the text names it and the reason."""


class Ruleset:
    """The files that a process may use: `readable` to read, `writable` to read and write.

    A folder stands for all files in it. Paths that do not exist are left out. Raises `Unavailable`
    where the kernel has no Landlock.
    """

    def __init__(self, readable: Iterable[Path], writable: Iterable[Path] = ()) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self.version = self._call(_CREATE, None, 0, _VERSION)
        rights = (1 << _ALL.get(self.version, 16)) - 1
        network = _NETWORK if self.version >= 4 else 0
        scopes = _SCOPES if self.version >= 6 else 0
        attributes = struct.pack("=QQQ", rights, network, scopes)
        size = 8 if self.version < 4 else 16 if self.version < 6 else 24
        self._descriptor = self._call(_CREATE, attributes, size, 0)
        for path in readable:
            self._allow(path, READ_FILE | READ_DIRECTORY)
        for path in writable:
            self._allow(path, rights)

    def apply(self) -> None:
        """Restrict the calling thread, and the threads and processes that it starts later.

        It must have "no new privileges" set (`workers.seccomp`). Raises `Unavailable`.
        """
        self._call(_RESTRICT, self._descriptor, 0)

    def close(self) -> None:
        """Close the descriptor of the ruleset; processes that applied it stay restricted."""
        os.close(self._descriptor)

    def _allow(self, path: Path, rights: int) -> None:
        with contextlib.suppress(OSError):
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
            try:
                if not stat.S_ISDIR(os.fstat(place).st_mode):
                    rights &= _FILE & ((1 << _ALL.get(self.version, 16)) - 1)
                rule = struct.pack("=Qi", rights, place)
                self._call(_ADD, self._descriptor, _PATH_BENEATH, rule, 0)
            finally:
                os.close(place)

    def _call(self, number: int, *arguments: int | bytes | None) -> int:
        plain = (ctypes.c_long(each) if isinstance(each, int) else each for each in arguments)
        found: int = self._libc.syscall(ctypes.c_long(number), *plain)
        if found < 0:
            raise Unavailable(f"no Landlock: {os.strerror(ctypes.get_errno())}")
        return found
