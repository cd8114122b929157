"""The messages between a bot and worker hosts: HTTP requests with MessagePack bodies.

`POST /jobs` has a `PackedCall` as its body, and headers with the version, the priority and the
person. The answer is a sequence of frames: any number of `JobHeartbeat`, one each
`HEARTBEAT_SECONDS` while the job waits or runs, and one `HostReply`. A frame is a length and
MessagePack data, as between the bot and a local worker (`workers.messages`). Lengths are compared
with limits before data is read, and the type of every field is checked. The values of jobs are
packed by `workers.codec`.
"""

import hashlib
import re
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeVar

import msgspec

from workers.admission import SYSTEM
from workers.codec import CodecError
from workers.errors import BusyReason
from workers.job_queue import Priority
from workers.messages import ENVELOPE, HEADER, JobOutcome, OutcomeKind, pack_frame, unpack_frame

JOBS_PATH = "/jobs"
READY_PATH = "/readyz"

VERSION_HEADER = "X-Ouro-Version"
"""The version of the sender; a host refuses another one with `REFUSED_STATUS`."""
PRIORITY_HEADER = "X-Ouro-Priority"
"""The number of the priority, for the balancer and the host."""
PERSON_HEADER = "X-Ouro-Person"
"""The keyed hash of the user ID, 0 for `SYSTEM`, for the balancer and the host."""
BUSY_HEADER = "X-Ouro-Busy"
"""Why a balancer or a host did not admit a job: a value of `BusyReason`."""
WORKERS_HEADER = "X-Ouro-Workers"
"""The number of workers behind an address, in the answer of `READY_PATH`."""
QUEUE_HEADER = "X-Ouro-Queue"
"""Set in the answer of `READY_PATH` by a balancer that lets jobs wait without an answer."""

REFUSED_STATUS = 409
"""Status of a host that has another version; the text of the response names it."""

REQUEST_BYTES = 16 << 20
"""Maximum bytes of a request. The largest of the bot has a text of ten MiB (`OURO_INPUT_SIZE`)."""
HEARTBEAT_SECONDS = 1.0
"""Maximum seconds between two heartbeats of a host that has a job."""
SILENCE_SECONDS = 4.5
"""Seconds without a heartbeat after which a host counts as dead: four heartbeats are missing."""

MAX_NAME = 100
"""Maximum characters of the name of a job."""
_PRIORITIES = {str(priority.value): priority for priority in Priority}
_PERSON = re.compile(r"[0-9a-f]{1,32}", re.ASCII)

Message = TypeVar("Message")


@dataclass(frozen=True, slots=True)
class PackedCall:
    """A job to run: its name and its packed request."""

    job: str
    data: bytes


class ReplyKind(IntEnum):
    """How a job ended on a host; the first five are those of `workers.messages.OutcomeKind`."""

    ANSWER = 0
    ERROR = 1
    FAILURE = 2
    OUT_OF_MEMORY = 3
    TOO_LARGE = 4
    TIMED_OUT = 5
    """It ran longer than `HostReply.limit` seconds."""
    LOST = 6
    """Its worker died, and so did the one that ran it again."""


@dataclass(frozen=True, slots=True)
class JobHeartbeat:
    """A host works on a job; `running` is whether the job has a worker."""

    running: bool


@dataclass(frozen=True, slots=True)
class HostReply:
    """How a job ended, and the seconds that it occupied a worker.

    `data` is that of the outcome, `size` the bytes of an answer that is too large, and `limit` the
    limit that was exceeded: bytes, MiB or seconds.
    """

    kind: ReplyKind
    seconds: float
    data: bytes = b""
    size: int = 0
    limit: float = 0


def reply_of(outcome: JobOutcome, seconds: float, answer: int, memory: int) -> HostReply:
    """The reply with the outcome of a worker, which has limits of `answer` bytes and `memory`."""
    limits = {OutcomeKind.TOO_LARGE: answer, OutcomeKind.OUT_OF_MEMORY: memory}
    limit = limits.get(outcome.kind, 0)
    return HostReply(ReplyKind(outcome.kind), seconds, outcome.data, outcome.size, limit)


def pack_call(call: PackedCall) -> bytes:
    """The body of a request; raises `CodecError` when it is larger than `REQUEST_BYTES`."""
    data = msgspec.msgpack.encode(call)
    if len(data) > REQUEST_BYTES:
        raise CodecError(f"a request has {len(data)} bytes, more than {REQUEST_BYTES}")
    return data


def read_call(data: bytes) -> PackedCall:
    """Read the body of a request, of at most `REQUEST_BYTES`; raises `CodecError`.

    >>> read_call(pack_call(PackedCall("double", b"1")))
    PackedCall(job='double', data=b'1')
    """
    if len(data) > REQUEST_BYTES:
        raise CodecError(f"a request has {len(data)} bytes, more than {REQUEST_BYTES}")
    call = unpack_frame(data, PackedCall)
    if len(call.job) > MAX_NAME:
        raise CodecError("the name of the job is too long")
    return call


def pack_message(message: JobHeartbeat | HostReply) -> bytes:
    """The bytes of a frame of an answer: its length, the kind of the message, and its data."""
    kind = b"\x00" if isinstance(message, JobHeartbeat) else b"\x01"
    frame = pack_frame(message)[HEADER.size :]
    return HEADER.pack(len(frame) + 1) + kind + frame


class ReplyReader:
    """Reads the frames of an answer from pieces of any size; the reply has at most `limit` bytes.

    >>> reader = ReplyReader(1000)
    >>> data = pack_message(JobHeartbeat(True)) + pack_message(HostReply(ReplyKind.LOST, 1.5))
    >>> for place in range(len(data)):
    ...     reader.feed(data[place : place + 1])
    >>> reader.running, reader.reply
    (True, HostReply(kind=<ReplyKind.LOST: 6>, seconds=1.5, data=b'', size=0, limit=0.0))
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit + ENVELOPE
        self._data = bytearray()
        self.running = False
        """Whether a heartbeat has reported that the job has a worker."""
        self.reply: HostReply | None = None
        """The last frame, once it is complete."""

    def feed(self, data: bytes) -> None:
        """Read a piece; raises `CodecError` for anything but frames of an answer."""
        self._data += data
        while len(self._data) >= HEADER.size:
            (size,) = HEADER.unpack_from(self._data)
            if not 0 < size <= self._limit or self.reply is not None:
                raise CodecError(f"a frame of {size} bytes in an answer, or more after its end")
            if len(self._data) < HEADER.size + size:
                return
            frame = bytes(self._data[HEADER.size : HEADER.size + size])
            del self._data[: HEADER.size + size]
            self._read(frame)

    def _read(self, frame: bytes) -> None:
        if frame[0] == 0:
            self.running = unpack_frame(frame[1:], JobHeartbeat).running
        elif frame[0] == 1:
            self.reply = unpack_frame(frame[1:], HostReply)
        else:
            raise CodecError(f"a message of an unknown kind {frame[0]}")


def hash_person(key: bytes, person: int) -> str:
    """The header for a user: a keyed hash, from which the ID cannot be found without the key.

    >>> hash_person(b"key", 0), len(hash_person(b"key", 1)), hash_person(b"key", 1) == "1"
    ('0', 32, False)
    """
    if person == SYSTEM:
        return "0"
    digest = hashlib.blake2b(str(person).encode(), digest_size=16, key=key)
    return digest.hexdigest()


def read_person(header: str) -> int:
    """The number by which a host counts a user; raises `CodecError` for another header."""
    if _PERSON.fullmatch(header) is None:
        raise CodecError("the person is not a hash")
    return int(header, 16)


def read_priority(header: str) -> Priority:
    """The priority of a header; raises `CodecError` for another header."""
    try:
        return _PRIORITIES[header]
    except KeyError:
        raise CodecError("there is no such priority") from None


def read_busy(header: str | None) -> BusyReason | None:
    """Why a job was not admitted; None when another attempt may find a host that admits it.

    >>> read_busy("queue"), read_busy("closing"), read_busy(None)
    (<BusyReason.QUEUE: 'queue'>, None, None)
    """
    final = (BusyReason.QUEUE, BusyReason.PERSON, BusyReason.NO_HOST)
    return next((reason for reason in final if reason.value == header), None)
