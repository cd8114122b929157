"""Share cards: pictures of a player's result, with the order in which regions were finished.

Of a live daily, a card receives nothing else of the solution.
"""

from collections.abc import Iterator
from itertools import pairwise, product

from msgspec import Struct

from puzzle.grid import Grid
from puzzle.regions import HELP_SIGN, ranks_text, region_counts, region_lines
from renderer.chains import chains_of
from renderer.drawable import Drawable, size_title
from renderer.limits import ImageLimits
from renderer.scene import Scene, one_line, rectangle
from renderer.shapes import ORDER_ROLES, Path, Point, Shape, ShapeRole, Text

CARD_LIMITS = ImageLimits(max_bytes=2**20, max_side=800)
MAX_CELLS = 30
"""Maximum side of a board of squares in cells; larger ones are scaled down in proportion."""
MAX_SECONDS = 359_999
"""Maximum time shown, in seconds (99:59:59)."""
MAX_COUNT_SHOWN = 9_999
"""Maximum number of hints or days shown; larger numbers are shown as this one and a plus."""

# Positions and lengths on a card, in sides of the board.
WIDTH, HEIGHT = 2.3, 1.16
BOARD_LEFT, BOARD_TOP = 0.08, 0.08
TEXT_X, TEXT_WIDTH = 1.69, 1.12
TITLE_Y, SIZE_Y, FIGURE_Y, CAPTION_Y, LEGEND_Y = 0.2, 0.38, 0.65, 0.81, 1.02
FIGURE_SPACING = 0.38
"""Distance between the centres of neighbouring figures."""
TILE_GAP = 0.05
"""Space around a region, as a share of it."""
TITLE_SCALE, TEXT_SCALE = 0.26, 0.26
"""Factors for the font sizes of the theme."""
RANK_SCALE, SIGN_SCALE = 0.95, 0.8
"""The same, for the rank and the sign of help in a region of height 1."""


class Card(Struct, Drawable, frozen=True):
    """A player's result: title, grid of the board, time in seconds, uses of help, streak in days.

    `seconds` is None to show no time; `par` is how it compares with par, in English letters.
    `ranks` and `helped` are the order of the regions of `puzzle.regions` and those with help.
    `loop` are the edges of the solution, where it may be shown; without them, the picture depends
    on nothing else of a puzzle.

    >>> order = 1, 2, 3, 4, 5, 6, 9, 8, 7
    >>> from puzzle.grid import square_grid
    >>> grid = square_grid(7, 7)
    >>> card = Card("Ouro #123 Easy", grid, seconds=272, helps=2, streak=5, ranks=order)
    >>> card.png()[:4]
    b'\\x89PNG'
    >>> card.alt
    'Ouro #123 Easy, 7x7. Time 4:32, help 2, streak 5. Regions in order: 1 2 3, 4 5 6, 9 8 7.'
    """

    LIMITS = CARD_LIMITS
    title: str
    grid: Grid
    seconds: float | None
    helps: int = 0
    streak: int = 0
    ranks: tuple[int, ...] = ()
    helped: frozenset[int] = frozenset()
    loop: frozenset[int] = frozenset()
    theme: str = "dark"
    par: str = ""

    @property
    def figures(self) -> tuple[tuple[str, str], ...]:
        """The time if any, the uses of help and the streak as text, each with its caption."""
        figures = (
            (_format_count(self.helps), f"help {HELP_SIGN}" if self.helped else "help"),
            (_format_count(self.streak), "streak"),
        )
        if self.seconds is None:
            return figures
        return (_format_duration(self.seconds), "time"), *figures

    @property
    def size(self) -> str:
        """The size of the board, after the name of its tiling unless that is squares, and how the
        time compares with par."""
        return " · ".join(filter(None, (size_title(self.grid), self.par)))

    @property
    def scene(self) -> Scene:
        """The shapes of the card. Lengths are cells of the board."""
        side = self._side
        box = 0.0, 0.0, WIDTH * side, HEIGHT * side
        shapes = rectangle(ShapeRole.BOARD, box), *_board(self, side), *_texts(self, side)
        return Scene(box, shapes)

    @property
    def _side(self) -> float:
        return float(min(MAX_CELLS, max(self.grid.extent)))

    @property
    def alt(self) -> str:
        """The alt text of the card."""
        figures = [(figure, caption.split()[0]) for figure, caption in self.figures]
        figures_text = ", ".join(f"{caption} {figure}" for figure, caption in figures)
        head = f"{one_line(self.title)}, {self.size}"
        text = f"{head}. {figures_text[0].upper()}{figures_text[1:]}."
        if self.ranks:
            text += f" Regions in order: {ranks_text(self.ranks, self.helped, self.grid.cols)}."
        return text


def _format_duration(seconds: float) -> str:
    """A time as minutes and seconds, with hours if it is an hour or more; at least 0:00.

    >>> _format_duration(59.6), _format_duration(3_725), _format_duration(10**9)
    ('0:59', '1:02:05', '99:59:59')
    """
    whole = int(min(max(seconds, 0.0), MAX_SECONDS))
    hours, minutes = divmod(whole // 60, 60)
    clock = f"{minutes:02}:{whole % 60:02}"
    return f"{hours}:{clock}" if hours else clock.removeprefix("0")


def _format_count(number: int) -> str:
    return f"{MAX_COUNT_SHOWN}+" if number > MAX_COUNT_SHOWN else str(max(0, number))


def _texts(card: Card, side: float) -> Iterator[Shape]:
    def text(role: ShapeRole, at: Point, words: str, max_width: float = TEXT_WIDTH) -> Text:
        scale = TITLE_SCALE if role is ShapeRole.TITLE else TEXT_SCALE
        return Text(role, (at[0] * side, at[1] * side), words, scale * side, max_width * side)

    yield text(ShapeRole.TITLE, (TEXT_X, TITLE_Y), one_line(card.title))
    yield text(ShapeRole.FOOTER, (TEXT_X, SIZE_Y), card.size)
    first = (1 - len(card.figures)) / 2
    for place, (figure, caption) in enumerate(card.figures):
        x = TEXT_X + (first + place) * FIGURE_SPACING
        yield text(ShapeRole.FIGURE, (x, FIGURE_Y), figure, 0.9 * FIGURE_SPACING)
        yield text(ShapeRole.FOOTER, (x, CAPTION_Y), caption, 0.9 * FIGURE_SPACING)
    if card.ranks:
        legend = "shades: order of solving" if card.loop else "numbers: order of solving"
        yield text(ShapeRole.FOOTER, (TEXT_X, LEGEND_Y), legend)


def _board(card: Card, side: float) -> Iterator[Shape]:
    """The regions with their ranks and signs of help, and the loop if it may be shown.

    Without the loop, all regions are drawn with the same size.
    """
    grid = card.grid
    counts = region_counts(grid.rows, grid.cols)
    height, width = grid.extent if card.loop else counts
    bounds = region_lines(grid) if card.loop else tuple(range(count + 1) for count in counts)
    unit = side / max(height, width)
    left = (BOARD_LEFT + 0.5) * side - width * unit / 2
    top = (BOARD_TOP + 0.5) * side - height * unit / 2

    def place(row: float, col: float) -> Point:
        return left + col * unit, top + row * unit

    blocks = product(pairwise(bounds[0]), pairwise(bounds[1]))
    for region, ((above, below), (before, after)) in enumerate(blocks):
        yield from _region(card, region, (*place(above, before), *place(below, after)))
    for chain in chains_of(grid, card.loop):
        corners = tuple(place(*grid.dots[dot]) for dot in chain.dots)
        yield Path(ShapeRole.LINE, corners, chain.closed)


def _region(card: Card, region: int, box: tuple[float, float, float, float]) -> Iterator[Shape]:
    left, top, right, bottom = box
    size = min(right - left, bottom - top)
    gap = 0.0 if card.loop else TILE_GAP * size
    role = _order_role(card, region)
    yield rectangle(role, (left + gap, top + gap, right - gap, bottom - gap))
    helped = region in card.helped
    if card.ranks and not card.loop:
        middle = left + (0.42 if helped else 0.5) * size, (top + bottom) / 2
        rank = str(card.ranks[region])
        yield Text(ShapeRole.CLUE, middle, rank, RANK_SCALE * size, 0.55 * size)
    if helped:
        corner = right - 0.19 * size, top + 0.3 * size
        sign_role = ShapeRole.CLUE if card.loop else ShapeRole.FIGURE
        yield Text(sign_role, corner, HELP_SIGN, SIGN_SCALE * size, 0.25 * size)


def _order_role(card: Card, region: int) -> ShapeRole:
    """The ground of a region: the later it was finished, the further from that of the card."""
    if not card.ranks:
        return ORDER_ROLES[0]
    before, others = card.ranks[region] - 1, max(max(card.ranks) - 1, 1)
    return ORDER_ROLES[before * (len(ORDER_ROLES) - 1) // others]
