"""Names of places: the 3 at C4, the top and left of B2, its top and left sides.

Edges are sides of cells and dots are corners of cells, of those that the narration mentions where
that is possible.
"""

from collections.abc import Collection, Iterable, Sequence

from i18n.localizer import Localizer
from narrator import english
from puzzle.grid import OUTSIDE
from puzzle.model import EdgeState, Puzzle
from puzzle.places import side_naming
from puzzle.rules import Sign
from renderer.place_words import MAX_PHRASES, PlaceWords, clue_at

MAX_CLUES = 12
"""Maximum number of clues that a list names; the others are counted."""


class Places(PlaceWords):
    """Names of the places of a puzzle.

    `clues` are the cells by which edges and dots are named before others, the most important first.

    >>> from puzzle.grid import square_grid
    >>> places = Places(Puzzle(square_grid(1, 2), (3, None)), Localizer(), [0])
    >>> places.edges([0, 4]), places.edges([0, 4], owner=0), places.edges([1, 3])
    ('the top and left of A1', 'its top and left sides', 'the top and bottom of B1')
    """

    def __init__(self, puzzle: Puzzle, localizer: Localizer, clues: Iterable[int] = ()) -> None:
        super().__init__(puzzle.grid, localizer, clues)
        self._puzzle = puzzle

    def clue(self, cell: int) -> str:
        """The name of the clue in a cell, or of the cell if it is blank."""
        name, clue = self.cell(cell), self._puzzle.clues[cell]
        if clue is None:
            return self._localizer.say(english.BLANK_CELL, cell=name)
        return clue_at(self._localizer, self._puzzle.rules.clue_word(clue), name)

    def animal(self, cell: int) -> Sign | None:
        """The animal of a cell, if it has one."""
        clue = None if cell == OUTSIDE else self._puzzle.clues[cell]
        return self._puzzle.rules.variant.sign(clue)

    def at_side(self, cell: int) -> str:
        """The name of an animal, of a cell that has none, or of what is beyond the border."""
        if cell == OUTSIDE:
            return self._localizer.say(english.FROM_OUTSIDE)
        return self.clue(cell) if self.animal(cell) else self.cell(cell)

    def clues(self, cells: Sequence[int]) -> str:
        """A list of clues; after `MAX_CLUES` of them the others are counted."""
        names = [self.clue(cell) for cell in cells[:MAX_CLUES]]
        if more := len(cells) - len(names):
            names.append(self._localizer.say(english.MORE_CLUES, more, count=more))
        return self._localizer.join(names)

    def corners_of(self, cell: int, dots: Sequence[int]) -> str:
        """A list of dots as corners of one clue: "the top-left corner of the 3 at C4"."""
        names = {cell: self.clue(cell)}
        return PlaceWords(self._grid, self._localizer, [cell], names).dots(dots)

    def line(self, edge: int) -> str:
        """The name of a line."""
        return self._localizer.say(english.LINE, place=self.edges([edge]))

    def marks(self, edges: Collection[int], state: EdgeState, most: int = MAX_PHRASES) -> str:
        """A list of lines or crosses in at most `most` phrases; those in others are counted."""
        noun = english.LINES_DRAWN if state is EdgeState.LINE else english.CROSSES_MADE
        places = self.edges(edges, most)
        return self._localizer.say(noun, len(edges), places=places)

    def edges(
        self,
        edges: Collection[int],
        most: int = MAX_PHRASES,
        *,
        owner: int | None = None,
        start: int | None = None,
    ) -> str:
        """A list of edges, in at most `most` phrases.

        `owner` is the cell that is the subject of the sentence ("its top side"). `start` is the
        dot from which edges are named if all of them meet there.
        """
        if start is not None and all(start in self._grid.edge_dots[edge] for edge in edges):
            return self.edges_at_corner(start, edges)
        left = set(edges)
        own = set() if owner is None else left.intersection(self._grid.cell_edges[owner])
        names = [self._own_sides(owner, own)] if owner is not None and own else []
        if left - own:
            names += self.phrases(left - own, most)
        return self.join(names, len(edges))

    def _own_sides(self, cell: int, edges: Collection[int]) -> str:
        """Sides of a clue that is the subject of the sentence: "its top side"."""
        sides = len(self._grid.cell_edges[cell])
        count = self._localizer.number(len(edges))
        if len(edges) == sides:
            return self._localizer.say(english.ALL_ITS_SIDES, count=count)
        if len(edges) == sides - 1 > 2:  # the others of a triangle are not clear
            return self._localizer.say(english.ITS_OTHER_SIDES, count=count)
        names = self.side_names(cell, edges)
        its_sides = english.ITS_SIDES[side_naming(self._grid, cell)]
        return self._localizer.say(its_sides, len(edges), sides=names)
