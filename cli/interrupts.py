"""Delays Control-C until between two results, so that none is lost or cut."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


class Interrupts:
    """Records Control-C in a block, and calls `wake`; a second one raises `KeyboardInterrupt`.

    Does nothing outside the main thread, which alone gets signals, or when SIGINT is ignored.

    >>> with Interrupts(lambda: print("woken")) as interrupts:
    ...     signal.raise_signal(signal.SIGINT)
    woken
    >>> interrupts.arrived
    True
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self.arrived = False
        self._wake = wake
        self._raises = False
        self._before: Callable[[int, FrameType | None], object] | None = None

    def __enter__(self) -> "Interrupts":
        handler = signal.getsignal(signal.SIGINT)
        if current_thread() is main_thread() and callable(handler):
            self._before = handler
            signal.signal(signal.SIGINT, self._record)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    @contextmanager
    def raised(self) -> Iterator[None]:
        """In this block, the first Control-C raises `KeyboardInterrupt` too."""
        self._raises = True
        try:
            yield
        finally:
            self._raises = False

    def _record(self, number: int, frame: FrameType | None) -> None:
        again, self.arrived = self.arrived, True
        if again or self._raises:
            signal.default_int_handler(number, frame)
        self._wake()


@contextmanager
def sigint_blocked() -> Iterator[None]:
    """Block SIGINT in this thread, and permanently in the processes that it starts meanwhile.

    Control-C reaches all processes of a terminal; only the process of the command handles it.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
