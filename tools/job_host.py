"""`ouro worker` that prints its port when its workers are ready."""

import sys

from app.worker_host import run_host
from app.worker_settings import WorkerSettings, load
from telemetry.logs import configure_logging


def main() -> None:
    """Run a host until it is stopped."""
    settings = load(WorkerSettings)
    configure_logging(settings.log_format, settings.log_level)

    def tell(port: int) -> None:
        sys.stdout.write(f"{port}\n")
        sys.stdout.flush()

    run_host(settings, on_ready=tell)


if __name__ == "__main__":
    main()
