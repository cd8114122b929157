"""Tries inputs on a target: how many it takes, which break it, and which are slow."""

import heapq
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from tools.fuzz.targets import Target

RETRIED = 20
"""Number of slowest inputs that are parsed three more times; the minimum time counts."""


@dataclass(slots=True)
class Findings:
    """What a target did with inputs.

    - `broken`: unexpected errors and violated properties, each with its input.
    - `slow`: the slowest inputs, with the CPU seconds of parsing, the slowest one first.
    """

    target: Target
    tried: int = 0
    taken: int = 0
    broken: list[tuple[str, str]] = field(default_factory=list)
    slow: list[tuple[float, str]] = field(default_factory=list)

    def add(self, text: str) -> None:
        """Try an input."""
        self.tried += 1
        start = time.process_time()
        try:
            parsed = self.target.attempt(text)
            seconds = time.process_time() - start
            self.taken += self.target.check(text, *parsed)
        except Exception as error:
            self.broken.append((repr(error), text))
            return
        if len(self.slow) < RETRIED or seconds > self.slow[-1][0]:
            self.slow = heapq.nlargest(RETRIED, [*self.slow, (seconds, text)])

    def slowest(self) -> tuple[float, str]:
        """The slowest input and its time; other programs do not count, as it is parsed again."""
        again = ((self._least_seconds(text), text) for _, text in self.slow)
        return max(again, default=(0.0, ""))

    def _least_seconds(self, text: str) -> float:
        times = []
        for _ in range(3):
            start = time.process_time()
            self.target.attempt(text)
            times.append(time.process_time() - start)
        return min(times)

    def failures(self, limit: float) -> Iterator[str]:
        """A line if an input takes longer than `limit`, and for the first one with each error."""
        seconds, slowest = self.slowest()
        if seconds > limit:
            yield f"{self.target.name}: {seconds * 1e3:.0f} ms for {_shorten(slowest)}"
        for error, text in dict(reversed(self.broken)).items():
            yield f"{self.target.name}: {error[:200]} for {_shorten(text)}"


def try_inputs(target: Target, texts: Iterable[str]) -> Findings:
    """Try inputs on a target."""
    found = Findings(target)
    for text in texts:
        found.add(text)
    return found


def _shorten(text: str) -> str:
    """An input as one line, shortened in the middle."""
    return (
        ascii(text) if len(text) < 200 else f"{text[:120]!a} … {text[-40:]!a}, {len(text):,} long"
    )


def save_input(text: str, folder: Path) -> Path:
    """Save an input to a file named by its digest; returns the path."""
    data = text.encode("utf-8", "surrogatepass")
    path = folder / f"crash-{blake2b(data, digest_size=8).hexdigest()}"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def load_input(path: Path) -> str:
    """Load a saved input; equal to the text that was tried."""
    return path.read_bytes().decode("utf-8", "surrogatepass")
