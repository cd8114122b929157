"""Whoever installs what a text names gets Ouro or a dependency, and no stranger's package."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, takewhile

import pytest
from packaging.utils import canonicalize_name

from service.version import DISTRIBUTION, VERSION
from tests.support.documents.project import files
from tests.support.paths import ROOT

NAME = "tests/docs/test_package_names.py"
HIDDEN = (".ci/*", ".github/**/*")
TOOLS = {"pip-audit", "uv"}
"""Programs that scripts install for themselves."""
COMMAND = re.compile(
    r"\bpip[\d.]*[\"'`}]?\s+(?:install|download|wheel)\b|\bpipx\s+(?:install|run|inject)\b"
    r"|\buv\s+(?:add|pip\s+install|tool\s+(?:install|run)|run(?=[^`\n]*--with))\b|\buvx\b"
    r"|\b(?:poetry|pdm)\s+add\b|\bconda\s+install\b"
)
PROGRAM = re.compile(r"\b(?:pip|uv|poetry|pdm|conda)")
ARGUMENT = re.compile(r"[ \t]+(?:\"([^\"\n]*)\"|'([^'\n]*)'|((?:[^\s\"'`;|&#<>()]|\{[^}]*\})+))")
VALUE = re.compile(
    r"(\s(?:-r|-c|-t|--(?:constraint|no-binary|only-binary|platform|python(?:-version)?|requirement"
    r"|root-user-action|target)))[\s=]+(?:\"[^\"\n]*\"|[^\s\"']+)"
)
"""Options with values that are no packages."""
FILE = re.compile(r"[.\w-]*[/$].*|[\w.-]+\.(?:whl|lock|txt)(?:\[\w+\])?|\.|\*\*?")
JOINED = re.compile(r"\\\n\s*|[\"']\s*\n\s*f?[\"']|[\"'],\s*[\"']")
"""Where a command goes on: in the next line, string, or item of a list."""


def known() -> set[str]:
    """The names of Ouro, of its dependencies, and of `TOOLS`."""
    whole = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    about = whole["project"]
    groups = (*about["optional-dependencies"].values(), *whole["dependency-groups"].values())
    return {name_of(each) for each in chain(about["dependencies"], *groups)} | {
        DISTRIBUTION,
        *TOOLS,
    }


def name_of(requirement: str) -> str:
    name = requirement.replace("{DISTRIBUTION}", DISTRIBUTION)
    return canonicalize_name(re.split(r"[\[<>=!~; ]", name, maxsplit=1)[0].rstrip(".,:"))


def installed(text: str) -> Iterator[str]:
    """What the commands in a text install, but no files.

    In a sentence, a command ends where its quotes do, or before "installs".
    """
    if not PROGRAM.search(text):
        return
    text = JOINED.sub(" ", text)
    for found in COMMAND.finditer(text):
        rest, end = VALUE.sub(r"\1", text[found.start() : found.start() + 400]), len(found[0])
        words = []
        while word := ARGUMENT.match(rest, end):
            words.append(word[1] or word[2] or word[3] or "")
            end = word.end()
        names = [word for word in takewhile("installs".__ne__, words) if word[:1] != "-"]
        if re.search(r"uvx|run$", found[0]):  # then come a program of the package, and its words
            names = names[:1]
        yield from (name_of(name) for name in names if not FILE.fullmatch(name))


@cache
def texts() -> Mapping[str, str]:
    """Every text of the project, but this one, by its path."""
    hidden = {path.relative_to(ROOT).as_posix() for each in HIDDEN for path in ROOT.glob(each)}
    paths = {name for name in files() | hidden if (ROOT / name).is_file()}
    read = {path: (ROOT / path).read_bytes() for path in sorted(paths - {NAME})}
    return {path: data.decode() for path, data in read.items() if b"\0" not in data}


def test_every_package_to_install_is_ours_or_a_dependency() -> None:
    found = {path: {*installed(text)} for path, text in texts().items()}
    assert sum(map(bool, found.values())) > 5
    strange = {path: names - known() for path, names in found.items()}
    assert {path: names for path, names in strange.items() if names} == {}


def test_nothing_calls_the_library_or_its_wheel_by_another_name() -> None:
    wheel = re.compile(r"([\w-]+)-(?:(\d[\d.]*)|\$\{[^}]*\}|\{\w+\})-py3-none-any\.whl")
    for path, text in texts().items():
        assert not re.search(r"(?<![\w.-])ouro\[[a-z]", text), path
        for found in wheel.finditer(text):
            assert found[1] == DISTRIBUTION.replace("-", "_"), path
            assert found[2] in {VERSION, None}, path


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('pip install "ouro[pictures]" installs it', ["ouro"]),
        ("f'pip install \"{DISTRIBUTION}[{EXTRAS[name]}]\" installs it'", [DISTRIBUTION]),
        ("run `pipx install ouro`, then", ["ouro"]),
        ("uvx ouro solve", ["ouro"]),
        ("`uvx --from ./a.whl ouro` runs", []),
        ("uvx --from ouro-solver ouro", ["ouro-solver"]),
        ("uv tool install ouro; uv add ouro-kit", ["ouro", "ouro-kit"]),
        ('["uv", "pip", "install", "--python", python, "ouro"]', []),
        ('["pip", "install", "ouro"]', ["ouro"]),
        ('"$venv/bin/pip" install --quiet \\\n    -r a.lock "Ouro_X>=2"  # why', ["ouro-x"]),
        ('"so: pip "\n    "install ouro"', ["ouro"]),
        ("venv/bin/pip install ./a-1.0-py3-none-any.whl  # it", []),
        ("`pip install {name}`", ["{name}"]),
        ("python -m pip install --target build numpy", ["numpy"]),
        ("pip installs what pipx has", []),
    ],
)
def test_a_package_to_install_is_seen(text: str, names: list[str]) -> None:
    assert [*installed(text)] == names
