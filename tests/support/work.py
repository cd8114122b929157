"""Measures work independently of the machine."""

import sys
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any
from unittest.mock import patch

from solver.session import Session


def lines_run(action: Callable[[], object]) -> int:
    """The number of lines of Python that run during an action; a line in a loop counts each time.

    >>> lines_run(lambda: [number for number in range(5)]) > 5
    True
    """
    count = 0

    def trace(_: FrameType, event: str, __: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        action()
    finally:
        sys.settrace(before)
    return count


def work_of(action: Callable[[], object]) -> int:
    """The work of an action: lines of Python that run, and propagations of SAT solvers.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from solver.search import solve
    >>> puzzle = Puzzle(square_grid(2, 2), (3, None, None, None))
    >>> work_of(lambda: solve(puzzle)) > lines_run(lambda: solve(puzzle))
    True
    """
    propagations, end = 0, Session.__exit__

    def noted(
        session: Session,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        nonlocal propagations
        propagations += session.propagations
        end(session, kind, error, trace)

    with patch.object(Session, "__exit__", noted):
        lines = lines_run(action)
    return lines + propagations
