"""The messages between the bot and a worker: frames of a length and MessagePack data.

A worker gets its setup, sends one `Greeting`, then one `JobOutcome` for each `Request`. The
receiver compares the length with its limit before it reads the data, and checks the type of every
field.
"""

import os
import struct
from enum import IntEnum
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from workers.codec import Codec, CodecError
from workers.errors import AnswerTooLarge, JobFailed, OutOfMemory, TimedOut, WorkerLost
from workers.setup import WorkerLimits

HEADER = struct.Struct("!I")
"""The header of a frame: the number of bytes that follow."""
ENVELOPE = 1 << 16
"""Maximum bytes of a frame from a worker, without the answer in it."""
REPORT = 1 << 14
"""Maximum characters of a traceback in a `JobOutcome`; only its end is kept."""

Frame = TypeVar("Frame")


class Greeting(Struct, frozen=True):
    """A worker is ready; `missing` has one reason for each restriction that the kernel lacks."""

    missing: tuple[str, ...]


class Request(Struct, frozen=True):
    """A job to run: its name and its packed request.

    With `low_priority`, a long job yields the processor to other programs.
    """

    job: str
    data: bytes
    low_priority: bool


class OutcomeKind(IntEnum):
    """How a job ended; `JobOutcome.data` depends on it."""

    ANSWER = 0
    """It returned; the data is the packed answer."""
    ERROR = 1
    """It raised an error of the registry; the data is the packed error."""
    FAILURE = 2
    """It raised another error; the data is the end of the traceback."""
    OUT_OF_MEMORY = 3
    """It needed more memory than its limit; there is no data."""
    TOO_LARGE = 4
    """Its answer has `JobOutcome.size` bytes, more than the limit; there is no data."""
    TIMED_OUT = 5
    """It ran longer than its limit, on another machine; there is no data."""
    LOST = 6
    """Its worker died twice, on another machine; there is no data."""


class JobOutcome(Struct, frozen=True):
    """How a job ended, and the peak resident memory of the worker so far (`held`, in MiB)."""

    kind: OutcomeKind
    held: int
    data: bytes = b""
    size: int = 0


def read_outcome(  # noqa: PLR0911 - one for each kind
    codec: Codec, job: str, outcome: JobOutcome, limits: WorkerLimits
) -> Any:
    """The answer of the job with a name, or the exception to raise; raises `CodecError`.

    `limits` are those of the worker that ran it.
    """
    match outcome.kind:
        case OutcomeKind.ANSWER:
            return codec.unpack_answer(job, outcome.data)
        case OutcomeKind.ERROR:
            return codec.unpack_error(outcome.data)
        case OutcomeKind.FAILURE:
            return JobFailed(job, outcome.data.decode(errors="replace"))
        case OutcomeKind.OUT_OF_MEMORY:
            return OutOfMemory(limits.memory)
        case OutcomeKind.TOO_LARGE:
            return AnswerTooLarge(outcome.size, limits.answer)
        case OutcomeKind.TIMED_OUT:
            return TimedOut(limits.seconds)
        case OutcomeKind.LOST:
            return WorkerLost()


def pack_frame(frame: object) -> bytes:
    """Return the bytes of a frame, with its header."""
    return pack_bytes(msgspec.msgpack.encode(frame))


def pack_bytes(data: bytes) -> bytes:
    """Return the bytes of a frame with this content."""
    return HEADER.pack(len(data)) + data


def unpack_frame(data: bytes | bytearray, kind: type[Frame]) -> Frame:
    """Return the content of a frame without header; raises `CodecError` if it is another type."""
    try:
        return msgspec.msgpack.decode(data, type=kind)
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as error:
        raise CodecError(f"invalid {kind.__name__}: {error}") from error


def read_frame(descriptor: int, kind: type[Frame]) -> Frame | None:
    """Return the next frame of a blocking socket; None when the other end is closed.

    Raises `CodecError` for a frame of another type, and `OSError` when the connection is broken.
    """
    data = read_bytes(descriptor)
    return None if not data else unpack_frame(data, kind)


def read_bytes(descriptor: int) -> bytearray | None:
    """Return the content of the next frame of a blocking socket, not unpacked.

    None when the other end is closed, also in the middle of a frame.
    """
    header = _read(descriptor, HEADER.size)
    return header and _read(descriptor, *HEADER.unpack(header))


def write_frame(descriptor: int, frame: object) -> None:
    """Send a frame over a blocking socket; raises `OSError` when the other end is closed."""
    data = memoryview(pack_frame(frame))
    while data:
        data = data[os.write(descriptor, data) :]


def _read(descriptor: int, size: int) -> bytearray | None:
    """Read exactly `size` bytes; None when the other end is closed."""
    data = bytearray(size)
    view = memoryview(data)
    while view:
        got = os.readv(descriptor, [view])
        if not got:
            return None
        view = view[got:]
    return data
