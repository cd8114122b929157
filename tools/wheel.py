"""Builds the library: a wheel that holds the package `ouro` alone.

What `ouro` and the commands for puzzles import is moved below it, as `ouro.solver` and so on, and
the imports between the modules are rewritten, as pip does with what it vendors. Also a string that
is the whole name of such a module is, with which it is loaded by name. What nothing imports, such
as the commands for operators, is left out. uv builds the wheel of a folder; it needs no network.
"""

import argparse
import ast
import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any

from service.version import DISTRIBUTION, VERSION

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = "ouro"
ROOTS = ("ouro", "cli.__main__", "cli.commands")
"""The modules and packages that the library is for; it also holds all that these import."""
DATA = ("i18n/*/LC_MESSAGES/*.mo", "ouro/py.typed", "scanner/*.npz", "solver/drills/kernels.txt")
"""The files that modules read."""
REQUIREMENTS = ("msgspec", "pillow", "python-sat", "rich", "typer")
BATCH = ("prometheus-client", "pyarrow", "structlog")
EXTRAS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "batch": BATCH,
        "cluster": (*BATCH, "distributed"),
        "pdf": ("reportlab",),
        "pictures": ("numpy",),
    }
)
"""The packages of each extra; `cli.errors` says which extra a missing one belongs to."""
SUMMARY = "Slitherlink: solve, count, explain, rate, make and draw puzzles"

_PICTURE = re.compile(r"<img\b[^>]*>|!\[[^\]]*\]\([^)]*\)")
_RELATIVE_LINK = re.compile(r"\[([^\]]+)\]\((?!https?://)[^)]*\)")


class UnmovableError(Exception):
    """A module whose imports cannot be rewritten, with what to write instead."""


def modules_of(root: Path) -> dict[str, Path]:
    """The files of all modules of the packages in a folder, by their names."""
    found = {}
    for package in sorted(root.glob("*/__init__.py")):
        for path in package.parent.rglob("*.py"):
            name = ".".join(path.relative_to(root).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = path
    return found


def imports_of(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names that a module may import: those of modules, and of what is taken from them.

    >>> list(imports_of(ast.walk(ast.parse("from a.b import c"))))
    ['a.b', 'a.b.c']
    """
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def held_modules(modules: Mapping[str, Path]) -> set[str]:
    """The names of the modules of the library: `ROOTS` and what they import, with its packages.

    A package that is a program (`python -m`) is held with its `__main__`.
    """
    left = [name for name in modules if f"{name}.".startswith(tuple(f"{each}." for each in ROOTS))]
    held: set[str] = set()
    while left:
        name = left.pop()
        if name in held or name not in modules:
            continue
        held.add(name)
        left += [f"{name}.__main__", name.rpartition(".")[0]]
        left += imports_of(_nodes(modules[name].read_text(encoding="utf-8")))
    return held


def renamed(text: str, held: Iterable[str]) -> str:
    """A text in which the held modules are below `ouro`: in imports, examples, and whole strings.

    >>> print(renamed('from puzzle.grid import Grid\\nNAME = "puzzle.grid"', ["puzzle.grid"]))
    from ouro.puzzle.grid import Grid
    NAME = "ouro.puzzle.grid"
    """
    names = _outside(held)
    tops = _tops(names)
    text = re.sub(
        rf"^(\s*(?:(?:>>>|\.\.\.) )?from )(?=(?:{tops})(?:\.\w+)* import\b)",
        rf"\1{LIBRARY}.",
        text,
        flags=re.MULTILINE,
    )
    return re.sub(
        rf"(?<=[\"'])(?:{tops})(?:\.\w+)+(?=[\"'])",
        lambda found: f"{LIBRARY}.{found[0]}" if found[0] in names else found[0],
        text,
    )


def moved(text: str, held: Iterable[str]) -> str:
    """The text of a module as it is in the library.

    Raises `UnmovableError` for an import or a name of a held module that would not be renamed.
    """
    names = _outside(held)
    tops = _tops(names)
    text = renamed(text, names)
    nodes = _nodes(text)
    for name in imports_of(nodes):
        if re.match(rf"(?:{tops})\b", name):
            raise UnmovableError(f"write `from … import …` instead of `import {name}`")
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            whole = re.fullmatch(rf"((?:{tops})(?:\.\w+)+)\W?\w*", node.value)
            if whole and whole[1] in names:
                raise UnmovableError(f"give the name of the module in {node.value!r} alone")
    return text


def _outside(held: Iterable[str]) -> set[str]:
    return {name for name in held if name.partition(".")[0] != LIBRARY}


def _tops(names: Iterable[str]) -> str:
    return "|".join(sorted({name.partition(".")[0] for name in names}))


def _nodes(text: str) -> list[ast.AST]:
    return list(ast.walk(ast.parse(text)))


def described(readme: str) -> str:
    """A README for readers elsewhere: without pictures, and without links to other files.

    >>> described('See [here](docs/a.md) and [there](https://example.org).\\n<img src="a.png">')
    'See here and [there](https://example.org).\\n'
    """
    return re.sub(r"\n{3,}", "\n\n", _RELATIVE_LINK.sub(r"\1", _PICTURE.sub("", readme)))


def project(root: Path) -> str:
    """The `pyproject.toml` of the library, which takes its bounds from that of the project."""
    whole: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    about = whole["project"]
    bounds = {}
    for bound in chain(about["dependencies"], *about["optional-dependencies"].values()):
        bounds[re.split(r"[^\w.-]", bound, maxsplit=1)[0].lower()] = bound
    fields = {
        "name": DISTRIBUTION,
        "version": VERSION,
        "description": SUMMARY,
        "readme": "README.md",
        "requires-python": about["requires-python"],
        "license": about["license"],
        "license-files": about["license-files"],
        "classifiers": [*about["classifiers"], "Typing :: Typed"],
        "dependencies": [bounds[name] for name in REQUIREMENTS],
    }
    extras = {
        extra: [bounds[name] for name in names]
        for extra, names in EXTRAS.items()
        if bounds.keys() >= {*names}
    }
    return "\n".join(
        [
            "[build-system]",
            'requires = ["uv_build"]',
            'build-backend = "uv_build"',
            "[project]",
            *(f"{name} = {json.dumps(value)}" for name, value in fields.items()),
            "[project.optional-dependencies]",
            *(f"{extra} = {json.dumps(names)}" for extra, names in extras.items()),
            "[project.scripts]",
            f'{LIBRARY} = "{LIBRARY}.__main__:main"',
            "[tool.uv.build-backend]",
            f'module-name = "{LIBRARY}"',
            'module-root = ""',
            "",
        ]
    )


def stage(root: Path, folder: Path) -> None:
    """Write what the wheel is built of into a folder."""
    modules = modules_of(root)
    held = held_modules(modules)
    for name in sorted(held):
        path = modules[name]
        target = folder / _place(path.relative_to(root))
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            target.write_text(moved(path.read_text(encoding="utf-8"), held), encoding="utf-8")
        except UnmovableError as error:
            raise UnmovableError(f"{path}: {error}") from None
    for pattern in DATA:
        for path in root.glob(pattern) if pattern.partition("/")[0] in held else ():
            target = folder / _place(path.relative_to(root))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    readme = (root / "README.md").read_text(encoding="utf-8")
    (folder / "README.md").write_text(described(readme), encoding="utf-8")
    (folder / "pyproject.toml").write_text(project(root), encoding="utf-8")
    shutil.copyfile(root / "LICENSE", folder / "LICENSE")


def _place(path: Path) -> Path:
    return path if path.parts[0] == LIBRARY else LIBRARY / path


def build(folder: Path, root: Path = ROOT) -> Path:
    """Build the wheel into a folder; returns its file, which is the same for the same input."""
    uv = shutil.which("uv", path=str(Path(sys.executable).parent)) or "uv"
    with tempfile.TemporaryDirectory(prefix="ouro-wheel-") as name:
        stage(root, Path(name))
        command = [uv, "build", "--quiet", "--no-config", "--offline", "--wheel", "--out-dir"]
        subprocess.run([*command, str(folder.resolve()), name], check=True)  # noqa: S603 - our own
    return folder / f"{DISTRIBUTION.replace('-', '_')}-{VERSION}-py3-none-any.whl"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="script/wheel", description="Build the library.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("dist"))
    print(build(parser.parse_args().folder))
