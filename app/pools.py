"""Builds the worker pool of the settings: processes here, and a cluster if they name one."""

from collections.abc import Callable
from functools import partial

from app.errors import StartError
from app.job_registry import job_registry
from app.settings import Settings
from batch.errors import BatchError
from workers.pool import LocalPool
from workers.setup import WorkerSetup

DECODER_MODULES = (
    "scanner.reading",
    "PIL.GifImagePlugin",
    "PIL.JpegImagePlugin",
    "PIL.PngImagePlugin",
    "PIL.WebPImagePlugin",
)
"""What reads pictures, with numpy, and the formats of Pillow that it reads. The bot imports none of
them."""
WORKER_SETUP = WorkerSetup(job_registry, DECODER_MODULES)
"""The workers of the bot know its jobs. They load no logging, as jobs log nothing."""


def open_pool(settings: Settings, setup: WorkerSetup = WORKER_SETUP) -> LocalPool:
    """Create the pool for the settings; its context manager starts it.

    `setup` replaces the setup of the bot's workers. Raises `StartError` when the cluster has no
    TLS, and when the packages for one are not installed.
    """
    try:
        return _pool_class(settings)(
            workers=settings.workers,
            queue=settings.queue,
            long_queue=settings.long_queue,
            per_person=settings.per_person,
            limits=settings.worker_limits,
            worker_setup=setup,
        )
    except BatchError as error:
        raise StartError((str(error),)) from error


def _pool_class(settings: Settings) -> Callable[..., LocalPool]:
    if settings.cluster is None:
        return LocalPool
    try:
        from batch.cluster_pool import ClusterPool  # noqa: PLC0415 - most bots have no cluster
    except ModuleNotFoundError as error:
        from cli.errors import missing_package  # noqa: PLC0415 - a bot needs no command line

        sentence = missing_package(error.name or "", "OURO_CLUSTER", "docs/scaling.md")
        raise StartError((sentence,)) from error
    return partial(ClusterPool, settings.cluster)
