"""A progress bar on standard error."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID


class ProgressBar:
    """A progress bar, or nothing.

    `console` prints lines above the bar; it is None when there is no bar.
    """

    def __init__(self, progress: "Progress | None" = None, task: "TaskID | None" = None) -> None:
        self._progress = progress
        self._task = task

    @property
    def console(self) -> "Console | None":
        """The terminal of the bar."""
        return None if self._progress is None else self._progress.console

    def advance(self) -> None:
        """Count one more."""
        if self._progress is not None and self._task is not None:
            self._progress.advance(self._task)


@contextmanager
def progress_bar(
    title: str, total: Callable[[], int | None], *, show: bool = True
) -> Iterator[ProgressBar]:
    """A progress bar on standard error while the block runs, if that is a terminal.

    `total` counts what there is to do, or returns None if that is not known; it is called only for
    a bar. With `show` False there is none.

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
    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), time_column)
    progress = Progress(
        *columns,
        console=Console(file=sys.stderr),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=True,
    )
    with progress:
        yield ProgressBar(progress, progress.add_task("", total=known))
