"""Pictures: a board and how to show it, from which every image format is made."""

from msgspec import Struct

from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message
from puzzle.model import Board
from puzzle.notation import format_loopy
from renderer.alt import alt_text
from renderer.captions import with_caption
from renderer.drawable import Drawable
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from renderer.labels import Labels
from renderer.letters import has_letters_of
from renderer.scene import Scene, build_scene
from renderer.windows import BoardPart, cut


class Picture(Struct, Drawable, frozen=True):
    """A board, the name of a theme, and the labels, highlights and footer if there are any.

    The lines of a `caption` are below the board; `renderer.captions` breaks a text into lines.
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
        scene = self._without_caption
        return with_caption(scene, self.caption) if self.caption else scene

    @property
    def _without_caption(self) -> Scene:
        if self.window is None:
            return build_scene(
                self.board,
                labels=self.labels,
                highlights=self.highlights,
                footer=self.footer,
                title=self._title,
            )
        board, highlights = cut(self.board, self.highlights, self.window)
        first = self.window.row, self.window.col
        labels = Labels.CELLS if self.labels is Labels.NONE else self.labels
        return build_scene(
            board,
            labels=labels,
            highlights=highlights,
            footer=self.footer,
            first=first,
            title=self._title,
        )

    @property
    def _title(self) -> str | None:
        """The name of other rules than the plain ones; None where the font lacks its letters."""
        rules = self.board.puzzle.rules
        if rules.is_plain:
            return None
        title = self.localizer.say(Message(rules.title.message))
        return title if has_letters_of(title) else None

    @property
    def game_id(self) -> str:
        """The game ID of the whole puzzle, by which the file of the picture is recognised."""
        return format_loopy(self.board.puzzle)

    @property
    def alt(self) -> str:
        """The alt text of the picture, for screen readers."""
        return alt_text(self.board, self.highlights, self.localizer, self.window)
