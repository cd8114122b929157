"""The pages of the manual: their topics, and the boards that they show."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from jobs import Appearance, Drawing, DrawRequest, draw_board
from puzzle.grid import cell_name, dot_at
from puzzle.model import Board
from puzzle.moves import parse_marks
from puzzle.notation import parse_loopy
from renderer.highlights import Highlights
from workers.pool import Priority, WorkPool

PUZZLE = "4x4:d31303b2d"
LOOP = "B1-D1-D2-C2-C3-D3-D4-E4-E5-A5-A4-B4-B3-A3-A2-B2-B1"
BEGUN = "B1-D1-D2-C2-C3-D3 x D2-E2 x E2-E3 x D3-E3"
TWO_LOOPS = "A1-B1-B4-A4-A1 C3-E3-E5-C5-C3"
BRANCH = "A1-E1-E5-A5-A1 C1-C5"
BESIDE_ZERO = "A1-E1-E5-A5-A1"


class Topic(Enum):
    """A page of the manual; the value is part of its button's `custom_id`."""

    START = "start"
    RULES = "rules"
    PLAYING = "playing"
    STUCK = "stuck"
    DAILIES = "dailies"
    STREAKS = "streaks"
    FORMATS = "formats"
    COMMANDS = "commands"


@dataclass(frozen=True, slots=True)
class ManualPicture:
    """A board that a page shows: the moves made on the puzzle, and what is set off.

    `dots` and `cells` break a rule, `edges` too, as moves; `pen` is where the pen stands.
    """

    moves: str = ""
    dots: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    edges: str = ""
    pen: str = ""

    def request(self, appearance: Appearance, language: str) -> DrawRequest:
        """What is to be drawn."""
        puzzle = parse_loopy(PUZZLE)
        grid = puzzle.grid
        board = Board.blank(puzzle).mark(parse_marks(self.moves, grid))
        shown = Highlights(
            conflict_dots=frozenset(dot_at(grid, name) for name in self.dots),
            conflict_cells=frozenset(
                cell for cell in range(len(grid.cells)) if cell_name(grid, cell) in self.cells
            ),
            conflict_edges=frozenset(parse_marks(self.edges, grid)),
            cursor=dot_at(grid, self.pen) if self.pen else None,
        )
        appearance = Appearance(appearance.theme, bool(self.pen) or appearance.labels)
        return DrawRequest(board, appearance, shown, locale=language)


PICTURES: dict[Topic, tuple[tuple[ManualPicture, ...], ...]] = {
    Topic.RULES: (
        (ManualPicture(), ManualPicture(LOOP)),
        (
            ManualPicture(TWO_LOOPS, edges="C3-E3-E5-C5-C3"),
            ManualPicture(BRANCH, dots=("C1", "C5")),
            ManualPicture(BESIDE_ZERO, cells=("D2",)),
        ),
    ),
    Topic.PLAYING: ((ManualPicture(BEGUN, pen="D3"),),),
}
"""The pictures behind each text of a page."""


class Manual:
    """Draws the boards of pages in a worker pool."""

    def __init__(self, pool: WorkPool) -> None:
        self._pool = pool

    async def drawings(
        self, person: int, topic: Topic, appearance: Appearance, language: str
    ) -> Sequence[Sequence[Drawing]]:
        """The pictures behind each text of a page."""
        return [
            [
                await self._pool.run(
                    draw_board,
                    picture.request(appearance, language),
                    person=person,
                    priority=Priority.QUICK,
                )
                for picture in group
            ]
            for group in PICTURES.get(topic, ())
        ]
