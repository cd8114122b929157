"""Which room may know which: the arrows of docs/architecture.md."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support.paths import ROOMS, ROOT

KNOWS = {
    "puzzle": set[str](),
    "play": {"puzzle"},
    "solver": {"puzzle"},
    "renderer": {"puzzle", "locales"},
    "locales": set[str](),
    "narrator": {"puzzle", "solver", "renderer", "locales"},
    "store": set[str](),
    "migrations": {"store"},
    "sandbox": set[str](),
    "bot": {"puzzle", "play", "solver", "renderer", "narrator", "locales", "store", "sandbox"},
    "cli": {"puzzle", "solver", "renderer", "narrator", "locales", "store", "sandbox", "bot"},
    "gallery": {"puzzle", "solver", "renderer", "narrator"},
    "fuzz": {"puzzle", "play", "store", "bot"},
    "bench": {"puzzle", "solver", "renderer", "narrator", "store", "sandbox", "bot", "cli", "fuzz"},
}
ONLY_UNDER = {
    "discord": {"bot"},
    "sqlalchemy": {"store", "migrations"},
    "alembic": {"store", "migrations"},
    "pysat": {"solver", "bench"},
    "PIL": {"renderer"},
    "reportlab": {"renderer"},
}


@cache
def imports(path: Path) -> frozenset[str]:
    """The top-level names of everything a module imports, wherever the import stands."""
    return frozenset(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def modules(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_knows_only_the_rooms_below_it(room: str) -> None:
    files = modules(room)
    assert files
    for path in files:
        foreign = {name for name in imports(path) if name in ROOMS} - KNOWS[room] - {room}
        assert not foreign, f"{path.relative_to(ROOT)} imports {foreign}"


@pytest.mark.parametrize("library", ONLY_UNDER)
def test_a_library_is_imported_in_one_room(library: str) -> None:
    users = {room for room in ROOMS for path in modules(room) if library in imports(path)}
    assert users
    assert users <= ONLY_UNDER[library]


def test_pillow_is_imported_only_where_pixels_are_made() -> None:
    users = {path.name for path in modules("renderer") if "PIL" in imports(path)}
    assert users == {"raster.py", "letters.py", "png.py", "animation.py"}
