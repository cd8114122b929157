"""The event loop of the service: uvloop's, where there is one.

It is quicker than asyncio's where many messages pass through sockets.
"""

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any, TypeVar

if sys.platform == "win32":
    from asyncio import new_event_loop
else:
    from uvloop import new_event_loop

Result = TypeVar("Result")


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end in a new event loop, as `asyncio.run` does.

    >>> run(asyncio.sleep(0, "done"))
    'done'
    """
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(work)
