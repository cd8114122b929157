"""A worker host with the sample jobs as a program: FOLDER VERSION. Prints its port when ready."""

import asyncio
import sys

from app.worker_host import serve_jobs
from app.worker_settings import WorkerSettings, load
from telemetry.logs import configure_logging
from tests.support import sample_jobs
from workers.setup import WorkerSetup


def main(folder: str, version: str) -> None:
    settings = load(WorkerSettings)
    configure_logging(settings.log_format, settings.log_level)
    setup = WorkerSetup(sample_jobs.registry, readable=("/proc",), writable=(folder,))

    def tell(port: int) -> None:
        sys.stdout.write(f"{port}\n")
        sys.stdout.flush()

    asyncio.run(serve_jobs(settings, setup=setup, version=version, on_ready=tell))


if __name__ == "__main__":
    main(*sys.argv[1:])
