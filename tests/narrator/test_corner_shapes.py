"""The table of shapes: which findings of an argument have a shape."""

from collections.abc import Iterator

import pytest

from narrator.corner_shapes import FINDINGS, SHAPES, Finding, Findings, Shape, shape_of


def shortest(shape: Shape) -> Iterator[Findings]:
    """The findings of the shortest arguments of a shape."""
    order = SHAPES[shape]
    for first in order.first:
        for last in order.last or {None}:
            yield (*first, *order.then, *([] if last is None else [last]))


@pytest.mark.parametrize("shape", Shape)
def test_arguments_have_one_shape(shape: Shape) -> None:
    for findings in shortest(shape):
        assert [each for each, order in SHAPES.items() if order.fits(findings)] == [shape]
        assert shape_of(findings) is shape


@pytest.mark.parametrize("shape", Shape)
def test_nothing_may_be_missing_or_unknown(shape: Shape) -> None:
    for findings in shortest(shape):
        for at in range(len(findings)):
            assert shape_of((*findings[:at], *findings[at + 1 :])) is not shape
            assert shape_of((*findings[:at], None, *findings[at:])) is None
        assert shape_of((*findings, None)) is None


def test_any_number_goes_on_in_between() -> None:
    first = (Finding.CLUE_HAS_ONE, Finding.DOT_PASSES_ONE)
    for count in range(4):
        on = (Finding.TWO_PASSES_ONE, Finding.DOT_PASSES_ONE) * count
        assert shape_of((*first, *on, Finding.THREE_DECIDES)) is Shape.ALONG_DIAGONAL
        assert shape_of((*first, *on)) is None


def test_every_finding_is_used() -> None:
    orders = SHAPES.values()
    used = {finding for order in orders for row in (*order.first, order.then) for finding in row}
    assert used.union(*(order.more | order.last for order in orders)) == {*Finding}
    assert {*FINDINGS.values()} == {*Finding}
