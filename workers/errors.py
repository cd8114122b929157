"""Errors that a worker pool raises instead of returning the answer of a job."""

from enum import Enum
from platform import node


class WorkError(Exception):
    """Base class of the errors of a worker pool."""


class BusyReason(Enum):
    """Why a job was not admitted."""

    QUEUE = "queue"
    PERSON = "person"
    RATE = "rate"
    CLOSING = "closing"
    UPDATING = "updating"


class Busy(WorkError):  # noqa: N818 - the state of the pool
    """The pool does not admit the job now; `reason` is the limit that was reached."""

    def __init__(self, reason: BusyReason) -> None:
        super().__init__(reason)
        self.reason = reason


class PoolClosed(Busy):
    """The pool was closed while the job ran or waited."""

    def __init__(self) -> None:
        super().__init__(BusyReason.CLOSING)


class CodeChanged(Busy):
    """The code of this machine was changed since this process started, so no worker can start."""

    def __init__(self) -> None:
        super().__init__(BusyReason.UPDATING)

    def __str__(self) -> str:
        return f"The code of Ouro on {node()} was changed below its programs: start them again."


class TimedOut(WorkError):  # noqa: N818
    """A job ran longer than its limit of `seconds`; its worker was killed and replaced."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class WorkerLost(WorkError):  # noqa: N818
    """The worker process died during a job, and so did the one that retried it."""


class OutOfMemory(WorkError):  # noqa: N818
    """A job needed more memory than a worker's limit of `mebibytes`; its worker was replaced."""

    def __init__(self, mebibytes: int) -> None:
        super().__init__(mebibytes)
        self.mebibytes = mebibytes


class AnswerTooLarge(WorkError):  # noqa: N818
    """The packed answer of a job has `size` bytes, more than the limit of `max_size` bytes."""

    def __init__(self, size: int, max_size: int) -> None:
        super().__init__(size, max_size)
        self.size = size
        self.max_size = max_size


class JobFailed(WorkError):  # noqa: N818
    """A job raised an error that is not in the registry: a bug; `report` is the traceback."""

    def __init__(self, job: str, report: str) -> None:
        super().__init__(job, report)
        self.job = job
        self.report = report

    def __str__(self) -> str:
        return f"{self.job} failed in a worker\n{self.report}"
