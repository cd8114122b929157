"""Times of drawing pictures, and sizes of their files, beside resvg."""

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, TypeAlias

import resvg_py
import typer
from msgspec import Struct

from narrator.frames import walkthrough_frames
from puzzle.model import Board, Puzzle
from renderer.animation import AnimationFormat, draw_animation
from renderer.picture import Picture
from renderer.raster import draw_png
from renderer.svg import draw_svg
from renderer.theme import theme_named
from solver.explain.explainer import Explainer
from solver.explain.step import Step
from solver.timing import RunTiming, percentile, race
from tools.bench.boards import minimal_board, random_loop, sparse_board
from tools.bench.measure import print_machine

Draw: TypeAlias = Callable[[], bytes]
"""Returns the bytes of a file."""
SIZES = ((10, 10), (30, 25))
"""Rows and columns."""
CLUES = 0.45
"""Share of cells with a clue, as in puzzles for people."""
FRAMES = 30


class DrawTimings(Struct, frozen=True):
    """The times of one contestant on each board, in seconds, and its file sizes in bytes."""

    name: str
    seconds: tuple[float, ...]
    sizes: tuple[int, ...]

    def row(self, base: "DrawTimings") -> str:
        """A table row: median and 95th percentile in ms, kB, and median ratios to `base`."""
        slower, larger = (
            statistics.median(mine / theirs for mine, theirs in zip(ours, others, strict=True))
            for ours, others in ((self.seconds, base.seconds), (self.sizes, base.sizes))
        )
        return (
            f"{self.name:22} {statistics.median(self.seconds) * 1e3:9.2f}"
            f" {percentile(self.seconds, 0.95) * 1e3:9.2f} {slower:8.2f}"
            f" {statistics.median(self.sizes) / 1e3:9.1f} {larger:8.2f}"
        )


Timings: TypeAlias = Mapping[str, RunTiming[bytes]]

HEADER = f"{'':22} {'median':>9} {'p95 ms':>9} {'ratio':>8} {'kB':>9} {'ratio':>8}"


def render(
    boards: Annotated[int, typer.Option(help="Boards of each size.")] = 10,
    repeat: Annotated[int, typer.Option(help="Runs of each; the best one counts.")] = 5,
    keep: Annotated[
        Path | None, typer.Option(help="A folder for the first pictures of each, to compare.")
    ] = None,
) -> None:
    """Time drawing solved boards as PNG files, beside resvg, a Rust library.

    Both draw the same scene at the same width. resvg gets it as an SVG document, whose creation is
    not counted. The second row is Ouro's time including the creation of the scene.
    Then follow walkthroughs of 10x10 puzzles in 30 frames, by format.
    """
    print_machine()
    for rows, cols in SIZES:
        timings = draw_boards([solved(rows, cols, seed) for seed in range(boards)], repeat, keep)
        print(f"\n{cols}x{rows} with loop: {boards} boards\n{HEADER}")
        for row_timings in timings:
            print(row_timings.row(timings[0]), flush=True)
    walked = draw_walkthroughs(range(min(boards, 5)), repeat)
    print(f"\n10x10 walkthrough in {FRAMES} frames: {min(boards, 5)} puzzles\n{HEADER}")
    for row_timings in walked:
        print(row_timings.row(walked[0]), flush=True)


def solved(rows: int, cols: int, seed: int) -> Board:
    """A solved board, the same for the same seed."""
    puzzle = sparse_board(rows, cols, CLUES, seed)
    return Board.of_lines(puzzle, random_loop(rows, cols, seed))


def contestants(board: Board) -> Mapping[str, Draw]:
    """All contestants, as functions that draw the picture of a board."""
    picture = Picture(board)
    scene, theme = picture.scene, theme_named(picture.theme)
    width = png_width(picture.png())
    return {
        "ouro": partial(draw_png, scene, theme),
        "ouro, from the board": picture.png,
        "resvg": _with_resvg(draw_svg(scene, theme), width),
    }


def _with_resvg(document: str, width: int) -> Draw:
    return lambda: bytes(resvg_py.svg_to_bytes(svg_string=document, width=width))


def draw_boards(
    boards: Sequence[Board], repeat: int, keep: Path | None = None
) -> list[DrawTimings]:
    """Time all contestants on every board.

    Raises `SystemExit` when their pictures differ in width. With a folder `keep`, the pictures
    of the first board are saved there.
    """
    races: list[Timings] = []
    for board in boards:
        timings = run(contestants(board), board.puzzle, repeat)
        if len({png_width(timing.answer) for timing in timings.values()}) > 1:
            raise SystemExit(f"The pictures of a {board.puzzle.size} board differ in width.")
        if keep is not None and not races:
            for name, timing in timings.items():
                (keep / f"{board.puzzle.size}-{name}.png").write_bytes(timing.answer)
        races.append(timings)
    return collect_timings(races)


def draw_walkthroughs(seeds: Iterable[int], repeat: int) -> list[DrawTimings]:
    """Time the animation formats on walkthroughs, without the time of finding the steps."""
    races: list[Timings] = []
    for seed in seeds:
        board = Board.blank(minimal_board(10, 10, seed))
        steps = [it for it in Explainer(board.puzzle).walkthrough() if isinstance(it, Step)]
        frames = walkthrough_frames(Picture(board), steps, FRAMES - 2)
        formats = {
            form.name.lower(): partial(draw_animation, frames, form) for form in AnimationFormat
        }
        races.append(run(formats, board.puzzle, repeat))
    return collect_timings(races)


def run(draws: Mapping[str, Draw], puzzle: Puzzle, repeat: int) -> Timings:
    """Time all functions on one board."""

    def taking(draw: Draw) -> Callable[[Puzzle], bytes]:
        return lambda _: draw()

    return race({name: taking(draw) for name, draw in draws.items()}, puzzle, repeat)


def collect_timings(races: Sequence[Timings]) -> list[DrawTimings]:
    """The timings of each contestant in all races."""
    return [
        DrawTimings(
            name,
            tuple(timings[name].seconds for timings in races),
            tuple(len(timings[name].answer) for timings in races),
        )
        for name in races[0]
    ]


def png_width(png: bytes) -> int:
    """The width of a PNG file in pixels, read from its header."""
    return int.from_bytes(png[16:20], "big")
