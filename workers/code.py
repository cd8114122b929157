"""Whose code a process runs: that of its start, until an upgrade changes the files below it."""

import asyncio
import functools
import os
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
"""The folder of the packages."""
NOT_RUN = frozenset({"tests", "tools", "__pycache__"})
"""Folders of packages that an installation need not have."""


def stored_code() -> str:
    """A digest of the modules as they are stored now, the same on every machine.

    Takes 3 ms unless they have changed. Raises `OSError` while they are being replaced.
    """
    packages = sorted(each.parent for each in ROOT.glob("*/__init__.py"))
    kept = (str(each) for each in packages if each.name not in NOT_RUN)
    return _digest(tuple(module for package in kept for module in _modules(package)))


def _modules(folder: str) -> Iterator[tuple[str, int, int]]:
    """The path of each module, when it was stored, and its size."""
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.name.endswith(".py"):
                status = entry.stat()
                yield entry.path, status.st_mtime_ns, status.st_size
            elif entry.is_dir() and entry.name not in NOT_RUN:
                yield from _modules(entry.path)


@functools.lru_cache(maxsize=1)
def _digest(modules: tuple[tuple[str, int, int], ...]) -> str:
    digest = blake2b(digest_size=8)
    for path, *_ in modules:
        module = Path(path)
        digest.update(module.name.encode() + module.read_bytes())
    return digest.hexdigest()


@functools.cache
def own_code() -> str:
    """The digest of the code of this process: what was stored at the first call, before workers."""
    return stored_code()


async def code_changed() -> bool:
    """Whether a worker that starts now would run other code than this process."""
    return await asyncio.to_thread(stored_code) != own_code()
