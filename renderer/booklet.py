"""PDF booklets for printing: pages of puzzles, then pages of their answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from math import ceil
from types import MappingProxyType

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from puzzle.model import Board, Puzzle, Solution
from renderer.errors import BookletError
from renderer.pdf import draw_scene, font_name, new_canvas
from renderer.scene import MARGIN as SCENE_MARGIN
from renderer.scene import build_scene
from renderer.shapes import ShapeRole
from renderer.theme import Theme, theme_named

MAX_PUZZLES = 1000
"""Maximum number of puzzles in a booklet."""
THEME = "paper"
INSTRUCTIONS = (
    "Draw a single closed loop from dot to dot. A number says how many of the four edges "
    "around it belong to the loop."
)
"""The subtitle of the first page."""

# All lengths are in points (1/72 inch).
MARGIN = 42.0
"""Free space at each edge of a page."""
HEADER_HEIGHT, FOOTER_HEIGHT = 34.0, 18.0
"""Heights reserved for the title and for the page number."""
GAP = 16.0
"""Free space between two boards."""
CAPTION_HEIGHT = 16.0
"""Height of the caption below a board."""
MAX_CELL = 30.0
"""Maximum side of a cell."""
MIN_PUZZLE_CELL = 17.0
"""Minimum side of a cell (6 mm) for drawing the loop with a pencil.

A single puzzle that fills a page may have smaller cells.
"""
MIN_ANSWER_CELL = 8.0
"""Minimum side of a cell in the answers, unless a page holds a single board."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size: width and height in points (1/72 inch)."""

    width: float
    height: float


PAPERS = MappingProxyType({"a4": Paper(595.28, 841.89), "letter": Paper(612.0, 792.0)})
"""The supported paper sizes by name."""


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The numbers of columns and rows of boards on a page."""

    cols: int
    rows: int

    @property
    def boards(self) -> int:
        """The number of boards on a page."""
        return self.cols * self.rows


PUZZLE_LAYOUTS = MappingProxyType(
    {6: PageLayout(2, 3), 4: PageLayout(2, 2), 2: PageLayout(1, 2), 1: PageLayout(1, 1)}
)
"""The layouts for puzzles, by the number of boards on a page."""
ANSWER_LAYOUTS = (PageLayout(4, 5), PageLayout(3, 4), *PUZZLE_LAYOUTS.values())
"""The layouts for answers, the one with the smallest boards first."""


@dataclass(frozen=True, slots=True)
class BookletEntry:
    """A puzzle of a booklet with its solution and the name of its level, if known."""

    puzzle: Puzzle
    solution: Solution
    level: str = ""


def draw_booklet(
    entries: Sequence[BookletEntry],
    paper: Paper = PAPERS["a4"],
    title: str = "Slitherlink",
    on_a_page: int | None = None,
) -> bytes:
    """Create a PDF file with the puzzles in order, then their answers.

    `on_a_page` is the number of puzzles on a page: 1, 2, 4 or 6. By default it is the largest
    of these that keeps cells at least `MIN_PUZZLE_CELL` points wide. The caption of a puzzle
    has its number, level and size. The same arguments give the same bytes.

    Raises `BookletError` when there are no puzzles or more than `MAX_PUZZLES`, or when
    `on_a_page` is any other number.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 1), (4,))
    >>> draw_booklet([BookletEntry(puzzle, frozenset(range(4)), "Easy")])[:5]
    b'%PDF-'
    """
    if not 1 <= len(entries) <= MAX_PUZZLES:
        raise BookletError(f"it takes from 1 to {MAX_PUZZLES} puzzles, not {len(entries)}")
    if on_a_page is not None and on_a_page not in PUZZLE_LAYOUTS:
        raise BookletError(f"a page holds 1, 2, 4 or 6 puzzles, not {on_a_page}")
    layout = puzzle_layout(entries, paper) if on_a_page is None else PUZZLE_LAYOUTS[on_a_page]
    file = BytesIO()
    book = _PageWriter(new_canvas(file, (paper.width, paper.height), title), paper)
    puzzles, answers = [], []
    for number, entry in enumerate(entries, start=1):
        named = ", ".join(filter(None, (entry.level, entry.puzzle.size)))
        puzzles.append((f"{number} \N{MIDDLE DOT} {named}", Board.blank(entry.puzzle)))
        answers.append((str(number), Board.of_lines(entry.puzzle, entry.solution)))
    book.add_section(title, INSTRUCTIONS, layout, puzzles)
    book.add_section("Answers", "", answer_layout(entries, paper), answers)
    book.save()
    return file.getvalue()


def puzzle_layout(entries: Sequence[BookletEntry], paper: Paper) -> PageLayout:
    """The layout with the most puzzles on a page whose cells all have `MIN_PUZZLE_CELL` points.

    If no layout has cells that large, there is one puzzle on a page.
    """
    *crowded, alone = PUZZLE_LAYOUTS.values()
    return next(
        (it for it in crowded if _smallest_cell(entries, it, paper) >= MIN_PUZZLE_CELL), alone
    )


def answer_layout(entries: Sequence[BookletEntry], paper: Paper) -> PageLayout:
    """The layout with the fewest pages whose cells all have `MIN_ANSWER_CELL` points.

    Among layouts with equally many pages it is the one with the largest cells. If no layout has
    cells that large, there is one board on a page.
    """
    legible = [it for it in ANSWER_LAYOUTS if _smallest_cell(entries, it, paper) >= MIN_ANSWER_CELL]
    fewest = min((ceil(len(entries) / it.boards) for it in legible), default=0)
    last = [it for it in legible if ceil(len(entries) / it.boards) == fewest]
    return last[-1] if last else PUZZLE_LAYOUTS[1]


def _slot_size(layout: PageLayout, paper: Paper) -> tuple[float, float]:
    """Width and height available for a board and its caption, in points."""
    width = paper.width - 2 * MARGIN - (layout.cols - 1) * GAP
    height = paper.height - 2 * MARGIN - HEADER_HEIGHT - FOOTER_HEIGHT - (layout.rows - 1) * GAP
    return width / layout.cols, height / layout.rows


def _cell_size(width: float, height: float, layout: PageLayout, paper: Paper) -> float:
    """Points per cell side for a scene of `width` by `height` cell lengths."""
    across, down = _slot_size(layout, paper)
    return min(across / width, (down - CAPTION_HEIGHT) / height, MAX_CELL)


def _smallest_cell(entries: Sequence[BookletEntry], layout: PageLayout, paper: Paper) -> float:
    """Points per cell side of the largest puzzle in that layout."""
    sizes = {(entry.puzzle.grid.cols, entry.puzzle.grid.rows) for entry in entries}
    around = 2 * SCENE_MARGIN
    return min(_cell_size(cols + around, rows + around, layout, paper) for cols, rows in sizes)


class _PageWriter:
    """Writes sections of boards onto numbered pages."""

    def __init__(self, canvas: Canvas, paper: Paper) -> None:
        self._canvas = canvas
        self._paper = paper
        self._theme: Theme = theme_named(THEME)
        self._page = 0

    def save(self) -> None:
        """Finish the file."""
        self._canvas.save()

    def add_section(
        self, title: str, subtitle: str, layout: PageLayout, boards: Sequence[tuple[str, Board]]
    ) -> None:
        """Write captioned boards onto as many pages as needed.

        Each page has the title, the first one also the subtitle.
        """
        for start in range(0, len(boards), layout.boards):
            self._start_page(title, "" if start else subtitle)
            for place, (caption, board) in enumerate(boards[start : start + layout.boards]):
                self._draw_board(board, caption, layout, divmod(place, layout.cols))
            self._canvas.showPage()

    def _start_page(self, title: str, subtitle: str) -> None:
        """Write the title, the subtitle and the number of a new page."""
        self._page += 1
        left, top = MARGIN, self._paper.height - MARGIN
        self._write((left, top - 12), title, 13, centred=False)
        self._write((left, top - 25), subtitle, 8.5, centred=False)
        self._write((self._paper.width / 2, MARGIN - 4), str(self._page), 9)

    def _draw_board(
        self, board: Board, caption: str, layout: PageLayout, place: tuple[int, int]
    ) -> None:
        """Draw a board in the middle of its slot, with its caption below."""
        row, col = place
        width, height = _slot_size(layout, self._paper)
        left = MARGIN + col * (width + GAP)
        top = self._paper.height - MARGIN - HEADER_HEIGHT - row * (height + GAP)
        scene = build_scene(board)
        cell = _cell_size(scene.width, scene.height, layout, self._paper)
        across, down = scene.width * cell, scene.height * cell
        left += (width - across) / 2
        top -= (height - CAPTION_HEIGHT - down) / 2
        draw_scene(self._canvas, scene, self._theme, (left, top), cell)
        self._write((left + across / 2, top - down - 8), caption, 9)

    def _write(self, at: tuple[float, float], text: str, size: float, centred: bool = True) -> None:
        self._canvas.setFillColor(HexColor(self._theme.styles[ShapeRole.FOOTER].colour))
        self._canvas.setFont(font_name(), size)
        (self._canvas.drawCentredString if centred else self._canvas.drawString)(*at, text)
