"""The images of the gallery: every state of a board in every theme, animations, cards, a PDF."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import product
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from narrator.argument_parts import step_parts
from narrator.frames import argument_animation, walkthrough_frames
from narrator.illustration import illustrate
from narrator.narration import Level
from narrator.picture import highlight
from narrator.runs import after
from puzzle.grid import Grid, square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.notation import parse_loopy
from puzzle.regions import region_counts
from puzzle.rules import ViolationCode, violations
from renderer.animation import AnimationFormat, draw_animation, drawing_frames
from renderer.booklet import BookletEntry, BookletTexts, draw_booklet
from renderer.card import Card
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from renderer.labels import Labels
from renderer.picture import Picture
from renderer.theme import THEMES
from solver.explain.explainer import Explainer
from solver.explain.step import Step
from solver.generate.loops import random_loop
from solver.generate.seeded_random import SeededRandom
from solver.report import Outcome
from solver.search import solve
from tools.gallery.page import GalleryImage, GallerySection
from tools.gallery.tilings import tilings_section

PUZZLE = "6x7:3d32a22a2b20a3a3b3a1a22b2a13a33d2"
"""A hard puzzle with a winding loop."""
FOOTER = "Ouro #123, Hard 6x7"


class ExampleBoards(Struct, frozen=True, dict=True):
    """Boards of one puzzle in different states."""

    puzzle: Puzzle

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """All steps from the blank board to the solution."""
        walk = Explainer(self.puzzle).walkthrough()
        return tuple(step for step in walk if isinstance(step, Step))

    @cached_property
    def hard(self) -> int:
        """The index of the first step with the most reasons that is no known pattern."""
        steps = self.steps
        return max(range(len(steps)), key=lambda i: (not steps[i].pattern, steps[i].cost, -i))

    @property
    def solved(self) -> Board:
        """The board with only the lines of the solution."""
        board = after(self.blank, self.steps)
        return Board.of_lines(self.puzzle, board.lines)

    @property
    def blank(self) -> Board:
        """The board without marks."""
        return Board.blank(self.puzzle)

    @property
    def begun(self) -> Board:
        """The board before the hardest step."""
        return after(self.blank, self.steps[: self.hard])

    def hint(self, level: Level) -> tuple[Board, Highlights]:
        """The board before the hardest step, with the hint at a level of detail."""
        step = self.steps[self.hard]
        if level is Level.STEP:
            return self.begun, illustrate(self.begun, step)
        return self.begun, highlight(self.puzzle, step, level)

    def wrong(self) -> tuple[Board, Highlights]:
        """A board with two wrong marks: a line outside the solution, and a cross on the loop."""
        open_edges = [edge for edge, mark in enumerate(self.begun.marks) if not mark]
        line = next(edge for edge in open_edges if edge not in self.solved.lines)
        cross = next(edge for edge in reversed(open_edges) if edge in self.solved.lines)
        board = self.begun.mark({line: EdgeState.LINE, cross: EdgeState.CROSS})
        return board, Highlights(wrong=frozenset({line, cross}))

    def conflict(self) -> tuple[Board, Highlights]:
        """A board with an additional line that makes a branch and exceeds a clue."""
        edge, dot, cell = next(self._conflicts())
        board, grid = self.begun.mark({edge: EdgeState.LINE}), self.puzzle.grid
        shown = Highlights(
            conflict_cells=frozenset({cell}),
            conflict_dots=frozenset({dot}),
            conflict_edges=board.lines & {*grid.cell_edges[cell], *grid.dot_edges[dot]},
        )
        return board, shown

    def _conflicts(self) -> Iterator[tuple[int, int, int]]:
        """Edges whose line would make a branch and exceed a clue, with that dot and cell."""
        lines = self.begun.lines
        for edge in range(len(self.puzzle.grid.edge_dots)):
            broken = violations(self.puzzle, lines | {edge})
            dots = [it.dot for it in broken if it.code is ViolationCode.BRANCH]
            cells = [it.cell for it in broken if it.code is ViolationCode.TOO_MANY]
            for dot, cell in product(dots, cells):
                if dot is not None and cell is not None:
                    yield edge, dot, cell

    def two_solutions(self) -> tuple[Board, Highlights]:
        """The two most similar solutions of the puzzle with one clue removed."""
        pairs = []
        for cell in self.puzzle.clue_cells:
            clues = tuple(None if it == cell else clue for it, clue in enumerate(self.puzzle.clues))
            puzzle = Puzzle(self.puzzle.grid, clues)
            report = solve(puzzle)
            if report.outcome is Outcome.MULTIPLE:
                one, two = report.solutions[:2]
                pairs.append((puzzle, one, two))
        puzzle, one, two = min(pairs, key=lambda pair: len(pair[1] ^ pair[2]))
        board = Board.of_lines(puzzle, one & two)
        return board, Highlights(only_first=one - two, only_second=two - one)

    def start_and_finish(self) -> tuple[Board, Highlights]:
        """A board with a start, a finish and a cursor."""
        dots = len(self.puzzle.grid.dots)
        shown = Highlights(start=0, finish=dots - 1, cursor=dots // 2, dim_satisfied=True)
        return self.begun, shown


class BoardState(Struct, frozen=True):
    """A state of the board: its heading, what it shows, and a function that makes it."""

    title: str
    description: str
    make: Callable[[ExampleBoards], tuple[Board, Highlights]]
    labels: Labels = Labels.NONE


STATES: Mapping[str, BoardState] = MappingProxyType(
    {
        "blank": BoardState(
            "Blank board",
            "The puzzle before the first mark.",
            lambda boards: (boards.blank, NO_HIGHLIGHTS),
        ),
        "begun": BoardState(
            "Board in play",
            "Lines and crosses of a player. Clues that have all their lines are dimmed.",
            lambda boards: (boards.begun, Highlights(dim_satisfied=True)),
        ),
        "nudge": BoardState(
            "Hint, level 1: nudge", "Where to look.", lambda boards: boards.hint(Level.NUDGE)
        ),
        "reasons": BoardState(
            "Hint, level 2: reasons",
            "Rings around the clues and dots of the argument, bands behind the marks that it uses.",
            lambda boards: boards.hint(Level.HINT),
        ),
        "step": BoardState(
            "Hint, level 3: step",
            "What follows: lines dashed and crosses bold. An arc joins two edges of which exactly "
            "one is a line. The numbers are those of the sentences.",
            lambda boards: boards.hint(Level.STEP),
        ),
        "wrong": BoardState(
            "Wrong marks",
            "A wrong line is a zigzag; a wrong cross has a lozenge around it.",
            ExampleBoards.wrong,
            Labels.CELLS,
        ),
        "conflict": BoardState(
            "Broken rules",
            "Hollow lines, and square frames around the clue and the branching dot.",
            ExampleBoards.conflict,
        ),
        "two": BoardState(
            "Two solutions",
            "Solid lines are in both, long dashes in the first, short ones in the second.",
            ExampleBoards.two_solutions,
        ),
        "places": BoardState(
            "Start, finish and cursor",
            "A triangle at the start, a square at the finish, a diamond at the cursor.",
            ExampleBoards.start_and_finish,
            Labels.CELLS,
        ),
        "solved": BoardState(
            "Solved board",
            "The solution, with the inside of the loop shaded.",
            lambda boards: (boards.solved, NO_HIGHLIGHTS),
        ),
    }
)
"""The states of the board by the names of their images."""


def sections() -> Iterator[GallerySection]:
    """The whole gallery, from the entrance on."""
    boards = ExampleBoards(parse_loopy(PUZZLE))
    for name, state in STATES.items():
        board, shown = state.make(boards)
        picture = Picture(board, labels=state.labels, highlights=shown, footer=FOOTER)
        yield GallerySection(state.title, state.description, tuple(_themes(name, state, picture)))
    yield tilings_section()
    yield _large()
    yield _moving(boards)
    yield _cards(boards)
    yield _booklet(boards)


def _themes(name: str, state: BoardState, picture: Picture) -> Iterator[GalleryImage]:
    """The picture in all themes; the first one is described in full."""
    for number, theme in enumerate(THEMES):
        alt = f"{state.title}, theme {theme}." + ("" if number else f" {picture.alt}")
        yield GalleryImage(f"{name}-{theme}.png", replace(picture, theme=theme).png(), alt)


def _large() -> GallerySection:
    """Boards for which names of dots thin out."""
    images = []
    for rows, cols, theme in ((30, 25, "light"), (60, 60, "dark")):
        board = _large_board(square_grid(rows, cols))
        picture = Picture(
            board, theme, labels=Labels.CELLS, footer=f"Ouro #124, {board.puzzle.size}"
        )
        images.append(GalleryImage(f"large-{board.puzzle.size}.png", picture.png(), picture.alt))
    description = "On large boards the cells are smaller, and the labels stand on all four sides."
    return GallerySection("Large boards", description, tuple(images))


def _large_board(grid: Grid) -> Board:
    """A random loop on a grid with half of the clues; there may be other solutions."""
    rng = SeededRandom("gallery")
    loop = random_loop(grid, rng)
    clues = (
        len(loop.intersection(edges)) if rng.chance(0.5) else None for edges in grid.cell_edges
    )
    return Board.of_lines(Puzzle(grid, tuple(clues)), loop)


def _moving(boards: ExampleBoards) -> GallerySection:
    loop, steps = Picture(boards.solved, "light"), Picture(boards.blank, "dark")
    hint = Picture(boards.begun, "light", labels=Labels.CELLS)
    parts = step_parts(boards.begun, boards.steps[boards.hard])
    images = (
        GalleryImage(
            "loop.gif",
            draw_animation(drawing_frames(loop), AnimationFormat.GIF),
            f"The loop is drawn line by line. {loop.alt}",
        ),
        GalleryImage(
            "steps.webp",
            draw_animation(walkthrough_frames(steps, boards.steps), AnimationFormat.WEBP),
            f"The puzzle is solved step by step. {steps.alt}",
        ),
        GalleryImage(
            "hint.gif",
            draw_animation(argument_animation(hint, parts), AnimationFormat.GIF),
            " ".join(part.text for part in parts),
        ),
    )
    description = (
        "The loop as it is drawn (GIF), a walkthrough step by step (WebP; APNG as well), and the "
        "argument of a hint sentence by sentence (GIF)."
    )
    return GallerySection("Animations", description, images)


def _cards(boards: ExampleBoards) -> GallerySection:
    order = (1, 2, 3, 6, 5, 4, 7, 8, 9)
    grid, loop = boards.puzzle.grid, boards.solved.lines
    counts = region_counts(grid.rows, grid.cols)
    ranks = tuple(range(counts[0] * counts[1], 0, -1))
    cards = (
        Card("Ouro #123 Easy", square_grid(7, 7), 272, 2, 5, order, frozenset({4, 6})),
        Card("Ouro", grid, 3_725, 0, 131, ranks, loop=loop, theme="light"),
    )
    images = (GalleryImage(f"card-{card.theme}.png", card.png(), card.alt) for card in cards)
    description = (
        "A result to share: the order in which regions were finished, and where help was used. "
        "The loop is shown unless the puzzle is a live daily."
    )
    return GallerySection("Share card", description, tuple(images))


def _booklet(boards: ExampleBoards) -> GallerySection:
    entries = [BookletEntry(boards.puzzle, boards.solved.lines, "Hard")] * 2
    pdf = draw_booklet(entries, texts=BookletTexts("Ouro"))
    description = "Pages to print: a cover, puzzles, and their answers; `ouro book` makes one."
    return GallerySection(
        "Booklet",
        description,
        (GalleryImage("booklet.pdf", pdf, "A booklet of one puzzle, twice"),),
    )
