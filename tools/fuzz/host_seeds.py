"""Valid messages between bots and worker hosts, as texts of their bytes."""

from collections.abc import Iterator

from app.job_registry import job_registry
from jobs import DrawRequest, PastedText, SolveRequest
from puzzle.errors import NotationError
from puzzle.model import Board
from tools.fuzz.seeds import random_puzzle
from workers import host_protocol
from workers.codec import Codec
from workers.host_protocol import HostReply, JobHeartbeat, PackedCall, ReplyKind, ReplyReader

ANSWER_BYTES = 1 << 16
"""Maximum bytes of an answer that the fuzzer reads."""
NOTHING = b"\xc0"
"""The packed answer of the probe, None."""


def calls() -> Iterator[str]:
    """Requests to solve and to draw puzzles."""
    codec = Codec(job_registry())
    puzzle = random_puzzle(5, 7, 1)
    for name, request in (
        ("solve_puzzle", SolveRequest(PastedText("2x2:0b4"))),
        ("draw_board", DrawRequest(Board.blank(puzzle))),
    ):
        call = PackedCall(name, codec.pack(request))
        yield host_protocol.pack_call(call).decode("latin-1")


def replies() -> Iterator[str]:
    """Answers of hosts: at once, after heartbeats, and for each way in which a job ends."""
    error = Codec(job_registry()).pack_error(NotationError("rows", "it", "row 2", "digits"))
    sign = host_protocol.pack_message(JobHeartbeat(running=True))
    for kind in ReplyKind:
        data = error if kind is ReplyKind.ERROR and error else NOTHING
        reply = host_protocol.pack_message(HostReply(kind, 1.5, data, 7, 3.5))
        yield reply.decode("latin-1")
        yield (sign + sign + reply).decode("latin-1")


class HostReader:
    """Reads what another machine sends, as a host and as a bot do."""

    def __init__(self) -> None:
        self._codec = Codec(job_registry())

    def read_call(self, text: str) -> PackedCall:
        """Read a request, and the value in it if its job is known; raises `CodecError`."""
        call = host_protocol.read_call(_bytes(text))
        self._codec.job(call.job)
        self._codec.unpack_request(call.job, call.data)
        return call

    def read_reply(self, text: str) -> HostReply | None:
        """Read an answer byte by byte, and the value in it; raises `CodecError`."""
        reader, data = ReplyReader(ANSWER_BYTES), _bytes(text)
        for place in range(len(data)):
            reader.feed(data[place : place + 1])
        reply = reader.reply
        if reply is not None and reply.kind is ReplyKind.ERROR:
            self._codec.unpack_error(reply.data)
        elif reply is not None and reply.kind is ReplyKind.ANSWER:
            self._codec.unpack_answer("answer_probe", reply.data)
        return reply


def reads_whole_like_pieces(text: str, found: HostReply | None) -> None:
    """Check that an answer that arrives at once is read as one that arrives byte by byte."""
    reader = ReplyReader(ANSWER_BYTES)
    reader.feed(_bytes(text))
    assert repr(reader.reply) == repr(found)


def _bytes(text: str) -> bytes:
    """The bytes of a mutant; characters beyond those of bytes become several."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
