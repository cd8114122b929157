"""Share cards: what somebody did, in a picture that gives nothing of the puzzle away."""

from collections.abc import Iterator
from dataclasses import dataclass

from puzzle.grid import OUTSIDE, square_grid
from renderer.chains import chains_of
from renderer.limits import ImageLimits
from renderer.png import draw_png
from renderer.scene import Area, Path, Point, Scene, Shape, ShapeRole, Sign, Text, one_line
from renderer.svg import draw_svg
from renderer.theme import theme_named

CARD_LIMITS = ImageLimits(max_bytes=2**20, max_side=800)
MAX_CELLS = 24
"""Larger boards have a ring of so many cells a side, in their proportions."""
LONGEST = 359_999
"""Longer times, in seconds, are shown as 99:59:59."""
MAX_COUNTED = 9_999
"""More hints or days are shown as so many and a plus."""

# Places on a card whose ring is one wide, in widths of the ring.
WIDTH, HEIGHT = 2.5, 1.24
RING_LEFT, RING_TOP = 0.12, 0.12
COLUMN, ROOM = 1.81, 1.14
TITLE_AT, SIZE_AT, FIGURE_AT, CAPTION_AT = 0.29, 0.45, 0.76, 0.91
APART = 0.4
"""From the middle of one figure to the next."""
TITLE_SCALE, SCALE = 0.25, 0.22
"""Sizes of letters, beside those of their roles."""
HOLE, RIM = 0.22, 1.02
"""Squares of the distances from the middle between which the ring lies; its box ends at 1."""


@dataclass(frozen=True, slots=True)
class Card:
    """Somebody's result: a title, the size of the board, seconds, hints, and days in a row.

    The ring of dots depends on the size alone, not on the puzzle, which a card never knows.

    >>> card = Card("Ouro #123 Hard", 10, 12, seconds=272, hints=2, streak=5)
    >>> card.png()[:4]
    b'\\x89PNG'
    >>> card.alt
    'Ouro #123 Hard, 12x10. Time 4:32, hints 2, streak 5. Nothing of the puzzle is shown.'
    """

    title: str
    rows: int
    cols: int
    seconds: float
    hints: int = 0
    streak: int = 0
    theme: str = "light"

    @property
    def figures(self) -> tuple[tuple[str, str], ...]:
        """What is counted, each with its caption."""
        return (
            (_duration(self.seconds), "time"),
            (_counted(self.hints), "hints"),
            (_counted(self.streak), "streak"),
        )

    @property
    def scene(self) -> Scene:
        """The shapes of the card."""
        return _card_scene(self)

    @property
    def alt(self) -> str:
        """The card in words."""
        told = ", ".join(f"{caption} {figure}" for figure, caption in self.figures)
        head = f"{one_line(self.title)}, {self.cols}x{self.rows}"
        return f"{head}. {told[0].upper()}{told[1:]}. Nothing of the puzzle is shown."

    def png(self, limits: ImageLimits = CARD_LIMITS) -> bytes:
        """The card as a PNG file; raises `UnknownThemeError` and `ImageLimitError`."""
        return draw_png(self.scene, theme_named(self.theme), limits)

    def svg(self) -> str:
        """The card as an SVG document; raises `UnknownThemeError`."""
        return draw_svg(self.scene, theme_named(self.theme), self.alt)


def _duration(seconds: float) -> str:
    """Minutes and seconds, with hours where there are any; never negative.

    >>> _duration(59.6), _duration(3_725), _duration(10**9)
    ('0:59', '1:02:05', '99:59:59')
    """
    whole = int(min(max(seconds, 0.0), LONGEST))
    hours, minutes = divmod(whole // 60, 60)
    clock = f"{minutes:02}:{whole % 60:02}"
    return f"{hours}:{clock}" if hours else clock.removeprefix("0")


def _counted(number: int) -> str:
    return f"{MAX_COUNTED}+" if number > MAX_COUNTED else str(max(0, number))


def _card_scene(card: Card) -> Scene:
    """A ring on the left, words on the right; a cell of the ring is as long as one of a board."""
    share = min(1.0, MAX_CELLS / max(card.rows, card.cols))
    rows, cols = (max(1, round(side * share)) for side in (card.rows, card.cols))
    wide = float(max(rows, cols))
    box = 0.0, 0.0, WIDTH * wide, HEIGHT * wide
    corners = ((0.0, 0.0), (box[2], 0.0), (box[2], box[3]), (0.0, box[3]))
    middle = (RING_LEFT + 0.5) * wide, (RING_TOP + 0.5) * wide
    shapes: list[Shape] = [Area(ShapeRole.BOARD, corners)]
    shapes += _ring(rows, cols, (middle[0] - cols / 2, middle[1] - rows / 2))
    shapes += _words(card, wide)
    return Scene(box, tuple(shapes))


def _words(card: Card, wide: float) -> Iterator[Shape]:
    def text(role: ShapeRole, at: Point, words: str, room: float = ROOM) -> Text:
        scale = TITLE_SCALE if role is ShapeRole.TITLE else SCALE
        return Text(role, (at[0] * wide, at[1] * wide), words, scale * wide, room * wide)

    yield text(ShapeRole.TITLE, (COLUMN, TITLE_AT), one_line(card.title))
    yield text(ShapeRole.FOOTER, (COLUMN, SIZE_AT), f"{card.cols}x{card.rows}")
    for place, (figure, caption) in enumerate(card.figures, start=-1):
        x = COLUMN + place * APART
        yield text(ShapeRole.FIGURE, (x, FIGURE_AT), figure, 0.9 * APART)
        yield text(ShapeRole.FOOTER, (x, CAPTION_AT), caption, 0.9 * APART)


def _ring(rows: int, cols: int, at: Point) -> Iterator[Shape]:
    """A ring of cells that fills a board, and the dots around it."""
    grid = square_grid(rows, cols)

    def inside(cell: int) -> bool:
        if cell == OUTSIDE:
            return False
        row, col = grid.cells[cell]
        from_middle = (2 * row / rows - 1) ** 2 + (2 * col / cols - 1) ** 2
        return HOLE < from_middle < RIM or min(rows, cols) < 4

    lines = frozenset(
        edge for edge, (one, two) in enumerate(grid.edge_cells) if inside(one) != inside(two)
    )
    places = [(at[0] + col, at[1] + row) for row, col in grid.dots]
    chains = chains_of(grid, lines)
    paths = [
        Path(ShapeRole.LINE, tuple(places[dot] for dot in it.dots), it.closed) for it in chains
    ]
    paths.sort(key=lambda path: min(path.corners))  # the outer border, then that of the hole
    for role, path in zip((ShapeRole.INSIDE, ShapeRole.BOARD), paths, strict=False):
        yield Area(role, path.corners, rounded=True)
    covered = {dot for edge in lines for dot in grid.edge_dots[edge]}
    yield from (
        Sign(ShapeRole.DOT, place) for dot, place in enumerate(places) if dot not in covered
    )
    yield from paths
