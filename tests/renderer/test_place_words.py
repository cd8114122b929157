"""Places in words: sides, corners and runs, in the languages and on all tilings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from i18n.catalogues import localizer_for
from i18n.localizer import ENGLISH
from narrator.places import Places
from narrator.words import EdgeWords
from puzzle.grid import Grid, GridKey, square_grid
from puzzle.model import EdgeState, Puzzle
from puzzle.moves import parse_marks
from puzzle.places import SideNaming, cell_at, dot_at, side_names, side_naming
from puzzle.tilings.catalogue import TILINGS, build_grid
from renderer.place_words import MAX_PHRASES, PlaceWords
from solver.explain.step import ClueReason, PairIs, Relation
from tests.support.strategies import grids
from tests.support.tilings import PATCHES, small_grid

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


def test_dots_are_corners_of_preferred_cells() -> None:
    dots = [dot_at(GRID, name) for name in ("B2", "C3", "F5")]
    words = PlaceWords(GRID, ENGLISH)
    assert words.dots(dots) == "the top-left corners of B2 and C3 and the bottom-right corner of E4"
    near = PlaceWords(GRID, ENGLISH, [GRID.cols + 1])
    assert near.dots(dots[1:2]) == "the bottom-right corner of B2"


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


GRIDS = {
    "dodecagonal": build_grid(GridKey("dodecagonal", 4, 4)),
    "octagonal": build_grid(GridKey("octagonal", 3, 3)),
    "hats": build_grid(GridKey("hats", 8, 9, "3,0,1,5,1,3,3,6,F")),
}
H4, N8 = (cell_at(GRIDS[tiling], name) for tiling, name in (("dodecagonal", "H4"), ("hats", "N8")))


def boards(name: str) -> list[Grid]:
    if not TILINGS[name].is_periodic:
        return [build_grid(GridKey(name, 7, 7, patch)) for patch in PATCHES[name]]
    return [small_grid(name), build_grid(GridKey(name, 4, 4))]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", TILINGS)
def test_every_edge_and_dot_has_a_name_of_its_own(name: str, language: str) -> None:
    for grid in boards(name):
        words = PlaceWords(grid, localizer_for(language))
        edges = {words.edges([edge]) for edge in range(len(grid.edge_dots))}
        dots = {words.dots([dot]) for dot in range(len(grid.dots))}
        assert (len(edges), len(dots)) == (len(grid.edge_dots), len(grid.dots))


@pytest.mark.parametrize("name", TILINGS)
def test_corners_of_a_clue_are_named_by_its_own_cell(name: str) -> None:
    for grid in boards(name):
        for cell, dots in enumerate(grid.cell_dots):
            words = PlaceWords(grid, ENGLISH, [cell])
            for dot in dots:
                assert words.dots([dot]).endswith(f" of {words.cell(cell)}")
                assert words.dots_of(cell, [dot]) == words.dots([dot])


@pytest.mark.parametrize("name", TILINGS)
def test_sides_by_hours_or_numbers_are_moves_and_others_have_words(name: str) -> None:
    for grid in boards(name):
        for edge, beside in enumerate(grid.edge_cells):
            namings = {side_naming(grid, cell) for cell in beside if cell >= 0}
            phrase = PlaceWords(grid, ENGLISH).edges([edge])
            assert phrase.startswith("the ") is not (namings == {SideNaming.NUMBERS})
            assert ("o'clock" in phrase) is (namings == {SideNaming.HOURS})
            if SideNaming.DIRECTIONS not in namings:
                assert list(parse_marks(phrase, grid)) == [edge]


def _told(tiling: str, cell: str, sides: str, language: str, *preferred: str) -> str:
    grid = GRIDS[tiling]
    names = side_names(grid, cell_at(grid, cell))
    edges = [names[side] for side in sides.split()]
    cells = [cell_at(grid, name) for name in preferred]
    return PlaceWords(grid, localizer_for(language), cells).edges(edges)


@pytest.mark.parametrize(
    ("tiling", "cell", "sides", "english", "japanese"),
    [
        ("dodecagonal", "H4", "12", "the 12 o'clock side of H4", "H4の12時の辺"),
        ("dodecagonal", "H4", "2 3", "the 2 and 3 o'clock sides of H4", "H4の2時・3時の辺"),
        (
            "dodecagonal",
            "H4",
            "1 2 11 12",
            "the 11, 12, 1 and 2 o'clock sides of H4",
            "H4の11時・12時・1時・2時の辺",
        ),
        (
            "dodecagonal",
            "H4",
            "1 2 3 4 6 7 8 9 10 11 12",
            "all sides of H4 but the one at 5 o'clock",
            "H4の5時以外の辺",
        ),
        ("dodecagonal", "G5", "top-left", "the top left of G5", "G5の左上の辺"),
        ("hats", "N8", "10", "side 10 of N8", "N8の10番の辺"),
        ("hats", "N8", "3 4", "sides 3 and 4 of N8", "N8の3番・4番の辺"),
        ("hats", "J14", "1 13 14", "sides 13, 14 and 1 of J14", "J14の13番・14番・1番の辺"),
        (
            "hats",
            "N8",
            "1 2 3 4 5 6 7 8 9 10 11 12 13",
            "all sides of N8 but side 14",
            "N8の14番以外の辺",
        ),
    ],
)
def test_sides_of_a_large_cell(
    tiling: str, cell: str, sides: str, english: str, japanese: str
) -> None:
    assert _told(tiling, cell, sides, "en", cell) == english
    assert _told(tiling, cell, sides, "ja", cell) == japanese


def test_the_same_hour_of_several_cells_is_one_phrase_and_numbers_are_not() -> None:
    dodecagons, hats = GRIDS["dodecagonal"], GRIDS["hats"]
    top = [side_names(dodecagons, cell_at(dodecagons, name))["12"] for name in ("A1", "H4")]
    assert PlaceWords(dodecagons, ENGLISH).edges(top) == "the 12 o'clock sides of A1 and H4"
    japanese = PlaceWords(dodecagons, localizer_for("ja"))
    assert japanese.edges(top) == "A1・H4の12時の辺"
    cells = [cell_at(hats, name) for name in ("A22", "N8")]
    first = [side_names(hats, cell)["3"] for cell in cells]
    words = PlaceWords(hats, ENGLISH, cells)
    assert words.edges(first) == "side 3 of N8 and side 3 of A22"


@pytest.mark.parametrize(
    ("tiling", "cell", "sides", "english", "japanese"),
    [
        (
            "dodecagonal",
            "H4",
            "12 1",
            "the corner between the 12 and 1 o'clock sides of H4",
            "H4の12時・1時の辺の間の角",
        ),
        ("octagonal", "A1", "top top-left", "the 11 o'clock corner of A1", "A1の11時の角"),
        (
            "hats",
            "N8",
            "2 3",
            "the corner between sides 2 and 3 of N8",
            "N8の2番・3番の辺の間の角",
        ),
    ],
)
def test_corners_without_a_word(
    tiling: str, cell: str, sides: str, english: str, japanese: str
) -> None:
    grid = GRIDS[tiling]
    found = cell_at(grid, cell)
    one, other = (grid.edge_dots[side_names(grid, found)[side]] for side in sides.split())
    (dot,) = {*one} & {*other}
    for language, text in (("en", english), ("ja", japanese)):
        assert PlaceWords(grid, localizer_for(language), [found]).dots([dot]) == text


@pytest.mark.parametrize(
    ("tiling", "owner", "sides", "english", "japanese"),
    [
        ("dodecagonal", H4, "5", "its 5 o'clock side is a line", "5時の辺は線です"),
        (
            "dodecagonal",
            H4,
            "5 6",
            "its 5 and 6 o'clock sides are lines",
            "5時・6時の辺は線です",
        ),
        ("hats", N8, "3", "its side 3 is a line", "3番の辺は線です"),
        ("hats", N8, "3 4 5", "its sides 3, 4 and 5 are lines", "3番・4番・5番の辺は線です"),
    ],
)
def test_sides_of_the_subject(
    tiling: str, owner: int, sides: str, english: str, japanese: str
) -> None:
    names = side_names(GRIDS[tiling], owner)
    edges = [names[side] for side in sides.split()]
    for language, text in (("en", english), ("ja", japanese)):
        words = _edge_words(GRIDS[tiling], language)
        assert words.edges(edges, EdgeState.LINE, reason=ClueReason(owner)) == text


@pytest.mark.parametrize(
    ("tiling", "cell", "sides", "english", "japanese"),
    [
        (
            "dodecagonal",
            "D4",
            "2 3",
            "exactly one of the 2 and 3 o'clock sides of D4 is a line",
            "D4の2時・3時の辺は、どちらか一方だけが線です",
        ),
        (
            "hats",
            "N8",
            "2 3",
            "exactly one of sides 2 and 3 of N8 is a line",
            "N8の2番・3番の辺は、どちらか一方だけが線です",
        ),
    ],
)
def test_pairs_of_sides(tiling: str, cell: str, sides: str, english: str, japanese: str) -> None:
    grid = GRIDS[tiling]
    names = side_names(grid, cell_at(grid, cell))
    one, other = (names[side] for side in sides.split())
    (dot,) = {*grid.edge_dots[one]} & {*grid.edge_dots[other]}
    pair = PairIs(dot, (one, other), Relation.ONE)
    for language, text in (("en", english), ("ja", japanese)):
        assert _edge_words(grid, language).pair(pair, supposed=False) == text


def _edge_words(grid: Grid, language: str) -> EdgeWords:
    puzzle, localizer = Puzzle(grid, (None,) * len(grid.cells)), localizer_for(language)
    return EdgeWords(puzzle, localizer, Places(puzzle, localizer))
