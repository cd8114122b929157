"""Builds the pool of worker hosts; imported only where there are some."""

from app.errors import StartError
from app.job_registry import job_registry
from app.worker_settings import WorkerSettings
from service.version import VERSION
from workers.host_client import HostAddress
from workers.remote_pool import RemotePool
from workers.tls import TlsError


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
