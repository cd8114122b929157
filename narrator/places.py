"""Names of places: the 3 at C4, the dot B2, its top and left sides.

Edges are named as sides of a clue that the narration mentions, or else by their dots.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from i18n.localizer import Localizer
from i18n.messages import Plural
from narrator import english
from puzzle.grid import Grid, cell_name, dot_name
from puzzle.model import EdgeState, Puzzle

MAX_CLUES_WITH_SIDES = 4
"""Maximum number of clues whose sides a list of edges names; other edges are named by dots."""
MAX_PATHS = 5
"""Maximum number of straight runs that a list of edges names; further edges are counted."""
MAX_CLUES = 12
"""Maximum number of clues that a list names; the others are counted."""


class Places:
    """Names of the places of a puzzle.

    `clues` are the cells whose sides are used to name edges, the most important first.

    >>> from puzzle.grid import square_grid
    >>> places = Places(Puzzle(square_grid(1, 2), (3, None)), Localizer(), [0])
    >>> places.edges([0, 4]), places.edges([0, 4], owner=0), places.edges([1, 3])
    ('the top and left sides of the 3 at A1', 'its top and left sides', 'the edges from B1 to C1 \
and from B2 to C2')
    """

    def __init__(self, puzzle: Puzzle, localizer: Localizer, clues: Iterable[int] = ()) -> None:
        self._puzzle = puzzle
        self._grid = puzzle.grid
        self._localizer = localizer
        self._clues = tuple(clues)

    def clue(self, cell: int) -> str:
        """The name of the clue in a cell, or of the cell if it is blank."""
        name, clue = cell_name(self._grid, cell), self._puzzle.clues[cell]
        if clue is None:
            return self._localizer.say(english.BLANK_CELL, cell=name)
        return self._localizer.say(english.CLUE, clue=clue, cell=name)

    def clues(self, cells: Sequence[int]) -> str:
        """A list of clues; after `MAX_CLUES` of them the others are counted."""
        names = [self.clue(cell) for cell in cells[:MAX_CLUES]]
        return self._localizer.join(names + self._more(english.MORE_CLUES, len(cells) - len(names)))

    def dots(self, dots: Sequence[int]) -> str:
        """A list of dots."""
        names = self._localizer.join([dot_name(self._grid, dot) for dot in dots])
        return self._localizer.say(english.DOTS, len(dots), dots=names)

    def line(self, edge: int) -> str:
        """The name of a line by its dots."""
        start, end = (dot_name(self._grid, dot) for dot in self._grid.edge_dots[edge])
        return self._localizer.say(english.LINE, start=start, end=end)

    def marks(self, edges: Collection[int], state: EdgeState, most: int = MAX_PATHS) -> str:
        """A list of lines or crosses by their dots, with at most `most` straight runs."""
        noun = english.LINES_DRAWN if state is EdgeState.LINE else english.CROSSES_MADE
        return self._localizer.say(noun, len(edges), paths=self._paths(set(edges), most))

    def edges(
        self, edges: Collection[int], owner: int | None = None, start: int | None = None
    ) -> str:
        """A short list of edges, as sides of clues or by their dots.

        `owner` is the cell that is the subject of the sentence ("its top side"). `start` is the
        dot from which edges are named if all of them meet there.
        """
        left = set(edges)
        names = []
        if owner is not None:
            own = left.intersection(self._grid.cell_edges[owner])
            if own:
                names.append(self._own_sides(owner, own))
                left -= own
        while left and self._clues and len(names) < MAX_CLUES_WITH_SIDES:
            cell = max(self._clues, key=lambda c: len(left.intersection(self._grid.cell_edges[c])))
            sides = left.intersection(self._grid.cell_edges[cell])
            if not sides:
                break
            names.append(self._sides(cell, sides))
            left -= sides
        if left:
            names.append(self._edges_by_dots(left, start))
        return self._localizer.join(names)

    def _own_sides(self, cell: int, edges: Collection[int]) -> str:
        """Sides of a clue that is the subject of the sentence: "its top side"."""
        sides = len(self._grid.cell_edges[cell])
        if len(edges) == sides:
            return self._localizer.say(english.ALL_ITS_SIDES)
        if len(edges) == sides - 1:
            return self._localizer.say(english.ITS_OTHER_SIDES)
        names = self._side_names(cell, edges)
        return self._localizer.say(english.ITS_SIDES, len(edges), sides=names)

    def _sides(self, cell: int, edges: Collection[int]) -> str:
        """Sides of a clue with its name: "the top side of the 3 at A1"."""
        clue = self.clue(cell)
        if len(edges) == len(self._grid.cell_edges[cell]):
            return self._localizer.say(english.ALL_SIDES_OF, clue=clue)
        sides = self._side_names(cell, edges)
        return self._localizer.say(english.SIDES_OF, len(edges), sides=sides, clue=clue)

    def _side_names(self, cell: int, edges: Collection[int]) -> str:
        around = zip(self._grid.cell_edges[cell], english.SIDES, strict=True)
        return self._localizer.join(
            [self._localizer.say(side) for edge, side in around if edge in edges]
        )

    def _edges_by_dots(self, edges: set[int], start: int | None) -> str:
        """Edges by their dots: as rays from a common dot, or as straight runs."""
        hub = start if start is not None and self._all_meet_at(start, edges) else None
        if hub is None and len(edges) > 1 and len(list(_straight_runs(self._grid, edges))) > 1:
            ends = _end_dots(self._grid, edges)
            hub = next((dot for dot in ends if self._all_meet_at(dot, edges)), None)
        paths = self._paths(edges) if hub is None else self._rays(hub, edges)
        return self._localizer.say(english.EDGES, len(edges), paths=paths)

    def _rays(self, hub: int, edges: set[int]) -> str:
        """Edges from one dot to its neighbours: "from A1 to B1 and A2"."""
        ends = [dot_name(self._grid, self._grid.other_end(edge, hub)) for edge in sorted(edges)]
        name = dot_name(self._grid, hub)
        return self._localizer.say(english.RAYS, hub=name, ends=self._localizer.join(ends))

    def _paths(self, edges: set[int], most: int = MAX_PATHS) -> str:
        """Straight runs of edges; after `most` runs the edges of the others are counted."""
        runs = list(_straight_runs(self._grid, edges))
        paths = [self._path(run[0], run[1]) for run in runs[:most]]
        left = sum(length for _, _, length in runs[most:])
        return self._localizer.join(paths + self._more(english.MORE_EDGES, left))

    def _path(self, start: int, end: int) -> str:
        names = dot_name(self._grid, start), dot_name(self._grid, end)
        return self._localizer.say(english.PATH, start=names[0], end=names[1])

    def _all_meet_at(self, dot: int, edges: Collection[int]) -> bool:
        return all(dot in self._grid.edge_dots[edge] for edge in edges)

    def _more(self, template: Plural, count: int) -> list[str]:
        return [self._localizer.say(template, count, count=count)] if count > 0 else []


def bounding_dots(grid: Grid, dots: Collection[int]) -> tuple[str, str]:
    """The names of the top left and bottom right dots of the bounding box of dots.

    >>> from puzzle.grid import square_grid
    >>> bounding_dots(square_grid(3, 3), [1, 6, 8])
    ('A1', 'C3')
    """
    rows, cols = zip(*(grid.dots[dot] for dot in dots), strict=True)
    index = grid.dot_index
    first, last = index[min(rows), min(cols)], index[max(rows), max(cols)]
    return dot_name(grid, first), dot_name(grid, last)


def _end_dots(grid: Grid, edges: Iterable[int]) -> list[int]:
    """All dots of the edges, in order."""
    return sorted({dot for edge in edges for dot in grid.edge_dots[edge]})


def _straight_runs(grid: Grid, edges: set[int]) -> Iterator[tuple[int, int, int]]:
    """Maximal straight runs of edges as (first dot, last dot, number of edges)."""
    left = set(edges)
    for edge in sorted(edges):
        if edge not in left:
            continue
        left.remove(edge)
        start, end = grid.edge_dots[edge]
        length = 1
        while (ahead := _next_straight_edge(grid, start, end, length)) in left:
            left.remove(ahead)
            end = grid.other_end(ahead, end)
            length += 1
        yield start, end, length


def _next_straight_edge(grid: Grid, start: int, end: int, length: int) -> int:
    """The edge that continues the run of `length` edges from start to end, or -1."""
    (row, col), (last_row, last_col) = grid.dots[start], grid.dots[end]
    beyond = last_row + (last_row - row) / length, last_col + (last_col - col) / length
    dot = grid.dot_index.get(beyond)
    edge = None if dot is None else grid.edge_between(end, dot)
    return -1 if edge is None else edge
