"""Which techniques a player lacks and which they know well, by their last boards.

A technique is weak if it takes a player long or is left beside others, compared with the same
player's other techniques: who is slow at everything lacks nothing for that.
"""

from collections.abc import Mapping, Sequence
from math import exp, log
from statistics import median
from typing import TypeAlias

from msgspec import Struct

from solver.review.uses import Use

BOARDS = 10
"""The number of last solved boards that count."""
MIN_BOARDS = 2
"""Minimum number of boards by which a gap is told."""
MIN_NEAR = 3
"""Minimum number of strokes before which a technique was near; of others, nothing is said."""
UNTAKEN = 1.4
"""What a technique that was never taken counts as: the logarithm of a time over the usual one."""
LEFT = 1.5
"""What the part of strokes that took something else is multiplied with."""
MARGIN = 1.2
"""How much weaker than the median of all techniques a lacking one is."""
MOST = 3
"""Maximum number of techniques that are named."""

Uses: TypeAlias = Mapping[str, Use]
"""The uses of techniques on one board or several, by the names of the techniques."""


class Gap(Struct, frozen=True):
    """A technique that a player lacks, who passed by `passed` steps of it on `boards` boards."""

    technique: str
    passed: int
    boards: int


def all_uses(boards: Sequence[Uses]) -> dict[str, Use]:
    """The uses on several boards together.

    >>> all_uses([{"zero": Use(2, 1, 0, 4.0)}, {"zero": Use(3, 1, 1, 9.0)}])
    {'zero': Use(near=5, taken=2, passed=1, seconds=6.0)}
    """
    found: dict[str, Use] = {}
    for uses in boards:
        for name, use in uses.items():
            found[name] = _sum(found[name], use) if name in found else use
    return found


def _sum(one: Use, other: Use) -> Use:
    taken = one.taken + other.taken
    logs = sum(use.taken * log(use.seconds) for use in (one, other) if use.taken)
    seconds = round(exp(logs / taken), 1) if taken else 0.0
    return Use(one.near + other.near, taken, one.passed + other.passed, seconds)


def weaknesses(uses: Uses) -> dict[str, float]:
    """How weak a player is at each technique that was near often enough; more is weaker."""
    enough = {name: use for name, use in uses.items() if use.near >= MIN_NEAR}
    times = [log(use.seconds) for use in enough.values() if use.taken]
    usual = median(times) if times else 0.0
    return {
        name: (log(use.seconds) - usual if use.taken else UNTAKEN)
        + LEFT * (1 - use.taken / use.near)
        for name, use in enough.items()
    }


def gaps(boards: Sequence[Uses]) -> tuple[Gap, ...]:
    """The techniques that a player lacks, the weakest first.

    >>> known = {"zero": Use(9, 8, 0, 4.0), "corner-3": Use(5, 4, 0, 4.0)}
    >>> gaps([{**known, "corner-1": Use(9, 1, 3, 40.0)}, known])
    (Gap(technique='corner-1', passed=3, boards=2),)
    """
    uses = all_uses(boards)
    found = weaknesses(uses)
    if len(boards) < MIN_BOARDS or not found:
        return ()
    least = median(found.values()) + MARGIN
    weak = sorted((name for name in found if found[name] > least), key=lambda name: -found[name])
    return tuple(Gap(name, uses[name].passed, len(boards)) for name in weak[:MOST])


def strengths(boards: Sequence[Uses]) -> tuple[str, ...]:
    """The techniques that a player takes often and quickly, the strongest first.

    >>> known = {"zero": Use(9, 8, 0, 4.0), "corner-3": Use(5, 4, 0, 4.0)}
    >>> strengths([{**known, "corner-1": Use(9, 1, 3, 40.0)}])
    ('zero', 'corner-3')
    """
    uses = all_uses(boards)
    found = {name: weak for name, weak in weaknesses(uses).items() if uses[name].taken >= MIN_NEAR}
    return tuple(sorted(found, key=lambda name: found[name])[:MOST])
