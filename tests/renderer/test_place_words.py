"""Places in words: few phrases, in which every edge is told once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from i18n.catalogues import localizer_for
from i18n.localizer import ENGLISH
from puzzle.grid import Grid, square_grid
from puzzle.moves import parse_marks
from puzzle.places import dot_at
from renderer.place_words import MAX_PHRASES, PlaceWords
from tests.support.strategies import grids

GRID = square_grid(4, 5)


def told(edges: str, *preferred: int, language: str = "en") -> str:
    words = PlaceWords(GRID, localizer_for(language), preferred)
    return words.edges(list(parse_marks(edges, GRID)))


@pytest.mark.parametrize(
    ("edges", "english", "japanese"),
    [
        ("D2 top", "the top of D2", "D2の上の辺"),
        ("D2 top left", "the top and left of D2", "D2の上と左の辺"),
        ("D2 top left right", "all sides of D2 but the bottom", "D2の下以外の辺"),
        ("D2 top left right bottom", "all four sides of D2", "D2の周りの4辺"),
        ("B4:D4 bottom", "the bottoms of B4 to D4", "B4～D4の下の辺"),  # noqa: RUF001
        ("B2:B3 left", "the left sides of B2 and B3", "B2・B3の左の辺"),
        ("B2 top D3 top", "the tops of B2 and D3", "B2・D3の上の辺"),
        ("E1 right", "the right of E1", "E1の右の辺"),
        (
            "A1 top A1 left C3:E3 top D1 left",
            "the top and left of A1, the left of D1, and the tops of C3 to E3",
            "A1の上と左の辺、D1の左の辺、C3～E3の上の辺",  # noqa: RUF001
        ),
    ],
)
def test_edges_in_few_words(edges: str, english: str, japanese: str) -> None:
    assert told(edges) == english
    assert told(edges, language="ja") == japanese


def test_preferred_cells_name_their_sides() -> None:
    assert told("D2 left") == "the left of D2"
    assert told("D2 left", GRID.cols + 2) == "the right of C2"


def test_dots_are_corners_of_preferred_cells() -> None:
    dots = [dot_at(GRID, name) for name in ("B2", "C3", "F5")]
    words = PlaceWords(GRID, ENGLISH)
    assert (
        words.corners(dots) == "the top-left corners of B2 and C3 and the bottom-right corner of E4"
    )
    near = PlaceWords(GRID, ENGLISH, [GRID.cols + 1])
    assert near.corners(dots[1:2]) == "the bottom-right corner of B2"


def test_edges_from_a_corner_are_sides_of_its_cell_or_directions() -> None:
    words, dot = PlaceWords(GRID, ENGLISH), dot_at(GRID, "C3")
    both = list(parse_marks("C3 top left", GRID))
    assert words.edges_at_corner(dot, both) == "the top and left of C3"
    apart = list(parse_marks("C3 left C2 left", GRID))
    assert words.edges_at_corner(dot, apart) == "the edges going up and down from there"


@given(grids(), st.data())
def test_phrases_tell_every_edge_once(grid: Grid, data: st.DataObject) -> None:
    edges = data.draw(st.sets(st.integers(0, len(grid.edge_dots) - 1), min_size=1))
    phrases = PlaceWords(grid, ENGLISH).phrases(edges)
    assert 1 <= len(phrases) <= MAX_PHRASES + 1
    assert not any("  " in phrase for phrase in phrases)


def test_a_list_of_corners_says_that_each_cell_has_one() -> None:
    grid = square_grid(5, 5)
    dots = [grid.cell_dots[cell][0] for cell in (1, 7, 15)]
    assert PlaceWords(grid, ENGLISH).corners(dots) == "the top-left corners of B1, C2 and A4"
    japanese = PlaceWords(grid, localizer_for("ja"))
    assert japanese.corners(dots) == "B1・C2・A4それぞれの左上の角"
    assert japanese.corners(dots[:1]) == "B1の左上の角"
