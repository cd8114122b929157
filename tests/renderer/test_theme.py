"""Themes: complete, and legible by the contrast ratio of WCAG 2 (w3.org/TR/WCAG22)."""

import pytest

from renderer.errors import UnknownThemeError
from renderer.scene import Role
from renderer.theme import THEMES, Look, theme_named


def luminance(look: Look) -> float:
    shares = [value / 255 for value in look.rgb]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Look, two: Look) -> float:
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast(Look("#000000"), Look("#ffffff")) == pytest.approx(21)
    assert contrast(Look("#777777"), Look("#ffffff")) == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize(
    ("role", "least"), [(Role.CLUE, 4.5), (Role.LINE, 3), (Role.CROSS, 3), (Role.DOT, 3)]
)
def test_ink_stands_out_from_both_grounds(name: str, role: Role, least: float) -> None:
    looks = theme_named(name).looks
    for ground in (Role.BOARD, Role.INSIDE):
        assert contrast(looks[role], looks[ground]) >= least


@pytest.mark.parametrize("name", ["light", "dark"])
def test_labels_are_legible_beside_the_board(name: str) -> None:
    looks = theme_named(name).looks
    assert contrast(looks[Role.LABEL], looks[Role.BOARD]) >= 4.5


@pytest.mark.parametrize("name", ["light", "dark"])
def test_every_role_has_a_look(name: str) -> None:
    assert set(theme_named(name).looks) == set(Role)


def test_an_unknown_theme_is_told_the_choices() -> None:
    assert set(THEMES) == {"light", "dark"}
    with pytest.raises(UnknownThemeError, match=r"no theme 'Neon'; choose light or dark"):
        theme_named("Neon")
