"""Trains the net that reads digits, and writes its weights: `python -m tools.digits`.

The digits are those of the fonts that packages of the environment bring, and digits drawn of a few
strokes; both are distorted in many ways, so that fonts that are not among them are read too.
`--judge FOLDER` also tells how the net does on the fonts of a folder, of which it saw none.
"""

import importlib.util
import io
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Annotated, TypeAlias

import numpy as np
import typer
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from scanner.digits import HEIGHT, OTHER, WIDTH, glyph, scores
from scanner.ink import Array

Points: TypeAlias = list[tuple[float, float]]
LAYERS = (HEIGHT * WIDTH, 80, 40, OTHER + 1)
FONT_SIZE = 56
OTHERS = "56789567895678?ABCDEFGHJKLMNPQRSTUVWXYabdefghkmnpqrsuvwxy+=*#@&%$<>X"
SYMBOLS = ("cmsy", "cmex", "sy__", "zd__", "hb-", "STIXSiz", "STIXNon", "LastResort", "Display")
"""How the names of files begin or go on whose fonts have no digits."""
SEGMENTS = {"0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc"} | {
    "5": "afgcd", "6": "afgedc", "7": "abc", "8": "abcdefg", "9": "abcdfg"
}  # fmt: skip
ENDS = {
    "a": (0, 0, 1, 0), "b": (1, 0, 1, 1), "c": (1, 1, 1, 2), "d": (0, 2, 1, 2),
    "e": (0, 1, 0, 2), "f": (0, 0, 0, 1), "g": (0, 1, 1, 1),
}  # fmt: skip
"""The segments of a display of seven, and where each begins and ends."""


def font_files() -> list[Path]:
    """The fonts with digits that packages of the environment bring."""
    found: list[Path] = []
    for package in ("matplotlib", "reportlab"):
        spec = importlib.util.find_spec(package)
        if spec and spec.submodule_search_locations:
            folder = Path(spec.submodule_search_locations[0])
            found += [path for path in folder.rglob("*") if path.suffix in {".ttf", ".pfb"}]
    return sorted(path for path in found if not any(part in path.name for part in SYMBOLS))


class CharacterPen:
    """Draws characters: those of fonts, and those of strokes."""

    def __init__(self, paths: list[Path], rng: np.random.Generator, drawn: float) -> None:
        self._rng, self._drawn = rng, drawn
        self._fonts = [ImageFont.truetype(path, FONT_SIZE) for path in paths]
        if drawn:
            self._fonts.append(ImageFont.load_default(FONT_SIZE))  # type: ignore[arg-type]

    def draw(self, text: str) -> Image.Image:
        """A character in some font, or of some strokes if it is a digit."""
        image = Image.new("L", (96, 112))
        pen = ImageDraw.Draw(image)
        if text.isdigit() and self._rng.random() < self._drawn:
            self._draw_strokes(pen, text)
        else:
            font = self._fonts[self._rng.integers(len(self._fonts))]
            left, top, *_ = font.getbbox(text)
            pen.text((18 - left, 24 - top), text, 255, font=font)
        return image

    def _draw_strokes(self, pen: ImageDraw.ImageDraw, text: str) -> None:
        rng = self._rng
        high, width = rng.uniform(44, 60), int(rng.integers(3, 11))
        wide = high * rng.uniform(0.42, 0.75)
        if text > "4" or rng.random() < 0.25:
            gap = rng.uniform(0, 0.12)
            strokes = [
                np.array([(x0 + (gap if x1 > x0 else 0), (y0 + (gap if y1 > y0 else 0)) / 2),
                          (x1 - (gap if x1 > x0 else 0), (y1 - (gap if y1 > y0 else 0)) / 2)])
                for x0, y0, x1, y1 in (ENDS[name] for name in SEGMENTS[text])
            ]  # fmt: skip
        else:
            strokes = [np.array(points) for points in self._strokes(int(text))]
        for points in strokes:
            at = [(float(20 + wide * x), float(24 + high * y)) for x, y in points]
            pen.line(at, 255, width, joint="curve")
            for x, y in (at[0], at[-1]):
                r = width / 2 if rng.random() < 0.7 else 0
                pen.ellipse((x - r, y - r, x + r, y + r), 255)

    def _strokes(self, digit: int) -> list[Points]:
        """The strokes of a digit in a square of side 1, of random proportions."""
        u = self._rng.uniform
        if digit == 0:
            return [_arc((0.5, 0.5), (0.5, 0.5), (0, 360), u(0.45, 1))]
        if digit == 1:
            x, serif = u(0.4, 0.7), u(0.15, 0.4)
            flag = [(x - u(0.15, 0.45), u(0.08, 0.35)), (x, 0.0)] if u(0, 1) < 0.75 else []
            base = [[(x - serif, 1.0), (x + serif, 1.0)]] if u(0, 1) < 0.4 else []
            return [[*flag, (x, 0.0), (x, 1.0)], *base]
        if digit == 2:
            turn, low = u(150, 200), u(0, 50)
            curve = _arc((0.5, 0.28), (0.5, 0.28), (-turn, low), u(0.7, 1))
            return [[*curve, (0.0, 1.0), (1.0, 1.0)]]
        if digit == 3:
            middle, r = u(0.42, 0.5), u(0.7, 1)
            lower = _arc((0.45, (1 + middle) / 2), (0.55, (1 - middle) / 2), (-90, u(130, 180)), r)
            if u(0, 1) < 0.25:
                return [[(0.05, 0.0), (0.95, 0.0), (0.42, middle), *lower]]
            higher = _arc((0.45, middle / 2), (u(0.44, 0.5), middle / 2), (-u(130, 180), 90), r)
            return [[*higher, *lower], [(u(0.2, 0.4), middle), (0.45, middle)]]
        stem, bar = u(0.62, 0.85), u(0.6, 0.78)
        top = stem if u(0, 1) < 0.7 else u(0.2, 0.5)
        return [[(top, 0.0), (0.0, bar), (1.0, bar)], [(stem, 0.0 if top == stem else u(0, 0.4)),
                                                     (stem, 1.0)]]  # fmt: skip

    def junk(self) -> Image.Image:
        """A few lines and circles that are no character."""
        rng, image = self._rng, Image.new("L", (96, 112))
        pen = ImageDraw.Draw(image)
        for _ in range(rng.integers(1, 4)):
            a, b, c, d = (int(value) for value in rng.integers(14, 78, 4))
            width, kind = int(rng.integers(2, 10)), rng.integers(3)
            if kind == 0:
                pen.line((a, b, c, d), 255, width)
            elif kind == 1:
                pen.line((a, b, c, b, c, d), 255, width)
            else:
                r = int(rng.integers(5, 22))
                fill = 255 if rng.random() < 0.6 else None
                pen.ellipse((a - r, b - r, a + r, b + r), fill, 255, 3)
        return image


def _arc(
    middle: tuple[float, float], radii: tuple[float, float], turn: tuple[float, float], power: float
) -> Points:
    """Points of an arc, clockwise in degrees from the right; a low power makes it a rectangle."""
    (x, y), (across, down), (start, end) = middle, radii, turn
    turns = np.radians(np.linspace(start, end, 40))
    c, s = np.cos(turns), np.sin(turns)
    xs = x + across * np.sign(c) * np.abs(c) ** power
    ys = y + down * np.sign(s) * np.abs(s) ** power
    return list(zip(xs.tolist(), ys.tolist(), strict=True))


class GlyphMaker:
    """Makes glyphs as readings of pictures do, with their classes."""

    def __init__(self, pens: CharacterPen, rng: np.random.Generator, bent: bool = True) -> None:
        self._pens, self._rng, self._bent = pens, rng, bent

    def make(self, count: int) -> tuple[Array, Array]:
        """Glyphs and their classes."""
        glyphs, classes = zip(*self._some(count), strict=True)
        return np.stack(glyphs), np.array(classes)

    def _some(self, count: int) -> Iterator[tuple[Array, int]]:
        rng = self._rng
        while count:
            label = int(rng.choice(6, p=[0.14, 0.16, 0.17, 0.17, 0.1, 0.26]))
            if label < OTHER:
                image = self._pens.draw(str(label))
            elif rng.random() < 0.2:
                image = self._pens.junk()
            else:
                image = self._pens.draw(OTHERS[rng.integers(len(OTHERS))])
            found = self._seen(image)
            if found is not None:
                count -= 1
                yield found, label

    def _seen(self, image: Image.Image) -> Array | None:
        """The glyph of a drawn character after the damages of a picture; None if none is left."""
        rng = self._rng
        if self._bent:
            image = self._distorted(image)
        box = image.getbbox()
        if box is None or box[3] - box[1] < 8:
            return None
        high = float(np.exp(rng.uniform(np.log(5.5), np.log(34))))
        scale = high / (box[3] - box[1])
        size = max(4, round(image.width * scale)), max(4, round(image.height * scale))
        x, y = rng.uniform(0, 0.5, 2) / scale
        ways = Image.Resampling.BOX, Image.Resampling.BICUBIC, Image.Resampling.BILINEAR
        way = ways[rng.integers(3)]
        image = image.resize(size, way, box=(x, y, image.width, image.height))
        values = self._damaged(np.asarray(image, np.float32) * rng.uniform(0.35, 1), high)
        goal = rng.uniform(0.3, 0.75) * 40 / high  # as if cut from a cell of 40 pixels
        size = max(3, round(values.shape[1] * goal)), max(3, round(values.shape[0] * goal))
        resized = Image.fromarray(values).resize(size, Image.Resampling.BILINEAR)
        values = np.asarray(resized, np.float32)
        top = np.sort(values.ravel())[-min(12, values.size)]
        mask = values > max(8, rng.uniform(0.38, 0.52) * top)
        if mask.sum() < 6:
            return None
        rows, columns = np.nonzero(mask.any(1))[0], np.nonzero(mask.any(0))[0]
        return glyph(values[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])

    def _distorted(self, image: Image.Image) -> Image.Image:
        """Another weight, slant, width and curvature, as in another font."""
        rng = self._rng
        weight = rng.random()
        if weight < 0.25:
            image = image.filter(ImageFilter.MaxFilter(3 if weight < 0.15 else 5))
        elif weight < 0.4:
            thin = image.filter(ImageFilter.MinFilter(3))
            image = thin if thin.getextrema()[1] > 200 else image  # type: ignore[operator]
        slant = rng.normal(0, 0.1) if rng.random() < 0.6 else 0.0
        turn, stretch = rng.normal(0, 0.045), np.exp(rng.normal(0, 0.13))
        width, height = image.size
        middle = np.array([width / 2, height / 2])
        matrix = np.array([[stretch, slant - turn], [turn, 1]])
        steps = 3
        moves = rng.normal(0, rng.choice([0, 0.8, 1.8]), (steps + 1, steps + 1, 2))
        mesh = []
        for j in range(steps):
            for i in range(steps):
                box = tuple(int(v) for v in (width * i / steps, height * j / steps,
                            width * (i + 1) / steps, height * (j + 1) / steps))  # fmt: skip
                around = ((0, 0), (0, 1), (1, 1), (1, 0))
                corners = [
                    matrix @ (np.array([box[0 if not di else 2], box[1 if not dj else 3]]) - middle)
                    + middle + moves[j + dj, i + di]
                    for di, dj in around
                ]  # fmt: skip
                mesh.append((box, tuple(float(v) for v in np.concatenate(corners))))
        return image.transform(image.size, Image.Transform.MESH, mesh, Image.Resampling.BILINEAR)

    def _damaged(self, values: Array, high: float) -> Array:
        """JPEG, blur and noise."""
        rng = self._rng
        if rng.random() < 0.4:
            file = io.BytesIO()
            quality = int(rng.integers(25, 90))
            Image.fromarray(255 - values.astype(np.uint8)).save(file, "JPEG", quality=quality)
            values = 255 - np.asarray(Image.open(file), np.float32)
        if rng.random() < 0.3:
            blur = ImageFilter.GaussianBlur(rng.uniform(0.3, 0.04 * high + 0.4))
            values = np.asarray(Image.fromarray(values.astype(np.uint8)).filter(blur), np.float32)
        if rng.random() < 0.4:
            values = np.abs(values + rng.normal(0, rng.uniform(0, 14), values.shape))
        return values.astype(np.float32)


def trained(glyphs: Array, classes: Array, rng: np.random.Generator) -> dict[str, Array]:
    """The weights of a net after gradient descent (Adam) on samples."""
    net: dict[str, Array] = {}
    for k, (fed, fan) in enumerate(pairwise(LAYERS), start=1):
        net[f"w{k}"] = rng.normal(0, (2 / fed) ** 0.5, (fed, fan)).astype(np.float32)
        net[f"b{k}"] = np.zeros(fan, np.float32)
    mean = {name: np.zeros_like(value) for name, value in net.items()}
    square = {name: np.zeros_like(value) for name, value in net.items()}
    inputs, step, batch, epochs = glyphs.reshape(len(glyphs), -1), 0, 256, 40
    for epoch in range(epochs):
        rate = 1e-3 * (1 + np.cos(np.pi * epoch / epochs)) + 2e-5
        order = rng.permutation(len(inputs))
        for start in range(0, len(order) - batch, batch):
            chosen = order[start : start + batch]
            slopes = _slopes(inputs[chosen], classes[chosen], net, rng)
            step += 1
            for name, value in net.items():
                slope = slopes[name] + 1e-5 * value
                mean[name] = 0.9 * mean[name] + 0.1 * slope
                square[name] = 0.999 * square[name] + 0.001 * slope**2
                level = np.sqrt(square[name] / (1 - 0.999**step)) + 1e-8
                np.subtract(value, rate * mean[name] / (1 - 0.9**step) / level, out=value)
    return net


def _slopes(
    inputs: Array, classes: Array, net: dict[str, Array], rng: np.random.Generator
) -> dict[str, Array]:
    """The gradient of the loss; a tenth of the first layer is left out each time."""
    kept = ((rng.random((len(inputs), LAYERS[1])) > 0.1) / 0.9).astype(np.float32)
    first = np.maximum(inputs @ net["w1"] + net["b1"], 0) * kept
    second = np.maximum(first @ net["w2"] + net["b2"], 0)
    values = second @ net["w3"] + net["b3"]
    powers = np.exp(values - values.max(1, keepdims=True))
    error = powers / powers.sum(1, keepdims=True) - 0.02 / (OTHER + 1)
    error[np.arange(len(error)), classes] -= 0.98
    error /= len(error)
    slopes = {"w3": second.T @ error, "b3": error.sum(0)}
    error = (error @ net["w3"].T) * (second > 0)
    slopes |= {"w2": first.T @ error, "b2": error.sum(0)}
    error = (error @ net["w2"].T) * (first > 0) * kept
    return slopes | {"w1": inputs.T @ error, "b1": error.sum(0)}


def report(name: str, net: dict[str, Array], glyphs: Array, classes: Array) -> None:
    """Print how many samples a net tells rightly, and how often it is certain and wrong."""
    shares = scores(glyphs, net)
    right = shares.argmax(1) == classes
    certain = shares.max(1) >= 0.9
    wrong = certain & ~right & (shares.argmax(1) < OTHER)
    print(
        f"{name}: {right.mean():.2%} right, {certain.mean():.2%} certain, "
        f"{wrong.mean():.3%} certain of a wrong digit"
    )


def train(
    count: Annotated[int, typer.Argument(help="The number of samples.")] = 160_000,
    out: Annotated[Path, typer.Option(help="The file of the weights.")] = Path(
        "scanner/digits.npz"
    ),
    judge: Annotated[Path | None, typer.Option(help="A folder of fonts to judge by.")] = None,
) -> None:
    """Train the net, and write its weights."""
    rng, start = np.random.default_rng(5), time.monotonic()
    paths = font_files()
    samples = GlyphMaker(CharacterPen(paths, rng, 0.25), rng)
    glyphs, classes = samples.make(count)
    print(f"{len(paths) + 1} fonts, {count:,} samples, {time.monotonic() - start:.0f} s")
    held = count // 20
    net = trained(glyphs[held:], classes[held:], rng)
    print(f"trained, {time.monotonic() - start:.0f} s")
    report("same fonts", net, glyphs[:held], classes[:held])
    if judge is not None:
        found = sorted(path for path in judge.rglob("*") if path.suffix in {".ttf", ".otf", ".t1"})
        others = GlyphMaker(CharacterPen(found, rng, 0), rng, bent=False)
        report(f"{len(found)} other fonts", net, *others.make(20_000))
    with out.open("wb") as file:
        np.savez_compressed(file, **{name: net[name].astype(np.float16) for name in net})  # type: ignore[arg-type]


if __name__ == "__main__":
    typer.run(train)
