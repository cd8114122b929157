"""What is read and logged of a worker's standard error."""

import asyncio
import contextlib
import socket
import threading
import time

from structlog.testing import capture_logs

from workers.fork_server import MAX_LINES, PAUSE, READ_SIZE, log_errors


async def test_a_worker_that_floods_the_bot_has_to_wait() -> None:
    ours, its = socket.socketpair()
    ours.setblocking(False)
    written = 0

    def flood() -> None:
        nonlocal written
        with contextlib.suppress(OSError):
            while True:
                written += its.send(b"x\n" * (1 << 13))

    buffers = 2 * ours.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF) + READ_SIZE
    thread = threading.Thread(target=flood)
    with capture_logs() as entries:
        start = time.monotonic()
        task = asyncio.create_task(log_errors(ours))
        thread.start()
        await asyncio.sleep(5 * PAUSE)
        reads = (time.monotonic() - start) / PAUSE + 2
        assert written <= reads * READ_SIZE + buffers
        its.shutdown(socket.SHUT_RDWR)
        await task
    await asyncio.to_thread(thread.join)
    its.close()
    assert len(entries) == MAX_LINES
