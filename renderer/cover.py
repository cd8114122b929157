"""The cover of a booklet."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from puzzle.grid import square_grid
from puzzle.model import Board, Puzzle
from renderer.scene import build_scene
from renderer.sheets import MARGIN, Sheets

INSIDE = (
    "####.###",
    ".#....#.",
    "###.####",
    "#.####.#",
    "..#.....",
    "######..",
    "#.#.##.#",
    "#.#.####",
)
"""The cells inside the drawn loop."""
BOARD_WIDTH = 300.0
"""Width of the drawn board in points (1/72 inch)."""


@dataclass(frozen=True, slots=True)
class BookletTexts:
    """What a booklet says besides its puzzles.

    - `title`: stands on the cover and above the puzzles.
    - `contents`: lines on the cover about what is inside.
    - `rules`: lines on the cover that say how to play.
    - `answers`: stands above the answers.
    - `author`: stands on the cover; it is metadata of the file, as the title and `created`.
    - `created`: the date of the file.
    """

    title: str = "Slitherlink"
    contents: Sequence[str] = ()
    rules: Sequence[str] = ()
    answers: str = "Answers"
    author: str = "Ouro"
    created: date | None = None


def draw_cover(sheets: Sheets, texts: BookletTexts) -> None:
    """Draw the title, what is inside, a loop, the rules and the author on a page of its own."""
    width, height = sheets.paper.width, sheets.paper.height
    sheets.write((width / 2, height * 0.84), texts.title, 34)
    sheets.write_lines(height * 0.79, texts.contents, 13)
    scene = build_scene(cover_board())
    cell = BOARD_WIDTH / scene.width
    sheets.draw(scene, ((width - BOARD_WIDTH) / 2, height * 0.68), cell)
    sheets.write_lines(height * 0.24, texts.rules, 11)
    sheets.write((width / 2, MARGIN - 4), texts.author, 9)
    sheets.end_page()


def cover_board() -> Board:
    """The board on a cover: the loop around `INSIDE`, with a clue in every other cell.

    >>> cover_board().puzzle.size
    '8x8'
    """
    grid = square_grid(len(INSIDE), len(INSIDE[0]))
    inside = {cell for cell, sign in enumerate("".join(INSIDE)) if sign == "#"}
    loop = frozenset(
        edge
        for edge, (one, other) in enumerate(grid.edge_cells)
        if (one in inside) != (other in inside)
    )
    clues = tuple(
        len(loop.intersection(edges)) if sum(divmod(cell, grid.cols)) % 2 == 0 else None
        for cell, edges in enumerate(grid.cell_edges)
    )
    return Board.of_lines(Puzzle(grid, clues), loop)
