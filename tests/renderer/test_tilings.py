"""Pictures of boards on other tilings than squares."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import dist, hypot
from xml.etree import ElementTree as ET

import pytest

from i18n.catalogues import localizer_for
from play.tracks import SPECIALS, BoardSize
from puzzle.grid import SQUARE, Grid, GridKey
from puzzle.model import Board, EdgeState, Puzzle, Solution
from puzzle.notation import parse_loopy
from puzzle.places import cell_name
from puzzle.tilings.catalogue import TILINGS, build_grid
from puzzle.tilings.tiles import Tile, assemble
from renderer.alt import MAX_ALT_LENGTH, alt_text
from renderer.chains import border_of, chains_of
from renderer.errors import NoTextPictureError
from renderer.highlights import Highlights
from renderer.labels import Labels, label_layout
from renderer.letters import text_length, text_sprite
from renderer.limits import DEFAULT_LIMITS, fit_cell_size
from renderer.outlines import Circle, outlines_of
from renderer.pdf import draw_pdf
from renderer.picture import Picture
from renderer.positions import positions_of
from renderer.raster import draw_png
from renderer.scene import Scene, build_scene
from renderer.shapes import EdgeStroke, Point, Shape, ShapeRole, Symbol, Text
from renderer.svg import DIGIT_HEIGHT, draw_svg
from renderer.text import board_text
from renderer.theme import THEMES, theme_named
from solver.search import solve
from tests.support.long import some_pairs
from tests.support.pixels import pixels
from tools.gallery.tilings import PUZZLES

PUZZLE_OF = {puzzle.grid.tiling: puzzle for puzzle in map(parse_loopy, PUZZLES)}
LIGHT = theme_named("light")
LINE_WIDTH = LIGHT.styles[ShapeRole.LINE].size

APERIODIC = [name for name in PUZZLE_OF if not TILINGS[name].is_periodic]
PHONE_WIDTH, MIN_CLUE_HEIGHT = 295, 8
"""Width of a picture in a message on a phone of 390 pixels, and the minimum height of a clue there,
in CSS pixels."""

on_each_tiling = pytest.mark.parametrize("puzzle", PUZZLE_OF.values(), ids=list(PUZZLE_OF))


def solution_of(puzzle: Puzzle) -> Solution:
    (solution,) = solve(puzzle).solutions
    return solution


def begun(puzzle: Puzzle) -> Board:
    """A board with half of the loop, in two places, and some crosses."""
    solution = sorted(solution_of(puzzle))
    others = [edge for edge in range(len(puzzle.grid.edge_dots)) if edge not in solution]
    marks = dict.fromkeys(solution[::2], EdgeState.LINE)
    return Board.blank(puzzle).mark(marks | dict.fromkeys(others[::3], EdgeState.CROSS))


def everything(puzzle: Puzzle) -> Highlights:
    """Highlights of all kinds, some of each."""
    grid = puzzle.grid
    edges, cells = range(len(grid.edge_dots)), puzzle.clue_cells
    one, two = grid.dot_edges[len(grid.dots) // 2][:2]
    return Highlights(
        region=frozenset(cells[:5]),
        reason_cells=frozenset(cells[:2]),
        reason_dots=frozenset({1}),
        known=frozenset(edges[3:6]),
        forced_lines=frozenset(edges[6:8]),
        forced_crosses=frozenset(edges[8:10]),
        supposed_lines=frozenset(edges[10:11]),
        then_lines=((11, 2), (12, 3)),
        then_crosses=((13, 4), (14, 5)),
        case_lines=((15, 6),),
        case_crosses=((16, 7),),
        ones=((one, two, 1),),
        wrong=frozenset(edges[17:20]),
        culprits=frozenset(edges[20:21]),
        conflict_cells=frozenset(cells[2:3]),
        inside_cells=frozenset(cells[3:6]),
        outside_cells=frozenset(cells[6:9]),
        cursor=0,
    )


def points_of(shape: Shape) -> Iterator[Point]:
    if isinstance(shape, Text):
        yield shape.at
        return
    for outline in outlines_of(shape, LIGHT):
        yield from [outline.at] if isinstance(outline, Circle) else outline.points


@on_each_tiling
def test_clues_fit_into_their_cells(puzzle: Puzzle) -> None:
    """A clue of every cell is clear of lines on all sides: in its circle, or by its ink."""
    grid, size = puzzle.grid, LIGHT.styles[ShapeRole.CLUE].size
    clues = tuple(len(edges) - 1 for edges in grid.cell_edges)
    scene = build_scene(Board.blank(Puzzle(grid, clues)))
    texts = [shape for shape in scene.shapes if isinstance(shape, Text)]
    at = positions_of(grid)
    assert [text.at for text in texts] == list(at.cells)
    for cell, (text, radius) in enumerate(zip(texts, at.radii, strict=True)):
        high, wide = DIGIT_HEIGHT, text_length(text.text)
        if size * text.scale * hypot(high, wide) / 2 + LINE_WIDTH / 2 < radius:
            continue
        sides = [at.ends[edge] for edge in grid.cell_edges[cell]]
        for digit in map(str, range(int(text.text) + 1)):
            for x, y in ink_of_digit(digit)[::4]:
                point = text.at[0] + size * text.scale * x, text.at[1] + size * text.scale * y
                assert min(distance(point, *side) for side in sides) > LINE_WIDTH / 2 - 0.005


@cache
def ink_of_digit(digit: str) -> tuple[Point, ...]:
    """Points of the outline of a digit around its middle, in its font size."""
    em = 200
    sprite = text_sprite(digit, em, 0.0, None)
    ends = []
    for row in range(sprite.height):
        covered = sprite.coverage[row * sprite.width : (row + 1) * sprite.width]
        inked = [col for col, value in enumerate(covered) if value > 128]
        ends += [(row, inked[0]), (row, inked[-1])] if inked else []
    return tuple(((col + sprite.left) / em, (row + sprite.top) / em) for row, col in ends)


def distance(point: Point, start: Point, end: Point) -> float:
    """The distance of a point from a segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = (point[0] - start[0]) * dx + (point[1] - start[1]) * dy
    share = max(0.0, min(1.0, along / (dx * dx + dy * dy)))
    return dist(point, (start[0] + share * dx, start[1] + share * dy))


@pytest.mark.parametrize("board", SPECIALS, ids=str)
def test_clues_of_specials_are_legible_on_a_phone(board: BoardSize) -> None:
    grid = build_grid(TILINGS[board.tiling].key(board.rows, board.cols))
    scene = build_scene(Board.blank(Puzzle(grid, (0,) * len(grid.cells))), labels=Labels.CELLS)
    ink = [y for _, y in ink_of_digit("0")]
    height = LIGHT.styles[ShapeRole.CLUE].size * (max(ink) - min(ink))
    clues = [shape for shape in scene.shapes if isinstance(shape, Text)]
    scales = [text.scale for text in clues if text.role is ShapeRole.CLUE]
    assert len(scales) == len(grid.cells)
    assert min(scales) * height * PHONE_WIDTH / scene.width >= MIN_CLUE_HEIGHT


@on_each_tiling
def test_faint_edges_are_where_there_is_no_line(puzzle: Puzzle) -> None:
    board = begun(puzzle)
    scene, at = build_scene(board), positions_of(puzzle.grid)
    drawn = [
        (shape.start, shape.end)
        for shape in scene.shapes
        if isinstance(shape, EdgeStroke) and shape.role is ShapeRole.EDGE
    ]
    assert drawn == [ends for edge, ends in enumerate(at.ends) if edge not in board.lines]


@on_each_tiling
def test_the_lines_of_a_picture_are_those_of_the_board(puzzle: Puzzle) -> None:
    board = begun(puzzle)
    scene = build_scene(board)
    cell, picture = fit_cell_size(scene, DEFAULT_LIMITS), pixels(Picture(board).png())
    line = LIGHT.styles[ShapeRole.LINE].rgb
    at = positions_of(puzzle.grid)
    for edge in range(len(at.ends)):
        x, y = at.middle(edge)
        left, top = int((x - scene.box[0]) * cell), int((y - scene.box[1]) * cell)
        around = {picture.getpixel((left + i, top + j)) for i in (-1, 0, 1) for j in (-1, 0, 1)}
        assert (line in around) == (edge in board.lines), edge


@some_pairs("name,labels", PUZZLE_OF, Labels)
def test_everything_is_within_the_frame_in_every_format(name: str, labels: Labels) -> None:
    puzzle = PUZZLE_OF[name]
    board, shown = begun(puzzle), everything(puzzle)
    scene = build_scene(board, labels=labels, highlights=shown, footer="x" * 99)
    left, top, right, bottom = scene.box
    for shape in scene.shapes[1:]:
        assert all(left < x < right and top < y < bottom for x, y in points_of(shape)), shape
    assert ET.fromstring(draw_svg(scene, LIGHT)) is not None  # noqa: S314 (our own)
    assert draw_pdf(scene, LIGHT)[:5] == b"%PDF-"


@pytest.mark.parametrize("puzzle", [*PUZZLE_OF.values()][::6], ids=[*PUZZLE_OF][::6])
def test_themes_differ_in_colours_only(puzzle: Puzzle) -> None:
    board = Board.of_lines(puzzle, solution_of(puzzle))
    sizes = {
        pixels(Picture(board, theme, highlights=everything(puzzle)).png()).size for theme in THEMES
    }
    assert len(sizes) == 1


def test_a_turn_of_less_than_a_degree_is_no_turn() -> None:
    bent = (0, 0), (100, 1), (200, 0), (200, 100), (0, 100)
    grid = assemble(GridKey("bent", 1, 1), [bent], _never)
    (chain,) = chains_of(grid, frozenset(range(5)))
    assert len(chain.dots) == 4
    scene = Picture(Board.of_lines(Puzzle(grid, (5,)), frozenset(range(5)))).scene
    assert pixels(draw_png(scene, LIGHT))


def _never(key: GridKey) -> Grid:
    raise AssertionError(key)


# Labels and names


@on_each_tiling
def test_labels_name_their_rows_and_columns_and_do_not_touch(puzzle: Puzzle) -> None:
    grid = puzzle.grid
    layout, at = label_layout(grid, Labels.CELLS, 0.6), positions_of(grid)
    size = LIGHT.styles[ShapeRole.LABEL].size * layout.scale
    names = [(cell_name(grid, cell), at.cells[cell]) for cell in range(len(grid.cells))]
    rows = [label for label in layout.labels if label.text.isdigit() and label.at[0] < 0]
    columns = [label for label in layout.labels if label.text.isalpha() and label.at[1] < 0]
    for labels, axis, kind in ((rows, 1, str.isdigit), (columns, 0, str.isalpha)):
        for label in labels:
            of = {
                "".join(filter(kind, name))
                for name, it in names
                if abs(it[axis] - label.at[axis]) < 1e-6
            }
            assert of == {label.text}
    for one, other in combinations(layout.labels, 2):
        halves = (text_length(one.text) + text_length(other.text)) / 2 * size
        beside = abs(one.at[0] - other.at[0]) > halves
        assert beside or abs(one.at[1] - other.at[1]) > DIGIT_HEIGHT * size


@pytest.mark.parametrize("tiling", sorted(APERIODIC))
def test_aperiodic_boards_have_labels_of_nearly_all_rows_and_columns(tiling: str) -> None:
    grid = PUZZLE_OF[tiling].grid
    names = grid.names.labels(grid.cells)
    wanted = {*names.rows.values(), *names.columns.values()}
    shown = {label.text for label in label_layout(grid, Labels.CELLS, 0.6).labels}
    assert shown <= wanted
    assert len(shown) >= 0.95 * len(wanted)


def test_where_rows_are_too_close_highlighted_cells_have_their_names() -> None:
    places = (0, 0), (10, 2)
    tiles: list[Tile] = [((x, y), (x + 10, y), (x + 10, y + 10), (x, y + 10)) for x, y in places]
    grid = assemble(GridKey("steps", 1, 2), tiles, _never)
    board = Board.blank(Puzzle(grid, (3, None)))

    def names(scene: Scene) -> list[tuple[str, Point]]:
        return [
            (shape.text, shape.at)
            for shape in scene.shapes
            if isinstance(shape, Text) and shape.role is ShapeRole.LABEL
        ]

    beside = names(build_scene(board, labels=Labels.CELLS))
    shown = Highlights(reason_cells=frozenset({0}), forced_lines=frozenset(grid.cell_edges[1]))
    assert names(build_scene(board, highlights=shown)) == []
    found = names(build_scene(board, labels=Labels.CELLS, highlights=shown))
    assert found[: len(beside)] == beside
    found = found[len(beside) :]
    at = positions_of(grid)
    assert [text for text, _ in found] == [cell_name(grid, cell) for cell in (0, 1)]
    assert found[1][1] == at.cells[1]
    assert at.cells[0][1] < found[0][1][1] < at.cells[0][1] + at.radii[0]


# Symbols


@on_each_tiling
def test_signs_of_sides_are_in_the_circles_of_their_cells(puzzle: Puzzle) -> None:
    cells, at = frozenset(range(len(puzzle.grid.cells))), positions_of(puzzle.grid)
    scene = build_scene(Board.blank(puzzle), highlights=Highlights(inside_cells=cells))
    signs = [it for it in scene.shapes if it.role is ShapeRole.INSIDE_SIGN]
    assert len(signs) == len(cells)
    for cell, sign in enumerate(signs):
        assert isinstance(sign, Symbol)
        assert dist(sign.at, at.cells[cell]) < at.radii[cell]


@on_each_tiling
def test_rings_hold_the_clues_in_them_and_stay_in_their_cells(puzzle: Puzzle) -> None:
    shown = Highlights(reason_cells=frozenset(puzzle.clue_cells))
    shapes = build_scene(Board.blank(puzzle), highlights=shown).shapes
    clues = [shape for shape in shapes if isinstance(shape, Text)]
    is_ring = ShapeRole.REASON_CELL
    rings = [each for each in shapes if isinstance(each, Symbol) and each.role is is_ring]
    assert [ring.at for ring in rings] == [clue.at for clue in clues]
    size, radii = LIGHT.styles[is_ring].size / 2, positions_of(puzzle.grid).radii
    font = LIGHT.styles[ShapeRole.CLUE].size
    for ring, clue, cell in zip(rings, clues, puzzle.clue_cells, strict=True):
        assert size * ring.scale < max(radii[cell], size)
        if ring.scale == clue.scale:  # as on squares
            continue
        outermost = max(hypot(*point) for digit in clue.text for point in ink_of_digit(digit))
        assert font * clue.scale * outermost < size * ring.scale


# Words


@on_each_tiling
def test_the_alt_text_says_tiling_size_marks_and_the_cell_of_each_clue(puzzle: Puzzle) -> None:
    grid, board = puzzle.grid, begun(puzzle)
    text = alt_text(board)
    size = f"{grid.cols} by {grid.rows}, {len(grid.cells)} cells"
    assert text.startswith(f"Slitherlink puzzle, {TILINGS[grid.tiling].title}, {size}, with ")
    assert f"{len(board.lines)} lines drawn and {len(board.crosses)} crosses" in text
    _, _, clues = text.partition(" Clues: ")
    listed = clues.removesuffix(".").replace(";", ",").split(", ")
    assert sorted(listed) == sorted(
        f"{cell_name(grid, cell)} {puzzle.clues[cell]}" for cell in puzzle.clue_cells
    )


def test_the_alt_text_of_a_drawn_loop_lists_the_cells_inside() -> None:
    grid = build_grid(GridKey("honeycomb", 3, 3))
    board = Board.of_lines(Puzzle(grid, (None,) * 9), border_of(grid, {0, 1}))
    assert alt_text(board) == (
        "Slitherlink puzzle, honeycomb, 3 by 3, 9 cells, with the loop drawn. "
        "Clues: blank. Inside the loop: A1, B2."
    )
    assert alt_text(board, localizer=localizer_for("ja")).startswith("スリザーリンク")


@on_each_tiling
def test_the_alt_text_of_highlights_is_in_both_languages(puzzle: Puzzle) -> None:
    board, shown = begun(puzzle), everything(puzzle)
    for language in ("en", "ja"):
        text = alt_text(board, shown, localizer_for(language))
        assert len(text) <= MAX_ALT_LENGTH


@on_each_tiling
def test_only_squares_are_drawn_in_characters(puzzle: Puzzle) -> None:
    with pytest.raises(NoTextPictureError):
        board_text(Board.blank(puzzle))


def test_every_tiling_that_repeats_has_a_puzzle_here() -> None:
    periodic = {name for name, tiling in TILINGS.items() if tiling.is_periodic}
    assert periodic - {SQUARE} <= set(PUZZLE_OF)
