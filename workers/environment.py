"""The environment variables of the fork server, and so of all worker processes."""

import os
import sys
from pathlib import Path

KEPT_VARIABLES = (
    "LD_LIBRARY_PATH",
    "PYTHONTZPATH",
    "TZ",
    "TZDIR",
)
"""Variables that workers get from the bot: where libraries, certificates and time zones are."""


def clean_variables() -> dict[str, str]:
    """The whole environment of a worker: `KEPT_VARIABLES` and the import path of this process."""
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    path = os.pathsep.join(str(Path(folder).absolute()) for folder in sys.path)
    return {**kept, "PYTHONPATH": path}
