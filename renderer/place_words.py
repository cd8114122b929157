"""Places in words: "the top and left of D2", "the tops of C4 to E4", "the top-left corner of D2".

An edge is a side of a cell, and a dot is a corner of one. Several edges are joined into as few
phrases as possible: the sides of one cell, or a straight run of edges along a row or column.

There are words for eight sides and corners. Where two of a cell have the same word, as those of a
dodecagon, an edge or a dot is named by another cell beside it, or else as paths name it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import dist
from types import MappingProxyType

from i18n.localizer import LIST, Localizer
from i18n.messages import Message, Plural
from puzzle.grid import Grid
from puzzle.names import DIRECTIONS, Direction
from puzzle.places import (
    cell_beside,
    cell_name,
    cells_around,
    corner_of,
    dot_name,
    edge_name,
    side_of,
    way_from,
)

SIDE_NAMES = MappingProxyType(
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
SIDES_OF = Message("the {sides} of {cell}")
ALL_SIDES_BUT = Message("all sides of {cell} but the {side}")
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
EDGES = Plural("the edge {edges}", "the edges {edges}")
"""Edges by the names of their ends."""
DOTS = Plural("the dot {dots}", "the dots {dots}")
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
LAST_OF_CELLS = Message("{cell} and {rest}")
CELLS = Message("{cell}, {rest}")
"""Lists of cells of which the same side or corner is meant."""
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
    """Edges that one phrase names: sides of one cell, or the same side of several cells.

    Without directions, it names them by their ends.
    """

    cells: tuple[int, ...]
    ways: tuple[Direction, ...]
    edges: frozenset[int]
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

    def cell(self, cell: int) -> str:
        """The name of a cell."""
        return cell_name(self._grid, cell)

    def corners(self, dots: Iterable[int]) -> str:
        """Dots as corners of cells."""
        return self._localizer.join(self.corner_phrases(dots))

    def corner_phrases(self, dots: Iterable[int]) -> list[str]:
        """The phrases for dots, one for each kind of corner."""
        found: dict[Direction, list[int]] = {}
        others: list[str] = []
        for dot in dict.fromkeys(dots):
            cell = self._cell_at(dot)
            if cell is None:
                others.append(dot_name(self._grid, dot))
            else:
                found.setdefault(corner_of(self._grid, cell, dot), []).append(cell)
        ways = [way for way in (*DIRECTIONS[-1:], *DIRECTIONS[:-1]) if way in found]
        phrases = [self._corner(way, list(map(self.cell, found[way]))) for way in ways]
        if others:
            names = self._localizer.join(others)
            phrases.append(self._localizer.say(DOTS, len(others), dots=names))
        return phrases

    def _cell_at(self, dot: int) -> int | None:
        """The cell by whose corner a dot is named; None where no cell has one word for it alone."""
        around = cells_around(self._grid, dot)
        clear = [cell for cell in around if dot in clear_corners(self._grid, cell)]
        if not clear:
            return None
        return next((cell for cell in self._preferred if cell in clear), clear[-1])

    def _corner(self, way: Direction, cells: Sequence[str]) -> str:
        if len(cells) == 1:
            return self._localizer.say(CORNER_OF[way], cell=cells[0])
        return self._localizer.say(CORNERS_OF[way], cells=self._cells(cells))

    def _cells(self, names: Sequence[str]) -> str:
        """A list of at least two cells of which the same side or corner is meant."""
        last = self._localizer.say(LAST_OF_CELLS, cell=names[-2], rest=names[-1])
        return self._localizer.chain([*names[:-2], last], CELLS)

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
        ways = {side_of(self._grid, cell, edge) for edge in edges}
        return self._localizer.join([self._side(way) for way in DIRECTIONS if way in ways])

    def edges_at_corner(self, dot: int, edges: Collection[int]) -> str:
        """Edges that meet at a dot which the sentence has just named as a corner of a cell.

        Several sides of this cell are named as such, other edges by their directions from the dot.
        """
        cell = self._cell_at(dot)
        if cell is not None and len(edges) > 1 and clear_sides(self._grid, cell).issuperset(edges):
            return self.sides_of(self.cell(cell), cell, edges)
        every = [way_from(self._grid, dot, edge) for edge in self._grid.dot_edges[dot]]
        if len(set(every)) < len(every):
            return self.edges(edges)
        ways = {way_from(self._grid, dot, edge) for edge in edges}
        names = [self._localizer.say(WAYS[way]) for way in DIRECTIONS if way in ways]
        ways_text = self._localizer.join(names)
        return self._localizer.say(EDGES_FROM_THERE, len(edges), ways=ways_text)

    def _side(self, way: Direction) -> str:
        return self._localizer.say(SIDE_NAMES[way])

    def _say(self, phrase: _Phrase) -> str:
        say, cells = self._localizer.say, [self.cell(cell) for cell in phrase.cells]
        if not phrase.ways:
            names = self._localizer.join([edge_name(self._grid, e) for e in sorted(phrase.edges)])
            return say(EDGES, len(phrase.edges), edges=names)
        if phrase.is_run and len(cells) >= SHORTEST_RUN:
            return say(SIDES_ALONG[phrase.ways[0]], cells=say(RUN, first=cells[0], last=cells[-1]))
        if len(cells) > 1:
            return say(SIDES_ALONG[phrase.ways[0]], cells=self._cells(cells))
        return self.sides_of(cells[0], phrase.cells[0], phrase.edges)

    def sides_of(self, name: str, cell: int, edges: Collection[int]) -> str:
        """Sides of a cell with its name: "the top and left of D2"."""
        around = self._grid.cell_edges[cell]
        left = set(around).difference(edges)
        if not left:
            count = self._localizer.number(len(around))
            return self._localizer.say(ALL_SIDES_OF, count=count, cell=name)
        if len(left) == 1 and len(around) > SHORTEST_RUN:
            side = self.side_names(cell, left)
            return self._localizer.say(ALL_SIDES_BUT, cell=name, side=side)
        return self._localizer.say(SIDES_OF, sides=self.side_names(cell, edges), cell=name)

    def _cover(self, left: set[int]) -> Iterator[_Phrase]:
        """Phrases that contain every edge once, those with the most edges first."""
        choices = [*self._sides_of_cells(left), *self._runs(left)]
        choices += [_Phrase((cell_beside(self._grid, e),), (), frozenset([e])) for e in left]
        while left:
            best = max(choices, key=lambda choice: len(self._covered(choice, left)))
            covered = self._covered(best, left)
            yield best if covered == best.edges else self._part(best, covered)
            left -= covered

    def _covered(self, phrase: _Phrase, left: set[int]) -> frozenset[int]:
        """The edges among those left that a phrase names, as a whole or in part."""
        covered = phrase.edges & left
        if covered == phrase.edges or phrase.is_run:
            return covered
        return covered & clear_sides(self._grid, phrase.cells[0])

    def _part(self, phrase: _Phrase, edges: frozenset[int]) -> _Phrase:
        """The part of a phrase that has only some of its edges."""
        if not phrase.is_run:
            cell = phrase.cells[0]
            ways = tuple(side_of(self._grid, cell, edge) for edge in sorted(edges))
            return _Phrase(phrase.cells, ways, edges)
        cells = tuple(
            cell for cell in phrase.cells if edges.intersection(self._grid.cell_edges[cell])
        )
        return _Phrase(cells, phrase.ways, edges)

    def _sides_of_cells(self, edges: Collection[int]) -> Iterator[_Phrase]:
        """The sides of each cell among the edges: preferred cells, those that name an edge, others.

        The first one with most edges is taken, so the order decides between equal ones.
        """
        naming = [cell_beside(self._grid, edge) for edge in sorted(edges)]
        others = (cell for edge in sorted(edges) for cell in self._grid.edge_cells[edge])
        for cell in dict.fromkeys((*self._preferred, *naming, *others)):
            if cell < 0:
                continue
            own = frozenset(self._grid.cell_edges[cell]).intersection(edges)
            if len(own) < len(self._grid.cell_edges[cell]):
                own &= clear_sides(self._grid, cell)
            if own:
                ways = tuple(side_of(self._grid, cell, edge) for edge in sorted(own))
                yield _Phrase((cell,), ways, own)

    def _runs(self, edges: set[int]) -> Iterator[_Phrase]:
        if not self._grid.is_square:
            return
        for run in _straight_runs(self._grid, edges):
            cells = tuple(cell_beside(self._grid, edge) for edge in run)
            ways = {side_of(self._grid, cell, edge) for cell, edge in zip(cells, run, strict=True)}
            if len(run) > 1 and len(ways) == 1:
                yield _Phrase(cells, tuple(ways), frozenset(run), is_run=True)

    def _merged(self, phrases: Iterable[_Phrase]) -> list[_Phrase]:
        """The phrases, with single edges on the same side of different cells in one phrase."""
        merged: list[_Phrase] = []
        singles: dict[tuple[Direction, ...], list[_Phrase]] = {}
        for phrase in phrases:
            if len(phrase.edges) == 1:
                singles.setdefault(phrase.ways, []).append(phrase)
            else:
                merged.append(phrase)
        for ways, same in singles.items():
            cells = tuple(sorted(phrase.cells[0] for phrase in same))
            edges = frozenset[int]().union(*(phrase.edges for phrase in same))
            merged.append(_Phrase(cells, ways, edges))
        return merged


@lru_cache(maxsize=4096)
def clear_sides(grid: Grid, cell: int) -> frozenset[int]:
    """The sides of a cell whose word names no other side of it; on squares all four.

    >>> from puzzle.grid import square_grid
    >>> sorted(clear_sides(square_grid(1, 2), 0))
    [0, 2, 4, 5]
    """
    ways = {edge: side_of(grid, cell, edge) for edge in grid.cell_edges[cell]}
    count = Counter(ways.values())
    return frozenset(edge for edge, way in ways.items() if count[way] == 1)


@lru_cache(maxsize=4096)
def clear_corners(grid: Grid, cell: int) -> frozenset[int]:
    """The dots of a cell whose word names no other corner of it; on squares all four."""
    ways = {dot: corner_of(grid, cell, dot) for dot in grid.cell_dots[cell]}
    count = Counter(ways.values())
    return frozenset(dot for dot, way in ways.items() if count[way] == 1)


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
