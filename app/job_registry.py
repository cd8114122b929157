"""The registry of the bot's jobs, which both the bot and its workers use."""

from jobs.registry import ENCODINGS, ERRORS, JOBS
from workers.codec import Registry


def job_registry() -> Registry:
    """Return all jobs of the package `jobs`, with their errors and encodings."""
    return Registry(tuple(JOBS), ERRORS, ENCODINGS, JOBS)
