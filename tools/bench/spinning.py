"""A job of known cost for benchmarks of worker pools, and a worker host with it as a program.

`python -m tools.bench.spinning_host` takes the settings of `ouro worker`, and prints its port when
it is ready.
"""

import time

from app.worker_host import run_host
from app.worker_settings import WorkerSettings, load
from telemetry.logs import configure_logging
from workers.codec import Registry
from workers.setup import WorkerSetup

VERSION = "bench"
"""The version of hosts and clients in benchmarks."""


def spin(request: tuple[float, int]) -> bytes:
    """Use a processor for some milliseconds, and return so many bytes."""
    milliseconds, size = request
    end = time.thread_time() + milliseconds / 1000
    while time.thread_time() < end:
        pass
    return bytes(size)


def registry() -> Registry:
    """The jobs of the benchmark."""
    return Registry([spin])


def setup() -> WorkerSetup:
    """The setup of its workers."""
    return WorkerSetup(registry)


def main() -> None:
    """Run a host until it is stopped."""
    settings = load(WorkerSettings)
    configure_logging(settings.log_format, settings.log_level)

    def tell(port: int) -> None:
        print(port, flush=True)

    run_host(settings, setup=setup(), version=VERSION, on_ready=tell)
