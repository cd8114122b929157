"""How well pictures are read, in how much time and memory."""

import resource
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from msgspec import Struct
from PIL import Image, ImageOps

from puzzle.model import Board, EdgeState, Puzzle
from renderer.labels import Labels
from renderer.picture import Picture
from renderer.theme import THEMES
from scanner.errors import PictureError
from scanner.reading import PictureReading, read_picture
from solver.explain.step import Difficulty
from solver.search import may_be_meant, solve
from tools.bench.datasets import generated
from tools.bench.drawn_pictures import DAMAGES, LOOKS, BoardDrawer, png
from tools.bench.measure import print_machine
from tools.bench.timing import percentile

FURNITURE, SHADED = "page furniture", "shaded cells"
CLOSE, BY_HAND, TWO = "cropped close", "cropped by hand", "two boards"
CUT, CUT_BY_HAND = "cut off", "cut off and cropped"
PARTS = (CUT, CUT_BY_HAND, TWO)
"""Pictures without a whole board, or with two: none may be used unasked."""
CROPS = (CLOSE, BY_HAND, *PARTS)
KINDS = (*DAMAGES, FURNITURE, SHADED, *CROPS)
"""What pictures of other programs, sites and pages show, or what happened to them."""


class TrialVerdict(Enum):
    """What reading a picture gave."""

    RIGHT = "right"
    ASKED = "right, asked about"
    ASKED_WRONG = "wrong, asked about"
    REFUSED = "refused"
    BELIEVED = "wrong, not asked about"


class PictureTrial(Struct, frozen=True):
    """A picture of a puzzle, and what kind of picture it is."""

    kind: str
    puzzle: Puzzle
    data: bytes

    def verdict(self) -> TrialVerdict:
        """What reading the picture gives."""
        try:
            reading = read_picture(self.data, may_be_meant)
        except PictureError:
            return TrialVerdict.REFUSED
        return self.verdict_on(reading)

    def verdict_on(self, reading: PictureReading) -> TrialVerdict:
        """How right a reading is."""
        if reading.puzzle == self.puzzle and self.kind != TWO:
            return TrialVerdict.ASKED if reading.in_doubt else TrialVerdict.RIGHT
        return TrialVerdict.ASKED_WRONG if reading.in_doubt else TrialVerdict.BELIEVED


def system_fonts() -> list[Path]:
    """The usual fonts of Debian that are installed; without one, that of Pillow is drawn with."""
    folder = Path("/usr/share/fonts")
    usual = (*folder.rglob("Liberation*.ttf"), *folder.rglob("DejaVu*.ttf"))
    return sorted(path for path in usual if "Math" not in path.name)


def drawn(
    puzzles: Sequence[Puzzle], count: int, kinds: Sequence[str] = KINDS, seed: int = 1
) -> Iterator[PictureTrial]:
    """Pictures as other programs, sites and pages draw them, of each kind in turn."""
    fonts = system_fonts()
    for number in range(count):
        rng = Random(f"{seed} {number}")
        drawer, kind = BoardDrawer(rng, fonts), kinds[number % len(kinds)]
        puzzle, look = rng.choice(puzzles), LOOKS[rng.choice(list(LOOKS))]
        pitch = rng.randint(24, 60)
        image = drawer.draw(puzzle, look, pitch, shaded=kind == SHADED)
        if kind == FURNITURE:
            image = drawer.furnish(image)
        if kind in CROPS:
            margins, cols = _margins(rng, kind, look.dot / 2), puzzle.grid.cols
            image = _cropped(image, cols, margins, pitch)
        if kind == TWO:
            other = rng.choice([each for each in puzzles if each.grid == puzzle.grid])
            second = _cropped(drawer.draw(other, look, pitch), cols, margins, pitch)
            image, left = ImageOps.expand(image, (0, 0, second.width, 0), look.ground), image.width
            image.paste(second, (left, 0))
        yield PictureTrial(kind, puzzle, DAMAGES.get(kind, png)(image))


def _margins(rng: Random, kind: str, dot: float) -> list[float]:
    """How many cells are left beyond each side of a board with such dots, at most, by kind."""
    if kind in {CLOSE, TWO}:
        return [rng.choice((0.4, 0.5, 0.5) if kind == TWO else (dot, dot + 0.05, dot + 0.1))] * 4
    margins = [9.0 if kind == CUT else rng.uniform(dot, 0.5) for _ in range(4)]
    if kind != BY_HAND:
        margins[rng.randrange(4)] = rng.uniform(-dot, 0.97) - 1
    return margins


def _cropped(image: Image.Image, cols: int, margins: list[float], pitch: int) -> Image.Image:
    """A picture of a board of whose margins at most these are left."""
    margin = (image.width / pitch - cols) / 2
    left, top, right, bottom = (round(max(0.0, margin - each) * pitch) for each in margins)
    return image.crop((left, top, image.width - right, image.height - bottom))


def own(puzzles: Sequence[Puzzle], count: int, seed: int = 1) -> Iterator[PictureTrial]:
    """Ouro's own pictures, as their files are: in all themes, blank, in play and solved."""
    for number in range(count):
        rng = Random(f"own {seed} {number}")
        theme, state = list(THEMES)[number % len(THEMES)], number // len(THEMES) % 4
        puzzle = rng.choice(puzzles)
        loop = sorted(solve(puzzle).solutions[0])
        marks: Mapping[int, EdgeState] = {}
        if state:
            kept = loop if state == 1 else rng.sample(loop, len(loop) // 2)
            marks = dict.fromkeys(kept, EdgeState.LINE)
        if state == 3:
            others = set(range(len(puzzle.grid.edge_dots))) - set(loop)
            crossed = rng.sample(sorted(others), len(others) // 2)
            marks = {**marks, **dict.fromkeys(crossed, EdgeState.CROSS)}
        board = Board.blank(puzzle).mark(marks)
        labels = rng.choice(list(Labels))
        yield PictureTrial(f"own, {theme}", puzzle, Picture(board, theme, labels).png())


def without_id(trial: PictureTrial) -> PictureTrial:
    """The same picture without the game ID in its file."""
    file = BytesIO()
    Image.open(BytesIO(trial.data)).convert("RGB").save(file, "PNG")
    return PictureTrial(trial.kind, trial.puzzle, file.getvalue())


SIZES = ((5, 5), (7, 9), (10, 10), (14, 11))


def pictures(
    count: Annotated[int, typer.Option(help="Pictures as others draw them.")] = 180,
    own_count: Annotated[int, typer.Option("--own", help="Pictures of Ouro's own.")] = 100,
    boards: Annotated[int, typer.Option(help="Puzzles of each size.")] = 5,
    seed: Annotated[int, typer.Option(help="Other pictures.")] = 1,
) -> None:
    """Read pictures whose puzzle is known, and tell how many are right, by kind."""
    print_machine()
    puzzles = [
        puzzle
        for rows, cols in SIZES
        for puzzle in generated(rows, cols, Difficulty.NORMAL, boards).puzzles
    ]
    recognised = [trial.verdict() for trial in own(puzzles, own_count, seed)]
    print(
        f"Ouro's own by the ID in their file: {recognised.count(TrialVerdict.RIGHT)} of {own_count}"
    )
    _print_table(drawn(puzzles, count, seed=seed))
    _print_table(map(without_id, own(puzzles, own_count, seed)))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"Most memory of this process, with what draws the pictures: {memory:.0f} MiB")


def _print_table(trials: Iterable[PictureTrial]) -> None:
    table: dict[str, Counter[TrialVerdict]] = defaultdict(Counter)
    seconds = []
    for trial in trials:
        start = time.process_time()
        verdict = trial.verdict()
        seconds.append(time.process_time() - start)
        table[trial.kind][verdict] += 1
    titles = " | ".join(verdict.value for verdict in TrialVerdict)
    print(f"\n| Pictures | {titles} |")
    for kind, counts in table.items():
        print(f"| {kind} | {' | '.join(str(counts[verdict]) for verdict in TrialVerdict)} |")
    if seconds:
        usual, high = percentile(seconds, 0.5), percentile(seconds, 0.9)
        print(f"Processor time: median {usual:.2f} s, 90 % {high:.2f} s, most {max(seconds):.2f} s")
