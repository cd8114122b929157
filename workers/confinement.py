"""What a worker is kept from: the network, other programs and processes, and most files.

A worker reads what people send, so a fault in a library could let somebody else's code run in it.
That code finds no secret in the environment, which is clean, and none in files.
"""

import sys
import sysconfig
import zoneinfo
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from workers.landlock import Ruleset, Unavailable
from workers.seccomp import gain_no_privileges, refuse_calls

_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
_CLOCKS = ("/etc/localtime", "/usr/share/zoneinfo")


class Confinement:
    """What every worker of a fork server gives up, prepared once.

    Only the program is readable, with its libraries and time zones, and what is listed; nothing is
    writable but what is listed.
    """

    def __init__(self, readable: Sequence[str] = (), writable: Sequence[str] = ()) -> None:
        self._rules: Ruleset | None = None
        self._missing: list[str] = []
        self._try(lambda: self._prepare(readable, writable))

    def apply(self) -> tuple[str, ...]:
        """Confine this process, which has one thread, for good; what the kernel does not do."""
        self._try(gain_no_privileges)
        if self._rules is not None:
            self._try(self._rules.apply)
            self._rules.close()
        self._try(refuse_calls)
        return tuple(self._missing)

    def _prepare(self, readable: Sequence[str], writable: Sequence[str]) -> None:
        files = {*program_files(), *map(Path, readable)}
        self._rules = Ruleset(sorted(files), map(Path, writable))
        if self._rules.version < 4:
            self._missing.append("an old Landlock: version 4 also denies TCP")

    def _try(self, step: Callable[[], None]) -> None:
        try:
            step()
        except Unavailable as reason:
            self._missing.append(str(reason))


def program_files() -> Iterator[Path]:
    """The files and folders of this program: Python, libraries, time zones, and its own packages.

    Of folders that packages are imported from, only the imported packages count: other files beside
    them, such as a database, are no part of the program.
    """
    yield from map(Path, (*_LIBRARIES, *_DEVICES, *_CLOCKS, *zoneinfo.TZPATH))
    for name in ("stdlib", "platstdlib", "purelib", "platlib"):
        yield Path(sysconfig.get_path(name))
    for name, module in tuple(sys.modules.items()):
        if "." not in name:
            places = getattr(module, "__path__", None) or [getattr(module, "__file__", None)]
            yield from (Path(place) for place in places if place)
