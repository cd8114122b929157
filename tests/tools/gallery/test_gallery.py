"""The gallery in docs/ equals the output of script/gallery, and is small."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from puzzle.notation import parse_loopy
from puzzle.rules import ViolationCode, is_solved, violations
from renderer.theme import THEMES
from tests.support.pixels import TOLERANCE, difference
from tools.gallery.images import (
    PUZZLE,
    STATES,
    ExampleBoards,
    GalleryImage,
    GallerySection,
    sections,
)
from tools.gallery.page import FOLDER, page

DOCS = Path(__file__).resolve().parents[3] / "docs"
MAX_BYTES = 1_500_000


@pytest.fixture(scope="module")
def shown() -> list[GallerySection]:
    return list(sections())


@pytest.fixture(scope="module")
def exhibits(shown: list[GallerySection]) -> list[GalleryImage]:
    return [exhibit for wall in shown for exhibit in wall.exhibits]


def test_the_page_is_up_to_date(shown: list[GallerySection]) -> None:
    assert (DOCS / "gallery.md").read_text(encoding="utf-8") == page(shown)


def test_the_pictures_are_up_to_date(exhibits: list[GalleryImage]) -> None:
    assert {path.name for path in (DOCS / FOLDER).iterdir()} == {it.name for it in exhibits}
    for exhibit in exhibits:
        kept = (DOCS / FOLDER / exhibit.name).read_bytes()
        if exhibit.name.endswith(".pdf"):
            assert len(kept) == pytest.approx(len(exhibit.data), rel=0.05)
            continue
        old, new = (Image.open(BytesIO(data)).convert("RGB") for data in (kept, exhibit.data))
        assert old.size == new.size
        assert difference(old, new) <= TOLERANCE, exhibit.name


def test_the_pictures_are_small_and_have_alt_texts(exhibits: list[GalleryImage]) -> None:
    assert sum(len(exhibit.data) for exhibit in exhibits) < MAX_BYTES
    for exhibit in exhibits:
        assert exhibit.alt


def test_every_state_is_there_in_every_theme(exhibits: list[GalleryImage]) -> None:
    names = {exhibit.name for exhibit in exhibits}
    assert {f"{state}-{theme}.png" for state in STATES for theme in THEMES} <= names


def test_the_states_are_what_they_say() -> None:
    tour = ExampleBoards(parse_loopy(PUZZLE))
    assert is_solved(tour.puzzle, tour.solved.lines)
    assert tour.begun.lines < tour.solved.lines
    board, wrong = tour.wrong()
    (line,) = wrong.wrong & board.lines
    (cross,) = wrong.wrong & board.crosses
    assert line not in tour.solved.lines
    assert cross in tour.solved.lines
    board, _ = tour.conflict()
    codes = {found.code for found in violations(tour.puzzle, board.lines)}
    assert {ViolationCode.BRANCH, ViolationCode.TOO_MANY} <= codes
    board, two = tour.two()
    for only in (two.only_first, two.only_second):
        assert is_solved(board.puzzle, board.lines | only)
