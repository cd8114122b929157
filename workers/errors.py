"""What can become of a job besides its answer."""

from enum import Enum


class WorkError(Exception):
    """Base of the failures of a worker pool."""


class BusyReason(Enum):
    """Why a job was not admitted."""

    QUEUE = "queue"
    PERSON = "person"
    PACE = "pace"
    CLOSING = "closing"


class Busy(WorkError):  # noqa: N818 - the state of the pool, named as people would say it
    """The work pool does not take this job now: `reason` says what is full."""

    def __init__(self, reason: BusyReason) -> None:
        super().__init__(reason)
        self.reason = reason


class TimedOut(WorkError):  # noqa: N818
    """A job ran longer than `seconds`; its worker was ended and replaced."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class WorkerLost(WorkError):  # noqa: N818
    """The process doing a job died, and so did the one that tried again."""


class OutOfMemory(WorkError):  # noqa: N818
    """A job needed more than the `mebibytes` a worker may take; its worker was replaced."""

    def __init__(self, mebibytes: int) -> None:
        super().__init__(mebibytes)
        self.mebibytes = mebibytes


class AnswerTooLarge(WorkError):  # noqa: N818
    """The answer of a job has more bytes than may come back from a worker."""

    def __init__(self, size: int, most: int) -> None:
        super().__init__(size, most)
        self.size = size
        self.most = most


class JobFailed(WorkError):  # noqa: N818
    """A job raised what no caller expects of it: a mistake of ours; `report` is the traceback."""

    def __init__(self, job: str, report: str) -> None:
        super().__init__(job, report)
        self.job = job
        self.report = report

    def __str__(self) -> str:
        return f"{self.job} failed in a worker\n{self.report}"
