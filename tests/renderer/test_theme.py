"""Themes are complete and legible, and their roles differ for people with colour blindness.

Contrast is defined as in WCAG 2 (w3.org/TR/WCAG22). Colour blindness is simulated as in Machado,
Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency,
IEEE TVCG 15 (2009), at full severity.
"""

import itertools
from math import dist

import pytest

from renderer.errors import UnknownThemeError
from renderer.layers import CHAIN_COLOURS
from renderer.shapes import GROUNDS, ShapeRole
from renderer.theme import THEMES, MarkForm, MarkStyle, Theme, theme_named

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

SIGHTS: dict[str, Matrix] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(style: MarkStyle) -> Triple:
    red, green, blue = (
        s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4
        for s in (value / 255 for value in style.rgb)
    )
    return red, green, blue


def seen(style: MarkStyle, sight: str) -> Triple:
    """The colour that a person with that colour vision perceives, in linear RGB."""
    red, green, blue = (
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, linear(style), strict=True))))
        for row in SIGHTS[sight]
    )
    return red, green, blue


def luminance(colour: Triple) -> float:
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]


def contrast(one: MarkStyle, two: MarkStyle, sight: str = "full") -> float:
    low, high = sorted((luminance(seen(one, sight)), luminance(seen(two, sight))))
    return (high + 0.05) / (low + 0.05)


def lab(colour: Triple) -> Triple:
    """A linear RGB colour in CIE L*a*b* under D65."""
    r, g, b = colour
    xyz = (
        (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
        0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
        (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883,
    )
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: MarkStyle, two: MarkStyle, sight: str) -> float:
    """The distance in L*a*b* (CIE 1976); about 2.3 is just noticeable."""
    return dist(lab(seen(one, sight)), lab(seen(two, sight)))


def test_contrast_agrees_with_known_values() -> None:
    assert contrast(MarkStyle("#000000"), MarkStyle("#ffffff")) == pytest.approx(21)
    assert contrast(MarkStyle("#777777"), MarkStyle("#ffffff")) == pytest.approx(4.48, abs=0.005)


UNDER_INK = (ShapeRole.BOARD, ShapeRole.INSIDE, ShapeRole.OUTSIDE, ShapeRole.REGION)
MIN_CONTRAST = {
    ShapeRole.CLUE: 4.5,
    ShapeRole.LABEL: 4.5,
    ShapeRole.FOOTER: 4.5,
    ShapeRole.TITLE: 4.5,
    ShapeRole.EDGE: 1.6,  # faint, so that lines stand out
    ShapeRole.CONFLICT_CORE: 1,  # told apart from the line that it lies in, below
    ShapeRole.TRIED_LINE: 1,  # as that one
    ShapeRole.NUMBER_PLATE: 1,  # hides what is below a number
    ShapeRole.ARC_PLATE: 1,
}


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_ink_contrasts_with_every_ground_below_it(theme: Theme) -> None:
    beside = {ShapeRole.LABEL, ShapeRole.FOOTER, ShapeRole.TITLE, ShapeRole.FIGURE}
    for role in set(ShapeRole) - GROUNDS:
        grounds = (ShapeRole.BOARD,) if role in beside else UNDER_INK
        for ground, sight in itertools.product(grounds, SIGHTS):
            ratio = contrast(theme.styles[role], theme.styles[ground], sight)
            assert ratio >= MIN_CONTRAST.get(role, 3), (role, ground, sight)


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_edges_without_marks_are_fainter_than_all_marks(theme: Theme) -> None:
    styles = theme.styles
    for sight in SIGHTS:
        edge = contrast(styles[ShapeRole.EDGE], styles[ShapeRole.BOARD], sight)
        for mark in (ShapeRole.LINE, ShapeRole.CROSS, ShapeRole.DOT, ShapeRole.DIMMED_CLUE):
            assert contrast(styles[mark], styles[ShapeRole.BOARD], sight) > 1.2 * edge, mark


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_reasons_leave_clues_and_marks_legible(theme: Theme) -> None:
    styles = theme.styles
    for sight in SIGHTS:
        assert contrast(styles[ShapeRole.CLUE], styles[ShapeRole.REASON], sight) >= 4.5
        for mark in (ShapeRole.LINE, ShapeRole.CROSS):
            assert contrast(styles[mark], styles[ShapeRole.KNOWN], sight) >= 2.5, (mark, sight)
        assert (
            contrast(styles[ShapeRole.CONFLICT_CORE], styles[ShapeRole.CONFLICT_LINE], sight) >= 3
        )


APART = [
    (ShapeRole.LINE, ShapeRole.FORCED_LINE),
    (ShapeRole.LINE, ShapeRole.WRONG_LINE),
    (ShapeRole.LINE, ShapeRole.CONFLICT_LINE),
    (ShapeRole.LINE, ShapeRole.REASON_CELL),
    (ShapeRole.CROSS, ShapeRole.FORCED_CROSS),
    (ShapeRole.CROSS, ShapeRole.WRONG_FRAME),
    (ShapeRole.REASON_CELL, ShapeRole.CONFLICT_CELL),
    (ShapeRole.REASON_DOT, ShapeRole.CONFLICT_DOT),
    (ShapeRole.FORCED_LINE, ShapeRole.WRONG_LINE),
    (ShapeRole.FORCED_LINE, ShapeRole.REASON_CELL),
    (ShapeRole.LINE, ShapeRole.TRIED_LINE),
    (ShapeRole.CROSS, ShapeRole.TRIED_CROSS),
    (ShapeRole.ONLY_FIRST, ShapeRole.ONLY_SECOND),
    (ShapeRole.CURSOR, ShapeRole.REASON_DOT),
    (ShapeRole.LINE, ShapeRole.SUPPOSED_LINE),
    (ShapeRole.LINE, ShapeRole.THEN_LINE),
    (ShapeRole.FORCED_LINE, ShapeRole.THEN_LINE),
    (ShapeRole.FORCED_CROSS, ShapeRole.THEN_CROSS),
    (ShapeRole.WRONG_LINE, ShapeRole.THEN_LINE),
    (ShapeRole.WRONG_FRAME, ShapeRole.SUPPOSED_RING),
    (ShapeRole.INSIDE_SIGN, ShapeRole.OUTSIDE_SIGN),
    (ShapeRole.CLUE, ShapeRole.DIMMED_CLUE),
]
"""Pairs of roles with different meanings that appear in similar places."""


COLOURED = [theme for theme in THEMES.values() if theme.name != "paper"]
"""All themes but the one for printing, which has no colours and relies on forms."""


@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("pair", APART, ids=lambda pair: f"{pair[0].name}-{pair[1].name}")
def test_roles_differ_with_every_colour_vision(
    theme: Theme, sight: str, pair: tuple[ShapeRole, ShapeRole]
) -> None:
    one, two = (theme.styles[role] for role in pair)
    assert difference(one, two, sight) >= 15 or contrast(one, two, sight) >= 1.3


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize("pair", APART[:-1], ids=lambda pair: f"{pair[0].name}-{pair[1].name}")
def test_roles_differ_without_colour(theme: Theme, pair: tuple[ShapeRole, ShapeRole]) -> None:
    one, two = (theme.styles[role] for role in pair)
    other_form = (one.form, one.dashes) != (two.form, two.dashes)
    strokes = {MarkForm.SOLID: 1.0, MarkForm.DASHES: 1.0}
    widths = [style.size * strokes.get(style.form, style.weight) for style in (one, two)]
    assert other_form or max(widths) >= 1.4 * min(widths)


@pytest.mark.parametrize("name", THEMES)
def test_every_role_has_a_style(name: str) -> None:
    assert set(theme_named(name).styles) == set(ShapeRole)


def test_the_error_for_an_unknown_theme_lists_the_choices() -> None:
    assert list(THEMES) == ["light", "dark", "paper", "contrast", "colour-blind"]
    with pytest.raises(
        UnknownThemeError, match=r"no theme 'Neon'; choose light, dark, paper, contrast or"
    ):
        theme_named("Neon")


@pytest.mark.parametrize("theme", THEMES.values(), ids=str)
def test_chains_are_legible_and_unlike_hints(theme: Theme) -> None:
    chains = [MarkStyle(colour) for colour in CHAIN_COLOURS[theme.name]]
    board, line = theme.styles[ShapeRole.BOARD], theme.styles[ShapeRole.LINE]
    hints = [
        theme.styles[role]
        for role in (
            ShapeRole.REASON_CELL,
            ShapeRole.FORCED_LINE,
            ShapeRole.SUPPOSED_LINE,
            ShapeRole.WRONG_LINE,
        )
    ]
    assert chains[0].colour == line.colour
    for chain in chains:
        assert contrast(chain, board) >= 3
    for one, other in itertools.combinations(chains, 2):
        assert difference(one, other, "full") >= 18
    if len(chains) > 1:  # on paper nothing has a colour
        for chain, hint in itertools.product(chains, hints):
            assert difference(chain, hint, "full") >= 18, (chain, hint)


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_grounds_contrast_with_the_board(theme: Theme) -> None:
    styles = theme.styles
    for sight in SIGHTS:
        for role in (ShapeRole.REGION, ShapeRole.KNOWN):
            assert contrast(styles[role], styles[ShapeRole.BOARD], sight) >= 1.1, (role, sight)
        assert contrast(styles[ShapeRole.KNOWN], styles[ShapeRole.REGION], sight) >= 1.1, sight
