"""Each command loads only what it needs, and the help lists the commands without loading any."""

import inspect
import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from cli.listing import COMMANDS, GROUPS, CommandEntry, build_app
from service.version import VERSION
from tests.support.cli import ENVIRONMENT, ouro
from tests.support.paths import ROOT

SLOW = {
    "PIL",
    "aiohttp",
    "alembic",
    "asyncio",
    "discord",
    "multiprocessing",
    "numpy",
    "pydantic",
    "reportlab",
    "rich",
    "sqlalchemy",
}
"""Libraries that take long to load."""
PUZZLE = "1x1:4"
HELP = ("--help",)
LIGHT = [
    ("solve", PUZZLE),
    ("solve", PUZZLE, "--json", "--jobs", "2"),
    ("hint", PUZZLE),
    ("check", PUZZLE),
    ("explain", PUZZLE),
    ("rate", PUZZLE),
    ("generate", "--size", "5x5", "--seed", "1"),
    ("convert", PUZZLE, "--to", "rows"),
    ("cnf", PUZZLE),
    ("count", PUZZLE),
    ("enumerate", PUZZLE),
    ("backbone", PUZZLE),
]
NEEDING = {
    HELP: {"rich"},
    ("hint", PUZZLE, "--png", "a.png"): {"PIL"},
    ("render", PUZZLE, "-o", "a.png"): {"PIL"},
    ("render", PUZZLE, "-o", "a.pdf"): {"PIL", "reportlab"},
    ("book", "--size", "5x5", "--count", "1", "-o", "a.pdf"): {"PIL", "reportlab"},
}
"""Commands, and the slow libraries that each needs."""
RUN = """
import json, os, sys
from cli.__main__ import main
for arguments in json.loads(sys.argv[1]):
    if os.fork():
        assert os.wait()[1] == 0, arguments
        continue
    sys.argv[1:] = arguments
    try:
        main()
    except SystemExit as end:
        assert not end.code, end.code
    names = [name for name in sys.modules if "." not in name]
    print(json.dumps([arguments, names]), file=sys.stderr)
    break
"""
"""Forks a process that has only imported the command line, for each command."""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, ...], set[str]]:
    """The names of the modules that each command loads, without those in packages."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps([*LIGHT, *NEEDING])],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path_factory.mktemp("pictures"),
        env=ENVIRONMENT,
    )
    return {
        tuple(arguments): set(names)
        for arguments, names in map(json.loads, done.stderr.splitlines())
    }


@pytest.mark.parametrize("arguments", LIGHT, ids=" ".join)
def test_no_slow_library_is_loaded(
    arguments: tuple[str, ...], loaded: dict[tuple[str, ...], set[str]]
) -> None:
    assert "typer" in loaded[arguments]
    assert loaded[arguments].isdisjoint(SLOW)


@pytest.mark.parametrize("arguments", NEEDING, ids=" ".join)
def test_pictures_and_help_load_what_they_need(
    arguments: tuple[str, ...], loaded: dict[tuple[str, ...], set[str]]
) -> None:
    assert loaded[arguments] & SLOW == NEEDING[arguments]


def test_the_list_of_commands_loads_none_of_them(
    loaded: dict[tuple[str, ...], set[str]],
) -> None:
    assert loaded[HELP].isdisjoint({"pysat", "pysolvers"})


def test_imported_objects_are_frozen_before_gc() -> None:
    code = """
import gc, runpy, sys
sys.argv = ["ouro", "solve", sys.argv[1]]
try:
    runpy.run_module("cli", run_name="__main__")
finally:
    print(gc.get_freeze_count(), gc.isenabled())
"""
    done = subprocess.run(
        [sys.executable, "-c", code, PUZZLE], capture_output=True, text=True, check=True
    )
    frozen, collects = done.stdout.splitlines()[-1].split()
    assert int(frozen) > 10_000
    assert collects == "True"


@pytest.mark.parametrize("entry", [*COMMANDS, *GROUPS], ids=lambda entry: entry.name)
def test_the_line_of_a_command_is_that_of_its_own_help(entry: CommandEntry) -> None:
    described = inspect.getdoc(entry.load())
    assert described is not None
    assert " ".join(described.split("\n\n")[0].split()) == entry.summary


def test_the_version_is_that_of_the_service() -> None:
    assert ouro("--version").stdout == f"ouro {VERSION}\n"


def test_the_script_of_a_checkout_prints_the_version() -> None:
    script = [str(ROOT / "script" / "ouro"), "--version"]
    done = subprocess.run(script, capture_output=True, text=True, timeout=600, check=True)
    assert done.stdout == f"ouro {VERSION}\n"


def all_commands() -> list[tuple[str, ...]]:
    """The words of every command and group, and none."""
    groups = [
        (entry.name, command.name or "")
        for entry in GROUPS
        for command in entry.load()().registered_commands
    ]
    return [(), *((entry.name,) for entry in (*COMMANDS, *GROUPS)), *groups]


@pytest.mark.parametrize("command", all_commands(), ids=" ".join)
def test_h_is_short_for_help(command: tuple[str, ...]) -> None:
    brief, full = (ouro(*command, option) for option in ("-h", "--help"))
    assert "Usage: ouro" in full.stdout
    assert (brief.returncode, brief.stdout) == (0, full.stdout)


def test_the_help_is_the_same_whatever_is_loaded() -> None:
    whole, quick = (
        CliRunner().invoke(app, ["--help"]) for app in (build_app(), build_app("--help"))
    )
    assert whole.stdout == quick.stdout
    assert "solve" in whole.stdout


def test_only_the_chosen_command_runs() -> None:
    assert CliRunner().invoke(build_app("solve"), ["solve", PUZZLE]).exit_code == 0
    assert CliRunner().invoke(build_app("slove"), ["slove", PUZZLE]).exit_code == 2
