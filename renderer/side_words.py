"""The sides of cells in words: "the top and left of D2", "the 5 o'clock side of H4".

They are named as moves name them, by the eight words of directions where these tell the sides of
the cell apart, else by the hours of a clock, else counted (`puzzle.places.SideNaming`).
"""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from i18n.localizer import Localizer
from i18n.messages import Message, Plural, Template
from puzzle.grid import Grid
from puzzle.names import DIRECTIONS, Direction
from puzzle.places import SideNaming, side_names, side_naming

DIRECTION_NAMES = MappingProxyType(
    {
        Direction.TOP: Message("top"),
        Direction.TOP_RIGHT: Message("top right"),
        Direction.RIGHT: Message("right"),
        Direction.BOTTOM_RIGHT: Message("bottom right"),
        Direction.BOTTOM: Message("bottom"),
        Direction.BOTTOM_LEFT: Message("bottom left"),
        Direction.LEFT: Message("left"),
        Direction.TOP_LEFT: Message("top left"),
    }
)
HOUR = Message("{hour}")
"""An hour in a list of hours; "o'clock" stands once behind the list."""
NUMBER = Message("{number}")
"""The number of a side in a list of numbers; "side" or "sides" stands once before the list."""
SIDES_OF: Mapping[SideNaming, Template] = MappingProxyType(
    {
        SideNaming.DIRECTIONS: Message("the {sides} of {cell}"),
        SideNaming.HOURS: Plural(
            "the {sides} o'clock side of {cell}", "the {sides} o'clock sides of {cell}"
        ),
        SideNaming.NUMBERS: Plural("side {sides} of {cell}", "sides {sides} of {cell}"),
    }
)
ALL_SIDES_BUT = MappingProxyType(
    {
        SideNaming.DIRECTIONS: Message("all sides of {cell} but the {side}"),
        SideNaming.HOURS: Message("all sides of {cell} but the one at {side} o'clock"),
        SideNaming.NUMBERS: Message("all sides of {cell} but side {side}"),
    }
)
ALL_SIDES_OF = Message("all {count} sides of {cell}")
SIDES_ALONG = MappingProxyType(
    {
        Direction.TOP: Message("the tops of {cells}"),
        Direction.TOP_RIGHT: Message("the top right sides of {cells}"),
        Direction.RIGHT: Message("the right sides of {cells}"),
        Direction.BOTTOM_RIGHT: Message("the bottom right sides of {cells}"),
        Direction.BOTTOM: Message("the bottoms of {cells}"),
        Direction.BOTTOM_LEFT: Message("the bottom left sides of {cells}"),
        Direction.LEFT: Message("the left sides of {cells}"),
        Direction.TOP_LEFT: Message("the top left sides of {cells}"),
    }
)
"""The same side of several cells."""
LAST_OF_CELLS = Message("{cell} and {rest}")
CELLS = Message("{cell}, {rest}")
"""Lists of cells of which the same side or corner is meant, and of hours and numbers of sides."""

FEWEST_BUT_ONE = 4
"""Minimum number of sides of a cell of which "all but" one are named by the one."""


class Side(NamedTuple):
    """The name of a side of a cell, as moves use it."""

    naming: SideNaming
    name: str


@lru_cache(maxsize=4096)
def sides_by_edge(grid: Grid, cell: int) -> Mapping[int, Side]:
    """The sides of a cell by their edges, clockwise from the top.

    >>> from puzzle.grid import square_grid
    >>> [(edge, side.name) for edge, side in sides_by_edge(square_grid(1, 2), 0).items()]
    [(0, 'top'), (5, 'right'), (2, 'bottom'), (4, 'left')]
    """
    naming, names = side_naming(grid, cell), side_names(grid, cell)
    ordered = sorted(names, key=lambda name: _place(naming, name))
    return {names[name]: Side(naming, name) for name in ordered}


def _place(naming: SideNaming, name: str) -> int:
    """The place of a side among those of its cell, clockwise from the top."""
    match naming:
        case SideNaming.DIRECTIONS:
            return DIRECTIONS.index(Direction(name))
        case SideNaming.HOURS:
            return int(name) % 12
    return int(name)


def naming_of(grid: Grid, cell: int) -> SideNaming:
    """How the sides of a cell are named."""
    return next(iter(sides_by_edge(grid, cell).values())).naming


class SideWords:
    """The sides of the cells of a grid in words."""

    def __init__(self, grid: Grid, localizer: Localizer) -> None:
        self._grid = grid
        self._localizer = localizer

    def names(self, cell: int, edges: Collection[int]) -> str:
        """Sides of a cell, clockwise: "top and left", or "5 and 6".

        Words begin at the top; hours and numbers, of which a cell has many, behind the longest gap.

        >>> from puzzle.grid import square_grid
        >>> SideWords(square_grid(1, 2), Localizer()).names(0, [4, 0])
        'top and left'
        """
        around = sides_by_edge(self._grid, cell)
        if naming_of(self._grid, cell) is SideNaming.DIRECTIONS:
            sides = [side for edge, side in around.items() if edge in edges]
            return self._localizer.join([self._name(side) for side in sides])
        places = [place for place, edge in enumerate(around) if edge in edges]
        gaps = [(place - places[i - 1]) % len(around) for i, place in enumerate(places)]
        first, sides = gaps.index(max(gaps)), list(around.values())
        return self.listed([self._name(sides[i]) for i in (*places[first:], *places[:first])])

    def _name(self, side: Side) -> str:
        match side.naming:
            case SideNaming.DIRECTIONS:
                return self._localizer.say(DIRECTION_NAMES[Direction(side.name)])
            case SideNaming.HOURS:
                return self._localizer.say(HOUR, hour=side.name)
        return self._localizer.say(NUMBER, number=side.name)

    def of_cell(self, name: str, cell: int, edges: Collection[int]) -> str:
        """Sides of a cell with its name: "the top and left of D2"."""
        around, naming = self._grid.cell_edges[cell], naming_of(self._grid, cell)
        left = set(around).difference(edges)
        if not left:
            count = self._localizer.number(len(around))
            return self._localizer.say(ALL_SIDES_OF, count=count, cell=name)
        if len(left) == 1 and len(around) >= FEWEST_BUT_ONE:
            side = self.names(cell, left)
            return self._localizer.say(ALL_SIDES_BUT[naming], cell=name, side=side)
        names = self.names(cell, edges)
        return self._localizer.say(SIDES_OF[naming], len(edges), sides=names, cell=name)

    def of_cells(self, side: Side, cells: str) -> str:
        """The same side of several cells, by a direction or an hour: "the tops of C4 to E4"."""
        if side.naming is SideNaming.DIRECTIONS:
            return self._localizer.say(SIDES_ALONG[Direction(side.name)], cells=cells)
        return self._localizer.say(SIDES_OF[side.naming], 2, sides=self._name(side), cell=cells)

    def listed(self, names: Sequence[str]) -> str:
        """A list of cells of which the same is meant, or of hours or numbers of one cell."""
        if len(names) < 2:
            return "".join(names)
        last = self._localizer.say(LAST_OF_CELLS, cell=names[-2], rest=names[-1])
        return self._localizer.chain([*names[:-2], last], CELLS)
