"""What can go wrong between a command and its answer.

`PuzzleError` (bad puzzle text) comes from `puzzle`; everything else a person may cause or
meet is here. `bot.failures` turns each of them into a sentence.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from types import MappingProxyType

from i18n.messages import Message


class BotError(Exception):
    """Base of the failures the bot knows by name."""


class Crowd(Enum):
    """Why a job was not admitted."""

    QUEUE = "queue"
    PERSON = "person"
    PACE = "pace"
    CLOSING = "closing"


class Busy(BotError):  # noqa: N818 - the state of the pool, named as people would say it
    """The work pool does not take this job now: `crowd` says what is full."""

    def __init__(self, crowd: Crowd) -> None:
        super().__init__(crowd)
        self.crowd = crowd


class QuotaUsed(BotError):  # noqa: N818
    """A person, or their whole server, has had their share of work until an instant."""

    def __init__(self, until: datetime, of_server: bool = False) -> None:
        super().__init__(until, of_server)
        self.until = until
        self.of_server = of_server


class TimedOut(BotError):  # noqa: N818
    """A job ran longer than `seconds`; its worker was ended and replaced."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class WorkerLost(BotError):  # noqa: N818
    """The process doing a job died, and so did the one that tried again."""


class OutOfMemory(BotError):  # noqa: N818
    """A job needed more than the `mebibytes` a worker may take; its worker was replaced."""

    def __init__(self, mebibytes: int) -> None:
        super().__init__(mebibytes)
        self.mebibytes = mebibytes


class AnswerTooLarge(BotError):  # noqa: N818
    """The answer of a job has more bytes than may come back from a worker."""

    def __init__(self, size: int, most: int) -> None:
        super().__init__(size, most)
        self.size = size
        self.most = most


class NotBegun(BotError):  # noqa: N818
    """What somebody asked for was not begun; they have been told why, if that was possible."""


class NothingFound(BotError):  # noqa: N818
    """A message was searched for a puzzle and holds none."""


class NotYours(BotError):  # noqa: N818
    """Somebody reached for the attempt of another person, or for one that is gone."""


class InputError(BotError):
    """A person gave a command something it cannot use; a message tells them what and why.

    `values` are filled into the message. With `example`, a good command is shown below it.
    """

    def __init__(
        self,
        message: Message,
        values: Mapping[str, object] = MappingProxyType({}),
        example: bool = False,
    ) -> None:
        super().__init__(message, dict(values), example)
        self.message = message
        self.values = dict(values)
        self.example = example


class Refused(BotError):  # noqa: N818
    """A channel does not take posts: it is gone, or the bot may not post there."""

    def __init__(self, gone: bool) -> None:
        super().__init__(gone)
        self.gone = gone

    @property
    def reason(self) -> str:
        """How it is stored."""
        return "gone" if self.gone else "refused"


class StartError(BotError):
    """The bot cannot start; `sentences` tell the operator what to mend."""

    def __init__(self, sentences: tuple[str, ...]) -> None:
        super().__init__(sentences)
        self.sentences = sentences

    def __str__(self) -> str:
        return "\n".join(self.sentences)
