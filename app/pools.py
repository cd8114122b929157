"""Builds the worker pool of the settings: processes of this machine, or worker hosts."""

from app.errors import StartError
from app.job_registry import job_registry
from app.worker_settings import WorkerSettings
from service.version import VERSION
from telemetry.logs import configure_logging
from workers.host_client import HostAddress
from workers.pool import LocalPool, ManagedPool
from workers.remote_pool import RemotePool
from workers.setup import WorkerSetup
from workers.tls import TlsError


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
    return open_remote_pool(settings, settings.workers_url)


def open_remote_pool(settings: WorkerSettings, url: str) -> RemotePool:
    """Create the pool of the worker hosts behind a URL; its context manager connects it.

    Raises `StartError` when the files for mutual TLS cannot be used.
    """
    try:
        return RemotePool(
            host_address(settings, url),
            job_registry(),
            version=VERSION,
            queue=settings.queue,
            long_queue=settings.long_queue,
            per_person=settings.per_person,
            answer=settings.answer_bytes,
        )
    except TlsError as error:
        raise StartError((str(error),)) from error


def host_address(settings: WorkerSettings, url: str) -> HostAddress:
    """The address of worker hosts; raises `StartError` when files for HTTPS are not set."""
    tls = settings.tls_files
    if not url.startswith("https:"):
        return HostAddress(url, None)
    if tls is None:
        raise StartError(
            (
                "For worker hosts, set OURO_WORKERS_CA, OURO_WORKERS_CERTIFICATE and "
                "OURO_WORKERS_KEY; script/certificates makes the files.",
            )
        )
    return HostAddress(url, tls)
