"""The library that `script/wheel` builds, installed beside what it requires and nothing else.

The environment has links to the packages of this one, so that it needs no network.
"""

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from collections.abc import Iterable, Iterator
from email.message import Message
from email.parser import Parser
from importlib.metadata import distribution
from itertools import chain
from pathlib import Path

import pytest
from msgspec import Struct
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from cli.errors import EXTRAS as COMMAND_EXTRAS
from cli.listing import PUZZLE_COMMANDS
from service.version import DISTRIBUTION, VERSION
from tests.support.missing import skip_or_fail
from tests.support.paths import PACKAGES, ROOT
from tools.wheel import EXTRAS, REQUIREMENTS, UnmovableError, build, moved, renamed

PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
UV = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
NAME = f"ouro_slitherlink-{VERSION}"
BOT = {"aiohttp", "alembic", "discord", "pydantic_settings", "sqlalchemy"}
"""Packages of the bot, which the library has nothing to do with."""
RUN = """
import contextlib, io, json, sys
from ouro.__main__ import main
done = []
for arguments in json.loads(sys.argv[1]):
    sys.argv[1:] = arguments
    out, err, code = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as end:
            code = end.code
    done.append([code, out.getvalue(), err.getvalue()])
print(json.dumps(done))
"""
"""Runs commands one after another, and tells the exit code and the output of each."""
EXAMPLES = """
import doctest, json, sys
names, tried, wrong = {}, 0, []
for line, block in json.loads(sys.argv[1]):
    test = doctest.DocTestParser().get_doctest(block, names, "python.md", "python.md", line)
    done = doctest.DocTestRunner().run(test, out=wrong.append, clear_globs=False)
    names |= test.globs
    tried += done.attempted
import ouro
print(json.dumps([tried, "".join(wrong), ouro.__file__, ouro.__version__]))
"""
"""Runs the examples of a page; each block knows the names of those before it."""


class Installed(Struct, frozen=True):
    """The wheel, the environment in which it is installed, and packages that only extras need."""

    wheel: Path
    folder: Path
    extras: Path

    def run(self, *command: str, cwd: Path, extras: bool = False) -> str:
        """The output of a program of the environment, which must not fail."""
        done = subprocess.run(
            [self.folder / "bin" / command[0], *command[1:]],
            cwd=cwd,
            env={"PYTHONPATH": str(self.extras) if extras else "", "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def commands(
        self, *commands: Iterable[str], cwd: Path, extras: bool = False
    ) -> list[tuple[int, str, str]]:
        """The exit code, the output and the errors of each command of `ouro`."""
        written = json.dumps([list(each) for each in commands])
        output = self.run("python", "-P", "-c", RUN, written, cwd=cwd, extras=extras)
        return [(code, out, err) for code, out, err in json.loads(output)]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    if UV is None:
        skip_or_fail("uv builds the wheel, and is not installed")
    root = tmp_path_factory.mktemp("library")
    wheel = build(root)
    installed = Installed(wheel, root / "venv", root / "extras")
    venv.EnvBuilder(symlinks=True).create(installed.folder)
    python = str(installed.folder / "bin" / "python")
    install = [UV, "pip", "install", "--quiet", "--no-config", "--offline", "--no-deps", "--python"]
    subprocess.run([*install, python, str(wheel)], check=True)
    base = {"base": str(installed.folder), "platbase": str(installed.folder)}
    required = needed(REQUIREMENTS)
    link(required, Path(sysconfig.get_path("purelib", "venv", vars=base)))
    installed.extras.mkdir()
    link(needed(name for names in EXTRAS.values() for name in names) - required, installed.extras)
    return installed


def needed(names: Iterable[str]) -> set[str]:
    """The names of packages and of all that they require, as far as they are installed here."""
    left, found = [canonicalize_name(name) for name in names], set()
    while left:
        if (name := left.pop()) not in found:
            found.add(name)
            for text in distribution(name).requires or ():
                requirement = Requirement(text)
                if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                    left.append(canonicalize_name(requirement.name))
    return set(found)


def link(names: Iterable[str], folder: Path) -> None:
    """Link all that packages have on the import path into a folder."""
    for name in names:
        found = distribution(name)
        for part in {path.parts[0] for path in found.files or ()} - {"..", "__pycache__"}:
            if not (folder / part).exists():
                (folder / part).symlink_to(str(found.locate_file(part)))


def files(wheel: Path) -> Iterator[tuple[str, str]]:
    """The modules of a wheel, with their texts."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith(".py"):
                yield name, archive.read(name).decode()


def about(wheel: Path) -> Message:
    """What a wheel says about itself, and its description."""
    with zipfile.ZipFile(wheel) as archive:
        return Parser().parsestr(archive.read(f"{NAME}.dist-info/METADATA").decode())


def test_it_holds_one_typed_package_alone(library: Installed) -> None:
    assert library.wheel.name == f"{NAME}-py3-none-any.whl"
    assert library.wheel.stat().st_size < 2_000_000
    with zipfile.ZipFile(library.wheel) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
    assert {name.partition("/")[0] for name in names} == {"ouro", f"{NAME}.dist-info"}
    inside = {name.split("/")[1] for name in names if name.count("/") > 1}
    assert {"ouro/py.typed", f"{NAME}.dist-info/licenses/LICENSE"} <= {*names}
    assert {"puzzle", "solver", "renderer", "narrator", "cli"} <= inside
    assert inside.isdisjoint({"app", "bot", "sandbox", "store", "tests", "texts", "tools", "web"})
    kinds = {Path(name).suffix for name in names if name.startswith("ouro/")}
    assert kinds <= {".py", ".mo", ".npz", ".txt", ".typed"}


def test_its_modules_import_what_it_requires_and_nothing_of_the_bot(library: Installed) -> None:
    used = set()
    for _, text in files(library.wheel):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                used |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                used.add(node.module.partition(".")[0])
    foreign = used - sys.stdlib_module_names - {"ouro"}
    assert foreign.isdisjoint(BOT | {*PACKAGES})
    required = {"PIL", "msgspec", "pysat", "pysolvers", "rich", "typer"}
    assert foreign - required <= COMMAND_EXTRAS.keys()
    extras = about(library.wheel).get_all("Provides-Extra", [])
    for name in foreign - required:
        assert name.replace("_", "-") in EXTRAS[COMMAND_EXTRAS[name]]
        assert COMMAND_EXTRAS[name] in extras


def test_it_says_what_it_is_and_needs(library: Installed) -> None:
    told = about(library.wheel)
    assert (told["Name"], told["Version"]) == (DISTRIBUTION, VERSION)
    assert (told["License-Expression"], told["Requires-Python"]) == ("MIT", ">=3.11")
    needs = [Requirement(text) for text in told.get_all("Requires-Dist", [])]
    assert {each.name for each in needs if each.marker is None} == {*REQUIREMENTS}
    whole = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    bounds = chain(whole["dependencies"], *whole["optional-dependencies"].values())
    known = {str(Requirement(text)) for text in bounds}
    assert {str(each).partition(";")[0].strip() for each in needs} <= known
    extras = re.findall(
        r"^\| `(\w+)` \| ", PAGE.partition("| Extra |")[2].partition("\n\n")[0], re.MULTILINE
    )
    assert sorted(extras) == sorted(told.get_all("Provides-Extra", []))


def test_examples_of_the_page_give_what_is_shown(library: Installed, tmp_path: Path) -> None:
    blocks = [
        (PAGE[: found.start(1)].count("\n"), found[1])
        for found in re.finditer(r"```pycon\n(.+?)```", PAGE, re.DOTALL)
    ]
    output = library.run(
        "python", "-P", "-c", EXAMPLES, json.dumps(blocks), cwd=tmp_path, extras=True
    )
    tried, wrong, place, version = json.loads(output)
    assert not wrong, wrong
    assert tried > 40
    assert Path(place).is_relative_to(library.folder)
    assert version == VERSION
    commands = re.findall(r"^ouro (.+)$", PAGE, re.MULTILINE)
    assert commands
    done = library.commands(*map(shlex.split, commands), cwd=tmp_path, extras=True)
    assert [code for code, _, _ in done] == [0] * len(commands), done
    assert (tmp_path / "book.pdf").read_bytes().startswith(b"%PDF")


def test_the_command_is_installed(library: Installed, tmp_path: Path) -> None:
    (line,) = re.findall(r"^venv/bin/ouro (.+)$", PAGE, re.MULTILINE)
    arguments = shlex.split(line, comments=True)
    assert "Exactly one solution" in library.run("ouro", *arguments, cwd=tmp_path)


def test_commands_for_puzzles_work_and_others_are_not_there(
    library: Installed, tmp_path: Path
) -> None:
    puzzle = "4x4:3c3d22b2a1"
    listed, hint, drawn, page, batch, unknown, version = library.commands(
        ["--help"],
        ["hint", puzzle, "--language", "ja"],
        ["render", puzzle, "-o", "a.png"],
        ["render", puzzle, "-o", "a.pdf"],
        ["generate", "--out", "bank.parquet"],
        ["doctor"],
        ["--version"],
        cwd=tmp_path,
    )
    shown = re.findall(r"^[^\w-]*([a-z]+)  +[A-Z]", listed[1], re.MULTILINE)
    assert shown == [each.name for each in PUZZLE_COMMANDS]
    assert hint[0] == 0
    assert "A1" in hint[1]
    assert "線" in hint[1]
    assert (drawn[0], (tmp_path / "a.png").read_bytes()[:4]) == (0, b"\x89PNG")
    for (code, out, err), name, extra in (
        (page, "reportlab", "pdf"),
        (batch, "structlog", "batch"),
    ):
        assert (code, out, err) == (
            2,
            "",
            f"This needs the package {name}, which is not installed; "
            f'pip install "ouro-slitherlink[{extra}]" installs it.\n',
        )
    assert unknown[0] == 2
    assert version == (0, f"ouro {VERSION}\n", "")


@pytest.mark.long
def test_every_command_works_with_all_extras(library: Installed, tmp_path: Path) -> None:
    listed = "4x4:3c3d22b2a1\n3x3:3a3c3a3\n" * 200
    (tmp_path / "list.txt").write_text(listed)
    helps = [[each.name, "--help"] for each in PUZZLE_COMMANDS]
    works = [
        ["generate", "--out", "bank.parquet", "--size", "5x5", "--count", "3", "--jobs", "2"],
        ["practice", "corner-3", "--seed", "1"],
        ["render", "4x4:3c3d22b2a1", "-o", "a.pdf"],
    ]
    done = library.commands(*helps, *works, cwd=tmp_path, extras=True)
    assert [code for code, _, _ in done] == [0] * len(done), done
    assert [*(tmp_path / "bank.parquet").glob("*.parquet")]
    solved = library.run(
        "ouro", "solve", "--file", "list.txt", "--json", "--jobs", "2", cwd=tmp_path
    )
    assert len(solved.splitlines()) == 400


@pytest.mark.long
def test_every_module_can_be_imported(library: Installed, tmp_path: Path) -> None:
    names = [
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name, _ in files(library.wheel)
    ]
    code = "import json, sys; [__import__(name) for name in json.loads(sys.argv[1])]"
    library.run("python", "-P", "-c", code, json.dumps(names), cwd=tmp_path, extras=True)


@pytest.mark.long
def test_the_same_input_gives_the_same_wheel(library: Installed, tmp_path: Path) -> None:
    assert build(tmp_path).read_bytes() == library.wheel.read_bytes()


@pytest.mark.parametrize(
    ("text", "rewritten"),
    [
        ("from puzzle import grid\n", "from ouro.puzzle import grid\n"),
        ("if grid:\n    from puzzle.grid import (", "if grid:\n    from ouro.puzzle.grid import ("),
        (">>> from puzzle.grid import Grid\n", ">>> from ouro.puzzle.grid import Grid\n"),
        ("TABLE = {'Grid': 'puzzle.grid'}\n", "TABLE = {'Grid': 'ouro.puzzle.grid'}\n"),
        ("from ouro.reading import read\n", ""),
        ("from puzzles import puzzle\n", ""),
        ("Boards\nfrom puzzle to puzzle.\n", ""),
        ("NAME = 'puzzle'\nELSE = 'puzzle.board'\n", ""),
    ],
)
def test_imports_and_names_of_modules_are_moved(text: str, rewritten: str) -> None:
    held = ["ouro", "ouro.reading", "puzzle", "puzzle.grid"]
    assert renamed(text, held) == (rewritten or text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("import puzzle.grid\n", "write `from … import …` instead of `import puzzle.grid`"),
        ("NAME = 'puzzle.grid:Grid'\n", "give the name of the module in 'puzzle.grid:Grid' alone"),
    ],
)
def test_what_cannot_be_moved_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(UnmovableError, match=re.escape(sentence)):
        moved(text, ["puzzle", "puzzle.grid"])
