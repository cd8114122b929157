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
from PIL import Image

from puzzle.errors import PuzzleError
from puzzle.model import Board, EdgeState, Puzzle
from renderer.labels import Labels
from renderer.picture import Picture
from renderer.theme import THEMES
from scanner.errors import PictureError
from scanner.reading import PictureReading, read_picture
from solver.explain.step import Difficulty
from solver.search import Outcome, solve
from solver.timing import percentile
from tools.bench.datasets import generated
from tools.bench.drawn_pictures import DAMAGES, LOOKS, BoardDrawer, png
from tools.bench.measure import print_machine

FURNITURE, SHADED = "page furniture", "shaded cells"
KINDS = (*DAMAGES, FURNITURE, SHADED)
"""What pictures of other programs, sites and pages show, or what happened to them."""


class TrialVerdict(Enum):
    """What reading a picture gave."""

    RIGHT = "right"
    IN_DOUBT = "right, some in doubt"
    WRONG_IN_DOUBT = "wrong in doubted cells only"
    REFUSED = "refused"
    WRONG = "wrong"
    BELIEVED = "wrong, no doubts, one solution"


class PictureTrial(Struct, frozen=True):
    """A picture of a puzzle, and what kind of picture it is."""

    kind: str
    puzzle: Puzzle
    data: bytes

    def verdict(self) -> TrialVerdict:
        """What reading the picture gives."""
        try:
            reading = read_picture(self.data)
        except PictureError:
            return TrialVerdict.REFUSED
        return self.verdict_on(reading)

    def verdict_on(self, reading: PictureReading) -> TrialVerdict:
        """How right a reading is."""
        if reading.puzzle == self.puzzle:
            return TrialVerdict.IN_DOUBT if reading.doubts else TrialVerdict.RIGHT
        if reading.doubts:
            same_size = reading.puzzle.grid == self.puzzle.grid
            pairs = enumerate(zip(reading.puzzle.clues, self.puzzle.clues, strict=False))
            wrong = {cell for cell, (one, other) in pairs if one != other}
            is_known = same_size and wrong <= set(reading.doubts)
            return TrialVerdict.WRONG_IN_DOUBT if is_known else TrialVerdict.WRONG
        try:
            outcome = solve(reading.puzzle).outcome
        except PuzzleError:
            return TrialVerdict.WRONG
        return TrialVerdict.BELIEVED if outcome is Outcome.UNIQUE else TrialVerdict.WRONG


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
        image = drawer.draw(puzzle, look, rng.randint(24, 60), shaded=kind == SHADED)
        if kind == FURNITURE:
            image = drawer.furnish(image)
        yield PictureTrial(kind, puzzle, DAMAGES.get(kind, png)(image))


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
