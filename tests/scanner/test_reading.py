"""Pictures of boards are read right, or with doubts, or refused with a sentence; never wrong."""

import io
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random

import numpy as np
import pytest
from _pytest.mark import ParameterSet
from PIL import Image, ImageDraw
from PIL.PngImagePlugin import PngInfo

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import SizeError
from puzzle.model import Board, Puzzle
from puzzle.notation import parse_puzzle
from puzzle.notation.loopy import PNG_KEYWORD
from renderer.board_sheet import BoardSheet
from renderer.calendar import Calendar
from renderer.card import Card
from renderer.drawable import Drawable
from renderer.highlights import Highlights
from renderer.mastery import MasteryGrid
from renderer.picture import Picture
from renderer.windows import BoardPart
from scanner.errors import CUT_OFF, NO_BOARD, NO_CLUES, SEVERAL, UNCLEAR, PictureError
from scanner.reading import PictureReading
from scanner.reading import read_picture as read_file
from scanner.values import LINES, TWO, UNLIKELY
from solver.search import may_be_meant, solve
from tools.bench.commands.pictures import (
    BY_HAND,
    CUT,
    FURNITURE,
    KINDS,
    PARTS,
    PictureTrial,
    TrialVerdict,
    drawn,
    own,
    without_id,
)
from tools.bench.datasets import load
from tools.bench.drawn_pictures import LOOKS, BoardDrawer, png
from tools.gallery.tilings import PUZZLES as BY_TILING

SAMPLES = Path(__file__).resolve().parents[1] / "samples"
PUZZLES = tuple(
    puzzle
    for name in ("medium_7x7", "medium_5x5", "hard_10x10")
    for puzzle in load(SAMPLES / f"{name}.jsonl").puzzles
)
WIDE = parse_puzzle("12x5:a32a12c2d2b12111020232a23a21132221312b1d3c12a22a")
ASKED = {TrialVerdict.ASKED, TrialVerdict.ASKED_WRONG, TrialVerdict.REFUSED}
WHOLE = tuple(kind for kind in KINDS if kind not in PARTS)


def some_of(names: Iterable[str], *often: str) -> list[ParameterSet | str]:
    """Parameters of which some are tried each time, and the others with `--all`."""
    return [name if name in often else pytest.param(name, marks=pytest.mark.long) for name in names]


def image_of(puzzle: Puzzle, look: str = "dots", pitch: int = 40) -> Image.Image:
    return BoardDrawer(Random(1), []).draw(puzzle, LOOKS[look], pitch)


def read_picture(data: bytes, bounds: Bounds = DEFAULT_BOUNDS) -> PictureReading:
    return read_file(data, may_be_meant, bounds)


def refusal(image: Image.Image) -> str:
    with pytest.raises(PictureError) as error:
        read_picture(png(image))
    return str(error.value)


def verdicts(trials: Iterable[PictureTrial]) -> Counter[TrialVerdict]:
    return Counter(trial.verdict() for trial in trials)


def beside(*images: Image.Image, gap: int = 120) -> Image.Image:
    width = sum(image.width + gap for image in images)
    whole = Image.new("RGB", (width, max(image.height for image in images)), "white")
    left = 0
    for image in images:
        whole.paste(image, (left, 0))
        left += image.width + gap
    return whole


@pytest.mark.parametrize("look", some_of(LOOKS, "dots", "dashes", "grid"))
def test_every_look_is_read(look: str) -> None:
    reading = read_picture(png(image_of(WIDE, look)))
    assert (reading.puzzle, reading.doubts, reading.recognised) == (WIDE, (), False)
    assert reading.remarks == ((LINES,) if look == "in play" else ())


@pytest.mark.parametrize("kind", some_of(WHOLE, "JPEG 30", "tilted by 2°", FURNITURE))
def test_damaged_pictures_are_read(kind: str) -> None:
    assert verdicts(drawn(PUZZLES, 1, [kind])) == {TrialVerdict.RIGHT: 1}


def test_pictures_of_ouro_are_read_without_the_id_in_their_file() -> None:
    assert verdicts(map(without_id, own(PUZZLES[:20], 2))) == {TrialVerdict.RIGHT: 2}


@pytest.mark.long
def test_clean_pictures_are_read() -> None:
    found = verdicts(drawn(PUZZLES, 100, ["clean"]))
    assert found[TrialVerdict.REFUSED] <= 2
    assert found[TrialVerdict.RIGHT] >= 95
    assert not found[TrialVerdict.BELIEVED]


@pytest.mark.long
@pytest.mark.parametrize("kind", WHOLE)
def test_most_damaged_pictures_are_read_and_none_is_believed_wrongly(kind: str) -> None:
    found = verdicts(drawn(PUZZLES, 30, [kind], seed=2))
    assert found[TrialVerdict.RIGHT] >= 25
    assert not found[TrialVerdict.BELIEVED]


@pytest.mark.long
def test_nearly_all_pictures_of_ouro_are_read_and_all_are_recognised() -> None:
    trials = [*own(PUZZLES, 100)]
    assert verdicts(trials) == {TrialVerdict.RIGHT: 100}
    found = verdicts(map(without_id, trials))
    assert found[TrialVerdict.RIGHT] >= 95
    assert not found[TrialVerdict.BELIEVED]


def test_the_same_picture_is_read_the_same_way() -> None:
    data = png(image_of(PUZZLES[0], "in play", 30))
    assert read_picture(data) == read_picture(data)


@pytest.mark.parametrize("sides", [2, 4])
@pytest.mark.parametrize("look", ["dots", "grid"])
def test_lines_of_a_page_are_no_further_row(look: str, sides: int) -> None:
    """Lines that are as far from the board as its dots are from each other."""
    board = image_of(WIDE, look)
    image = Image.new("RGB", (board.width + 120, board.height + 120), board.getpixel((0, 0)))
    image.paste(board, (60, 60))
    right, bottom = (image.width + 12 * 40) / 2 + 40, (image.height + 5 * 40) / 2 + 40
    left, top = image.width - right, image.height - bottom
    corners = [(left, bottom), (right, bottom), (right, top), (left, top), (left, bottom)]
    ImageDraw.Draw(image).line(corners[: sides + 1], "black", 3)
    reading = read_picture(png(image))
    assert (reading.puzzle, reading.doubts) == (WIDE, ())


# Recognition


@pytest.mark.parametrize("text", BY_TILING)
def test_pictures_of_all_tilings_are_recognised(text: str) -> None:
    puzzle = parse_puzzle(text)
    reading = read_picture(Picture(Board.blank(puzzle)).png())
    assert (reading.puzzle, reading.recognised) == (puzzle, True)


def chunk(image: Image.Image, text: str, keyword: str = PNG_KEYWORD) -> bytes:
    texts, file = PngInfo(), io.BytesIO()
    texts.add_text(keyword, text)
    image.save(file, "PNG", pnginfo=texts)
    return file.getvalue()


@pytest.mark.parametrize("text", ["", "5x5:3", "999x999:a", "3" * 300_000, "\0", "1x"])
def test_a_wrong_id_in_a_file_is_passed_over(text: str) -> None:
    reading = read_picture(chunk(image_of(PUZZLES[0]), text))
    assert (reading.puzzle, reading.recognised) == (PUZZLES[0], False)


def test_an_id_is_read_within_bounds() -> None:
    data = chunk(Image.new("RGB", (60, 60), "white"), "12x12:" + "a" * 144)
    assert read_picture(data).recognised
    with pytest.raises(PictureError, match="no board"):
        read_picture(data, Bounds(max_side=11))


def test_boards_are_read_within_bounds() -> None:
    with pytest.raises(SizeError):
        read_picture(png(image_of(WIDE)), Bounds(max_side=11))


# Refusals


def test_pictures_without_a_board_are_refused() -> None:
    empty = Image.new("RGB", (300, 200), "white")
    noise = np.random.default_rng(1).integers(0, 256, (300, 400, 3), np.uint8)
    lines = empty.copy()
    for k in range(0, 300, 20):
        ImageDraw.Draw(lines).line((k, 0, 299 - k, 199), "black", 2)
    for image in (empty, Image.fromarray(noise), lines, Image.linear_gradient("L")):
        assert refusal(image.convert("RGB")) == NO_BOARD


def test_a_board_without_clues_is_refused() -> None:
    blank = parse_puzzle("6x5:zd")
    assert refusal(image_of(blank)) == NO_CLUES


@pytest.mark.parametrize("gap", [120, 97])
def test_several_boards_are_refused(gap: int) -> None:
    """Also where the dots of one are not on the lattice of the other."""
    both = beside(image_of(PUZZLES[0]), image_of(PUZZLES[1]), gap=gap)
    assert refusal(both) == SEVERAL


@pytest.mark.parametrize("look", ["grid and dots"])
def test_a_board_that_is_cut_off_is_refused(look: str) -> None:
    image = image_of(PUZZLES[-1], look)
    part = image.crop((0, 0, round(image.width * 0.66), image.height))
    assert refusal(part) in {CUT_OFF, UNCLEAR}


@pytest.mark.parametrize("kind", some_of(PARTS, CUT))
def test_parts_and_pairs_of_boards_are_never_used_unasked(kind: str) -> None:
    found = verdicts(drawn(PUZZLES, 4, [kind], seed=3))
    assert set(found) <= ASKED


@pytest.mark.long
@pytest.mark.parametrize("kind", PARTS)
def test_hardly_any_part_is_believed(kind: str) -> None:
    """A row may be lost without a trace, and the rest may have one solution by chance."""
    found = verdicts(drawn(PUZZLES, 60, [kind], seed=4))
    assert found[TrialVerdict.BELIEVED] <= 1


@pytest.mark.long
def test_hardly_any_crop_by_hand_is_asked_about() -> None:
    found = verdicts(drawn(PUZZLES, 50, [BY_HAND], seed=4))
    assert found[TrialVerdict.ASKED] <= 2


SIDES = {
    "left": (1.5, 0, 0, 0),
    "top": (0, 1.5, 0, 0),
    "right": (0, 0, 1.5, 0),
    "bottom": (0, 0, 0, 1.5),
}


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("look", ["dots", "grid"])
def test_it_is_asked_whether_a_board_goes_on(side: str, look: str) -> None:
    """Where lines or clues end at the edge of the picture, or its margin is another one."""
    image = image_of(WIDE, look)
    margin = (image.width / 40 - 12) / 2
    off = [(cells and margin + 0.7) * 40 for cells in SIDES[side]]
    part = image.crop(
        (round(off[0]), round(off[1]), image.width - round(off[2]), image.height - round(off[3]))
    )
    assert read_picture(png(part)).remarks == (side,)


def test_a_close_crop_is_judged_by_its_solutions() -> None:
    """A whole column is gone, and nothing is left of it."""
    image = image_of(WIDE)
    margin = (image.width - 12 * 40) / 2
    off = round(margin - 6)
    whole = image.crop((off, off, image.width - off, image.height - off))
    assert read_picture(png(whole)).remarks == ()
    part = whole.crop((0, 0, whole.width - 40, whole.height))
    assert read_picture(png(part)).remarks == (UNLIKELY,)


def test_two_boards_that_seem_to_be_one_are_asked_about() -> None:
    both = Image.new("RGB", (2 * 12 * 40 + 80, 5 * 40 + 40), "white")
    image = image_of(WIDE)
    off = round((image.width - 12 * 40) / 2 - 20)
    board = image.crop((off, off, image.width - off, image.height - off))
    both.paste(board, (0, 0))
    both.paste(board, (13 * 40, 0))
    reading = read_picture(png(both))
    assert (reading.puzzle.size, reading.remarks[-1]) == ("25x5", TWO)


def test_plus_signs_are_dots() -> None:
    image = Image.new("RGB", (12 * 40 + 80, 5 * 40 + 80), "white")
    pen = ImageDraw.Draw(image)
    font = BoardDrawer(Random(1), []).font(30)
    for row in range(6):
        for col in range(13):
            x, y = 40 + 40 * col, 40 + 40 * row
            pen.line((x - 5, y, x + 5, y), "black", 2)
            pen.line((x, y - 5, x, y + 5), "black", 2)
    for cell in WIDE.clue_cells:
        row, col = divmod(cell, 12)
        pen.text((60 + 40 * col, 60 + 40 * row), str(WIDE.clues[cell]), "black", font, anchor="mm")
    assert read_picture(png(image)).puzzle == WIDE


def test_a_board_of_unknown_signs_is_not_called_empty() -> None:
    image = image_of(parse_puzzle("6x5:zd"))
    left = (image.width - 6 * 40) / 2
    for cell in (1, 8, 15, 22):
        x, y = left + 40 * (cell % 6 + 0.5), left + 40 * (cell // 6 + 0.5)
        ImageDraw.Draw(image).rectangle((x - 9, y - 9, x + 9, y + 9), outline="black", width=3)
    assert refusal(image) == UNCLEAR


def test_a_board_of_letters_is_refused() -> None:
    image = image_of(WIDE, pitch=40)
    letters = Image.blend(image, image.transpose(Image.Transpose.FLIP_LEFT_RIGHT), 0.5)
    assert refusal(letters) == UNCLEAR


def test_what_is_no_clue_is_a_doubt() -> None:
    image = image_of(WIDE, pitch=40)
    blank = WIDE.clues.index(None)
    row, col = divmod(blank, 12)
    (left, top), _ = _frame(image)
    x, y = left + 40 * (col + 0.5), top + 40 * (row + 0.5)
    ImageDraw.Draw(image).rectangle((x - 9, y - 9, x + 9, y + 9), outline="black", width=3)
    reading = read_picture(png(image))
    assert reading.doubts == (blank,)


def _frame(image: Image.Image) -> tuple[tuple[int, int], tuple[int, int]]:
    """The middles of the first and last dot of a picture of dots."""
    rows, columns = (
        np.nonzero((np.asarray(image.convert("L")) < 99).any(axis))[0] for axis in (1, 0)
    )
    r = 2
    return (columns[0] + r, rows[0] + r), (columns[-1] - r, rows[-1] - r)


# Secrets


def test_only_pictures_of_boards_tell_their_puzzle() -> None:
    """A share card shows how a puzzle was solved, and the puzzle itself is a secret."""
    silent = Drawable.file_texts
    telling = {kind for kind in Drawable.__subclasses__() if kind.file_texts is not silent}
    assert {Card, Calendar, MasteryGrid} <= {*Drawable.__subclasses__()}
    assert telling == {Picture}
    card = Card("Ouro", WIDE.grid, seconds=60, helps=0, streak=1, ranks=(), loop=frozenset({1}))
    board = Picture(Board.blank(WIDE))
    sheet = BoardSheet((board.board,), ("one",))
    told = [PNG_KEYWORD.encode() in each.png() for each in (card, sheet, board)]
    assert told == [False, False, True]


def test_only_pictures_of_whole_boards_in_play_tell_their_marks() -> None:
    solution = solve(WIDE).solutions[0]
    begun = Board.of_lines(WIDE, frozenset(sorted(solution)[:9]))
    window = BoardPart(0, 0, 4, 4)
    told = [
        read_picture(picture.png()).marks.lines
        for picture in (
            Picture(begun),
            Picture(begun, highlights=Highlights(forced_lines=solution - begun.lines)),
            Picture(begun, window=window),
            Picture(Board.of_lines(WIDE, solution)),
        )
    ]
    assert told == [begun.lines, begun.lines, frozenset(), frozenset()]
