"""Outcomes of jobs that are no answer."""


class JobError(Exception):
    """Base of what jobs raise."""


class NothingFound(JobError):  # noqa: N818
    """A message was searched for a puzzle and holds none."""
