"""Literals are written plainly, as the formatter lays them out."""

import ast

from tests.support.packages import modules
from tests.support.paths import PACKAGES


def test_no_literal_is_unpacked_where_it_stands() -> None:
    """`("a", *("b", "c"))` keeps items in a line that the formatter would give a line each."""
    for folder in (*PACKAGES, "migrations", "tests"):
        for path in modules(folder):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                literal = node.value if isinstance(node, ast.Starred) else None
                assert not isinstance(literal, ast.Tuple | ast.List | ast.Set), (path, literal)
