"""Lines and crosses are read as they are drawn, and none where none is drawn."""

from io import BytesIO
from random import Random

import numpy as np
import pytest
from PIL import Image

from puzzle.drawn_marks import DrawnMarks, judged
from puzzle.model import Board, EdgeState
from puzzle.notation import parse_puzzle
from renderer.highlights import Highlights
from renderer.picture import Picture
from renderer.theme import THEMES
from scanner.lattice import Lattice
from scanner.marks import read_marks
from scanner.reading import read_picture
from scanner.values import LINES, PictureReading
from solver.search import may_be_meant, solve
from tests.support.played_boards import LOOKS, PlayedLook, drawn_board
from tests.support.screenshots import screenshot
from tools.bench.drawn_pictures import DAMAGES, png

PUZZLE = parse_puzzle("12x5:a32a12c2d2b12111020232a23a21132221312b1d3c12a22a")
SOLUTION = solve(PUZZLE).solutions[0]
OTHERS = frozenset(range(len(PUZZLE.grid.edge_dots))) - SOLUTION
QUICK = ("clean", "300 px wide", "dark", "tilted by 2°")


def played(seed: int, wrong: int = 0) -> Board:
    """A third of the loop, as many crosses, and some wrong lines."""
    rng = Random(seed)
    lines, others = rng.sample(sorted(SOLUTION), 22), rng.sample(sorted(OTHERS), 22 + wrong)
    board = Board.of_lines(PUZZLE, frozenset([*lines, *others[:wrong]]))
    return board.mark(dict.fromkeys(others[wrong:], EdgeState.CROSS))


def read(data: bytes) -> PictureReading:
    return read_picture(data, may_be_meant)


def marks_of(board: Board) -> tuple[frozenset[int], frozenset[int]]:
    return board.lines, board.crosses


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("damage", QUICK)
def test_marks_are_read_as_they_are_drawn(look: str, damage: str) -> None:
    board = played(seed=len(look) + len(damage))
    reading = read(DAMAGES[damage](drawn_board(board, LOOKS[look])))
    assert (reading.puzzle, reading.remarks) == (PUZZLE, (LINES,))
    assert (reading.marks.lines, reading.marks.crosses) == marks_of(board)


@pytest.mark.parametrize("share", [0.6, 0.8, 1])
def test_a_board_is_found_whose_dots_its_lines_cover(share: float) -> None:
    """It has too few clues to be found by them."""
    puzzle = parse_puzzle("5x5:b1a312c20a2a3a3a1e")
    solution = sorted(solve(puzzle).solutions[0])
    lines = Random(1).sample(solution, round(share * len(solution)))
    reading = read(screenshot(puzzle, lines=lines))
    assert (reading.puzzle, reading.doubts) == (puzzle, ())
    assert reading.marks == DrawnMarks(frozenset(lines))


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("damage", QUICK)
def test_a_blank_board_has_no_marks(look: str, damage: str) -> None:
    reading = read(DAMAGES[damage](drawn_board(Board.blank(PUZZLE), LOOKS[look])))
    assert (reading.puzzle, reading.remarks) == (PUZZLE, ())
    assert reading.marks == DrawnMarks()


@pytest.mark.parametrize("look", LOOKS)
def test_only_mistakes_that_are_drawn_are_told(look: str) -> None:
    board = played(seed=len(look), wrong=2)
    reading = read(DAMAGES["JPEG 30"](drawn_board(board, LOOKS[look])))
    seen, asked = judged(reading.marks, PUZZLE, SOLUTION, not reading.in_doubt)
    assert seen.lines - SOLUTION - asked == board.lines - SOLUTION


def test_specks_that_are_far_weaker_than_lines_are_no_crosses() -> None:
    board = played(seed=5)
    reading = read(png(drawn_board(board, PlayedLook(cross=(203, 203, 203)))))
    assert (reading.marks.lines, reading.marks.crosses) == (board.lines, frozenset())


@pytest.mark.parametrize("theme", THEMES)
def test_dashed_hints_of_ouro_are_no_lines(theme: str) -> None:
    board = played(seed=3)
    hint = frozenset(sorted(SOLUTION - board.lines)[:4])
    picture = Picture(board, theme, highlights=Highlights(forced_lines=hint))
    reading = read(png(picture_without_texts(picture)))
    assert (reading.recognised, reading.puzzle) == (False, PUZZLE)
    assert (reading.marks.lines, reading.marks.crosses) == marks_of(board)


def picture_without_texts(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(picture.png())).convert("RGB")


def test_the_largest_board_of_noise_is_read() -> None:
    """Edges of all colours and widths: as many kinds as are told apart."""
    pixels = np.random.default_rng(1).integers(0, 256, (1400, 1400, 3), np.uint8)
    weights = np.array([[10.0, 10.0], [15.5, 0], [0, 15.5]])
    lattice = Lattice(weights, np.zeros(2, int), np.full(2, 88))
    assert read_marks(pixels, lattice)
