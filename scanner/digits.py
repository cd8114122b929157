"""Tells the digits 0 to 4 from anything else, with a small net.

`python -m tools.digits` trains the net on rendered fonts and writes its weights, `digits.npz`.
"""

from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image

from scanner.ink import Array

HEIGHT, WIDTH = 20, 16
"""The size of a glyph: the picture of one digit that the net sees."""
OTHER = 5
"""The class of all that is no digit from 0 to 4."""


def glyph(picture: Array) -> Array:
    """The picture of a digit without margins, centred and scaled to the size of a glyph, 0 to 1."""
    high, wide = picture.shape
    scale = min(HEIGHT / high, WIDTH / wide)
    rows, columns = max(1, round(high * scale)), max(1, round(wide * scale))
    image = Image.fromarray(np.ascontiguousarray(picture, np.float32))
    scaled = np.asarray(image.resize((columns, rows), Image.Resampling.BILINEAR))
    top, left = (HEIGHT - rows) // 2, (WIDTH - columns) // 2
    out = np.zeros((HEIGHT, WIDTH), np.float32)
    out[top : top + rows, left : left + columns] = scaled
    return out / max(1e-6, float(out.max()))


@cache
def weights() -> dict[str, Array]:
    """The weights of the net: a matrix and a bias for each of its three layers."""
    with np.load(Path(__file__).with_name("digits.npz")) as file:
        return {name: file[name].astype(np.float32) for name in file.files}


def scores(glyphs: Array, net: dict[str, Array]) -> Array:
    """The share of each class, 0 to 4 and `OTHER`, for each glyph; the shares of one add to 1."""
    values = glyphs.reshape(len(glyphs), -1)
    values = np.maximum(values @ net["w1"] + net["b1"], 0)
    values = np.maximum(values @ net["w2"] + net["b2"], 0)
    values = values @ net["w3"] + net["b3"]
    powers = np.exp(values - values.max(1, keepdims=True))
    shares: Array = powers / powers.sum(1, keepdims=True)
    return shares


def classify(glyphs: Array) -> Array:
    """The shares of the classes for the glyphs of one board, whose digits are all of one font.

    Glyphs of which the net is certain settle those that look like them.
    """
    shares = scores(glyphs, weights())
    best = shares.argmax(1)
    shapes = glyphs.reshape(len(glyphs), -1)
    shapes = shapes - shapes.mean(1, keepdims=True)
    shapes /= np.linalg.norm(shapes, axis=1, keepdims=True) + 1e-6
    alike = np.full((len(glyphs), OTHER), -1.0)
    for digit in range(OTHER):
        certain = shapes[(best == digit) & (shares[:, digit] > 0.9)]
        if len(certain):
            alike[:, digit] = np.sort(shapes @ certain.T, axis=1)[:, -2:].mean(1)
    second, first = np.sort(alike, axis=1)[:, -2:].T
    nearest = alike.argmax(1)
    known = shares[np.arange(len(shares)), nearest] > 0.02
    settled = (first > 0.9) & (first - second > 0.12) & known
    # One font: what the net calls a digit is in doubt if it looks like another one.
    doubted = (second > -1) & (first > 0.9) & (nearest != best) & (best < OTHER)
    shares[doubted] *= 0.6
    shares[settled] = 0.02 / OTHER
    shares[settled, nearest[settled]] = 0.98
    return shares
