"""The net that tells digits, and the script that trains it."""

from itertools import pairwise

import numpy as np
from numpy.random import default_rng

import scanner.digits
from scanner.digits import HEIGHT, OTHER, WIDTH, classify, glyph, scores, weights
from tests.support.paths import ROOT
from tools.bench.commands.pictures import system_fonts
from tools.digits import LAYERS, CharacterPen, GlyphMaker, font_files, trained


def test_digits_of_fonts_are_told_from_other_characters() -> None:
    rng = default_rng(1)
    pen = CharacterPen(system_fonts() or font_files(), rng, 0)
    glyphs, classes = GlyphMaker(pen, rng, bent=False).make(300)
    shares = scores(glyphs, weights())
    right = shares.argmax(1) == classes
    assert right.mean() > 0.93
    believed = (shares.max(1) >= 0.9) & (shares.argmax(1) < OTHER)
    assert (believed & ~right).mean() < 0.01


def test_certain_glyphs_settle_those_that_look_like_them() -> None:
    rng = default_rng(2)
    maker = GlyphMaker(CharacterPen(font_files()[:1], rng, 0), rng, bent=False)
    glyphs, _ = maker.make(60)
    alone = scores(glyphs, weights())
    together = classify(glyphs)
    assert (together.max(1) > 0.9).sum() >= (alone.max(1) > 0.9).sum()


def test_a_glyph_is_centred_and_keeps_its_proportions() -> None:
    upright = glyph(np.ones((40, 8), np.float32))
    rows, columns = np.nonzero(upright > 0.5)
    assert (int(rows.min()), int(rows.max()) + 1) == (0, HEIGHT)
    assert (int(columns.min()), int(columns.max()) + 1) == (WIDTH // 2 - 2, WIDTH // 2 + 2)


def test_the_weights_are_small_and_fit_the_script() -> None:
    shapes = {name: value.shape for name, value in weights().items()}
    assert [shapes[f"w{layer}"] for layer in (1, 2, 3)] == [*pairwise(LAYERS)]
    path = ROOT / "scanner" / "digits.npz"
    assert path.parent == ROOT / scanner.digits.__name__.split(".")[0]
    assert path.stat().st_size < 64_000


def test_the_script_trains_a_net() -> None:
    rng = default_rng(3)
    glyphs, classes = GlyphMaker(CharacterPen(font_files()[:2], rng, 0.2), rng).make(600)
    net = trained(glyphs, classes, rng)
    assert (scores(glyphs, net).argmax(1) == classes).mean() > 0.6
