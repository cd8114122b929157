"""The folder of a batch: its plan, its parts, its report, and a lock.

A part is written under another name and then renamed, so a part that exists is complete. Only the
command that has the lock writes here; workers send it their results. Files whose names begin with
an underscore or a dot are not parts, and readers of Parquet folders skip them. The plan and the
report end with a digest of what is before it; those of older versions have none.
"""

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from batch.errors import BatchError
from batch.plan import BatchPlan
from batch.schema import is_whole

PLAN, REPORT, LOCK = "_plan.json", "_report.json", "_lock"
"""The files beside the parts."""
_PART = re.compile(r"part-(\d{6,10})\.parquet")
_ASIDE = ".aside-"
_DIGEST = re.compile(rb'(.*), "sha256": "([0-9a-f]{64})"}\n', re.DOTALL)
"""A JSON object with a digest of what is before it as its last member."""


def part_name(number: int) -> str:
    """The file name of a part.

    >>> part_name(12)
    'part-000012.parquet'
    """
    return f"part-{number:06d}.parquet"


class BatchFolder(Struct, eq=False):
    """The files of one batch in a folder."""

    path: Path

    @contextmanager
    def locked(self) -> Iterator[None]:
        """A block in which no other command works on this folder, which is made if necessary.

        Files that an interrupted command left half written are removed. Raises `BatchError` if
        another command works here, and `OSError` if the folder cannot be used.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        with (self.path / LOCK).open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BatchError(f"Another command works on {self.path} now.") from None
            for left in self.path.glob(f"{_ASIDE}*"):
                left.unlink(missing_ok=True)
            yield

    def plan(self) -> BatchPlan | None:
        """The plan of the batch; None for a new folder.

        Raises `BatchError` if the folder has parts and no plan, or the plan cannot be read.
        """
        try:
            return BatchPlan.from_json(self._read(PLAN))
        except FileNotFoundError:
            if next(self.path.glob("*.parquet"), None) is not None:
                raise BatchError(f"{self.path} has Parquet files of another origin.") from None
            return None

    def write_plan(self, plan: BatchPlan) -> None:
        """Store the plan."""
        self._write(PLAN, plan.to_json())

    def report(self) -> str | None:
        """The stored report of a finished batch; None before its end.

        Raises `BatchError` if it is damaged.
        """
        try:
            return self._read(REPORT)
        except FileNotFoundError:
            return None

    def write_report(self, text: str) -> None:
        """Store the report, which says that the batch is finished."""
        self._write(REPORT, text)

    def part(self, number: int) -> Path:
        """The path of a part."""
        return self.path / part_name(number)

    def parts(self) -> list[int]:
        """The numbers of the complete parts, in order.

        A file that is cut short or damaged, as a power failure can leave it, is removed.
        """
        numbers = []
        for path in self.path.iterdir():
            if match := _PART.fullmatch(path.name):
                if is_whole(path):
                    numbers.append(int(match[1]))
                else:
                    path.unlink()
        return sorted(numbers)

    def add_part(self, number: int, data: bytes) -> None:
        """Store a part, unless it is there."""
        if not self.part(number).exists():
            self._replace(part_name(number), data)

    def replace_part(self, number: int, data: bytes) -> None:
        """Store another version of a part."""
        self._replace(part_name(number), data)

    def _write(self, name: str, text: str) -> None:
        """Store a JSON object with a digest."""
        body = text.encode().rstrip().removesuffix(b"}").rstrip()
        self._replace(name, body + b', "sha256": "%s"}\n' % sha256(body).hexdigest().encode())

    def _read(self, name: str) -> str:
        """A JSON object without its digest.

        Raises `FileNotFoundError` if it is not there, and `BatchError` if it is damaged.
        """
        data = (self.path / name).read_bytes()
        found = _DIGEST.fullmatch(data)
        try:
            if found is None:
                return data.decode()
            if sha256(found[1]).hexdigest().encode() == found[2]:
                return f"{found[1].decode()}}}\n"
        except UnicodeDecodeError:
            pass
        raise BatchError(f"The file {self.path / name} is damaged; copy it again from a backup.")

    def _replace(self, name: str, data: bytes) -> None:
        path = self.path / f"{_ASIDE}{os.getpid()}-{os.urandom(4).hex()}"
        with path.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        path.replace(self.path / name)
