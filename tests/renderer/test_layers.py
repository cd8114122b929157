"""Highlights as layers, and themes as a style sheet."""

import re

from puzzle.model import Board, EdgeState
from puzzle.notation import parse_loopy
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from renderer.layers import OWN_ROLES, Layer, highlight_layers, themes_css
from renderer.shapes import ShapeRole
from renderer.theme import THEMES, theme_named

PUZZLE = parse_loopy("5x5:b1c3a12a02d1a2c32")
DARK = theme_named("dark")


def roles(board: Board, highlights: Highlights) -> list[str]:
    return [layer.role for layer in highlight_layers(board, highlights, DARK)]


def test_a_board_without_highlights_has_no_layers() -> None:
    board = Board.blank(PUZZLE).mark({0: EdgeState.LINE, 7: EdgeState.CROSS})
    assert highlight_layers(board, NO_HIGHLIGHTS, DARK) == ()


def test_layers_have_the_order_and_the_sizes_of_a_picture() -> None:
    board = Board.blank(PUZZLE).mark({0: EdgeState.LINE, 7: EdgeState.CROSS})
    shown = Highlights(
        region=frozenset({12}),
        reason_cells=frozenset({2}),
        known=frozenset({0}),
        forced_lines=frozenset({3}),
        forced_crosses=frozenset({4}),
        then_lines=((9, 1),),
        wrong=frozenset({7}),
    )
    found = {layer.role: layer for layer in highlight_layers(board, shown, DARK)}
    assert [*found] == [
        "region",
        "known",
        "reason",
        "region-outline",
        "reason-cell",
        "forced-line",
        "forced-cross",
        "then-line",
        "number-plate",
        "number",
        "wrong-cross",
        "wrong-frame",
    ]
    assert found["known"] == Layer("known", "M0 0L1 0", 0.36)
    assert found["region"].width is None
    assert found["forced-line"].width == DARK.styles[ShapeRole.FORCED_LINE].size
    [number] = found["number"].texts
    assert (number.text, number.size) == ("1", DARK.styles[ShapeRole.NUMBER].size)


def test_other_marks_of_an_argument_are_no_layers() -> None:
    before = Board.blank(PUZZLE)
    shown = Highlights(known=frozenset({1}))
    assert roles(before, shown) == roles(before.mark({1: EdgeState.LINE}), shown) == ["known"]


def test_the_style_sheet_has_a_colour_for_each_role_of_a_layer() -> None:
    css = themes_css()
    for name in THEMES:
        rule = css.partition(f"[data-theme={name}]{{")[2].partition("}")[0]
        colours = dict(re.findall(r"--([a-z0-9-]+):(#[0-9a-f]{6});", rule))
        assert {role.css_name for role in ShapeRole} < colours.keys()
        assert {role.css_name for role in OWN_ROLES} < colours.keys()
        assert [key for key in colours if key.startswith("chain")] == [
            f"chain-{number}" for number in (1, 2, 3, 4)
        ]
