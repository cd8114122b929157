"""PDF booklets for printing: a cover, pages of puzzles, then pages of their answers.

Text and scenes are printed page by page on sheets of paper.
"""

from collections.abc import Sequence
from datetime import date
from io import BytesIO
from math import ceil
from types import MappingProxyType

from msgspec import Struct
from reportlab.lib.colors import HexColor

from puzzle.grid import square_grid
from puzzle.model import Board, Puzzle, Solution
from renderer.chains import border_of
from renderer.drawable import size_title
from renderer.errors import BookletError
from renderer.pdf import draw_scene, font_for, new_canvas, text_width
from renderer.scene import Scene, board_size, build_scene
from renderer.shapes import Point, ShapeRole
from renderer.theme import theme_named

THEME = "paper"
MARGIN = 42.0
"""Free space at each edge of a page, in points (1/72 inch)."""


class Paper(Struct, frozen=True):
    """A paper size: width and height in points (1/72 inch)."""

    width: float
    height: float


PAPERS = MappingProxyType({"a4": Paper(595.28, 841.89), "letter": Paper(612.0, 792.0)})
"""The supported paper sizes by name."""


class BookletTexts(Struct, frozen=True):
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


class Sheets:
    """A PDF file whose pages have the size of a paper.

    Positions are in points from the lower left corner of the page.
    """

    def __init__(self, paper: Paper, texts: BookletTexts) -> None:
        self.paper = paper
        self._file = BytesIO()
        page = paper.width, paper.height
        self._canvas = new_canvas(self._file, page, texts.title, texts.author, texts.created)
        self._theme = theme_named(THEME)
        self._says = "".join([texts.title, *texts.contents, *texts.rules, texts.answers])

    def write(self, at: Point, text: str, size: float, *, centred: bool = True) -> None:
        """Write a line around or from a position, smaller if it is wider than the page."""
        text = text.replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}")  # no font has it
        room, wide = self.paper.width - 2 * MARGIN, text_width(text, size, self._says)
        size *= min(1.0, room / max(wide, 1.0))
        self._canvas.setFillColor(HexColor(self._theme.styles[ShapeRole.FOOTER].colour))
        self._canvas.setFont(font_for(text, self._says), size)
        (self._canvas.drawCentredString if centred else self._canvas.drawString)(*at, text)

    def write_lines(self, top: float, lines: Sequence[str], size: float) -> None:
        """Write lines in the middle of the page; `top` is the height of the first."""
        for number, line in enumerate(lines):
            self.write((self.paper.width / 2, top - 1.6 * size * number), line, size)

    def draw(self, scene: Scene, at: Point, cell: float) -> None:
        """Draw a scene; `at` is its upper left corner and `cell` the side of a cell in points."""
        draw_scene(self._canvas, scene, self._theme, at, cell)

    def end_page(self) -> None:
        """Finish a page."""
        self._canvas.showPage()

    def pdf(self) -> bytes:
        """The content of the file, after the last page was finished."""
        self._canvas.save()
        return self._file.getvalue()


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
    loop = border_of(grid, inside)
    clues = tuple(
        len(loop.intersection(edges)) if sum(divmod(cell, grid.cols)) % 2 == 0 else None
        for cell, edges in enumerate(grid.cell_edges)
    )
    return Board.of_lines(Puzzle(grid, clues), loop)


PLAIN = BookletTexts()
"""The texts of a booklet that says nothing about itself."""
MAX_PUZZLES = 1000
"""Maximum number of puzzles in a booklet."""
# All lengths are in points (1/72 inch).
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


class PageLayout(Struct, frozen=True):
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


class BookletEntry(Struct, frozen=True):
    """A puzzle of a booklet with its solution and the name of its level, if known."""

    puzzle: Puzzle
    solution: Solution
    level: str = ""


def check_booklet(count: int, on_a_page: int | None = None) -> None:
    """Check that a booklet can have `count` puzzles, `on_a_page` of them on a page.

    Raises `BookletError` when there are no puzzles or more than `MAX_PUZZLES`, or when `on_a_page`
    is another number than 1, 2, 4, 6 or None.

    >>> check_booklet(8, on_a_page=4)
    """
    if not 1 <= count <= MAX_PUZZLES:
        raise BookletError(f"it takes from 1 to {MAX_PUZZLES} puzzles, not {count}")
    if on_a_page is not None and on_a_page not in PUZZLE_LAYOUTS:
        raise BookletError(f"a page holds 1, 2, 4 or 6 puzzles, not {on_a_page}")


def draw_booklet(
    entries: Sequence[BookletEntry],
    paper: Paper = PAPERS["a4"],
    texts: BookletTexts = PLAIN,
    on_a_page: int | None = None,
) -> bytes:
    """Create a PDF file with a cover, the puzzles in order, then their answers.

    `on_a_page` is the number of puzzles on a page: 1, 2, 4 or 6. By default it is the largest
    of these that keeps cells at least `MIN_PUZZLE_CELL` points wide. The caption of a puzzle
    has its number, level and size. The same arguments give the same bytes.

    Raises `BookletError` as `check_booklet` does.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 1), (4,))
    >>> draw_booklet([BookletEntry(puzzle, frozenset(range(4)), "Easy")])[:5]
    b'%PDF-'
    """
    check_booklet(len(entries), on_a_page)
    layout = puzzle_layout(entries, paper) if on_a_page is None else PUZZLE_LAYOUTS[on_a_page]
    sheets = Sheets(paper, texts)
    draw_cover(sheets, texts)
    book = _PageWriter(sheets)
    puzzles, answers = [], []
    for number, entry in enumerate(entries, start=1):
        named = ", ".join(filter(None, (entry.level, size_title(entry.puzzle.grid))))
        puzzles.append((f"{number}. {named}", Board.blank(entry.puzzle)))
        answers.append((str(number), Board.of_lines(entry.puzzle, entry.solution)))
    book.add_section(texts.title, layout, puzzles)
    book.add_section(texts.answers, answer_layout(entries, paper), answers)
    return sheets.pdf()


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
    sizes = {board_size(grid) for grid in {entry.puzzle.grid for entry in entries}}
    return min(_cell_size(*size, layout, paper) for size in sizes)


class _PageWriter(Struct, eq=False):
    """Writes sections of boards onto numbered pages, which follow the cover."""

    sheets: Sheets
    _page: int = 1

    def add_section(
        self, title: str, layout: PageLayout, boards: Sequence[tuple[str, Board]]
    ) -> None:
        """Write captioned boards onto as many pages as needed, each with the title."""
        for start in range(0, len(boards), layout.boards):
            self._start_page(title)
            for place, (caption, board) in enumerate(boards[start : start + layout.boards]):
                self._draw_board(board, caption, layout, divmod(place, layout.cols))
            self.sheets.end_page()

    def _start_page(self, title: str) -> None:
        """Write the title and the number of a new page."""
        self._page += 1
        paper = self.sheets.paper
        self.sheets.write((MARGIN, paper.height - MARGIN - 12), title, 13, centred=False)
        self.sheets.write((paper.width / 2, MARGIN - 4), str(self._page), 9)

    def _draw_board(
        self, board: Board, caption: str, layout: PageLayout, place: tuple[int, int]
    ) -> None:
        """Draw a board in the middle of its slot, with its caption below."""
        row, col = place
        paper = self.sheets.paper
        width, height = _slot_size(layout, paper)
        left = MARGIN + col * (width + GAP)
        top = paper.height - MARGIN - HEADER_HEIGHT - row * (height + GAP)
        scene = build_scene(board)
        cell = _cell_size(scene.width, scene.height, layout, paper)
        across, down = scene.width * cell, scene.height * cell
        left += (width - across) / 2
        top -= (height - CAPTION_HEIGHT - down) / 2
        self.sheets.draw(scene, (left, top), cell)
        self.sheets.write((left + across / 2, top - down - 8), caption, 9)
