"""Files that a process may use: a list, after which everything else is out of its reach.

Landlock is a part of Linux since 5.13. A process can give up rights for itself and all that it
starts, without privileges and for good. What older kernels do not know stays allowed.

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
"""Rights that a file can have by itself: to be written, read, truncated."""
_ALL = {1: 13, 2: 14, 3: 15, 4: 15}
"""How many rights over files each version knows; later ones know sixteen."""
_NETWORK = 0b11
"""To bind and to connect a TCP socket, since version 4."""
_SCOPES = 0b11
"""To reach abstract sockets and to signal processes outside, since version 6."""


class Unavailable(Exception):  # noqa: N818 - a state of the kernel
    """This kernel does not restrict processes in that way; the text says why."""


class Ruleset:
    """The files that processes may use; made once, applied by each process to itself.

    Raises `Unavailable`. Paths that do not exist are left out.
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
        """Restrict this process for good; it must not be able to gain privileges, and it must have
        one thread."""
        self._call(_RESTRICT, self._descriptor, 0)

    def close(self) -> None:
        """Forget the rules here; who has applied them keeps them."""
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
