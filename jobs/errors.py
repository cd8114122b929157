"""Errors of jobs."""


class JobError(Exception):
    """Base of all errors of jobs."""


class NothingFound(JobError):  # noqa: N818
    """A message contains no puzzle."""


class TakesLong(JobError):  # noqa: N818
    """A quick job would take more than a little work."""
