"""Highlights of a picture: hints, mistakes and single dots."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Highlights:
    """The cells, dots and edges that a picture highlights, by their numbers in the grid.

    - `region`: cells to look at; they are shaded.
    - `reason_cells`, `reason_dots`: clues and dots that an argument uses as reasons.
    - `known`: marked edges that the argument uses.
    - `forced_lines`, `forced_crosses`: edges whose state follows, marked or not.
    - `wrong`: edges with wrong marks.
    - `conflict_cells`, `conflict_dots`, `conflict_edges`: where the marks break a rule.
    - `only_first`, `only_second`: lines of only one of two compared solutions.
    - `cursor`, `start`, `finish`: single dots with a symbol.
    - `dim_satisfied`: whether satisfied clues are drawn in a fainter colour.

    >>> Highlights(reason_cells=frozenset({3}), forced_lines=frozenset({0, 1})).cursor is None
    True
    """

    region: frozenset[int] = frozenset()
    reason_cells: frozenset[int] = frozenset()
    reason_dots: frozenset[int] = frozenset()
    known: frozenset[int] = frozenset()
    forced_lines: frozenset[int] = frozenset()
    forced_crosses: frozenset[int] = frozenset()
    wrong: frozenset[int] = frozenset()
    conflict_cells: frozenset[int] = frozenset()
    conflict_dots: frozenset[int] = frozenset()
    conflict_edges: frozenset[int] = frozenset()
    only_first: frozenset[int] = frozenset()
    only_second: frozenset[int] = frozenset()
    cursor: int | None = None
    start: int | None = None
    finish: int | None = None
    dim_satisfied: bool = False


NO_HIGHLIGHTS = Highlights()
"""No highlights."""
