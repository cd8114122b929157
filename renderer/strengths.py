"""Plots of the strength of a person over time, with what is not certain of it as a band."""

from collections.abc import Iterator
from datetime import datetime
from math import ceil, exp, floor, log

from msgspec import Struct

from i18n.catalogues import localizer_for
from i18n.messages import Message
from renderer.drawable import Drawable
from renderer.limits import ImageLimits
from renderer.scene import Scene, rectangle
from renderer.shapes import Area, Curve, Path, Point, Shape, ShapeRole, Symbol, Text

PLOT_LIMITS = ImageLimits(max_bytes=2**20, max_side=800)
WIDTH, HEIGHT = 8.0, 4.0
"""Size of the plot in cells."""
LEFT, TOP, RIGHT, BOTTOM = 1.4, 0.5, 0.6, 1.0
"""Free space around it; labels are on the left and below."""
LABEL_SCALE = 1.2
STEP = log(2) / 2
"""The distance of two grid lines, in logarithms of times: two of them are half the time."""
ALT = Message(
    "How quickly you solve, from {first} to {last}: after {count} boards {times} times as quickly "
    "as the middle of all, between {low} and {high}; at first {before} times."
)


class StrengthPoint(Struct, frozen=True):
    """A strength at an instant: how many times as quickly as the middle, as a logarithm, and how
    far it is probably off at most."""

    at: datetime
    mean: float
    deviation: float


class StrengthPlot(Struct, Drawable, frozen=True):
    """The strength after each of at least two boards, in order; `boards` is the number of all.

    The alt text is in the language of `locale`.

    >>> from datetime import UTC
    >>> days = [datetime(2026, 11, day, tzinfo=UTC) for day in (1, 5)]
    >>> StrengthPlot(tuple(StrengthPoint(day, 0.5, 0.2) for day in days), 5).png()[:4]
    b'\\x89PNG'
    """

    LIMITS = PLOT_LIMITS
    points: tuple[StrengthPoint, ...]
    boards: int
    theme: str = "light"
    locale: str = "en"

    @property
    def _span(self) -> tuple[float, float]:
        """The lowest and the highest strength, both on grid lines."""
        low = min(each.mean - each.deviation for each in self.points)
        high = max(each.mean + each.deviation for each in self.points)
        return STEP * min(-1, floor(low / STEP)), STEP * max(1, ceil(high / STEP))

    def _place(self, at: datetime, strength: float) -> Point:
        first, last = self.points[0].at, self.points[-1].at
        low, high = self._span
        share = (at - first) / (last - first) if last > first else 1.0
        return WIDTH * share, HEIGHT * (high - strength) / (high - low)

    @property
    def scene(self) -> Scene:
        """The shapes of the plot."""
        box = -LEFT, -TOP, WIDTH + RIGHT, HEIGHT + BOTTOM
        upper = [self._place(each.at, each.mean + each.deviation) for each in self.points]
        lower = [self._place(each.at, each.mean - each.deviation) for each in self.points]
        means = tuple(self._place(each.at, each.mean) for each in self.points)
        shapes = (
            rectangle(ShapeRole.BOARD, box),
            Area(ShapeRole.INSIDE, (*upper, *reversed(lower))),
            *self._scale(),
            Curve(ShapeRole.LINE, (0.0, 0.0), means),
            Symbol(ShapeRole.DOT, means[-1], 2.5),
        )
        return Scene(box, shapes)

    def _scale(self) -> Iterator[Shape]:
        """Grid lines with how many times as quickly, and the first and the last day."""
        low, high = self._span
        first, last = self.points[0].at, self.points[-1].at
        for number in range(round(low / STEP), round(high / STEP) + 1):
            _, y = self._place(last, number * STEP)
            yield Path(ShapeRole.EDGE, ((0.0, y), (WIDTH, y)))
            if number % 2 == 0:
                text = f"x {exp(number * STEP):.3g}"
                yield Text(ShapeRole.LABEL, (-LEFT / 2, y), text, LABEL_SCALE)
        for day, x in ((first, 0.95), (last, WIDTH - 0.95)):
            yield Text(ShapeRole.LABEL, (x, HEIGHT + BOTTOM / 2), f"{day:%Y-%m-%d}", LABEL_SCALE)

    @property
    def alt(self) -> str:
        """The alt text of the plot."""
        first, last = self.points[0], self.points[-1]
        values = {
            "times": last.mean,
            "low": last.mean - last.deviation,
            "high": last.mean + last.deviation,
            "before": first.mean,
        }
        told = {name: f"{exp(value):.2f}" for name, value in values.items()}
        days = {"first": str(first.at.date()), "last": str(last.at.date())}
        return localizer_for(self.locale).say(ALT, count=self.boards, **days, **told)
