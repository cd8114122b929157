"""Themes: complete, legible, and their states told apart by any eye.

Contrast is that of WCAG 2 (w3.org/TR/WCAG22). Colour blindness is simulated as in Machado,
Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency,
IEEE TVCG 15 (2009), at full severity.
"""

import itertools
from math import dist

import pytest

from renderer.errors import UnknownThemeError
from renderer.scene import GROUNDS, Role
from renderer.theme import THEMES, Form, Look, Theme, theme_named

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


def linear(look: Look) -> Triple:
    red, green, blue = (
        s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4
        for s in (value / 255 for value in look.rgb)
    )
    return red, green, blue


def seen(look: Look, sight: str) -> Triple:
    """The linear colour that an eye takes it for."""
    red, green, blue = (
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, linear(look), strict=True))))
        for row in SIGHTS[sight]
    )
    return red, green, blue


def luminance(colour: Triple) -> float:
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]


def contrast(one: Look, two: Look, sight: str = "full") -> float:
    low, high = sorted((luminance(seen(one, sight)), luminance(seen(two, sight))))
    return (high + 0.05) / (low + 0.05)


def lab(colour: Triple) -> Triple:
    """CIE L*a*b* under D65."""
    r, g, b = colour
    xyz = (
        (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
        0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
        (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883,
    )
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Look, two: Look, sight: str) -> float:
    """The distance in L*a*b* (CIE 1976); about 2.3 is the least that an eye notices."""
    return dist(lab(seen(one, sight)), lab(seen(two, sight)))


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast(Look("#000000"), Look("#ffffff")) == pytest.approx(21)
    assert contrast(Look("#777777"), Look("#ffffff")) == pytest.approx(4.48, abs=0.005)


def test_red_and_green_look_alike_to_some_but_not_to_all() -> None:
    red, green = Look("#a06000"), Look("#708000")
    assert difference(red, green, "full") > 40
    assert difference(red, green, "deuteranopia") < 15
    assert difference(Look("#ffffff"), Look("#000000"), "tritanopia") == pytest.approx(100, abs=1)


UNDER_INK = (Role.BOARD, Role.INSIDE, Role.REGION)
LEAST_CONTRAST = {
    Role.CLUE: 4.5,
    Role.LABEL: 4.5,
    Role.FOOTER: 4.5,
    Role.TITLE: 4.5,
    Role.CONFLICT_CORE: 1,  # told apart from the line that it lies in, below
}


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_ink_stands_out_from_every_ground_that_it_may_lie_on(theme: Theme) -> None:
    beside = {Role.LABEL, Role.FOOTER, Role.TITLE, Role.FIGURE}
    for role in set(Role) - GROUNDS:
        grounds = (Role.BOARD,) if role in beside else UNDER_INK
        for ground, sight in itertools.product(grounds, SIGHTS):
            ratio = contrast(theme.looks[role], theme.looks[ground], sight)
            assert ratio >= LEAST_CONTRAST.get(role, 3), (role, ground, sight)


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_reasons_leave_clues_and_marks_legible(theme: Theme) -> None:
    looks = theme.looks
    for sight in SIGHTS:
        assert contrast(looks[Role.CLUE], looks[Role.REASON], sight) >= 4.5
        for mark in (Role.LINE, Role.CROSS):
            assert contrast(looks[mark], looks[Role.KNOWN], sight) >= 2.5, (mark, sight)
        assert contrast(looks[Role.CONFLICT_CORE], looks[Role.CONFLICT_LINE], sight) >= 3


APART = [
    (Role.LINE, Role.FORCED_LINE),
    (Role.LINE, Role.WRONG_LINE),
    (Role.LINE, Role.CONFLICT_LINE),
    (Role.LINE, Role.REASON_CELL),
    (Role.CROSS, Role.FORCED_CROSS),
    (Role.CROSS, Role.WRONG_FRAME),
    (Role.REASON_CELL, Role.CONFLICT_CELL),
    (Role.REASON_DOT, Role.CONFLICT_DOT),
    (Role.FORCED_LINE, Role.WRONG_LINE),
    (Role.FORCED_LINE, Role.REASON_CELL),
    (Role.ONLY_FIRST, Role.ONLY_SECOND),
    (Role.CURSOR, Role.REASON_DOT),
    (Role.CLUE, Role.DIMMED_CLUE),
]
"""Pairs of roles that mean different things in much the same place."""


COLOURED = [theme for theme in THEMES.values() if theme.name != "paper"]
"""All but the one for printers: without any colour, its forms alone must tell."""


@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("pair", APART, ids=lambda pair: f"{pair[0].name}-{pair[1].name}")
def test_roles_stay_apart_for_every_eye(theme: Theme, sight: str, pair: tuple[Role, Role]) -> None:
    one, two = (theme.looks[role] for role in pair)
    assert difference(one, two, sight) >= 15 or contrast(one, two, sight) >= 1.3


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize("pair", APART[:-1], ids=lambda pair: f"{pair[0].name}-{pair[1].name}")
def test_roles_stay_apart_without_any_colour(theme: Theme, pair: tuple[Role, Role]) -> None:
    one, two = (theme.looks[role] for role in pair)
    other_form = (one.form, one.dashes) != (two.form, two.dashes)
    strokes = {Form.SOLID: 1.0, Form.DASHES: 1.0}
    widths = [look.size * strokes.get(look.form, look.weight) for look in (one, two)]
    assert other_form or max(widths) >= 1.4 * min(widths)


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_grounds_can_be_told_from_the_board(theme: Theme) -> None:
    looks = theme.looks
    for sight in SIGHTS:
        for role in (Role.REGION, Role.KNOWN):
            assert contrast(looks[role], looks[Role.BOARD], sight) >= 1.1, (role, sight)
        assert contrast(looks[Role.KNOWN], looks[Role.REGION], sight) >= 1.1, sight


@pytest.mark.parametrize("name", THEMES)
def test_every_role_has_a_look(name: str) -> None:
    assert set(theme_named(name).looks) == set(Role)


def test_an_unknown_theme_is_told_the_choices() -> None:
    assert list(THEMES) == ["light", "dark", "paper", "contrast", "colour-blind"]
    with pytest.raises(
        UnknownThemeError, match=r"no theme 'Neon'; choose light, dark, paper, contrast or"
    ):
        theme_named("Neon")
