"""Builds the worker pool of the settings: processes of this machine, or worker hosts."""

from app.job_registry import job_registry
from app.worker_settings import WorkerSettings
from telemetry.logs import configure_logging
from workers.pool import LocalPool, ManagedPool
from workers.setup import WorkerSetup


def worker_setup(settings: WorkerSettings) -> WorkerSetup:
    """The setup of the workers: the jobs of the bot, and the logging of the settings."""
    return WorkerSetup(
        registry=job_registry,
        start=configure_logging,
        arguments=(settings.log_format, settings.log_level),
    )


def open_pool(settings: WorkerSettings, setup: WorkerSetup | None = None) -> LocalPool:
    """Create the pool of worker processes for the settings; its context manager starts them.

    `setup` replaces the setup of the bot's workers.
    """
    return LocalPool(
        workers=settings.workers,
        queue=settings.queue,
        long_queue=settings.long_queue,
        per_person=settings.per_person,
        limits=settings.worker_limits,
        worker_setup=worker_setup(settings) if setup is None else setup,
    )


def choose_pool(settings: WorkerSettings) -> ManagedPool:
    """Create the pool for the settings: remote if they have the URL of worker hosts.

    Raises `StartError` when the files for mutual TLS cannot be used.
    """
    if settings.workers_url is None:
        return open_pool(settings)
    from app.remote_workers import open_remote_pool  # noqa: PLC0415 - most bots have local workers

    return open_remote_pool(settings, settings.workers_url)
