"""Runs a program and samples on what its main thread spends processor time.

`python -m tools.bench.sampling_profiler FILE MODULE` runs a module. SIGUSR1 writes the samples
since the last one to a file as JSON: for each part of the program its share of the time, the
largest first.
"""

import json
import runpy
import signal
import sys
import time
from collections import defaultdict
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parents[2]
INTERVAL_SECONDS = 0.002
"""Processor time between two samples."""
LIBRARIES = {
    "discord": "discord.py",
    "aiohttp": "aiohttp",
    "yarl": "aiohttp",
    "multidict": "aiohttp",
    "json": "JSON",
    "sqlalchemy": "SQLAlchemy",
    "aiosqlite": "aiosqlite",
    "asyncpg": "asyncpg",
    "structlog": "logs",
    "prometheus_client": "metrics",
    "asyncio": "event loop",
    "selectors.py": "event loop",
}
"""Parts of the program by the first name of a module's path in a folder of libraries."""


class Sampler:
    """Adds up the processor time of the main thread by the part of the program that ran.

    The timer also ticks while other threads run; a sample counts the seconds of the main thread.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seconds: dict[str, float] = defaultdict(float)
        self._last = 0.0
        self._parts: dict[str, str | None] = {}

    def start(self) -> None:
        """Sample from now on."""
        signal.signal(signal.SIGPROF, self._sample)
        signal.signal(signal.SIGUSR1, self._write)
        signal.setitimer(signal.ITIMER_PROF, INTERVAL_SECONDS, INTERVAL_SECONDS)

    def _sample(self, _: int, frame: FrameType | None) -> None:
        now = time.thread_time()
        self._seconds[self._part(frame)] += now - self._last
        self._last = now

    def _part(self, frame: FrameType | None) -> str:
        while frame is not None:
            name = frame.f_code.co_filename
            if name not in self._parts:
                self._parts[name] = part_of(name)
            part = self._parts[name]
            if part is not None:
                return part
            frame = frame.f_back
        return "other"

    def _write(self, *_: object) -> None:
        whole = sum(self._seconds.values())
        ordered = sorted(self._seconds.items(), key=lambda item: -item[1])
        shares = {part: seconds / whole for part, seconds in ordered if seconds}
        temporary = self._file.with_suffix(".new")
        temporary.write_text(json.dumps(shares))
        temporary.replace(self._file)
        self._seconds.clear()
        self._last = time.thread_time()


def part_of(file: str) -> str | None:
    """The part of the program to which a source file belongs; None to ask its caller.

    >>> part_of(str(ROOT / "service" / "attempts.py")), part_of("/lib/python/contextlib.py")
    ('service', None)
    >>> part_of("/lib/python/json/encoder.py")
    'JSON'
    """
    path = Path(file)
    if path.is_relative_to(ROOT) and ".venv" not in path.parts:
        return path.relative_to(ROOT).parts[0]
    return next((LIBRARIES[part] for part in reversed(path.parts) if part in LIBRARIES), None)


def main() -> None:
    """Run the module that the arguments name."""
    _, file, module = sys.argv
    sys.argv = [module]
    Sampler(Path(file)).start()
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
