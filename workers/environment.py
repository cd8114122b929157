"""The environment variables of the fork server, and so of all worker processes."""

import contextlib
import ctypes
import os
import sys
from collections.abc import Iterator
from pathlib import Path

KEPT_VARIABLES = (
    *("LD_LIBRARY_PATH", "LOCALDOMAIN", "PYTHONTZPATH", "RES_OPTIONS"),
    *("SSL_CERT_DIR", "SSL_CERT_FILE", "TZ", "TZDIR"),
)
"""Variables that workers get from the bot. They configure the C libraries that the bot itself uses
while `clean_environment` is in effect: where libraries, name servers, certificates and time zones
are."""


def clean_variables() -> dict[str, str]:
    """The whole environment of a worker: `KEPT_VARIABLES` and the import path of this process."""
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    path = os.pathsep.join(str(Path(folder).absolute()) for folder in sys.path)
    return {**kept, "PYTHONPATH": path}


@contextlib.contextmanager
def clean_environment() -> Iterator[None]:
    """A block in which new programs get `clean_variables` as their environment.

    `multiprocessing` cannot give the fork server an environment, so it gets that of this process:
    the array to which the variable `environ` of the C library points. The block replaces that
    pointer, for all threads; `os.environ` stays as it is. Removing variables from `os.environ`
    instead would change the array itself while other threads may read it. Blocks must not overlap.
    """
    lines = [os.fsencode(f"{name}={value}") for name, value in clean_variables().items()]
    array = (ctypes.c_char_p * (len(lines) + 1))(*lines, None)
    pointer = ctypes.c_void_p.in_dll(ctypes.CDLL(None), "environ")
    before = pointer.value
    pointer.value = ctypes.addressof(array)
    try:
        yield
    finally:
        pointer.value = before
