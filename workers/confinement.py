"""Confines a worker: no network, no other programs or processes, no files but the program's.

A worker parses what users send. If a fault in a library lets such input run code in the worker,
that code must find no secret: the environment is clean (`workers.worker_process`), and files and
processes that have one are out of reach.
"""

import sys
import sysconfig
import zoneinfo
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from workers.landlock import Ruleset, Unavailable
from workers.seccomp import allow_calls, gain_no_privileges

_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
_CLOCKS = ("/etc/localtime", "/usr/share/zoneinfo")


def confine(readable: Sequence[str] = (), writable: Sequence[str] = ()) -> tuple[str, ...]:
    """Confine this process, which must have one thread; this cannot be undone.

    It can then read `program_files` and `readable`, read and write `writable`, and no other files.
    Returns one reason for each restriction that the kernel lacks.
    """
    missing: list[str] = []

    def restrict(step: Callable[[], None]) -> None:
        try:
            step()
        except Unavailable as reason:
            missing.append(str(reason))

    def restrict_files() -> None:
        ruleset = Ruleset(sorted({*program_files(), *map(Path, readable)}), map(Path, writable))
        if ruleset.version < 4:
            missing.append("an old Landlock: version 4 also denies TCP")
        ruleset.apply()
        ruleset.close()

    restrict(gain_no_privileges)
    restrict(restrict_files)
    restrict(lambda: allow_calls(writes=bool(writable)))
    return tuple(missing)


def program_files() -> Iterator[Path]:
    """Yield the files and folders of this program: Python, libraries, time zones, packages.

    Of a folder on the import path, only the imported packages and modules count. Other files
    there, such as a database, are not part of the program.
    """
    yield from map(Path, (*_LIBRARIES, *_DEVICES, *_CLOCKS, *zoneinfo.TZPATH))
    for name in ("stdlib", "platstdlib", "purelib", "platlib"):
        yield Path(sysconfig.get_path(name))
    for name, module in tuple(sys.modules.items()):
        if "." not in name:
            places = getattr(module, "__path__", None) or [getattr(module, "__file__", None)]
            yield from (Path(place) for place in places if place)
