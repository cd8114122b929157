"""`ouro worker`: runs jobs for bots on other machines."""

import sys

import structlog

from app.errors import StartError
from app.worker_host import run_host
from app.worker_settings import WorkerSettings, load
from cli.status import ExitStatus
from telemetry.logs import configure_logging


def worker() -> None:
    """Run the jobs of bots on other machines, until interrupted.

    docs/scaling.md describes how bots reach it; the settings are those of docs/settings.md.
    """
    try:
        settings = load(WorkerSettings)
        configure_logging(settings.log_format, settings.log_level)
        run_host(settings)
    except StartError as error:
        print(error, file=sys.stderr)
        sys.exit(ExitStatus.FAILED)
    except Exception:
        structlog.stdlib.get_logger(__name__).exception("stopped by a failure")
        sys.exit(ExitStatus.FAILED)
