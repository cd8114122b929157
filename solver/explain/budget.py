"""Counted work: what bounds a search for reasons, and is the same on every machine.

How long a search takes says nothing about how far it came: that depends on the machine and on
what else runs there. So a search counts what it does, in units of about ten microseconds on the
machine of docs/benchmarks.md. One unit is a rule of the board that corners are passed on from.
"""

import math
import time

SUPPOSITION_UNITS = 6
"""Units for supposing a state of an edge and following single rules."""

SAT_CALL_UNITS = 8
"""Units for asking the SAT solver whether some rules can hold together."""

PROPAGATIONS_PER_UNIT = 50
"""Literals that the SAT solver assigns for one unit more."""


class Budget:
    """Units of work that may be done; None is no bound.

    A budget that is part `of` another one ends with it, too. `seconds` are for people who ask for
    an end by the clock, from now on. Nothing else takes any, as the answer would be another one on
    a slower machine.

    >>> budget = Budget(10)
    >>> budget.spend(6), budget.is_spent, budget.spend(6), budget.is_spent
    (None, False, None, True)
    """

    def __init__(
        self,
        units: int | None = None,
        seconds: float | None = None,
        parent: "Budget | None" = None,
    ) -> None:
        self._left = math.inf if units is None else units
        self._parent = parent
        self._deadline = None if seconds is None else time.perf_counter() + seconds

    def spend(self, units: int) -> None:
        """So much work was done; it may go past what was left."""
        self._left -= units
        if self._parent is not None:
            self._parent.spend(units)

    @property
    def seconds(self) -> float | None:
        """What is left until the end that somebody asked for; None where nobody did."""
        return None if self._deadline is None else max(0.0, self._deadline - time.perf_counter())

    @property
    def is_spent(self) -> bool:
        """Whether no more work may begin."""
        whole = self._parent is not None and self._parent.is_spent
        return whole or self._left <= 0 or self.seconds == 0.0


UNLIMITED = Budget()
"""For whoever need not count."""
