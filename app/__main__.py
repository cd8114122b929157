"""`python -m app`: run the service with the settings in the environment."""

import gc
import sys

if __name__ == "__main__":
    gc.disable()  # until all is imported: collections would find next to nothing

import structlog

from app.errors import StartError
from app.event_loop import run
from app.main import serve
from app.settings import load_settings
from telemetry.logs import configure_logging

SWITCH_SECONDS = 0.0005
"""Python's thread switch interval in seconds. Each database statement and each job briefly needs
another thread; with the default of 5 ms they would wait longer than they run."""


def main() -> None:
    """Run the service until SIGINT or SIGTERM.

    A `StartError` ends the program with its sentences and exit code 1.
    """
    try:
        settings = load_settings()
        configure_logging(settings.log_format, settings.log_level, settings.secrets)
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.freeze()  # imported objects stay: each collection that scans them takes 0.1 s
        gc.enable()
        run(serve(settings))
    except StartError as error:
        sys.exit(str(error))
    except Exception:  # through the log, which redacts secrets
        structlog.stdlib.get_logger(__name__).exception("stopped by a failure")
        sys.exit(1)


if __name__ == "__main__":
    main()
