"""Literals are written plainly, as the formatter lays them out."""

import ast
from collections.abc import Iterator

import pytest

from tests.support.packages import modules
from tests.support.paths import PACKAGES, ROOT

FOLDERS = (*PACKAGES, "migrations", "tests")


def unpacked_literals(source: str) -> Iterator[int]:
    """The lines where a tuple, list or set is written out only to be unpacked at once."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Starred) and isinstance(node.value, ast.Tuple | ast.List | ast.Set):
            yield node.lineno


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_literal_is_unpacked_where_it_stands(folder: str) -> None:
    """`("a", *("b", "c"))` keeps items in a line that the formatter would give a line each."""
    paths = modules(folder)
    assert paths
    found = {path: [*unpacked_literals(path.read_text(encoding="utf-8"))] for path in paths}
    assert {str(path.relative_to(ROOT)): lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "line", ['x = ("a", *("b", "c"))', "x = {*[1, 2]}", "f(*(a, 1), b=2)", "[*{1, *y}]"]
)
def test_an_unpacked_literal_is_seen(line: str) -> None:
    assert [*unpacked_literals(line)] == [1]


@pytest.mark.parametrize(
    "line", ["x = (*y, 1)", "f(*(a for a in b))", "x = (*[1] * 20, 2)", "[*map(f, x)]"]
)
def test_other_unpacking_is_not(line: str) -> None:
    assert [*unpacked_literals(line)] == []
