"""Share cards: pictures of a player's result that show nothing of the puzzle."""

from collections.abc import Iterator
from dataclasses import dataclass

from puzzle.grid import square_grid
from puzzle.names import Coord
from renderer.chains import border_of, chains_of
from renderer.drawable import Drawable
from renderer.limits import ImageLimits
from renderer.scene import Scene, one_line, rectangle
from renderer.shapes import Area, Path, Point, Shape, ShapeRole, Symbol, Text

CARD_LIMITS = ImageLimits(max_bytes=2**20, max_side=800)
MAX_CELLS = 24
"""Maximum side of the ring in cells; larger boards are scaled down in proportion."""
MAX_SECONDS = 359_999
"""Maximum time shown, in seconds (99:59:59)."""
MAX_COUNT_SHOWN = 9_999
"""Maximum number of hints or days shown; larger numbers are shown as this one and a plus."""

# Positions and lengths on a card, in widths of the ring.
WIDTH, HEIGHT = 2.5, 1.24
RING_LEFT, RING_TOP = 0.12, 0.12
TEXT_X, TEXT_WIDTH = 1.81, 1.14
TITLE_Y, SIZE_Y, FIGURE_Y, CAPTION_Y = 0.29, 0.45, 0.76, 0.91
FIGURE_SPACING = 0.4
"""Distance between the centres of neighbouring figures."""
TITLE_SCALE, TEXT_SCALE = 0.25, 0.22
"""Factors for the font sizes of the theme."""
HOLE_RADIUS_SQUARED, RIM_RADIUS_SQUARED = 0.22, 1.02
"""Squared inner and outer radius of the ring; 1 is half a side of its bounding box."""


@dataclass(frozen=True, slots=True)
class Card(Drawable):
    """A player's result: title, size of the board, time in seconds, hints, streak in days.

    A card has no puzzle: the ring that it shows depends on the size of the board alone.

    >>> card = Card("Ouro #123 Hard", 10, 12, seconds=272, hints=2, streak=5)
    >>> card.png()[:4]
    b'\\x89PNG'
    >>> card.alt
    'Ouro #123 Hard, 12x10. Time 4:32, hints 2, streak 5. Nothing of the puzzle is shown.'
    """

    LIMITS = CARD_LIMITS
    title: str
    rows: int
    cols: int
    seconds: float
    hints: int = 0
    streak: int = 0
    theme: str = "light"

    @property
    def figures(self) -> tuple[tuple[str, str], ...]:
        """The time, the hints and the streak as text, each with its caption."""
        return (
            (_format_duration(self.seconds), "time"),
            (_format_count(self.hints), "hints"),
            (_format_count(self.streak), "streak"),
        )

    @property
    def scene(self) -> Scene:
        """The shapes of the card."""
        return _card_scene(self)

    @property
    def alt(self) -> str:
        """The alt text of the card."""
        figures_text = ", ".join(f"{caption} {figure}" for figure, caption in self.figures)
        head = f"{one_line(self.title)}, {self.cols}x{self.rows}"
        return (
            f"{head}. {figures_text[0].upper()}{figures_text[1:]}. Nothing of the puzzle is shown."
        )


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


def _card_scene(card: Card) -> Scene:
    """The scene: a ring on the left and texts on the right. Lengths are cells of the ring."""
    scale = min(1.0, MAX_CELLS / max(card.rows, card.cols))
    rows, cols = (max(1, round(count * scale)) for count in (card.rows, card.cols))
    side = float(max(rows, cols))
    box = 0.0, 0.0, WIDTH * side, HEIGHT * side
    middle = (RING_LEFT + 0.5) * side, (RING_TOP + 0.5) * side
    shapes: list[Shape] = [rectangle(ShapeRole.BOARD, box)]
    shapes += _ring(rows, cols, (middle[0] - cols / 2, middle[1] - rows / 2))
    shapes += _texts(card, side)
    return Scene(box, tuple(shapes))


def _texts(card: Card, side: float) -> Iterator[Shape]:
    def text(role: ShapeRole, at: Point, words: str, max_width: float = TEXT_WIDTH) -> Text:
        scale = TITLE_SCALE if role is ShapeRole.TITLE else TEXT_SCALE
        return Text(role, (at[0] * side, at[1] * side), words, scale * side, max_width * side)

    yield text(ShapeRole.TITLE, (TEXT_X, TITLE_Y), one_line(card.title))
    yield text(ShapeRole.FOOTER, (TEXT_X, SIZE_Y), f"{card.cols}x{card.rows}")
    for place, (figure, caption) in enumerate(card.figures, start=-1):
        x = TEXT_X + place * FIGURE_SPACING
        yield text(ShapeRole.FIGURE, (x, FIGURE_Y), figure, 0.9 * FIGURE_SPACING)
        yield text(ShapeRole.FOOTER, (x, CAPTION_Y), caption, 0.9 * FIGURE_SPACING)


def _ring(rows: int, cols: int, at: Point) -> Iterator[Shape]:
    """A ring of cells that touches all sides of a board, and the dots that it does not pass."""
    grid = square_grid(rows, cols)

    def in_ring(place: Coord) -> bool:
        row, col = place
        from_middle = (2 * row / rows - 1) ** 2 + (2 * col / cols - 1) ** 2
        return HOLE_RADIUS_SQUARED < from_middle < RIM_RADIUS_SQUARED or min(rows, cols) < 4

    lines = border_of(grid, {cell for cell, place in enumerate(grid.cells) if in_ring(place)})
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
        Symbol(ShapeRole.DOT, place) for dot, place in enumerate(places) if dot not in covered
    )
    yield from paths
