"""Pictures: a board and how to show it, from which every image format is made."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message
from puzzle.drawn_marks import MARKS_KEYWORD, file_marks
from puzzle.model import Board
from puzzle.notation import format_loopy
from puzzle.notation.loopy import PNG_KEYWORD
from renderer.alt import alt_text
from renderer.drawable import Drawable
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from renderer.labels import Labels
from renderer.letters import has_letters_of, text_length
from renderer.raster import FileTexts
from renderer.scene import Scene, build_scene, rectangle
from renderer.shapes import CAPTION_SIZE, ShapeRole, Text
from renderer.windows import BoardPart, cut

MAX_CAPTION_LINES = 12
"""Maximum number of lines of a caption; a longer one is cut and ends in three dots."""
CAPTION_WIDTH = 7.6
"""Width in cells above which captions are scaled up: on a phone, letters of 13 pixels."""
LINE_HEIGHT, INSET = 0.46, 0.25
"""Height of a line of a small picture, and the free space beside and below the lines, in cells."""


@lru_cache(maxsize=512)
def wrapped(text: str, width: float) -> tuple[str, ...]:
    """A text in lines that fit below a picture of a width in cells, broken between words.

    >>> wrapped("The 0 at A1 has no line around it.", 5.0)
    ('The 0 at A1 has no line', 'around it.')
    """
    most = (width - 2 * INSET) / (CAPTION_SIZE * _scale(width))
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_length(longer) <= most:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > MAX_CAPTION_LINES:
        lines = [*lines[: MAX_CAPTION_LINES - 1], f"{lines[MAX_CAPTION_LINES - 1]} ..."]
    return tuple(lines)


def with_caption(scene: Scene, lines: tuple[str, ...]) -> Scene:
    """A scene with the lines of a caption below it; empty lines are free space."""
    left, top, right, bottom = scene.box
    height = LINE_HEIGHT * _scale(scene.width) * len(lines) + (INSET if lines else 0)
    box = left, top, right, bottom + height
    board, *shapes = scene.shapes
    return Scene(box, (rectangle(board.role, box), *shapes, *_lines(scene, lines)))


def _lines(scene: Scene, lines: tuple[str, ...]) -> Iterator[Text]:
    left, _, right, bottom = scene.box
    scale = _scale(scene.width)
    for number, line in enumerate(lines):
        at = (left + right) / 2, bottom + LINE_HEIGHT * scale * (number + 0.5)
        if line:
            yield Text(ShapeRole.CAPTION, at, line, scale, scene.width - 2 * INSET)


def _scale(width: float) -> float:
    """By how much the captions of a picture are larger than those of a small one."""
    return max(1.0, width / CAPTION_WIDTH)


class Picture(Struct, Drawable, frozen=True):
    """A board, the name of a theme, and the labels, highlights and footer if there are any.

    The lines of a `caption` are below the board; `renderer.picture` breaks a text into lines.
    `localizer` chooses the language of the alt text. With a `window`, the picture shows this part
    of the board, always with labels.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> picture = Picture(Board.blank(Puzzle(square_grid(1, 2), (3, None))), theme="dark")
    >>> picture.png()[:4], picture.svg()[:4]
    (b'\\x89PNG', '<svg')
    >>> picture.alt
    'Slitherlink puzzle, 2 columns by 1 row. Clues row by row: 3 blank.'
    """

    board: Board
    theme: str = "light"
    labels: Labels = Labels.NONE
    highlights: Highlights = NO_HIGHLIGHTS
    footer: str = ""
    localizer: Localizer = ENGLISH
    window: BoardPart | None = None
    caption: tuple[str, ...] = ()

    @property
    def scene(self) -> Scene:
        """The shapes of the picture."""
        board, highlights, labels, first = self.board, self.highlights, self.labels, (0, 0)
        if self.window is not None:
            board, highlights = cut(board, highlights, self.window)
            labels = Labels.CELLS if labels is Labels.NONE else labels
            first = self.window.row, self.window.col
        scene = build_scene(
            board,
            labels=labels,
            highlights=highlights,
            footer=self.footer,
            first=first,
            title=self._title,
        )
        return with_caption(scene, self.caption) if self.caption else scene

    @property
    def _title(self) -> str | None:
        """The name of other rules than the plain ones; None where the font lacks its letters."""
        rules = self.board.puzzle.rules
        if rules.is_plain:
            return None
        title = self.localizer.say(Message(rules.title.message))
        return title if has_letters_of(title) else None

    @property
    def file_texts(self) -> FileTexts:
        """The game ID of the whole puzzle, and the marks if the picture shows all of them."""
        marks = file_marks(self.board) if self.window is None else ""
        texts = (PNG_KEYWORD, format_loopy(self.board.puzzle)), (MARKS_KEYWORD, marks)
        return texts if marks else texts[:1]

    @property
    def alt(self) -> str:
        """The alt text of the picture, for screen readers."""
        return alt_text(self.board, self.highlights, self.localizer, self.window)
