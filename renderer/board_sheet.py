"""Boards on one picture, with a name above each, and with cells of one size.

Rows are chosen so that the smallest clue is as large as it can be where the picture is shown.
Nobody draws on these boards, so their clues are larger than on others.
"""

from collections.abc import Iterator, Sequence
from typing import Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from puzzle.model import Board
from renderer.raster import Palette, paint, png_of
from renderer.scene import Scene, build_scene, rectangle
from renderer.shapes import Shape, ShapeRole, Text
from renderer.theme import theme_named

CELL = 32
"""Pixels of a cell in the file, so that the picture can be enlarged."""
SHOWN_WIDTH, SHOWN_HEIGHT = 295, 350
"""Width on a phone and height on a desktop into which Discord fits pictures (`renderer.limits`)."""
NAME_HEIGHT = 1.2
"""Height for the name above a board, in cells."""
NAME_SCALE = 2.4
"""Factor for the font size of captions in the theme."""
LARGER, LARGER_ON_TILINGS = 1.4, 1.1
"""Factors for the size of clues; those of narrow cells would cross edges if they were larger."""
CELLS_OF_TILINGS = (1.0, 1.1, 1.2, 1.3, 1.4)
"""Factors for the size of cells of other tilings, of which the best one is taken."""

Rows: TypeAlias = list[list[int]]
"""Numbers of boards, row by row."""


class BoardSheet(Struct, frozen=True):
    """Boards with their names.

    >>> from puzzle.notation import parse_loopy
    >>> board = Board.blank(parse_loopy("3x3t2:a2a2d5"))
    >>> BoardSheet((board, board), ("one", "other")).png()[:4]
    b'\\x89PNG'
    """

    boards: tuple[Board, ...]
    names: tuple[str, ...]
    theme: str = "light"

    def png(self) -> bytes:
        """The picture as a PNG file; raises `UnknownThemeError` when there is no such theme."""
        theme, scenes = theme_named(self.theme), [_with_larger_clues(each) for each in self.boards]
        tiled = [not board.puzzle.grid.is_square for board in self.boards]
        layouts = (
            _Layout.of(scenes, [factor if each else 1.0 for each in tiled])
            for factor in (CELLS_OF_TILINGS if any(tiled) else (1.0,))
        )
        layout = max(layouts, key=lambda each: each.smallest)
        frame = layout.frame(self.names)
        palette = Palette((role for scene in (frame, *scenes) for role in scene.roles), theme)
        picture = paint(frame, theme, CELL, palette)
        for number, left, top in layout.places():
            board = paint(scenes[number], theme, round(CELL * layout.factors[number]), palette)
            picture.paste(board, (round(left * CELL), round((top + NAME_HEIGHT) * CELL)))
        return png_of(picture)


class _Layout(Struct, frozen=True):
    """The rows of boards of some sizes in cells of the picture; `factors` enlarge their cells.

    `smallest` compares the size of the smallest clue with that in other layouts.
    """

    sizes: Sequence[tuple[float, float]]
    factors: Sequence[float]
    rows: Rows
    smallest: float

    @classmethod
    def of(cls, scenes: Sequence[Scene], factors: Sequence[float]) -> Self:
        """The best rows for scenes."""
        pairs = list(zip(scenes, factors, strict=True))
        sizes = [(scene.width * factor, scene.height * factor) for scene, factor in pairs]
        clue = min(_smallest_clue(scene) * factor for scene, factor in pairs)

        def cell(rows: Rows) -> float:
            width, height = _size(sizes, rows)
            return min(SHOWN_WIDTH / width, SHOWN_HEIGHT / height)

        rows = max(_ways_to_split(range(len(scenes))), key=cell)
        return cls(sizes, factors, rows, clue * cell(rows))

    def places(self) -> Iterator[tuple[int, float, float]]:
        """The number, left and top of the place of each board, with the same space in a row."""
        whole, top = _size(self.sizes, self.rows)[0], 0.0
        for row in self.rows:
            space = (whole - sum(self.sizes[each][0] for each in row)) / (len(row) + 1)
            left = space
            for each in row:
                yield each, left, top
                left += self.sizes[each][0] + space
            top += max(self.sizes[each][1] for each in row) + NAME_HEIGHT

    def frame(self, names: Sequence[str]) -> Scene:
        """The ground, and the names."""
        box = 0.0, 0.0, *_size(self.sizes, self.rows)
        captions: list[Shape] = []
        for number, left, top in self.places():
            width = self.sizes[number][0]
            at = left + width / 2, top + NAME_HEIGHT * 0.6
            captions.append(Text(ShapeRole.CAPTION, at, names[number], NAME_SCALE, width))
        return Scene(box, (rectangle(ShapeRole.BOARD, box), *captions))


def _size(sizes: Sequence[tuple[float, float]], rows: Rows) -> tuple[float, float]:
    """Width and height of boards in rows, with their names."""
    width = max(sum(sizes[each][0] for each in row) for row in rows)
    height = sum(max(sizes[each][1] for each in row) + NAME_HEIGHT for row in rows)
    return width, height


def _ways_to_split(numbers: Sequence[int]) -> Iterator[Rows]:
    """The ways to split numbers into rows, in which they keep their order.

    >>> sorted(_ways_to_split(range(3)))
    [[[0], [1], [2]], [[0], [1, 2]], [[0, 1], [2]], [[0, 1, 2]], [[0, 2], [1]]]
    """
    if not numbers:
        yield []
        return
    first, *others = numbers
    for rows in _ways_to_split(others):
        yield [[first], *rows]
        for place, row in enumerate(rows):
            yield [[first, *row], *rows[:place], *rows[place + 1 :]]


def _with_larger_clues(board: Board) -> Scene:
    scene = build_scene(board)
    larger = LARGER if board.puzzle.grid.is_square else LARGER_ON_TILINGS
    shapes = (
        replace(shape, scale=shape.scale * larger)
        if isinstance(shape, Text) and shape.role is ShapeRole.CLUE
        else shape
        for shape in scene.shapes
    )
    return replace(scene, shapes=tuple(shapes))


def _smallest_clue(scene: Scene) -> float:
    texts = (shape for shape in scene.shapes if isinstance(shape, Text))
    return min((it.scale for it in texts if it.role is ShapeRole.CLUE), default=1.0)
