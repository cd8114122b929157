"""Gateway sessions of shards, which buffer events so that a shard can resume."""

import json
from collections import deque
from collections.abc import Callable, Iterable
from enum import IntEnum, IntFlag
from typing import Any, TypeAlias

from msgspec import Struct, field

from sandbox.model.records import Json
from sandbox.model.snowflakes import SEQUENCE_BITS

MAX_BUFFERED = 2000
"""Maximum number of events that a session can replay."""
DISPATCH = 0
"""The opcode of events, which have a sequence number and can be replayed."""


Frame: TypeAlias = Json | str
"""A frame, or a text that may be none."""
Change: TypeAlias = Callable[[str, Json], Iterable[Any]]
"""Returns the data of the events that are sent in place of one, given its name and data."""


class CloseCode(IntEnum):
    """Close codes of the gateway."""

    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQ = 4007
    RATE_LIMITED = 4008
    SESSION_TIMED_OUT = 4009
    INVALID_SHARD = 4010
    INVALID_API_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


class Intent(IntFlag):
    """Gateway intents that the sandbox evaluates."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED_INTENTS = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT


class CloseConnectionError(Exception):
    """Closes the gateway connection with a code."""

    def __init__(self, code: CloseCode) -> None:
        super().__init__(code)
        self.code = code


class GatewaySession(Struct, eq=False):
    """The session of a shard. `buffer` contains (sequence, frame) of the latest events.

    `change` is called before an event is sent. `send` queues a frame on the current connection;
    None while the shard is disconnected.
    `disconnected_at` is when it disconnected (seconds since 1970).
    """

    id: str
    shard: tuple[int, int]
    intents: Intent
    change: Change
    sequence: int = 0
    buffer: deque[tuple[int, Json | str]] = field(
        default_factory=lambda: deque(maxlen=MAX_BUFFERED)
    )
    send: Callable[[Json | str], None] | None = None
    disconnected_at: float = 0.0

    def dispatch(self, event: str, data: Json) -> None:
        """Send an event, or what it was changed into, or buffer it until the shard resumes."""
        for changed in self.change(event, data):
            self.sequence += 1
            sent: Json = {"op": DISPATCH, "t": event, "s": self.sequence, "d": changed}
            frame = sent if changed is data else json.dumps(sent)
            self.buffer.append((self.sequence, frame))
            if self.send is not None:
                self.send(frame)

    def owns(self, guild_id: int | None) -> bool:
        """Whether this shard receives events of that server (None: direct messages)."""
        index, count = self.shard
        return ((guild_id or 0) >> SEQUENCE_BITS) % count == index

    def missed(self, sequence: int) -> list[Frame] | None:
        """The frames after a sequence number; None when some are no longer buffered.

        Raises `CloseConnectionError` (4007) for a sequence number that was never sent.
        """
        if sequence > self.sequence:
            raise CloseConnectionError(CloseCode.INVALID_SEQ)
        frames = [frame for number, frame in self.buffer if number > sequence]
        return frames if len(frames) == self.sequence - sequence else None
