"""Places of other tilings in words: every edge and dot has a name of its own, as moves name it."""

import pytest

from i18n.catalogues import localizer_for
from i18n.localizer import ENGLISH
from narrator.places import Places
from narrator.words import EdgeWords
from puzzle.grid import Grid, GridKey
from puzzle.model import EdgeState, Puzzle
from puzzle.moves import parse_marks
from puzzle.places import SideNaming, cell_at, side_names, side_naming
from puzzle.tilings.catalogue import TILINGS, build_grid
from renderer.place_words import PlaceWords
from solver.explain.step import ClueReason, PairIs, Relation
from tests.support.tilings import small_grid
from tools.fuzz.seeds import PATCHES

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
        dots = {words.corners([dot]) for dot in range(len(grid.dots))}
        assert (len(edges), len(dots)) == (len(grid.edge_dots), len(grid.dots))


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
        assert PlaceWords(grid, localizer_for(language), [found]).corners([dot]) == text


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
