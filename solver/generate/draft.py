"""Drafts of puzzles: a loop, and groups of clues that are kept or dropped together.

When a cell beside a loop changes between inside and outside, the result is often another single
loop; the same holds for a second cell near it. A puzzle with one solution must have a clue that
such a near loop violates. So these loops show, without a solver, that some clues are necessary.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from functools import cached_property

from msgspec import Struct

from puzzle.clue_rows import Clue
from puzzle.grid import Grid
from puzzle.model import Puzzle, Solution
from puzzle.rules import PLAIN, Rules, cells_inside
from solver.explain.rule_graph import LINE, UNKNOWN, States
from solver.generate.region import Region
from solver.generate.seeded_random import SeededRandom

SECOND_CELL_OFFSETS = tuple(
    (r, c) for r in range(-2, 3) for c in range(-2, 3) if 0 < abs(r) + abs(c) <= 2
)
"""The offsets (rows, columns) of the second cell from the first."""


def near_loops(
    grid: Grid, loop: Solution, animals: Set[int] = frozenset()
) -> Iterator[frozenset[int]]:
    """For each loop at most two cells away, the cells that have another clue.

    That is another number of lines, or for `animals`, the other side of the loop. There are none on
    other tilings than squares, where `Region` has no places for the cells.

    >>> from puzzle.grid import square_grid
    >>> near = near_loops(square_grid(1, 3), frozenset({0, 3, 6, 7}))
    >>> [sorted(cells) for cells in near]
    [[0, 1, 2], [0, 1, 2], [0, 1, 2]]
    """
    if not grid.is_square:
        return
    region = Region(grid, cells_inside(grid, loop))
    before = [region.line_count(place) for place in region.places]
    on_board = region.cell_at
    movable_places = [place for place in region.places if region.neighbourhood(place).movable]
    done = set()
    for first in movable_places:
        region.inside ^= 1 << first
        yield _changed(region, before, animals, first)
        done.add(first)
        for row, col in SECOND_CELL_OFFSETS:
            second = first + row * region.width + col
            if second in on_board and second not in done and region.neighbourhood(second).movable:
                region.inside ^= 1 << second
                yield _changed(region, before, animals, first, second)
                region.inside ^= 1 << second
        region.inside ^= 1 << first


def _changed(region: Region, before: list[int], animals: Set[int], *places: int) -> frozenset[int]:
    """The cells that have another clue since those at these places have changed sides.

    `before` are the numbers of lines around all cells until then.
    """
    near = {other for place in places for other in (place, *region.neighbours(place))}
    cells = (region.cell_at[place] for place in near)
    return frozenset(
        cell
        for cell in cells
        if (
            region.places[cell] in places
            if cell in animals
            else region.line_count(region.places[cell]) != before[cell]
        )
    )


SHARE_PER_ROUND = 0.01
"""The share of the groups that are added in one round when deduction is stuck."""


class Draft(Struct, frozen=True, dict=True):
    """A loop, and groups of cells whose clues are kept or dropped together, as symmetry requires.

    The number of a group is its index in `groups`. The clues of the cells in `animals` are signs of
    the rules, those of others numbers of lines.
    """

    grid: Grid
    loop: Solution
    groups: Sequence[tuple[int, ...]]
    rules: Rules = PLAIN
    animals: frozenset[int] = frozenset()

    @cached_property
    def clues(self) -> tuple[int, ...]:
        """The clue of each cell: the number of lines around it, or the sign of its side."""
        counts = [len(self.loop.intersection(edges)) for edges in self.grid.cell_edges]
        if self.animals:
            signs = {sign.inside: clue for clue, sign in self.rules.variant.signs.items()}
            inside = cells_inside(self.grid, self.loop)
            for cell in self.animals:
                counts[cell] = signs[cell in inside]
        return tuple(counts)

    @cached_property
    def bits(self) -> tuple[int, ...]:
        """The cells of each group, as a bit set."""
        return tuple(sum(1 << cell for cell in cells) for cells in self.groups)

    @cached_property
    def group_of(self) -> dict[int, int]:
        """The number of the group of each cell that is in one."""
        return {cell: number for number, cells in enumerate(self.groups) for cell in cells}

    def groups_of(self, cells: Iterable[int]) -> frozenset[int]:
        """The numbers of the groups that contain any of these cells."""
        of = self.group_of
        return frozenset(of[cell] for cell in cells if cell in of)

    @cached_property
    def near_loop_groups(self) -> frozenset[frozenset[int]]:
        """For each loop near the draft's loop, the groups with a clue that it violates.

        A loop beside one that visits every dot misses some.
        """
        if self.rules.variant.visits_every_dot:
            return frozenset()
        near = near_loops(self.grid, self.loop, self.animals)
        return frozenset(self.groups_of(cells) for cells in near)

    @property
    def has_bitboards(self) -> bool:
        """Whether propagation on bitboards knows the board and its rules."""
        return self.grid.is_square and self.rules.is_plain

    def has_animals(self, number: int) -> bool:
        """Whether cells of a group have animals."""
        return not self.animals.isdisjoint(self.groups[number])

    def shown(self, kept: Iterable[int]) -> tuple[Clue, ...]:
        """The clues of the `kept` groups, and None for the other cells."""
        clues: list[Clue] = [None] * len(self.clues)
        for number in kept:
            for cell in self.groups[number]:
                clues[cell] = self.clues[cell]
        return tuple(clues)

    def puzzle(self, kept: Iterable[int]) -> Puzzle:
        """The puzzle with only the clues of the `kept` groups."""
        return Puzzle(self.grid, self.shown(kept), self.rules)

    def groups_using(self, kept: Collection[int], cells: int) -> set[int]:
        """The `kept` groups that contain any of `cells`, given as a bit set."""
        return {number for number in kept if self.bits[number] & cells}

    def information_score(self, cell: int, states: States) -> int:
        """How useful the clue of a cell is now: 0 when no edge is unknown, else 1 to 4.

        It is highest when a number decides the unknown edges at once.
        """
        around = [states[edge] for edge in self.grid.cell_edges[cell]]
        unknown, lines = around.count(UNKNOWN), around.count(LINE)
        if not unknown:
            return 0
        decides = self.clues[cell] in {lines, lines + unknown}
        return 1 + (unknown < len(around)) + 2 * decides

    def most_informative(
        self, kept: Collection[int], states: States, rng: SeededRandom
    ) -> list[int]:
        """The groups with the highest scores that are not kept; empty when all scores are 0.

        Ties are broken at random. The number of groups is `SHARE_PER_ROUND` of all groups.
        """
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
    """Loops other than the draft's, each as the set of groups with clues that it violates.

    A puzzle with one solution must keep at least one group of each set.

    >>> loops = OtherLoops([frozenset({1, 2}), frozenset({2, 3})])
    >>> loops.requires(2, {0, 2, 3}), loops.requires(3, {0, 2, 3}), loops.requires(3, {1, 3})
    (True, False, True)
    """

    def __init__(self, unmet: Iterable[frozenset[int]] = ()) -> None:
        self._by_group: dict[int, list[frozenset[int]]] = defaultdict(list)
        for groups in unmet:
            self.add(groups)

    def add(self, unmet: frozenset[int]) -> None:
        """Add a loop that satisfies all groups except `unmet`."""
        for number in unmet:
            self._by_group[number].append(unmet)

    def requires(self, number: int, kept: Set[int]) -> bool:
        """Whether some loop satisfies all `kept` groups except this one."""
        alone = {number}
        return any(unmet & kept == alone for unmet in self._by_group[number])
