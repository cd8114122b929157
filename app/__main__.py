"""`python -m app`: run the service with the settings in the environment."""

import asyncio
import gc
import sys

import structlog

from app.errors import StartError
from app.main import serve
from app.settings import load_settings
from telemetry.logs import configure_logging

SWITCH_SECONDS = 0.0005
"""How long one thread may run while others wait. Each statement of the database, and each job,
takes another thread for a moment; with Python's 5 ms they would wait longer than they work."""


def main() -> None:
    """Run until told to stop; what the operator can mend ends the program with a sentence."""
    try:
        settings = load_settings()
        configure_logging(settings.log_format, settings.log_level, settings.secrets)
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.collect()
        gc.freeze()  # what is imported stays: to look through it again and again takes 0.1 s each
        asyncio.run(serve(settings))
    except StartError as error:
        sys.exit(str(error))
    except Exception:  # through the log, where secrets are blotted out
        structlog.stdlib.get_logger(__name__).exception("stopped by a failure")
        sys.exit(1)


if __name__ == "__main__":
    main()
