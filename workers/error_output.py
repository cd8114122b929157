"""Logs what a worker writes to its standard error.

A worker that runs hostile code may write anything and as much as it likes. So only the first lines
are logged, each as one value of a log entry, whose control characters every log format escapes.
"""

import asyncio
import socket

import structlog

MAX_LINES = 40
"""Maximum number of lines that are logged of one process; a traceback has fewer."""
MAX_LINE = 400
"""Maximum length of a logged line in bytes."""
READ_SIZE = 1 << 18
PAUSE = 0.1
"""Seconds between two reads of what is not logged: a worker that floods the bot has to wait."""

log = structlog.stdlib.get_logger(__name__)


async def log_errors(errors: socket.socket) -> None:
    """Read from a socket until its other end is closed, and log the first lines; close it."""
    loop = asyncio.get_running_loop()
    unfinished, logged = b"", 0
    with errors:
        while data := await loop.sock_recv(errors, READ_SIZE):
            if logged == MAX_LINES:
                await asyncio.sleep(PAUSE)
                continue
            *lines, unfinished = (unfinished + data).split(b"\n")
            unfinished = unfinished[:MAX_LINE]
            for line in lines[: MAX_LINES - logged]:
                log.warning("a worker wrote", line=line[:MAX_LINE].decode(errors="replace"))
            logged = min(MAX_LINES, logged + len(lines))
        if unfinished and logged < MAX_LINES:
            log.warning("a worker wrote", line=unfinished.decode(errors="replace"))
