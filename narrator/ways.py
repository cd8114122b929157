"""Both ways: the ways to complete a clue or dot of a step as small boards, and in words."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message, Plural
from narrator.picture import highlight_contradiction
from narrator.places import Places
from puzzle.model import Board, EdgeState
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from renderer.labels import Labels
from renderer.picture import Picture
from renderer.positions import positions_of
from renderer.scene import MARGIN, Scene, rectangle
from renderer.shapes import ShapeRole
from renderer.side_by_side import draw_side_by_side, framed
from renderer.windows import BoardPart
from solver.explain.completions import Completion, Completions, completions
from solver.explain.rule_graph import CROSS, LINE
from solver.explain.step import ClueReason, DotReason, Step, Subloop

MAX_LOOP = 12
"""Maximum number of lines of a premature loop that a small board shows as a whole."""

WAYS = Plural("{count} way for {place}.", "{count} ways for {place}.")
WAY = Message("{marks}.")
FAILS = Message("{marks}; this fails.")
FAILS_AT = Message("{marks}; this fails at {place}.")
CLOSES_LOOP = Message("{marks}; this closes a loop too early.")
NO_LINES = Message("no line")
IN_ALL = Message("All that are left have {marks}.")


def both_ways(board: Board, step: Step) -> "BothWays | None":
    """The ways of a step of several reasons; None if it has one, or none has two to four ways.

    >>> from puzzle.notation import parse_loopy
    >>> from solver.explain.explainer import Explainer
    >>> board = Board.blank(parse_loopy("3x2:3e"))
    >>> both_ways(board, Explainer(board.puzzle).next_step(board)).alt()[:60]
    '2 ways for the top-left corner of A1. (1) The lines at the t'
    """
    found = completions(board, step)
    return None if found is None else BothWays(board, step, found)


class BothWays(Struct, frozen=True):
    """The ways to complete a clue or dot of a step of a board; those that fail come last."""

    board: Board
    step: Step
    found: Completions

    def png(self, theme: str) -> bytes:
        """The small boards: what all ways share is bold, and those that fail have a frame."""
        return draw_side_by_side([self._scene(way, theme) for way in self.found.ways], theme)

    def alt(self, localizer: Localizer = ENGLISH) -> str:
        """The ways in words, with their numbers."""
        first, *ways, last = self.sentences(localizer)
        numbered = (f"({number}) {way}" for number, way in enumerate(ways, 1))
        return localizer.gap.join([first, *numbered, last])

    def sentences(self, localizer: Localizer) -> list[str]:
        """What the ways are for, each of them, and what is the same in all that are left."""
        say, reason = localizer.say, self.found.reason
        places = Places(self.board.puzzle, localizer, self.step.cells)
        place, count = places.dots([*self._dots_of_reason]), len(self.found.ways)
        if isinstance(reason, ClueReason):
            place = places.clue(reason.cell)
        told = [say(WAYS, count, count=count, place=place)]
        for way in self.found.ways:
            lines = _in_state(way.chosen, LINE)
            marks = places.marks(lines, EdgeState.LINE) if lines else say(NO_LINES)
            text, place, shown = WAY, "", self._shown(way)
            if way.fails:
                text = CLOSES_LOOP if shown.conflict_edges else FAILS
            for broken in (*shown.conflict_cells, *shown.conflict_dots):
                text = FAILS_AT
                place = places.clue(broken) if shown.conflict_cells else places.dots([broken])
            told.append(localizer.sentence(text, marks=marks, place=place))
        forced = self.step.forced
        shared = [
            places.marks(edges, state)
            for state in (EdgeState.LINE, EdgeState.CROSS)
            if (edges := {edge for edge in forced if forced[edge] is state})
        ]
        return [*told, say(IN_ALL, marks=localizer.join(shared))]

    @property
    def _dots_of_reason(self) -> frozenset[int]:
        reason = self.found.reason
        return frozenset({reason.dot} if isinstance(reason, DotReason) else ())

    def _shown(self, way: Completion) -> Highlights:
        """The highlights of one way: of what follows where it holds, crosses are left out."""
        shared = {} if way.fails else {e: int(state) for e, state in self.step.forced.items()}
        follows = way.follows if way.fails else dict.fromkeys(_in_state(way.follows, LINE), LINE)
        own = {e: state for e, state in {**follows, **way.chosen}.items() if e not in shared}
        end = NO_HIGHLIGHTS if way.broken is None else highlight_contradiction(way.broken)
        if isinstance(way.broken, Subloop):  # what the loop leaves out may be far away
            end = Highlights(conflict_edges=end.conflict_edges)
        reason = self.found.reason
        return replace(
            end,
            reason_cells=frozenset({reason.cell} if isinstance(reason, ClueReason) else ()),
            reason_dots=self._dots_of_reason,
            forced_lines=_in_state(shared, LINE),
            forced_crosses=_in_state(shared, CROSS),
            case_lines=tuple((edge, 0) for edge in sorted(_in_state(own, LINE))),
            case_crosses=tuple((edge, 0) for edge in sorted(_in_state(own, CROSS))),
        )

    @property
    def _part(self) -> frozenset[int]:
        """The dots that all small boards show."""
        grid, edges, dots = self.board.puzzle.grid, set[int](), set[int]()
        for way in self.found.ways:
            shown = self._shown(way)
            edges |= shown.edges
            if len(shown.conflict_edges) <= MAX_LOOP:
                edges |= shown.conflict_edges
            dots |= shown.dots.union(*(grid.cell_dots[cell] for cell in shown.cells))
        dots = dots.union(*(grid.cell_dots[cell] for cell in self.step.cells))
        return frozenset(dots.union(*(grid.edge_dots[edge] for edge in edges)))

    def _scene(self, way: Completion, theme: str) -> Scene:
        grid, board, shown = self.board.puzzle.grid, self.board, self._shown(way)
        if isinstance(way.broken, Subloop):
            board = board.mark(dict.fromkeys(way.broken.edges, EdgeState.LINE))
        picture = Picture(board, theme, Labels.CELLS, shown)
        xs, ys = zip(*(positions_of(grid).dots[dot] for dot in self._part), strict=True)
        left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
        box = left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN
        if grid.is_square:
            rows, cols = max(1, int(bottom - top)), max(1, int(right - left))
            picture = replace(picture, window=BoardPart(int(top), int(left), rows, cols))
            box = *picture.scene.box[:3], rows + MARGIN  # without the names of rules
        scene = picture.scene
        ground = rectangle(ShapeRole.BOARD if way.fails else ShapeRole.REGION, box)
        scene = Scene(box, (rectangle(ShapeRole.BOARD, box), ground, *scene.shapes[1:]))
        return framed(scene, ShapeRole.WRONG_FRAME) if way.fails else scene


def _in_state(states: Mapping[int, int], state: int) -> frozenset[int]:
    return frozenset(edge for edge, found in states.items() if found == state)
