"""What test modules share is in tests/support: none imports from another, nor from a conftest."""

import ast
from collections.abc import Iterator

from tests.support.paths import ROOT

TESTS = ROOT / "tests"
MODULES = sorted(TESTS.rglob("*.py"))


def imported(source: str) -> Iterator[str]:
    """The dotted names of all that a module imports, wherever the import stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{'.' * node.level}{node.module or ''}.{name.name}" for name in node.names)


def not_shared(source: str) -> list[str]:
    """The imports below `tests` that are not below `tests.support`."""
    names = (name.split(".") for name in imported(source))
    return [".".join(n) for n in names if n[0] in {"tests", ""} and n[:2] != ["tests", "support"]]


def test_modules_import_from_support_alone() -> None:
    found = {path: not_shared(path.read_text(encoding="utf-8")) for path in MODULES}
    assert {str(path.relative_to(TESTS)): wrong for path, wrong in found.items() if wrong} == {}


def test_helpers_are_in_support() -> None:
    """Outside of it there are tests, fixtures of a folder, and what marks a folder as a package."""
    other = [path for path in MODULES if TESTS / "support" not in path.parents]
    names = {path.name for path in other if not path.name.startswith("test_")}
    assert names == {"__init__.py", "conftest.py"}
