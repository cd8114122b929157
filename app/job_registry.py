"""The jobs that the bot's workers know; both the bot and its workers call this."""

from jobs.registry import ENCODINGS, ERRORS, JOBS
from workers.codec import Registry


def job_registry() -> Registry:
    """Every job of `jobs`, and the errors that may come back."""
    return Registry(JOBS, ERRORS, ENCODINGS)
