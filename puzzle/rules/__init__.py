"""The rules of Slitherlink and of its variants: a module for each, a value, and the judge of lines.

A puzzle has `Rules`, the name of one of `VARIANTS`. All code asks them: what clues and the loop
have to be (`Variant`), what lines break (`violations`), what is supported (`require`).
"""

from puzzle.rules.catalogue import ALL_RULES, PLAIN, VARIANTS, Rules, rules_named, squares_only
from puzzle.rules.judging import Violation, around, is_solved, refusal, require, violations
from puzzle.rules.loops import Loop, cells_inside, find_loops, is_one_loop, lines_at_dots
from puzzle.rules.variant import Around, Capability, Counted, Sign, Variant, ViolationCode

__all__ = [
    "ALL_RULES",
    "PLAIN",
    "VARIANTS",
    "Around",
    "Capability",
    "Counted",
    "Loop",
    "Rules",
    "Sign",
    "Variant",
    "Violation",
    "ViolationCode",
    "around",
    "cells_inside",
    "find_loops",
    "is_one_loop",
    "is_solved",
    "lines_at_dots",
    "refusal",
    "require",
    "rules_named",
    "squares_only",
    "violations",
]
