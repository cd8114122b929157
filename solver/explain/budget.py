"""Work budgets: deterministic limits on a search for reasons.

A limit in seconds would make results depend on the machine and on its load. So a search counts its
work in units of about ten microseconds on the machine of docs/benchmarks.md. One unit is the
propagation of corners at one rule of the board. docs/hints.md lists what the searches may take.
"""

import math
import time

SUPPOSITION_UNITS = 6
"""Units for supposing a state of an edge and applying single rules to it."""

SAT_CALL_UNITS = 8
"""Units for one SAT call that decides whether some rules are satisfiable."""

PROPAGATIONS_PER_UNIT = 50
"""Number of propagations of a SAT call that count as one more unit."""


class Budget:
    """A maximum number of units of work; None is no limit.

    What is spent is also taken from the `parent` budget, and the budget is spent when its parent
    is. `seconds` limits the wall-clock time from now; only requests of users set it, since results
    then depend on the machine. A search that is under way when the budget is spent finishes the set
    of rules that it reduces, unless the budget or its parent is `strict`: then it finds nothing.

    >>> budget = Budget(10)
    >>> budget.spend(6), budget.is_spent, budget.spend(6), budget.is_spent
    (None, False, None, True)
    """

    def __init__(
        self,
        units: int | None = None,
        seconds: float | None = None,
        parent: "Budget | None" = None,
        *,
        strict: bool = False,
    ) -> None:
        self._left = math.inf if units is None else units
        self._parent = parent
        self._deadline = None if seconds is None else time.perf_counter() + seconds
        self._strict: bool = strict or (parent is not None and parent._strict)

    def spend(self, units: int) -> None:
        """Count work that was done; it may exceed what was left."""
        self._left -= units
        if self._parent is not None:
            self._parent.spend(units)

    @property
    def seconds(self) -> float | None:
        """Seconds until the time limit; None without one."""
        return None if self._deadline is None else max(0.0, self._deadline - time.perf_counter())

    @property
    def is_spent(self) -> bool:
        """Whether the budget, its parent or the time limit is used up."""
        whole = self._parent is not None and self._parent.is_spent
        return whole or self._left <= 0 or self.seconds == 0.0

    @property
    def ends_now(self) -> bool:
        """Whether a search under way has to end, too: the budget is strict, and spent."""
        return self._strict and self.is_spent


UNLIMITED = Budget()
"""A budget without a limit."""
