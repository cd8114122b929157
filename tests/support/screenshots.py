"""Pictures of puzzles in the look of another program."""

from collections.abc import Collection
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from puzzle.model import Puzzle

CELL = 48
MARGIN = 40


def screenshot(puzzle: Puzzle, kind: str = "PNG", *, smudged: Collection[int] = ()) -> bytes:
    """A file with a picture of a puzzle: black dots, and digits in a font of Pillow's.

    Of the digits in cells that are `smudged` only the lower half is left.
    """
    grid = puzzle.grid
    size = (2 * MARGIN + grid.cols * CELL, 2 * MARGIN + grid.rows * CELL)
    image = Image.new("RGB", size, "white")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(28)
    for row, col in grid.dots:
        x, y = MARGIN + int(col) * CELL, MARGIN + int(row) * CELL
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
