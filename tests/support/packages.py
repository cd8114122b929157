"""The packages of the project, their modules, and the imports between them."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tests.support.paths import PACKAGES, ROOT


def subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    """All direct and indirect subclasses of a class."""
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


def modules(package: str) -> list[Path]:
    """The paths of a package's modules."""
    return sorted((ROOT / package).rglob("*.py"))


def name_of(path: Path) -> str:
    """The dotted name of a module.

    >>> name_of(ROOT / "puzzle" / "grid.py"), name_of(ROOT / "puzzle" / "__init__.py")
    ('puzzle.grid', 'puzzle')
    """
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imported(path: Path) -> frozenset[str]:
    """The names of the modules that a module imports, also in functions and for type checking.

    `from a.b import c` counts as `a.b.c` if that is a module, otherwise as `a.b`.
    """
    return frozenset(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                inner = ROOT.joinpath(*node.module.split("."), name.name)
                is_module = inner.with_suffix(".py").is_file() or (inner / "__init__.py").is_file()
                yield f"{node.module}.{name.name}" if is_module else node.module


def graph() -> dict[str, set[str]]:
    """The project's modules that each of its modules imports."""
    known = {name_of(path): path for package in PACKAGES for path in modules(package)}
    return {name: known.keys() & imported(path) for name, path in known.items()}
