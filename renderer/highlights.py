"""What a picture points at besides the marks of a board: hints, mistakes, places."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Highlights:
    """Places of a board that a picture sets off, as numbers of its cells, dots and edges.

    - `region`: cells to look at, shaded softly.
    - `reason_cells`, `reason_dots`: clues and dots that an argument rests on.
    - `known`: marked edges that it uses.
    - `forced_lines`, `forced_crosses`: edges that follow; they need not be marked.
    - `wrong`: marked edges that are wrong.
    - `conflict_cells`, `conflict_dots`, `conflict_edges`: where a rule is broken for all to see.
    - `only_first`, `only_second`: edges of just one of two solutions.
    - `cursor`, `start`, `finish`: single dots.
    - `dim_satisfied`: whether clues with all their lines step back.

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
"""Nothing is set off."""
