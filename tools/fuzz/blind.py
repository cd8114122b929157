"""Fuzzing without coverage: mutates valid inputs at random."""

import time
from hashlib import blake2b
from pathlib import Path
from random import Random

from tools.fuzz.mutants import inputs
from tools.fuzz.targets import Target


def fuzz_blindly(target: Target, seconds: float, folder: Path, seed: int) -> int:
    """Try inputs for `seconds`; returns the number that broke the target, saved in `folder`."""
    broken = tried = 0
    end = time.monotonic() + seconds
    for text in inputs(list(target.seeds()), Random(seed)):
        if time.monotonic() > end:
            break
        tried += 1
        try:
            target.accepts(text)
        except Exception as error:
            broken += 1
            print(f"{target.name}: {error!r} with {save_input(text, folder)}")
    print(f"{target.name}: {tried:,} inputs, {broken} of which broke it")
    return broken


def save_input(text: str, folder: Path) -> Path:
    """Save an input to a file named by its digest; returns the path."""
    data = as_bytes(text)
    path = folder / f"crash-{blake2b(data, digest_size=8).hexdigest()}"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def load_input(path: Path) -> str:
    """Load an input that either engine saved; equal to the text that was tried."""
    return as_text(path.read_bytes())


def as_bytes(text: str) -> bytes:
    """Encode a text as UTF-8, with lone surrogates as three bytes each; `as_text` reverses it."""
    return text.encode("utf-8", "surrogatepass")


def as_text(data: bytes) -> str:
    """Decode the bytes of `as_bytes`; in any others, invalid bytes become surrogates.

    >>> as_text(as_bytes("\\ud800")) == "\\ud800"
    True
    >>> as_text(b"5x5:\\xff")
    '5x5:\\udcff'
    """
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "surrogateescape")
