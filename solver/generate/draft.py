"""A puzzle in the making: a loop, and groups of clues that are kept or dropped together."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from puzzle.grid import Grid
from puzzle.model import Puzzle, Solution
from solver.explain.field import LINE, UNKNOWN, States
from solver.generate.near import near_loops
from solver.generate.seeded_random import SeededRandom

SHARE_PER_ROUND = 0.01
"""Where deduction is stuck, so large a part of the board gets clues back at once."""


@dataclass(frozen=True)
class Draft:
    """A loop, and the groups of cells whose clues are kept or dropped together."""

    grid: Grid
    loop: Solution
    groups: Sequence[tuple[int, ...]]

    @cached_property
    def clues(self) -> tuple[int, ...]:
        """How many lines each cell has around it."""
        return tuple(len(self.loop.intersection(edges)) for edges in self.grid.cell_edges)

    @cached_property
    def bits(self) -> tuple[int, ...]:
        """The cells of each group, as bits."""
        return tuple(sum(1 << cell for cell in cells) for cells in self.groups)

    @cached_property
    def group_of(self) -> dict[int, int]:
        """The group of each cell that is in one."""
        return {cell: number for number, cells in enumerate(self.groups) for cell in cells}

    def groups_of(self, cells: Iterable[int]) -> frozenset[int]:
        """The groups with any of these cells."""
        of = self.group_of
        return frozenset(of[cell] for cell in cells if cell in of)

    @cached_property
    def near_loop_groups(self) -> frozenset[frozenset[int]]:
        """For loops near the draft's own: the groups that they do not meet."""
        return frozenset(self.groups_of(cells) for cells in near_loops(self.grid, self.loop))

    def puzzle(self, kept: Collection[int]) -> Puzzle:
        """The puzzle that shows the clues of these groups only."""
        shown = {cell for number in kept for cell in self.groups[number]}
        clues = [clue if cell in shown else None for cell, clue in enumerate(self.clues)]
        return Puzzle(self.grid, tuple(clues))

    def groups_using(self, kept: Collection[int], cells: int) -> set[int]:
        """Those of the groups with a cell among these bits."""
        return {number for number in kept if self.bits[number] & cells}

    def information_score(self, cell: int, states: States) -> int:
        """How much a clue would tell: 4 where it decides edges at once, 0 where none are open."""
        around = [states[edge] for edge in self.grid.cell_edges[cell]]
        unknown, lines = around.count(UNKNOWN), around.count(LINE)
        if not unknown:
            return 0
        decides = self.clues[cell] in {lines, lines + unknown}
        return 1 + (unknown < len(around)) + 2 * decides

    def most_informative(
        self, kept: Collection[int], states: States, rng: SeededRandom
    ) -> list[int]:
        """Groups that are not kept and would tell most; none if nothing is open beside them."""
        weights = [
            (score + rng.below(1000) / 1000, number)
            for number, cells in enumerate(self.groups)
            if number not in kept
            and (score := sum(self.information_score(cell, states) for cell in cells))
        ]
        weights.sort(reverse=True)
        batch = max(1, round(SHARE_PER_ROUND * len(self.groups)))
        return [number for _, number in weights[:batch]]


class OtherLoops:
    """Other loops, each known by the groups that it does not meet.

    Of each such set of groups one must be kept.

    >>> other_loops = OtherLoops([frozenset({1, 2}), frozenset({2, 3})])
    >>> other_loops.requires(2, {0, 2, 3}), other_loops.requires(3, {0, 2, 3}), other_loops.requires(3, {1, 3})
    (True, False, True)
    """

    def __init__(self, unmet: Iterable[frozenset[int]] = ()) -> None:
        self._by_group: dict[int, list[frozenset[int]]] = defaultdict(list)
        for groups in unmet:
            self.add(groups)

    def add(self, unmet: frozenset[int]) -> None:
        """One more loop that meets all groups but these."""
        for number in unmet:
            self._by_group[number].append(unmet)

    def requires(self, number: int, kept: Set[int]) -> bool:
        """Whether without this group some loop would meet all that are kept."""
        alone = {number}
        return any(unmet & kept == alone for unmet in self._by_group[number])
