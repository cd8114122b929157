"""The shapes of an argument: what is supposed, what follows, and how edges at a dot are related."""

from collections.abc import Iterable, Iterator
from string import ascii_uppercase

from renderer.geometry import angle_arc, between, direction
from renderer.highlights import Highlights
from renderer.positions import Positions
from renderer.shapes import Curve, EdgeStroke, Point, Shape, ShapeRole, Symbol, Text

CROSS_SHARE, NUMBER_SHARE = 0.3, 0.68
"""Positions of numbered crosses and their numbers along an edge, as shares."""
ONE_RADII, ALIKE_RADII = (0.28,), (0.25, 0.36)
"""Radii of the arcs between two edges of which exactly one is a line, or which are alike."""
ARC_NUMBER_RADIUS, ARC_NUMBER_SCALE = 0.42, 0.86
"""Distance of the number of an arc from its dot, in cells, and its size beside other numbers."""
LETTER_SCALE = 1.2
"""Size of the letter of an edge beside numbers."""


def argument_shapes(at: Positions, shown: Highlights) -> Iterator[Shape]:
    """The shapes of an argument, from the bottom to the top."""
    yield from _arcs(at, ShapeRole.ONE_ARC, shown.ones, ONE_RADII)
    yield from _arcs(at, ShapeRole.ALIKE_ARC, shown.alikes, ALIKE_RADII)
    yield from edge_strokes(at, ShapeRole.SUPPOSED_LINE, shown.supposed_lines)
    for edge in sorted(shown.supposed_crosses):
        yield Symbol(ShapeRole.SUPPOSED_CROSS, at.middle(edge))
    for edge in sorted(shown.supposed_lines | shown.supposed_crosses):
        yield Symbol(ShapeRole.SUPPOSED_RING, at.middle(edge))
    yield from _then(at, shown)
    yield from _case(at, shown)
    for one, two, number in (*shown.ones, *shown.alikes):
        if number:
            yield from _arc_number(at, one, two, number)
    for edge, letter in zip(shown.asked, ascii_uppercase, strict=False):
        yield Symbol(ShapeRole.NUMBER_PLATE, at.middle(edge))
        yield Text(ShapeRole.NUMBER, at.middle(edge), letter, LETTER_SCALE)


def _then(at: Positions, shown: Highlights) -> Iterator[Shape]:
    """What follows, with its numbers; of forced edges only the number."""
    lines = frozenset(dict(shown.then_lines)) - shown.forced_lines
    yield from edge_strokes(at, ShapeRole.THEN_LINE, lines)
    for edge, number in shown.then_lines:
        yield Symbol(ShapeRole.NUMBER_PLATE, at.middle(edge))
        yield Text(ShapeRole.NUMBER, at.middle(edge), str(number))
    for edge, number in shown.then_crosses:
        ends = at.ends[edge]
        if edge not in shown.forced_crosses:
            yield Symbol(ShapeRole.THEN_CROSS, between(*ends, CROSS_SHARE))
        yield Text(ShapeRole.NUMBER, between(*ends, NUMBER_SHARE), str(number))


def _case(at: Positions, shown: Highlights) -> Iterator[Shape]:
    """What follows in the second of two cases; edges that the first decides have no number."""
    first = frozenset(dict((*shown.then_lines, *shown.then_crosses)))
    yield from edge_strokes(at, ShapeRole.CASE_LINE, dict(shown.case_lines))
    for edge, number in shown.case_lines:
        if number and edge not in first:
            yield Symbol(ShapeRole.NUMBER_PLATE, at.middle(edge))
            yield Text(ShapeRole.CASE_NUMBER, at.middle(edge), str(number))
    for edge, number in shown.case_crosses:
        ends = at.ends[edge]
        if not number or edge in first:
            yield Symbol(ShapeRole.CASE_CROSS, between(*ends, 0.5))
            continue
        yield Symbol(ShapeRole.CASE_CROSS, between(*ends, CROSS_SHARE))
        yield Text(ShapeRole.CASE_NUMBER, between(*ends, NUMBER_SHARE), str(number))


def _arcs(
    at: Positions, role: ShapeRole, pairs: Iterable[tuple[int, int, int]], radii: Iterable[float]
) -> Iterator[Shape]:
    """Arcs around the dots that two edges have in common."""
    for one, two, _ in pairs:
        dot, before, after = _corner(at, one, two)
        for radius in radii:
            yield Curve(role, dot, angle_arc(before, after, radius))


def _arc_number(at: Positions, one: int, two: int, number: int) -> Iterator[Shape]:
    """A number between two edges at a dot, in the middle of their arc."""
    (x, y), before, after = _corner(at, one, two)
    dx, dy = direction((0.0, 0.0), (before[0] + after[0], before[1] + after[1]))
    place = x + dx * ARC_NUMBER_RADIUS, y + dy * ARC_NUMBER_RADIUS
    yield Symbol(ShapeRole.ARC_PLATE, place)
    yield Text(ShapeRole.NUMBER, place, str(number), ARC_NUMBER_SCALE)


def _corner(at: Positions, one: int, two: int) -> tuple[Point, Point, Point]:
    """The dot that two edges have in common, and the directions of the edges from there."""
    (dot,) = {*at.ends[one]} & {*at.ends[two]}
    before, after = (
        direction(dot, end) for edge in (one, two) for end in at.ends[edge] if end != dot
    )
    return dot, before, after


def edge_strokes(at: Positions, role: ShapeRole, edges: Iterable[int]) -> Iterator[EdgeStroke]:
    """Strokes along edges, in the order of their numbers."""
    for edge in sorted(edges):
        yield EdgeStroke(role, *at.ends[edge])
