"""A progress bar on standard error, and what is said there after it."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil
from typing import TYPE_CHECKING

from msgspec import Struct, field

from cli.errors import escape_for_terminal

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID


def note(text: str) -> None:
    """Print what a command has done on standard error, if that is a terminal, as for a bar."""
    if sys.stderr.isatty():
        print(escape_for_terminal(text), file=sys.stderr)


def file_size(count: int) -> str:
    """A number of bytes as text.

    >>> file_size(640), file_size(96_400), file_size(1_290_000)
    ('1 kB', '97 kB', '1.3 MB')
    """
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{ceil(count / 1e3)} kB"


class ProgressBar(Struct, eq=False):
    """A progress bar, or nothing.

    `console` prints lines above the bar; it is None when there is no bar.
    """

    progress: "Progress | None" = None
    task: "TaskID | None" = None
    _started: float = field(default_factory=time.monotonic)
    _count: int = 0

    @property
    def console(self) -> "Console | None":
        """The terminal of the bar."""
        return None if self.progress is None else self.progress.console

    def advance(self, count: int = 1) -> None:
        """Count one more, or several."""
        if self.progress is None or self.task is None:
            return
        self._count += count
        rate = self._count / max(time.monotonic() - self._started, 1e-3)
        self.progress.update(self.task, advance=count, rate=f"{rate:,.1f}")


@contextmanager
def progress_bar(
    title: str,
    total: Callable[[], int | None],
    *,
    show: bool = True,
    start: int = 0,
    unit: str | None = None,
) -> Iterator[ProgressBar]:
    """A progress bar on standard error while the block runs, if that is a terminal.

    `total` counts what there is to do, or returns None if that is not known; it is called only for
    a bar. With `show` False there is none. `start` were done before; with `unit`, the bar shows how
    many of these come in a second.

    >>> with progress_bar("Solving", lambda: 2, show=False) as bar:
    ...     bar.advance()
    """
    if not show or not sys.stderr.isatty():
        yield ProgressBar()
        return
    from rich.console import Console  # noqa: PLC0415 - only a terminal needs it
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    known = total()
    time_column = TimeElapsedColumn() if known is None else TimeRemainingColumn()
    columns = [TextColumn(title), BarColumn(), MofNCompleteColumn(), time_column]
    if unit is not None:
        columns.insert(3, TextColumn(f"{{task.fields[rate]}} {unit}/s"))
    progress = Progress(
        *columns,
        console=Console(file=sys.stderr),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=True,
        speed_estimate_period=300,
    )
    with progress:
        yield ProgressBar(progress, progress.add_task("", total=known, completed=start, rate="-"))
