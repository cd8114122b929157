"""What the bot and its workers say to each other: frames of a length and MessagePack.

A worker greets, then answers each request with one outcome. The length is checked before anything
is read, the fields by their types.
"""

import os
import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

import msgspec

from workers.codec import CodecError

HEADER = struct.Struct("!I")
"""The bytes before each frame: its length."""
ENVELOPE = 1 << 16
"""How many bytes an outcome may have beside the answer in it."""
REPORT = 1 << 14
"""How many characters of a traceback come back."""

Frame = TypeVar("Frame")


@dataclass(frozen=True, slots=True)
class Greeting:
    """A worker is ready; `missing` names the restrictions that the kernel does not give it."""

    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Request:
    """A job by name, what it is asked, and with what its log lines are marked."""

    job: str
    data: bytes
    low_priority: bool
    context: dict[str, str | int | float | bool | None]


class OutcomeKind(IntEnum):
    """What became of a job: the meaning of the bytes in a `JobOutcome`."""

    ANSWER = 0
    ERROR = 1
    """The job raised an error of the registry."""
    FAILURE = 2
    """It raised something else; the bytes are the traceback."""
    OUT_OF_MEMORY = 3
    TOO_LARGE = 4
    """The answer has `size` bytes, more than may come back."""


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """What became of a job, and the most MiB that the worker has held so far."""

    kind: OutcomeKind
    held: int
    data: bytes = b""
    size: int = 0


@dataclass(frozen=True, slots=True)
class Order:
    """With what a fork server starts: see `workers.process.WorkerSetup` and `WorkerLimits`."""

    registry: str
    modules: tuple[str, ...]
    start: str | None
    arguments: tuple[str, ...]
    readable: tuple[str, ...]
    writable: tuple[str, ...]
    memory: int
    answer: int


def pack_frame(frame: object) -> bytes:
    """A frame with its header."""
    data = msgspec.msgpack.encode(frame)
    return HEADER.pack(len(data)) + data


def unpack_frame(data: bytes | bytearray, kind: type[Frame]) -> Frame:
    """What is in a frame, without its header; raises `CodecError`."""
    try:
        return msgspec.msgpack.decode(data, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise CodecError(f"no {kind.__name__}: {error}") from error


def read_frame(descriptor: int, kind: type[Frame]) -> Frame | None:
    """The next frame of a blocking socket; None where the other end is gone."""
    header = _read(descriptor, HEADER.size)
    data = header and _read(descriptor, *HEADER.unpack(header))
    return None if not data else unpack_frame(data, kind)


def write_frame(descriptor: int, frame: object) -> None:
    """Send a frame over a blocking socket; raises `OSError` where the other end is gone."""
    data = memoryview(pack_frame(frame))
    while data:
        data = data[os.write(descriptor, data) :]


def _read(descriptor: int, size: int) -> bytearray | None:
    """So many bytes; None where the other end is gone."""
    data = bytearray(size)
    view = memoryview(data)
    while view:
        got = os.readv(descriptor, [view])
        if not got:
            return None
        view = view[got:]
    return data
