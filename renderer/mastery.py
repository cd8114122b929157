"""Pictures of how well techniques are mastered, with a loop around those that are."""

from collections.abc import Iterator
from string import ascii_uppercase

from msgspec import Struct

from i18n.catalogues import localizer_for
from i18n.messages import Message, Plural
from puzzle.grid import Grid, square_grid
from renderer.drawable import Drawable
from renderer.limits import ImageLimits
from renderer.scene import Scene, loop_around, rectangle
from renderer.shapes import Shape, ShapeRole, Symbol, Text

MASTERY_LIMITS = ImageLimits(max_bytes=2**20, max_side=800)
NEW, MASTERED = -1, 4
"""The box of a technique that was never practised, and the first box of mastered ones."""
LEFT, TOP, RIGHT, BOTTOM = 1.2, 0.4, 0.4, 0.4
"""Free space around the grid, in cells; the letters of rows are on the left."""
LABEL_X = -0.6
LABEL_SCALE, NUMBER_SCALE = 1.4, 0.9
"""Factors for the font sizes of labels and clues in the theme."""

TECHNIQUES = Plural("{count} technique: {states}.", "{count} techniques: {states}.")
STATES = Message("{mastered} mastered, {begun} begun, {new} new")
ROW = Message("Row {letter}: {mastered} of {count} mastered.")
DUE = Plural("{count} is due.", "{count} are due.")


class MasteryGrid(Struct, Drawable, frozen=True):
    """Rows of techniques, each by its box: `NEW`, or from 0 on.

    A loop encloses the mastered ones, a ring marks those that are `due`, as (row, column). Boxes
    are numbers; a new technique has none.

    >>> MasteryGrid(((4, 0, -1),), frozenset({(0, 1)})).alt
    '3 techniques: 1 mastered, 1 begun, 1 new. 1 is due. Row A: 1 of 3 mastered.'
    """

    LIMITS = MASTERY_LIMITS
    rows: tuple[tuple[int, ...], ...]
    due: frozenset[tuple[int, int]] = frozenset()
    theme: str = "light"
    locale: str = "en"

    @property
    def _grid(self) -> Grid:
        return square_grid(len(self.rows), max(map(len, self.rows)))

    @property
    def scene(self) -> Scene:
        """The shapes of the picture."""
        grid = self._grid
        box = -LEFT, -TOP, grid.cols + RIGHT, grid.rows + BOTTOM
        shapes = (rectangle(ShapeRole.BOARD, box), *self._grounds(), *self._texts(), *self._lines())
        return Scene(box, shapes)

    @property
    def alt(self) -> str:
        """The alt text of the picture."""
        localizer, boxes = localizer_for(self.locale), [box for row in self.rows for box in row]
        say = localizer.say
        mastered, new = sum(box >= MASTERED for box in boxes), boxes.count(NEW)
        begun = len(boxes) - mastered - new
        states = say(STATES, mastered=mastered, begun=begun, new=new)
        sentences = [say(TECHNIQUES, len(boxes), count=len(boxes), states=states)]
        if self.due:
            sentences.append(say(DUE, len(self.due), count=len(self.due)))
        for letter, row in zip(ascii_uppercase, self.rows, strict=False):
            known = sum(box >= MASTERED for box in row)
            sentences.append(say(ROW, letter=letter, mastered=known, count=len(row)))
        return localizer.gap.join(sentences)

    def _cells(self) -> Iterator[tuple[int, int, int]]:
        """The row, the column and the box of each technique."""
        for row, boxes in enumerate(self.rows):
            for col, box in enumerate(boxes):
                yield row, col, box

    def _grounds(self) -> Iterator[Shape]:
        for row, col, box in self._cells():
            if box >= MASTERED:
                left, top = float(col), float(row)
                yield rectangle(ShapeRole.INSIDE, (left, top, left + 1, top + 1))

    def _texts(self) -> Iterator[Shape]:
        for row, letter in zip(range(len(self.rows)), ascii_uppercase, strict=False):
            yield Text(ShapeRole.LABEL, (LABEL_X, row + 0.5), letter, LABEL_SCALE)
        for row, col, box in self._cells():
            at = col + 0.5, row + 0.5
            if box != NEW:
                role = ShapeRole.CLUE if box >= MASTERED else ShapeRole.DIMMED_CLUE
                yield Text(role, at, str(box), NUMBER_SCALE)
            if (row, col) in self.due:
                yield Symbol(ShapeRole.REASON_CELL, at)

    def _lines(self) -> Iterator[Shape]:
        """The line around the mastered techniques, and the dots that it does not pass."""
        grid = self._grid
        cells = {grid.cell_index[row + 0.5, col + 0.5]: box for row, col, box in self._cells()}
        mastered = {cell for cell, box in cells.items() if box >= MASTERED}
        return loop_around(grid, mastered, cells)
