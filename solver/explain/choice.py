"""The choice among the steps that are easiest to see: single reasons and known patterns.

A person who knows a pattern sees it at once, so a pattern counts as one reason here. Ratings do not
use this module: they count the reasons of a pattern one by one.
"""

from collections.abc import Iterable
from typing import TypeAlias

from solver.explain.direct import RuleDeduction, find_direct
from solver.explain.field import Field, States
from solver.explain.nearness import Nearness
from solver.explain.patterns import KnownPattern, lines_reaching_clues

Easy: TypeAlias = RuleDeduction | KnownPattern
"""What a person can see at once."""

UNTOUCHED, SINGLE, TOUCHED = range(3)
"""The order of what is equally near: whole patterns, single reasons, the rest of patterns."""


def easy_choices(
    field: Field, patterns: Iterable[KnownPattern], states: States, nearness: Nearness
) -> list[Easy]:
    """The single reasons and known patterns of a board, the one to tell first in front.

    Premature loops come last. Of the others, the nearest comes first; where they are equally near,
    whole patterns come before single reasons with few given marks, and those with a 0, or a 0
    alone, before the others. `patterns` are those of the clues.

    >>> from puzzle.notation.rows import parse_rows
    >>> from solver.explain.patterns import patterns_of_clues
    >>> field = Field(parse_rows("3.../.33./..../.2.0"))
    >>> blank = [0] * field.edges + [2]
    >>> patterns, nowhere = patterns_of_clues(field), Nearness(field.puzzle.grid, ())
    >>> found = easy_choices(field, patterns, blank, nowhere)
    >>> [one.place.name if isinstance(one, KnownPattern) else one.rule for one in found]
    [15, 'adjacent-3-3', 'diagonal-3-3', 'corner-3']
    """
    found: list[tuple[tuple[bool, tuple[float, ...], int, int, int], Easy]] = []
    for number, known in enumerate(patterns):
        if known.is_open(states):
            rank = UNTOUCHED if known.is_untouched(states) else TOUCHED
            others = 0 if has_zero(field, known.place.cells) else 2
            found.append(((False, nearness.of(known.core), rank, others, number), known))
    found += (
        ((False, nearness.of(known.core), TOUCHED, 0, min(known.core)), known)
        for known in lines_reaching_clues(field, states)
    )
    for single in find_direct(field, states):
        is_loop, near = single.rule == field.loop_rule, nearness.of(single.edges)
        is_zero = not is_loop and field.clues[single.rule] == 0
        order = (UNTOUCHED, 1) if is_zero else (SINGLE, len(single.given))
        key = (is_loop, near, *order, single.rule)
        found.append((key, single))
    found.sort(key=lambda one: one[0])
    return [easy for _, easy in found]


def has_zero(field: Field, cells: Iterable[int]) -> bool:
    """Whether a 0 is among the clues of some cells."""
    return any(field.clues[cell] == 0 for cell in cells)
