"""Pictures of puzzles in the look of another program."""

from collections.abc import Collection
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from puzzle.model import Puzzle

CELL = 48
MARGIN = 40


def screenshot(
    puzzle: Puzzle,
    kind: str = "PNG",
    *,
    smudged: Collection[int] = (),
    lines: Collection[int] = (),
    crosses: Collection[int] = (),
) -> bytes:
    """A file with a picture of a puzzle: black dots, and digits in a font of Pillow's.

    Of the digits in cells that are `smudged` only the lower half is left. Some edges have lines or
    crosses.
    """
    grid = puzzle.grid
    size = (2 * MARGIN + grid.cols * CELL, 2 * MARGIN + grid.rows * CELL)
    image = Image.new("RGB", size, "white")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(28)
    dots = [(MARGIN + int(col) * CELL, MARGIN + int(row) * CELL) for row, col in grid.dots]
    for edge, (one, two) in enumerate(grid.edge_dots):
        (left, top), (right, bottom) = dots[one], dots[two]
        if edge in lines:
            draw.line((left, top, right, bottom), "black", 5)
        if edge in crosses:
            x, y = (left + right) / 2, (top + bottom) / 2
            draw.line((x - 5, y - 5, x + 5, y + 5), "black", 2)
            draw.line((x - 5, y + 5, x + 5, y - 5), "black", 2)
    for x, y in dots:
        draw.ellipse((x - 3, y - 3, x + 3, y + 3), "black")
    for cell in puzzle.clue_cells:
        row, col = divmod(cell, grid.cols)
        middle = (MARGIN + (col + 0.5) * CELL, MARGIN + (row + 0.5) * CELL)
        draw.text(middle, str(puzzle.clues[cell]), "black", font, anchor="mm")
        if cell in smudged:
            draw.rectangle((middle[0] - 20, middle[1] - 20, middle[0] + 20, middle[1]), "white")
    file = BytesIO()
    image.save(file, kind)
    return file.getvalue()
