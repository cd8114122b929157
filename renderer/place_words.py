"""Places in words: "the top and left of D2", "the tops of C4 to E4", "the top-left corner of D2".

An edge is a side of a cell, and a dot is a corner of one. Several edges are joined into as few
phrases as possible: the sides of one cell, or a straight run of edges along a row or column.

Sides are named as moves name them (`renderer.side_words`); an edge between a triangle, say, whose
sides have words, and a dodecagon, whose sides go by hours, is a side of the triangle. A corner has
one of eight words, or else an hour, where no other corner of its cell has the same; others are
between two sides.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import dist
from types import MappingProxyType
from typing import TypeAlias

from i18n.localizer import LIST, Localizer
from i18n.messages import Message, Plural
from puzzle.grid import OUTSIDE, Grid
from puzzle.names import DIRECTIONS, Direction, hour
from puzzle.places import SideNaming, cell_beside, cell_name, cells_around, corner_of, way_from
from renderer.side_words import Side, SideWords, naming_of, sides_by_edge

Corner: TypeAlias = Direction | int
"""The name of a corner of a cell: a word or an hour."""

RUN = Message("{first} to {last}")
CORNER_OF = MappingProxyType(
    {
        Direction.TOP: Message("the top corner of {cell}"),
        Direction.TOP_RIGHT: Message("the top-right corner of {cell}"),
        Direction.RIGHT: Message("the right corner of {cell}"),
        Direction.BOTTOM_RIGHT: Message("the bottom-right corner of {cell}"),
        Direction.BOTTOM: Message("the bottom corner of {cell}"),
        Direction.BOTTOM_LEFT: Message("the bottom-left corner of {cell}"),
        Direction.LEFT: Message("the left corner of {cell}"),
        Direction.TOP_LEFT: Message("the top-left corner of {cell}"),
    }
)
CORNERS_OF = MappingProxyType(
    {
        Direction.TOP: Message("the top corners of {cells}"),
        Direction.TOP_RIGHT: Message("the top-right corners of {cells}"),
        Direction.RIGHT: Message("the right corners of {cells}"),
        Direction.BOTTOM_RIGHT: Message("the bottom-right corners of {cells}"),
        Direction.BOTTOM: Message("the bottom corners of {cells}"),
        Direction.BOTTOM_LEFT: Message("the bottom-left corners of {cells}"),
        Direction.LEFT: Message("the left corners of {cells}"),
        Direction.TOP_LEFT: Message("the top-left corners of {cells}"),
    }
)
"""The same corner of several cells."""
HOUR_CORNER = Plural(
    "the {hour} o'clock corner of {cells}", "the {hour} o'clock corners of {cells}"
)
CORNER_BETWEEN = Message("the corner between {sides}")
"""A corner by the two sides that meet there."""
WAYS = MappingProxyType(
    {
        Direction.TOP: Message("up"),
        Direction.TOP_RIGHT: Message("up to the right"),
        Direction.RIGHT: Message("right"),
        Direction.BOTTOM_RIGHT: Message("down to the right"),
        Direction.BOTTOM: Message("down"),
        Direction.BOTTOM_LEFT: Message("down to the left"),
        Direction.LEFT: Message("left"),
        Direction.TOP_LEFT: Message("up to the left"),
    }
)
EDGES_FROM_THERE = Plural("the edge going {ways} from there", "the edges going {ways} from there")
MORE_EDGES = Plural("{count} more", "{count} more")
LAST_PHRASE = Message("{first}, and {rest}")
"""Joins the last two phrases of a list of which some are lists themselves."""

MAX_PHRASES = 6
"""Usual maximum number of phrases in a list of edges; the edges of further ones are counted."""
SHORTEST_RUN = 3
"""Minimum number of cells in a row that are named as a run, "C4 to E4"."""


@dataclass(frozen=True, slots=True)
class _Phrase:
    """Edges that one phrase names: sides of one cell, or the same `side` of several cells."""

    cells: tuple[int, ...]
    edges: frozenset[int]
    side: Side | None = None
    is_run: bool = False


class PlaceWords:
    """The places of a grid in words.

    `preferred` are the cells by which places are named before others, the most important first.

    >>> from puzzle.grid import square_grid
    >>> words = PlaceWords(square_grid(2, 4), Localizer())
    >>> words.edges([4, 5, 6]), words.edges([4, 13]), words.corners([6])
    ('the tops of A2 to C2', 'the right and bottom of A1', 'the top-left corner of B2')
    """

    def __init__(self, grid: Grid, localizer: Localizer, preferred: Iterable[int] = ()) -> None:
        self._grid = grid
        self._localizer = localizer
        self._preferred = tuple(preferred)
        self._sides = SideWords(grid, localizer)

    def cell(self, cell: int) -> str:
        """The name of a cell."""
        return cell_name(self._grid, cell)

    def corners(self, dots: Iterable[int]) -> str:
        """Dots as corners of cells."""
        return self._localizer.join(self.corner_phrases(dots))

    def corner_phrases(self, dots: Iterable[int]) -> list[str]:
        """The phrases for dots, one for each kind of corner."""
        found: dict[Corner, list[str]] = {}
        others: list[str] = []
        for dot in dict.fromkeys(dots):
            cell = self._cell_at(dot)
            if cell is None:
                others.append(self._between_sides(dot))
            else:
                corner = clear_corners(self._grid, cell)[dot]
                found.setdefault(corner, []).append(self.cell(cell))
        order = (*DIRECTIONS[-1:], *DIRECTIONS[:-1], *range(1, 13))
        return [self._corner(way, found[way]) for way in order if way in found] + others

    def _cell_at(self, dot: int) -> int | None:
        """The cell by whose corner a dot is named, by a word before an hour; None without one."""
        around = cells_around(self._grid, dot)
        corners = {cell: clear_corners(self._grid, cell).get(dot) for cell in around}
        by_word = [cell for cell in around if isinstance(corners[cell], Direction)]
        clear = by_word or [cell for cell in around if corners[cell] is not None]
        return self._first(clear) if clear else None

    def _first(self, cells: Sequence[int]) -> int:
        """The first preferred one of cells, or else the last of them."""
        return next((cell for cell in self._preferred if cell in cells), cells[-1])

    def _corner(self, corner: Corner, cells: Sequence[str]) -> str:
        say, listed = self._localizer.say, self._sides.listed(cells)
        if not isinstance(corner, Direction):
            return say(HOUR_CORNER, len(cells), hour=corner, cells=listed)
        if len(cells) == 1:
            return say(CORNER_OF[corner], cell=listed)
        return say(CORNERS_OF[corner], cells=listed)

    def _between_sides(self, dot: int) -> str:
        """A dot as the corner between two sides of a cell."""
        cell = self._first(cells_around(self._grid, dot))
        edges = set(self._grid.cell_edges[cell]).intersection(self._grid.dot_edges[dot])
        sides = self._sides.of_cell(self.cell(cell), cell, edges)
        return self._localizer.say(CORNER_BETWEEN, sides=sides)

    def corner_of_sides(self, dot: int, edges: Collection[int]) -> str:
        """A dot as a corner of the cell of which all these edges are sides, if there is one."""
        around = cells_around(self._grid, dot)
        own = [cell for cell in around if set(edges).issubset(self._grid.cell_edges[cell])]
        return PlaceWords(self._grid, self._localizer, (*own, *self._preferred)).corners([dot])

    def edges(self, edges: Collection[int], most: int = MAX_PHRASES) -> str:
        """Edges as sides of cells, in at most `most` phrases."""
        return self.join(self.phrases(edges, most), len(edges))

    def join(self, phrases: Sequence[str], edges: int) -> str:
        """The list of phrases that name `edges` edges in all."""
        if len(phrases) < 2 or edges == len(phrases):
            return self._localizer.join(phrases)
        last = self._localizer.say(LAST_PHRASE, first=phrases[-2], rest=phrases[-1])
        return self._localizer.chain([*phrases[:-2], last], LIST)

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
        while left:
            best = max(choices, key=lambda choice: len(choice.edges & left))
            yield self._part(best, best.edges & left)
            left -= best.edges

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
        return naming_of(self._grid, cell) is not SideNaming.DIRECTIONS

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
