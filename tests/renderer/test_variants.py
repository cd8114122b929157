"""Boards with other rules than the plain ones carry their name, and animals are told by shape."""

import pytest

from i18n.catalogues import localizer_for
from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.notation import parse_loopy
from puzzle.rules import Rules
from renderer.alt import alt_text
from renderer.highlights import Highlights
from renderer.labels import Labels
from renderer.picture import Picture
from renderer.scene import build_scene, satisfied_clues
from renderer.shapes import ShapeRole, Symbol, Text
from renderer.sprites import symbol_sprite
from renderer.text import board_text
from renderer.theme import THEMES
from renderer.windows import BoardPart
from tests.support.variants import NAMES, sample

ANIMALS = parse_loopy("3x2:sheep-wolf_S2aWaa")


def texts(picture: Picture) -> list[str]:
    return [shape.text for shape in picture.scene.shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_are_named_below_the_board_and_in_words(name: str) -> None:
    board = Board.blank(sample(name))
    rules = board.puzzle.rules
    part = BoardPart(0, 0, 2, 3)
    for picture in (
        Picture(board),
        Picture(board, footer="No. 7"),
        Picture(board, "dark", Labels.CELLS, window=part),
    ):
        assert texts(picture).count(rules.title) == 1
        assert rules.title in picture.alt
        assert all(summary in picture.alt for summary in rules.summaries)
    assert board_text(board).splitlines()[-1] == rules.title
    with_footer, without = Picture(board, footer="No. 7").scene, Picture(board).scene
    assert with_footer.box[3] > without.box[3]


def test_animals_are_symbols_of_their_own_and_letters_in_text() -> None:
    scene = build_scene(Board.blank(ANIMALS))
    found = {shape.role: shape.at for shape in scene.shapes if isinstance(shape, Symbol)}
    assert found[ShapeRole.SHEEP] == (0.5, 0.5)
    assert found[ShapeRole.WOLF] == (0.5, 1.5)
    drawn = board_text(Board.blank(ANIMALS)).splitlines()
    assert (drawn[1].split(), drawn[3].split()) == (["S", "2"], ["W"])


@pytest.mark.parametrize("theme", THEMES)
def test_animals_differ_in_shape_at_24_pixels(theme: str) -> None:
    styles = THEMES[theme].styles
    one, other = (symbol_sprite(styles[role], 24) for role in (ShapeRole.SHEEP, ShapeRole.WOLF))
    assert styles[ShapeRole.SHEEP].colour == styles[ShapeRole.WOLF].colour

    def ink(sprite_at: int) -> set[tuple[int, int]]:
        sprite = (one, other)[sprite_at]
        return {
            (number % sprite.width + sprite.left, number // sprite.width + sprite.top)
            for number, value in enumerate(sprite.coverage)
            if value > 100
        }

    sheep, wolf = ink(0), ink(1)
    assert min(len(sheep), len(wolf)) > 50
    assert len(sheep ^ wolf) > 0.6 * len(sheep | wolf)
    for sprite in (one, other):
        assert max(sprite.width, sprite.height) <= 20


def test_animals_are_words_in_alternative_texts() -> None:
    board = Board.blank(ANIMALS)
    assert "Clues row by row: sheep 2 blank; wolf blank blank." in alt_text(board)
    shown = Highlights(reason_cells=frozenset({0, 3}))
    assert "Reason: the sheep at A1, the wolf at A2." in alt_text(board, shown)
    japanese = alt_text(board, localizer=localizer_for("ja"))
    assert "羊" in japanese
    assert "オオカミ" in japanese


def test_clues_step_back_where_their_count_is_right() -> None:
    grid = square_grid(1, 3)
    for name, clues, right in (
        ("vertex", (4, 2, 0), {0, 1}),
        ("touch", (1, 1, 0), {0, 1}),
        ("sheep-wolf", (-2, 1, -3), {1}),
    ):
        puzzle = Puzzle(grid, clues, Rules(name))
        board = Board.of_lines(puzzle, frozenset(grid.cell_edges[0]))
        assert satisfied_clues(board) == right
        crossed = board.mark(dict.fromkeys(grid.cell_edges[2], EdgeState.CROSS))
        assert satisfied_clues(crossed) == right | ({2} if clues[2] == 0 else set())
