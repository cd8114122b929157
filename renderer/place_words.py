"""Places in words: "the top and left of D2", "the tops of C4 to E4", "the top-left corner of D2".

An edge is a side of a cell, and a dot is a corner of one. Several edges are joined into as few
phrases as possible: the sides of one cell, or a straight run of edges along a row or column.

Sides are named as moves name them, by the eight words of directions where these tell the sides of
the cell apart, else by the hours of a clock, else counted (`puzzle.places.SideNaming`): "the
5 o'clock side of H4". An edge between a triangle, say, whose sides have words, and a dodecagon,
whose sides go by hours, is a side of the triangle. A corner has one of eight words, or else an
hour, where no other corner of its cell has the same; others are between two sides.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from heapq import heapify, heapreplace
from math import dist
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from i18n.localizer import LIST, Localizer
from i18n.messages import Message, Plural, Template
from puzzle.grid import OUTSIDE, Grid
from puzzle.lazy_messages import LazyMessage
from puzzle.names import DIRECTIONS, Direction, hour
from puzzle.places import (
    SideNaming,
    cell_beside,
    cell_name,
    cells_around,
    corner_of,
    side_names,
    side_naming,
    way_from,
)


def _by_direction(*texts: Message) -> Mapping[Direction, Message]:
    """Texts for the directions, clockwise from the top."""
    return MappingProxyType(dict(zip(DIRECTIONS, texts, strict=True)))


DIRECTION_NAMES = _by_direction(
    Message("top", "side"),
    Message("top right", "side"),
    Message("right", "side"),
    Message("bottom right", "side"),
    Message("bottom", "side"),
    Message("bottom left", "side"),
    Message("left", "side"),
    Message("top left", "side"),
)
HOUR = Message("{hour}")
"""An hour in a list of hours; "o'clock" stands once behind the list."""
NUMBER = Message("{number}")
"""The number of a side in a list of numbers; "side" or "sides" stands once before the list."""
SIDES_OF: Mapping[SideNaming, Template] = MappingProxyType(
    {
        SideNaming.DIRECTIONS: Plural("the {sides} of {cell}", "the {sides} of {cell}"),
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
SIDES_ALONG = _by_direction(
    Message("the tops of {cells}"),
    Message("the top right sides of {cells}"),
    Message("the right sides of {cells}"),
    Message("the bottom right sides of {cells}"),
    Message("the bottoms of {cells}"),
    Message("the bottom left sides of {cells}"),
    Message("the left sides of {cells}"),
    Message("the top left sides of {cells}"),
)
"""The same side of several cells."""
CLUE = Message("the {clue} at {cell}")
ANIMAL = Message("the {clue} at {cell}", "animal")
LAST_OF_CELLS = Message("{cell} and {rest}")
CELLS = Message("{cell}, {rest}")
"""Lists of cells of which the same side or corner is meant, and of hours and numbers of sides."""

FEWEST_BUT_ONE = 4
"""Minimum number of sides of a cell of which "all but" one are named by the one."""


def clue_at(localizer: Localizer, word: int | LazyMessage, cell: str) -> str:
    """A clue, a number or an animal, with the name of its cell: "the 3 at A1"."""
    if isinstance(word, int):
        return localizer.say(CLUE, clue=word, cell=cell)
    return localizer.say(ANIMAL, clue=localizer.say(Message(word.message)), cell=cell)


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


class SideWords(Struct, eq=False):
    """The sides of the cells of a grid in words."""

    grid: Grid
    localizer: Localizer

    def names(self, cell: int, edges: Collection[int]) -> str:
        """Sides of a cell, clockwise: "top and left", or "5 and 6".

        Words begin at the top; hours and numbers, of which a cell has many, behind the longest gap.

        >>> from puzzle.grid import square_grid
        >>> SideWords(square_grid(1, 2), Localizer()).names(0, [4, 0])
        'top and left'
        """
        around = sides_by_edge(self.grid, cell)
        if side_naming(self.grid, cell) is SideNaming.DIRECTIONS:
            sides = [side for edge, side in around.items() if edge in edges]
            return self.localizer.join([self._name(side) for side in sides])
        places = [place for place, edge in enumerate(around) if edge in edges]
        gaps = [(place - places[i - 1]) % len(around) for i, place in enumerate(places)]
        first, sides = gaps.index(max(gaps)), list(around.values())
        return self.listed([self._name(sides[i]) for i in (*places[first:], *places[:first])])

    def _name(self, side: Side) -> str:
        match side.naming:
            case SideNaming.DIRECTIONS:
                return self.localizer.say(DIRECTION_NAMES[Direction(side.name)])
            case SideNaming.HOURS:
                return self.localizer.say(HOUR, hour=side.name)
        return self.localizer.say(NUMBER, number=side.name)

    def of_cell(self, name: str, cell: int, edges: Collection[int]) -> str:
        """Sides of a cell with its name: "the top and left of D2"."""
        around, naming = self.grid.cell_edges[cell], side_naming(self.grid, cell)
        left = set(around).difference(edges)
        if not left:
            count = self.localizer.number(len(around))
            return self.localizer.say(ALL_SIDES_OF, count=count, cell=name)
        if len(left) == 1 and len(around) >= FEWEST_BUT_ONE:
            side = self.names(cell, left)
            return self.localizer.say(ALL_SIDES_BUT[naming], cell=name, side=side)
        names = self.names(cell, edges)
        return self.localizer.say(SIDES_OF[naming], len(edges), sides=names, cell=name)

    def of_cells(self, side: Side, cells: str) -> str:
        """The same side of several cells, by a direction or an hour: "the tops of C4 to E4"."""
        if side.naming is SideNaming.DIRECTIONS:
            return self.localizer.say(SIDES_ALONG[Direction(side.name)], cells=cells)
        return self.localizer.say(SIDES_OF[side.naming], 2, sides=self._name(side), cell=cells)

    def listed(self, names: Sequence[str]) -> str:
        """A list of cells of which the same is meant, or of hours or numbers of one cell."""
        return self.localizer.chain(names, CELLS, LAST_OF_CELLS)


Corner: TypeAlias = Direction | int
"""The name of a corner of a cell: a word or an hour."""

RUN = Message("{first} to {last}")
AREA = Message("the area from {first} to {last}")
AREA_AROUND = Message("the area around {cell}")
CORNER_NAMES = _by_direction(
    Message("top", "corner"),
    Message("top-right", "corner"),
    Message("right", "corner"),
    Message("bottom-right", "corner"),
    Message("bottom", "corner"),
    Message("bottom-left", "corner"),
    Message("left", "corner"),
    Message("top-left", "corner"),
)
CORNER_OF_CELL = Message("the {corner} corner of {cell}")
CORNERS_OF_CELLS = Message("the {corner} corners of {cells}")
"""The same corner of several cells."""
CORNERS_OF_CELL = Message("the {corners} corners of {cell}")
HOURS_OF_CELL = Message("the {hours} o'clock corners of {cell}")
"""Several corners of one cell, all by words or all by hours."""
HOUR_CORNER = Plural(
    "the {hour} o'clock corner of {cells}", "the {hour} o'clock corners of {cells}"
)
CORNER_BETWEEN = Message("the corner between {sides}")
"""A corner by the two sides that meet there."""
WAYS = _by_direction(
    Message("up", "way"),
    Message("up to the right", "way"),
    Message("right", "way"),
    Message("down to the right", "way"),
    Message("down", "way"),
    Message("down to the left", "way"),
    Message("left", "way"),
    Message("up to the left", "way"),
)
EDGES_FROM_THERE = Plural("the edge going {ways} from there", "the edges going {ways} from there")
MORE_EDGES = Plural("{count} more", "{count} more")
LAST_PHRASE = Message("{first}, and {rest}")
"""Joins the last two phrases of a list of which some are lists themselves."""

CORNER_ORDER: tuple[Corner, ...] = (*DIRECTIONS[-1:], *DIRECTIONS[:-1], *range(1, 13))
"""The order of corners in a list: from the top left, then by hours."""
MAX_PHRASES = 6
"""Usual maximum number of phrases in a list of edges; the edges of further ones are counted."""
SHORTEST_RUN = 3
"""Minimum number of cells in a row that are named as a run, "C4 to E4"."""


class _Phrase(Struct, frozen=True):
    """Edges that one phrase names: sides of one cell, or the same `side` of several cells."""

    cells: tuple[int, ...]
    edges: frozenset[int]
    side: Side | None = None
    is_run: bool = False


class PlaceWords:
    """The places of a grid in words.

    `preferred` are the cells by which places are named before others, the most important first, and
    `names` those of cells that are named in another way.

    >>> from puzzle.grid import square_grid
    >>> words = PlaceWords(square_grid(2, 4), Localizer())
    >>> words.edges([4, 5, 6]), words.edges([4, 13]), words.dots([6])
    ('the tops of A2 to C2', 'the right and bottom of A1', 'the top-left corner of B2')
    """

    def __init__(
        self,
        grid: Grid,
        localizer: Localizer,
        preferred: Iterable[int] = (),
        names: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        self._grid = grid
        self._localizer = localizer
        self._names = names
        self._preferred = tuple(preferred)
        self._sides = SideWords(grid, localizer)

    def cell(self, cell: int) -> str:
        """The name of a cell."""
        return self._names.get(cell) or cell_name(self._grid, cell)

    def dots(self, dots: Iterable[int]) -> str:
        """Dots as corners of cells."""
        return self._localizer.join(self.dot_names(dots))

    def dot_names(self, dots: Iterable[int]) -> list[str]:
        """The phrases for dots: of several corners of a cell, or else of each kind of corner.

        >>> from puzzle.grid import square_grid
        >>> words = PlaceWords(square_grid(2, 4), Localizer(), [0])
        >>> words.dot_names([0, 6]), words.dot_names([2, 8])
        (['the top-left and bottom-right corners of A1'], ['the top-left corners of C1 and D2'])
        """
        own: dict[tuple[int, bool], list[Corner]] = {}
        others: list[str] = []
        for dot in dict.fromkeys(dots):
            cell = self._cell_at(dot)
            if cell is None:
                others.append(self._between_sides(dot))
            else:
                corner = clear_corners(self._grid, cell)[dot]
                own.setdefault((cell, isinstance(corner, Direction)), []).append(corner)
        several = [
            self._corners_of(self.cell(cell), sorted(corners, key=CORNER_ORDER.index))
            for (cell, _), corners in own.items()
            if len(corners) > 1
        ]
        single = [(corners[0], cell) for (cell, _), corners in own.items() if len(corners) == 1]
        found: dict[Corner, list[str]] = {}
        for corner, cell in single:
            found.setdefault(corner, []).append(self.cell(cell))
        each = [self._corner(way, found[way]) for way in sorted(found, key=CORNER_ORDER.index)]
        return several + each + others

    def _corners_of(self, cell: str, corners: Sequence[Corner]) -> str:
        """Several corners of a cell, all by words or all by hours."""
        say, words = self._localizer.say, [way for way in corners if isinstance(way, Direction)]
        if words:
            names = self._localizer.join([say(CORNER_NAMES[way]) for way in words])
            return say(CORNERS_OF_CELL, corners=names, cell=cell)
        hours = self._sides.listed([say(HOUR, hour=way) for way in corners])
        return say(HOURS_OF_CELL, hours=hours, cell=cell)

    def _cell_at(self, dot: int) -> int | None:
        """The cell by whose corner a dot is named, by a word before an hour; None without one.

        A corner of preferred cells is named by one of these, or between its sides.
        """
        around = cells_around(self._grid, dot)
        corners = {cell: clear_corners(self._grid, cell).get(dot) for cell in around}
        if own := [cell for cell in self._preferred if cell in corners]:
            return next((cell for cell in own if corners[cell] is not None), None)
        by_word = [cell for cell in around if isinstance(corners[cell], Direction)]
        clear = by_word or [cell for cell in around if corners[cell] is not None]
        return clear[-1] if clear else None

    def _corner(self, corner: Corner, cells: Sequence[str]) -> str:
        say, listed = self._localizer.say, self._sides.listed(cells)
        if not isinstance(corner, Direction):
            return say(HOUR_CORNER, len(cells), hour=corner, cells=listed)
        name = say(CORNER_NAMES[corner])
        if len(cells) == 1:
            return say(CORNER_OF_CELL, corner=name, cell=listed)
        return say(CORNERS_OF_CELLS, corner=name, cells=listed)

    def _between_sides(self, dot: int) -> str:
        """A dot as the corner between two sides of a cell."""
        around = cells_around(self._grid, dot)
        cell = next((cell for cell in self._preferred if cell in around), around[-1])
        edges = set(self._grid.cell_edges[cell]).intersection(self._grid.dot_edges[dot])
        sides = self._sides.of_cell(self.cell(cell), cell, edges)
        return self._localizer.say(CORNER_BETWEEN, sides=sides)

    def dots_of(self, cell: int, dots: Iterable[int]) -> str:
        """Dots as corners of one cell."""
        return PlaceWords(self._grid, self._localizer, [cell]).dots(dots)

    def dot_of(self, dot: int, edges: Collection[int]) -> str:
        """A dot as a corner of the cell of which all these edges are sides, if there is one."""
        around = cells_around(self._grid, dot)
        own = [cell for cell in around if set(edges).issubset(self._grid.cell_edges[cell])]
        return PlaceWords(self._grid, self._localizer, own or self._preferred).dots([dot])

    def area(self, dots: Collection[int]) -> str:
        """The area that dots span, by its first and last cell, or by its only one.

        >>> from puzzle.grid import square_grid
        >>> words = PlaceWords(square_grid(3, 3), Localizer())
        >>> words.area([1, 6, 8]), words.area([0, 5])
        ('the area from A1 to B2', 'the area around A1')
        """
        first, last = bounding_cells(self._grid, dots)
        if first == last:
            return self._localizer.say(AREA_AROUND, cell=first)
        return self._localizer.say(AREA, first=first, last=last)

    def edges(self, edges: Collection[int], most: int = MAX_PHRASES) -> str:
        """Edges as sides of cells, in at most `most` phrases."""
        return self.join(self.phrases(edges, most), len(edges))

    def join(self, phrases: Sequence[str], edges: int) -> str:
        """The list of phrases that name `edges` edges in all."""
        if len(phrases) < 2 or edges == len(phrases):
            return self._localizer.join(phrases)
        return self._localizer.chain(phrases, LIST, LAST_PHRASE)

    def phrases(self, edges: Collection[int], most: int = MAX_PHRASES) -> list[str]:
        """The phrases for edges; after `most` of them the other edges are counted."""
        merged = self._merged(self._cover(set(edges)))
        kept = sorted(merged[:most], key=lambda phrase: min(phrase.cells))
        parts = [self._say(phrase) for phrase in kept]
        if left := sum(len(phrase.edges) for phrase in merged[most:]):
            parts.append(self._localizer.say(MORE_EDGES, left, count=left))
        return parts

    def side_names(self, cell: int, edges: Collection[int]) -> str:
        """Sides of a cell, clockwise from the top: "top and left"."""
        return self._sides.names(cell, edges)

    def edges_at_corner(self, dot: int, edges: Collection[int]) -> str:
        """Edges that meet at a dot which the sentence has just named as a corner of a cell.

        Several sides of this cell are named as such, other edges by their directions from the dot.
        """
        cell = self._cell_at(dot)
        if cell is not None and len(edges) > 1 and {*self._grid.cell_edges[cell]}.issuperset(edges):
            return self._sides.of_cell(self.cell(cell), cell, edges)
        every = [way_from(self._grid, dot, edge) for edge in self._grid.dot_edges[dot]]
        if len(set(every)) < len(every):
            return self.edges(edges)
        ways = {way_from(self._grid, dot, edge) for edge in edges}
        names = [self._localizer.say(WAYS[way]) for way in DIRECTIONS if way in ways]
        ways_text = self._localizer.join(names)
        return self._localizer.say(EDGES_FROM_THERE, len(edges), ways=ways_text)

    def _say(self, phrase: _Phrase) -> str:
        cells = [self.cell(cell) for cell in phrase.cells]
        if phrase.side is None or len(cells) == 1:
            return self._sides.of_cell(cells[0], phrase.cells[0], phrase.edges)
        if phrase.is_run and len(cells) >= SHORTEST_RUN:
            run = self._localizer.say(RUN, first=cells[0], last=cells[-1])
            return self._sides.of_cells(phrase.side, run)
        return self._sides.of_cells(phrase.side, self._sides.listed(cells))

    def _cover(self, left: set[int]) -> Iterator[_Phrase]:
        """Phrases that contain every edge once, those with the most edges first."""
        choices = [*self._sides_of_cells(left), *self._runs(left)]
        heap = [(-len(choice.edges), number) for number, choice in enumerate(choices)]
        heapify(heap)  # whose values only shrink, so the first one is the best if it is right
        while left:
            size, number = heap[0]
            edges = choices[number].edges & left
            if len(edges) == -size:
                yield self._part(choices[number], edges)
                left -= edges
            else:
                heapreplace(heap, (-len(edges), number))

    def _part(self, phrase: _Phrase, edges: frozenset[int]) -> _Phrase:
        """The part of a phrase that has only some of its edges."""
        if not phrase.is_run:
            return _Phrase(phrase.cells, edges)
        cells = tuple(
            cell for cell in phrase.cells if edges.intersection(self._grid.cell_edges[cell])
        )
        return _Phrase(cells, edges, phrase.side, is_run=True)

    def _sides_of_cells(self, edges: Collection[int]) -> Iterator[_Phrase]:
        """The sides of each cell among the edges: preferred cells, those that name an edge, others.

        The first one with most edges is taken, so the order decides between equal ones. Cells whose
        sides have words come before all whose sides go by hours or are counted.
        """
        naming = [cell_beside(self._grid, edge) for edge in sorted(edges)]
        others = (cell for edge in sorted(edges) for cell in self._grid.edge_cells[edge])
        cells = dict.fromkeys((*self._preferred, *naming, *others))
        cells.pop(OUTSIDE, None)
        for cell in sorted(cells, key=self._has_no_words):
            if own := frozenset(self._grid.cell_edges[cell]).intersection(edges):
                yield _Phrase((cell,), own)

    def _has_no_words(self, cell: int) -> bool:
        return side_naming(self._grid, cell) is not SideNaming.DIRECTIONS

    def _runs(self, edges: set[int]) -> Iterator[_Phrase]:
        if not self._grid.is_square:
            return
        for run in _straight_runs(self._grid, edges):
            cells = tuple(cell_beside(self._grid, edge) for edge in run)
            sides = {
                sides_by_edge(self._grid, cell)[edge] for cell, edge in zip(cells, run, strict=True)
            }
            if len(run) > 1 and len(sides) == 1:
                yield _Phrase(cells, frozenset(run), sides.pop(), is_run=True)

    def _merged(self, phrases: Iterable[_Phrase]) -> list[_Phrase]:
        """The phrases, with single edges on the same side of different cells in one phrase.

        Sides that are counted have nothing in common but their number.
        """
        merged: list[_Phrase] = []
        singles: dict[Side, list[_Phrase]] = {}
        for phrase in phrases:
            side = self._only_side(phrase)
            if side is None or side.naming is SideNaming.NUMBERS:
                merged.append(phrase)
            else:
                singles.setdefault(side, []).append(phrase)
        for side, same in singles.items():
            cells = tuple(sorted(phrase.cells[0] for phrase in same))
            edges = frozenset[int]().union(*(phrase.edges for phrase in same))
            merged.append(_Phrase(cells, edges, side))
        return merged

    def _only_side(self, phrase: _Phrase) -> Side | None:
        """The side that a phrase names if it is only one."""
        if len(phrase.edges) > 1:
            return None
        (edge,) = phrase.edges
        return sides_by_edge(self._grid, phrase.cells[0])[edge]


@lru_cache(maxsize=4096)
def clear_corners(grid: Grid, cell: int) -> Mapping[int, Corner]:
    """The dots of a cell by which no other corner of it is named, with a word or else an hour.

    >>> from puzzle.grid import square_grid
    >>> [corner.value for corner in clear_corners(square_grid(1, 1), 0).values()]
    ['top-left', 'top-right', 'bottom-right', 'bottom-left']
    """
    dots = grid.cell_dots[cell]
    words: dict[int, Corner] = {dot: corner_of(grid, cell, dot) for dot in dots}
    hours: dict[int, Corner] = {dot: hour(grid.cells[cell], grid.dots[dot]) for dot in dots}
    return {**_unique(hours), **_unique(words)}


def _unique(names: Mapping[int, Corner]) -> dict[int, Corner]:
    count = Counter(names.values())
    return {dot: name for dot, name in names.items() if count[name] == 1}


def _straight_runs(grid: Grid, edges: set[int]) -> Iterator[list[int]]:
    """Maximal straight runs of edges."""
    left = set(edges)
    for edge in sorted(edges):
        if edge not in left:
            continue
        run = [edge]
        left.remove(edge)
        start, end = grid.edge_dots[edge]
        while (ahead := _next_straight_edge(grid, start, end)) in left:
            left.remove(ahead)
            run.append(ahead)
            start, end = end, grid.other_end(ahead, end)
        yield run


def _next_straight_edge(grid: Grid, start: int, end: int) -> int:
    """The edge that continues the edge from start to end in its direction, or -1."""
    (row, col), (last_row, last_col) = grid.dots[start], grid.dots[end]
    dot = grid.dot_index.get((2 * last_row - row, 2 * last_col - col))
    edge = None if dot is None else grid.edge_between(end, dot)
    return -1 if edge is None else edge


def bounding_cells(grid: Grid, dots: Collection[int]) -> tuple[str, str]:
    """The names of the top left and bottom right cells of the area that dots span.

    On other tilings than squares, they are the cells nearest to these corners. Dots in one line
    span the cells on both sides of it.

    >>> from puzzle.grid import square_grid
    >>> bounding_cells(square_grid(3, 3), [1, 6, 8]), bounding_cells(square_grid(3, 3), [5, 9])
    (('A1', 'B2'), ('A2', 'B2'))
    """
    rows, cols = zip(*(grid.dots[dot] for dot in dots), strict=True)
    wide = [float(min(rows) == max(rows)), float(min(cols) == max(cols))]
    inside = [
        (row, col)
        for row, col in grid.cells
        if min(rows) - wide[0] < row < max(rows) + wide[0]
        and min(cols) - wide[1] < col < max(cols) + wide[1]
    ] or [grid.cells[cell] for dot in dots for cell in cells_around(grid, dot)]
    first = min(row for row, _ in inside), min(col for _, col in inside)
    last = max(row for row, _ in inside), max(col for _, col in inside)
    start, end = (min(inside, key=partial(dist, corner)) for corner in (first, last))
    return grid.names.cell(start), grid.names.cell(end)
