"""Booklets to print: pages of puzzles, then pages of their answers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import count
from math import ceil
from types import MappingProxyType

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from puzzle.model import Board, Puzzle, Solution
from renderer.errors import BookletError
from renderer.pdf import draw_scene, new_canvas, typeface
from renderer.scene import MARGIN as SCENE_MARGIN
from renderer.scene import ShapeRole, build_scene
from renderer.theme import Theme, theme_named

MAX_PUZZLES = 1000
"""A booklet has at most so many."""
THEME = "paper"
RULE = (
    "Draw a single closed loop from dot to dot. A number says how many of the four edges "
    "around it belong to the loop."
)
"""What the first page says below its title."""

# All lengths are points, 1/72 inch.
MARGIN = 42.0
HEAD, FOOT = 34.0, 18.0
"""What the title and the page number take of a page."""
GAP = 16.0
"""Between puzzles."""
CAPTION = 16.0
"""What the line below a puzzle takes."""
MAX_CELL = 30.0
ROOMY_CELL = 17.0
"""Six millimetres: a cell that one can draw around with a pencil."""
LEGIBLE_CELL = 8.0
"""A cell of an answer."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet: width and height in points."""

    width: float
    height: float


PAPERS = MappingProxyType({"a4": Paper(595.28, 841.89), "letter": Paper(612.0, 792.0)})
"""The sheets that booklets are made for, by their names."""


@dataclass(frozen=True, slots=True)
class PageLayout:
    """How many boards stand beside and below each other on a page."""

    cols: int
    rows: int

    @property
    def boards(self) -> int:
        """How many there are on a page."""
        return self.cols * self.rows


PUZZLE_LAYOUTS = MappingProxyType(
    {6: PageLayout(2, 3), 4: PageLayout(2, 2), 2: PageLayout(1, 2), 1: PageLayout(1, 1)}
)
"""How puzzles stand, by how many there are on a page."""
ANSWER_LAYOUTS = (PageLayout(4, 5), PageLayout(3, 4), *PUZZLE_LAYOUTS.values())
"""How answers may stand, the smallest first."""


@dataclass(frozen=True, slots=True)
class BookletEntry:
    """A puzzle of a booklet with its answer and, if known, the name of its level."""

    puzzle: Puzzle
    solution: Solution
    level: str = ""


def draw_booklet(
    entries: Sequence[BookletEntry],
    paper: Paper = PAPERS["a4"],
    title: str = "Slitherlink",
    on_a_page: int | None = None,
) -> bytes:
    """A PDF file of the puzzles in order, then of their answers.

    There are 1, 2, 4 or 6 puzzles on a page: as many as leave room to draw, unless given. Each
    has its number and level below. Raises `BookletError` for no puzzles or more than
    `MAX_PUZZLES`, and for other numbers on a page. The same arguments give the same bytes.

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
    boards = [Board.blank(entry.puzzle) for entry in entries]
    book.part(title, RULE, layout, _named(entries, boards))
    solved = [Board.of_lines(entry.puzzle, entry.solution) for entry in entries]
    book.part("Answers", "", answer_layout(entries, paper), _numbered(solved))
    book.save()
    return file.getvalue()


def puzzle_layout(entries: Sequence[BookletEntry], paper: Paper) -> PageLayout:
    """The most puzzles on a page that leave all cells roomy; else one."""
    *crowded, alone = PUZZLE_LAYOUTS.values()
    return next((it for it in crowded if _smallest(entries, it, paper) >= ROOMY_CELL), alone)


def answer_layout(entries: Sequence[BookletEntry], paper: Paper) -> PageLayout:
    """The fewest pages of answers that leave all cells legible, and then the largest cells."""
    legible = [it for it in ANSWER_LAYOUTS if _smallest(entries, it, paper) >= LEGIBLE_CELL]
    fewest = min((ceil(len(entries) / it.boards) for it in legible), default=0)
    last = [it for it in legible if ceil(len(entries) / it.boards) == fewest]
    return last[-1] if last else PUZZLE_LAYOUTS[1]


def _named(entries: Sequence[BookletEntry], boards: Sequence[Board]) -> Iterator[tuple[str, Board]]:
    for number, entry, board in zip(count(1), entries, boards, strict=False):
        named = ", ".join(filter(None, (entry.level, entry.puzzle.size)))
        yield f"{number} \N{MIDDLE DOT} {named}", board


def _numbered(boards: Sequence[Board]) -> Iterator[tuple[str, Board]]:
    yield from zip(map(str, count(1)), boards, strict=False)


def _slot(layout: PageLayout, paper: Paper) -> tuple[float, float]:
    """The room for each board of a page with its caption."""
    width = paper.width - 2 * MARGIN - (layout.cols - 1) * GAP
    height = paper.height - 2 * MARGIN - HEAD - FOOT - (layout.rows - 1) * GAP
    return width / layout.cols, height / layout.rows


def _cell(width: float, height: float, layout: PageLayout, paper: Paper) -> float:
    """How large the cells of a board are whose scene is so many of them wide and high."""
    across, down = _slot(layout, paper)
    return min(across / width, (down - CAPTION) / height, MAX_CELL)


def _smallest(entries: Sequence[BookletEntry], layout: PageLayout, paper: Paper) -> float:
    sizes = {(entry.puzzle.grid.cols, entry.puzzle.grid.rows) for entry in entries}
    around = 2 * SCENE_MARGIN
    return min(_cell(cols + around, rows + around, layout, paper) for cols, rows in sizes)


class _PageWriter:
    """Pages with numbers, part after part."""

    def __init__(self, canvas: Canvas, paper: Paper) -> None:
        self._canvas = canvas
        self._paper = paper
        self._theme: Theme = theme_named(THEME)
        self._page = 0

    def save(self) -> None:
        """Finish the file."""
        self._canvas.save()

    def part(
        self, title: str, told: str, layout: PageLayout, boards: Iterator[tuple[str, Board]]
    ) -> None:
        """Boards with their captions on as many pages as it takes, under a title."""
        shown = list(boards)
        for start in range(0, len(shown), layout.boards):
            self._frame(title, "" if start else told)
            for place, (caption, board) in enumerate(shown[start : start + layout.boards]):
                self._board(board, caption, layout, divmod(place, layout.cols))
            self._canvas.showPage()

    def _frame(self, title: str, told: str) -> None:
        """What stands around the boards of a new page."""
        self._page += 1
        left, top = MARGIN, self._paper.height - MARGIN
        self._write((left, top - 12), title, 13, centred=False)
        self._write((left, top - 25), told, 8.5, centred=False)
        self._write((self._paper.width / 2, MARGIN - 4), str(self._page), 9)

    def _board(
        self, board: Board, caption: str, layout: PageLayout, place: tuple[int, int]
    ) -> None:
        """A board in the middle of its slot, with its caption right below."""
        row, col = place
        width, height = _slot(layout, self._paper)
        left = MARGIN + col * (width + GAP)
        top = self._paper.height - MARGIN - HEAD - row * (height + GAP)
        scene = build_scene(board)
        cell = _cell(scene.width, scene.height, layout, self._paper)
        across, down = scene.width * cell, scene.height * cell
        left += (width - across) / 2
        top -= (height - CAPTION - down) / 2
        draw_scene(self._canvas, scene, self._theme, (left, top), cell)
        self._write((left + across / 2, top - down - 8), caption, 9)

    def _write(self, at: tuple[float, float], text: str, size: float, centred: bool = True) -> None:
        self._canvas.setFillColor(HexColor(self._theme.styles[ShapeRole.FOOTER].colour))
        self._canvas.setFont(typeface(), size)
        (self._canvas.drawCentredString if centred else self._canvas.drawString)(*at, text)
