"""Booklets, read back page by page."""

import re
from datetime import date
from math import ceil

import pypdfium2
import pytest
from msgspec.structs import replace

from cli.commands import book
from i18n.catalogues import localizer_for
from i18n.languages import LANGUAGES
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.rules import is_solved
from renderer.booklet import (
    MARGIN,
    MAX_PUZZLES,
    MIN_PUZZLE_CELL,
    PAPERS,
    PUZZLE_LAYOUTS,
    BookletEntry,
    BookletTexts,
    answer_layout,
    cover_board,
    draw_booklet,
    puzzle_layout,
)
from renderer.errors import BookletError
from tests.support.long import some_pairs

A4, LETTER = PAPERS["a4"], PAPERS["letter"]


def entry(rows: int, cols: int, level: str = "Hard") -> BookletEntry:
    """A puzzle whose loop runs along the border; a clue in every cell."""
    grid = square_grid(rows, cols)
    loop = frozenset(edge for edge, cells in enumerate(grid.edge_cells) if -1 in cells)
    clues = tuple(len(loop.intersection(edges)) for edges in grid.cell_edges)
    return BookletEntry(Puzzle(grid, clues), loop, level)


def pages(pdf: bytes) -> list[str]:
    """The text of every page."""
    document = pypdfium2.PdfDocument(pdf)
    texts = [page.get_textpage().get_text_range() for page in document]
    document.close()
    return texts


def captions(text: str) -> list[str]:
    return re.findall(r"\d+\. [^\r\n]+", text)


@some_pairs("paper,on_a_page", PAPERS, [1, 2, 4, 6])
def test_puzzles_come_first_then_answers_and_pages_are_numbered(paper: str, on_a_page: int) -> None:
    entries = [entry(5, 7), entry(6, 6, "Easy"), entry(5, 7, "")] * 3
    said = BookletTexts("Nine puzzles", rules=["Draw a loop."])
    cover, *texts = pages(draw_booklet(entries, PAPERS[paper], said, on_a_page))
    front = ceil(len(entries) / on_a_page)
    assert cover.startswith("Nine puzzles")
    assert "Draw a loop." in cover
    told = [caption for text in texts for caption in captions(text)]
    assert told[:4] == ["1. Hard, 7x5", "2. Easy, 6x6", "3. 7x5", "4. Hard, 7x5"]
    assert len(told) == 9
    for number, text in enumerate(texts, start=2):
        lines = text.split()
        assert str(number) in lines
        assert ("Nine" in lines) == (number <= front + 1)
        assert ("Answers" in lines) == (number > front + 1)
    assert len(texts) > front


@pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
@pytest.mark.parametrize(
    ("rows", "cols", "on_a_page"),
    [(7, 7, 6), (10, 10, 6), (20, 10, None), (10, 20, 2), (15, 15, 2), (25, 25, 1), (100, 100, 1)],
)
def test_the_size_of_boards_decides_how_many_are_on_a_page(
    paper: object, rows: int, cols: int, on_a_page: int | None
) -> None:
    assert paper in (A4, LETTER)
    sheet = A4 if paper == A4 else LETTER
    layout = puzzle_layout([entry(rows, cols)], sheet)
    assert layout in PUZZLE_LAYOUTS.values()
    if on_a_page is not None:
        assert layout.boards == on_a_page


def test_answers_take_few_pages_and_few_answers_are_drawn_large() -> None:
    many, few = [entry(10, 10)] * 24, [entry(10, 10)] * 2
    assert answer_layout(many, A4).boards == 12
    assert answer_layout(few, A4).boards == 2
    assert answer_layout([entry(200, 200)], A4).boards == 1


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(
    "size",
    [
        (3, 4),
        (10, 10),
        (30, 25),
        (12, 60),
        pytest.param((45, 50), marks=pytest.mark.long),
        pytest.param((90, 100), marks=pytest.mark.long),
    ],
)
def test_nothing_is_drawn_in_the_margin(paper: str, size: tuple[int, int]) -> None:
    sheet = PAPERS[paper]
    document = pypdfium2.PdfDocument(draw_booklet([entry(*size)] * 2, sheet))
    for page in document:
        assert (page.get_width(), page.get_height()) == pytest.approx((sheet.width, sheet.height))
        image = page.render(scale=0.5).to_pil().convert("L").point(lambda v: 255 if v < 200 else 0)
        left, top, right, bottom = image.getbbox()
        assert left >= MARGIN / 2 - 1
        assert top >= MARGIN / 2 - 1
        assert right <= (sheet.width - MARGIN) / 2 + 1
        assert bottom <= (sheet.height - MARGIN / 2) / 2
    document.close()


def test_cells_of_puzzles_have_the_minimum_size() -> None:
    for side in range(3, 40):
        for sheet in (A4, LETTER):
            layout = puzzle_layout([entry(side, side)], sheet)
            assert layout.boards == 1 or sheet.width / layout.cols / (side + 1.2) > MIN_PUZZLE_CELL


def test_the_texts_of_a_booklet_are_on_its_cover_and_in_its_metadata() -> None:
    texts = BookletTexts(
        title="Im Kreis",
        contents=["1 puzzle", "3x4"],
        rules=["One rule.", "Another rule."],
        answers="The end",
        author="Ada",
        created=date(2027, 1, 31),
    )
    pdf = draw_booklet([entry(3, 4)], texts=texts)
    cover, _, answers = (page.splitlines() for page in pages(pdf))
    assert cover[:3] == ["Im Kreis", "1 puzzle", "3x4"]
    assert cover[-3:] == ["One rule.", "Another rule.", "Ada"]
    assert answers[0] == "The end"
    document = pypdfium2.PdfDocument(pdf)
    found = document.get_metadata_dict()
    assert (found["Title"], found["Author"], found["Creator"]) == ("Im Kreis", "Ada", "Ouro")
    assert found["CreationDate"] == "D:20270131"
    assert pdf == draw_booklet([entry(3, 4)], texts=texts)
    assert pdf != draw_booklet([entry(3, 4)], texts=replace(texts, created=date(2027, 2, 1)))


def test_the_board_of_the_cover_is_solved() -> None:
    board = cover_board()
    assert is_solved(board.puzzle, board.lines)
    assert len(set(board.puzzle.clues)) == 5


FONTS = {"ja": b"HeiseiKakuGo-W5", "ko": b"HYGothic-Medium", "zh-CN": b"STSong-Light"}
"""The fonts of readers for languages that are not written in Latin letters."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_booklet_says_has_a_font_in_every_language(language: str) -> None:
    say = localizer_for(language).say
    rules = [say(book.COUNT, MAX_PUZZLES, count=MAX_PUZZLES), *map(say, book.RULES)]
    texts = BookletTexts(say(book.TITLE), rules=rules, answers=say(book.ANSWERS))
    pdf = draw_booklet([entry(3, 4)], texts=texts)
    cover, *_, answers = pages(pdf)
    lines = (re.sub("[\xa0\u202f]", " ", line) for line in (texts.title, *rules))
    assert all(line in cover for line in lines)
    assert texts.answers in answers
    assert [font for font in FONTS.values() if font in pdf] == [
        font for code, font in FONTS.items() if code == language
    ]


def test_a_wrong_number_of_puzzles_raises_an_error_with_the_reason() -> None:
    with pytest.raises(BookletError, match=f"from 1 to {MAX_PUZZLES} puzzles, not 0"):
        draw_booklet([])
    with pytest.raises(BookletError, match=f"puzzles, not {MAX_PUZZLES + 1}"):
        draw_booklet([entry(3, 3)] * (MAX_PUZZLES + 1))
    with pytest.raises(BookletError, match="a page holds 1, 2, 4 or 6 puzzles, not 5"):
        draw_booklet([entry(3, 3)], on_a_page=5)
