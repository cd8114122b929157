"""Reads the places that a text names: cells, clues, corners, and edges as sides of cells."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from i18n.localizer import LAST_OF_CLAUSES, LAST_OF_LIST, LIST, NUMBERS, PAIR
from i18n.messages import Message, Template
from narrator import english
from puzzle.model import EdgeState, Puzzle
from puzzle.names import Direction, hour
from puzzle.places import SideNaming, cell_at, corner_of, side_names, way_from
from renderer import place_words as words
from tests.support.truth.told import Recorder, Told

WAYS: Mapping[Template, Direction] = {
    message: way
    for table in (words.DIRECTION_NAMES, words.CORNER_NAMES, words.WAYS)
    for way, message in table.items()
}
CLUES = frozenset({words.CLUE, words.ANIMAL})
CORNERS = frozenset({words.CORNER_OF_CELL, words.CORNERS_OF_CELLS})
ALONG: Mapping[Template, Direction] = {v: k for k, v in words.SIDES_ALONG.items()}
NAMINGS: Mapping[Template, SideNaming] = {v: k for k, v in words.SIDES_OF.items()}
ALL_BUT: Mapping[Template, SideNaming] = {v: k for k, v in words.ALL_SIDES_BUT.items()}
ITS: Mapping[Template, SideNaming] = {v: k for k, v in english.ITS_SIDES.items()}

LISTS: Mapping[Template, tuple[str, str]] = MappingProxyType(
    {
        PAIR: ("first", "second"),
        LAST_OF_LIST: ("first", "rest"),
        LIST: ("first", "rest"),
        words.LAST_OF_CELLS: ("cell", "rest"),
        words.CELLS: ("cell", "rest"),
        words.LAST_PHRASE: ("first", "rest"),
        english.LEGS: ("first", "rest"),
        LAST_OF_CLAUSES: ("clause", "rest"),
    }
)
"""The values of messages that join parts of a list."""
MARKS: Mapping[Template, EdgeState] = MappingProxyType(
    {english.LINES_DRAWN: EdgeState.LINE, english.CROSSES_MADE: EdgeState.CROSS}
)

DIRECTION_WORDS: Mapping[str, tuple[str, str, str, str]] = MappingProxyType(
    {
        "en": ("top|up", "bottom|down", "left", "right"),
        "de": ("obe", "unte", "link", "recht"),
        "es": ("superior|arriba", "inferior|abajo", "izquierd", "derech"),
        "fr": ("supérieur|haut", "inférieur|bas", "gauche", "droit"),
        "ja": ("上", "下", "左", "右"),
        "ko": ("위", "아래", "왼", "오른"),
        "pt-BR": ("superior|cima", "inferior|baixo", "esquerd", "direit"),
        "zh-CN": ("上", "下", "左", "右"),
    }
)
"""What words of up, down, left and right contain in each language."""
DIRECTIONS = MappingProxyType(
    {
        frozenset({0}): Direction.TOP,
        frozenset({0, 3}): Direction.TOP_RIGHT,
        frozenset({3}): Direction.RIGHT,
        frozenset({1, 3}): Direction.BOTTOM_RIGHT,
        frozenset({1}): Direction.BOTTOM,
        frozenset({1, 2}): Direction.BOTTOM_LEFT,
        frozenset({2}): Direction.LEFT,
        frozenset({0, 2}): Direction.TOP_LEFT,
    }
)
"""The directions by the places of their words."""


class UnreadError(ValueError):
    """A text does not name the place that it should name."""


def direction_in(text: str, language: str) -> Direction | None:
    """The only direction that a text names; None if it names none or several.

    >>> direction_in("the top-left corner of A1", "en"), direction_in("A5の左上の角", "ja")
    (<Direction.TOP_LEFT: 'top-left'>, <Direction.TOP_LEFT: 'top-left'>)
    """
    words = enumerate(DIRECTION_WORDS[language])
    return DIRECTIONS.get(frozenset(place for place, word in words if re.search(word, text)))


class Reader:
    """Reads places of a puzzle from recorded texts."""

    def __init__(self, puzzle: Puzzle, recorder: Recorder) -> None:
        self.puzzle = puzzle
        self.grid = puzzle.grid
        self.recorder = recorder
        self.others = False
        """Whether the edges read last are "its other sides": all of the cell's but one."""

    def told(self, text: str) -> Told:
        """The message of a text."""
        found = self.recorder.told.get(text)
        if found is None:
            raise UnreadError(f"nothing says {text!r}")
        return found

    def items(self, text: str) -> Iterator[str]:
        """The items of a list."""
        found = self.recorder.told.get(text)
        names = None if found is None else LISTS.get(found.template)
        if found is None or names is None:
            yield text
            return
        for name in names:
            yield from self.items(str(found.values[name]))

    def cell(self, text: str) -> int:
        """A cell by its name, a blank cell, or a clue; the clue must be that of the cell."""
        found = self.recorder.told.get(text)
        if found is None:
            return cell_at(self.grid, text)
        cell = cell_at(self.grid, str(found.values["cell"]))
        clue = self.puzzle.clues[cell]
        if found.template == english.BLANK_CELL:
            expected: object = None
        elif found.template in CLUES:
            expected = found.values["clue"]
        else:
            raise UnreadError(f"{text!r} is no clue")
        sign = self.puzzle.rules.variant.signs.get(clue or 0)
        if sign is None:
            is_right = clue == expected
        else:
            is_right = self.told(str(expected)).template == Message(str(sign.word))
        if not is_right:
            raise UnreadError(f"{text!r} is a {clue}")
        return cell

    def cells(self, text: str) -> list[int]:
        """Cells or clues in a list or a run; those that are only counted are left out."""
        cells = []
        for item in self.items(text):
            found = self.recorder.told.get(item)
            if found is not None and found.template == words.RUN:
                cells += self._run(str(found.values["first"]), str(found.values["last"]))
            elif found is None or found.template != english.MORE_CLUES:
                cells.append(self.cell(item))
        return cells

    def _run(self, first: str, last: str) -> list[int]:
        """The cells of a row or column from one to another."""
        start, end = cell_at(self.grid, first), cell_at(self.grid, last)
        (row, col), (last_row, last_col) = self.grid.cells[start], self.grid.cells[end]
        if start >= end or (row != last_row and col != last_col):
            raise UnreadError(f"{first} to {last} is no run")
        return [
            cell
            for cell, (r, c) in enumerate(self.grid.cells)
            if row <= r <= last_row and col <= c <= last_col
        ]

    # Corners

    def dots(self, text: str) -> list[int]:
        """Dots in a list, each as a corner of a cell."""
        return [dot for item in self.items(text) for dot in self._corners(item)]

    def _corners(self, text: str) -> list[int]:
        found = self.told(text)
        template, values = found.template, found.values
        if template == words.CORNER_BETWEEN:
            one, other = self.edges(str(values["sides"]))
            return [*{*self.grid.edge_dots[one]} & {*self.grid.edge_dots[other]}]
        if template == words.HOUR_CORNER:
            cells = self.cells(str(values["cells"]))
            return [self._corner_at(cell, int(str(values["hour"]))) for cell in cells]
        if template == words.CORNERS_OF_CELL:
            ways = self.directions(str(values["corners"]))
            return [self._corner(self.cell(str(values["cell"])), way) for way in ways]
        if template == words.HOURS_OF_CELL:
            hours = [int(self._label(item)) for item in self.items(str(values["hours"]))]
            return [self._corner_at(self.cell(str(values["cell"])), each) for each in hours]
        if template not in CORNERS:
            raise UnreadError(f"{text!r} is no corner")
        (way,) = self.directions(str(values["corner"]))
        self._check_word(text, way)
        cells = self.cells(str(values.get("cells") or values["cell"]))
        return [self._corner(cell, way) for cell in cells]

    def _corner(self, cell: int, way: Direction) -> int:
        (dot,) = (d for d in self.grid.cell_dots[cell] if corner_of(self.grid, cell, d) is way)
        return dot

    def _corner_at(self, cell: int, at: int) -> int:
        centre, dots = self.grid.cells[cell], self.grid.cell_dots[cell]
        (dot,) = (dot for dot in dots if hour(centre, self.grid.dots[dot]) == at)
        return dot

    def _check_word(self, text: str, way: Direction) -> None:
        if direction_in(text, self.recorder.language) is not way:
            raise UnreadError(f"{text!r} does not say {way.value}")

    # Edges

    def edges(
        self, text: str, owner: int | None = None, start: int | None = None
    ) -> frozenset[int]:
        """Edges in a list; `owner` is the cell that "its" means, `start` the dot that is "there".

        Those that are only counted are left out.
        """
        self.others, found = False, frozenset[int]()
        for item in self.items(text):
            found |= self._sides(item, owner, start)
        return found

    def directions(self, text: str) -> list[Direction]:
        """The directions in a list of words."""
        ways = []
        for item in self.items(text):
            way = WAYS.get(self.told(item).template)
            if way is None:
                raise UnreadError(f"{item!r} is no direction")
            self._check_word(item, way)
            ways.append(way)
        return ways

    def _named(self, cell: int, naming: SideNaming, sides: str) -> frozenset[int]:
        """Sides of a cell by directions, hours or numbers."""
        names = side_names(self.grid, cell)
        if naming is SideNaming.DIRECTIONS:
            return frozenset(names[way.value] for way in self.directions(sides))
        return frozenset(names[self._label(item)] for item in self.items(sides))

    def _label(self, text: str) -> str:
        """An hour, or the number of a side, without the word for it."""
        found = self.recorder.told.get(text)
        return str(next(iter(found.values.values()))) if found and found.values else text

    def _sides(self, text: str, owner: int | None, start: int | None) -> frozenset[int]:
        found = self.told(text)
        template, values = found.template, found.values
        if template in {english.ALL_ITS_SIDES, english.ITS_OTHER_SIDES} or template in ITS:
            return self._own(found, owner)
        if template == words.EDGES_FROM_THERE:
            return self._from_there(str(values["ways"]), start)
        if template == words.MORE_EDGES:
            return frozenset()
        if template in MARKS or template == english.LINE:
            return self.edges(str(next(iter(values.values()))))
        if template in ALONG:
            self._check_word(text, ALONG[template])
            name = ALONG[template].value
            cells = self.cells(str(values["cells"]))
            return frozenset(side_names(self.grid, cell)[name] for cell in cells)
        return self._of_cells(found)

    def _of_cells(self, found: Told) -> frozenset[int]:
        """Sides of a cell, or of each of several."""
        template, values = found.template, found.values
        cells = self.cells(str(values["cell"]))
        around = frozenset(edge for cell in cells for edge in self.grid.cell_edges[cell])
        if template == words.ALL_SIDES_OF:
            self._check_number(values["count"], len(around))
            return around
        if template in ALL_BUT:
            return around - self._named(cells[0], ALL_BUT[template], str(values["side"]))
        if template not in NAMINGS:
            raise UnreadError(f"{found} names no edge")
        each = [self._named(cell, NAMINGS[template], str(values["sides"])) for cell in cells]
        return frozenset[int]().union(*each)

    def _check_number(self, told: object, number: int) -> None:
        if self.number(told) != number:
            raise UnreadError(f"{told} are {number}")

    def _own(self, found: Told, owner: int | None) -> frozenset[int]:
        if owner is None:
            raise UnreadError("whose sides?")
        around = frozenset(self.grid.cell_edges[owner])
        if found.template in ITS:
            return self._named(owner, ITS[found.template], str(found.values["sides"]))
        self.others = found.template == english.ITS_OTHER_SIDES
        self._check_number(found.values["count"], len(around) - self.others)
        return around

    def _from_there(self, ways: str, start: int | None) -> frozenset[int]:
        if start is None:
            raise UnreadError("from where?")
        wanted = {*self.directions(ways)}
        around = self.grid.dot_edges[start]
        return frozenset(edge for edge in around if way_from(self.grid, start, edge) in wanted)

    def number(self, text: object) -> int:
        """A number in digits or as a word."""
        if isinstance(text, int):
            return text
        found = self.recorder.told.get(str(text))
        if found is not None and found.template in NUMBERS:
            return [*NUMBERS].index(found.template)
        return int(str(text))
