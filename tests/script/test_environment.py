"""How the scripts choose a Python, tested with fake programs that print a version."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "script" / "environment"
RUNS = """#!/bin/sh
case $2 in
    *ensurepip*) exit {lacks} ;;
    *) echo {version} ;;
esac
"""
FAILS = "#!/bin/sh\nexit 127\n"  # as pyenv's shims do for a version that is not selected


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder that is the only entry of `PATH`."""
    dirname = shutil.which("dirname")
    assert dirname
    (tmp_path / "dirname").symlink_to(dirname)
    return tmp_path


def add(programs: Path, name: str, version: str | None, lacks: int = 0) -> Path:
    """Add a fake Python; it does not run if `version` is None, or cannot create environments."""
    program = programs / name
    program.write_text(FAILS if version is None else RUNS.format(version=version, lacks=lacks))
    program.chmod(0o755)
    return program


def run(programs: Path, commands: str, named: str) -> subprocess.CompletedProcess[str]:
    """Run shell commands after `script/environment`, with OURO_PYTHON naming a program."""
    bash = shutil.which("bash")
    assert bash
    return subprocess.run(
        [bash, "-euc", f"source '{SCRIPT}'; {commands}"],
        env={"PATH": str(programs), "OURO_PYTHON": named},
        capture_output=True,
        text=True,
        check=False,
    )


def find(programs: Path, named: str = "") -> tuple[str, str]:
    """The output of `find_python`: the chosen Python, and the error message."""
    done = run(programs, "find_python", named)
    assert (done.returncode == 0) == bool(done.stdout), done
    return done.stdout.strip(), done.stderr.strip()


def test_the_newest_supported_python_is_taken(programs: Path) -> None:
    for version in ("3.10", "3.11", "3.13", "3.15"):
        add(programs, f"python{version}", version)
    add(programs, "python3", "3.11")
    assert find(programs) == ("python3.13", "")


def test_a_python_that_does_not_run_is_passed_over(programs: Path) -> None:
    add(programs, "python3.14", None)
    add(programs, "python3.13", "3.13", lacks=1)
    add(programs, "python3.12", "3.12")
    assert find(programs) == ("python3.12", "")


def test_plain_python3_is_taken_where_there_is_no_other(programs: Path) -> None:
    add(programs, "python3", "3.12")
    assert find(programs) == ("python3", "")


@pytest.mark.parametrize("version", [None, "2.7", "3.10", "3.15"])
def test_without_a_python_one_sentence_says_so(programs: Path, version: str | None) -> None:
    add(programs, "python3", version)
    found, said = find(programs)
    assert found == ""
    assert said.startswith("Ouro needs Python 3.11 to 3.14, and there is none.")
    assert "\n" not in said


def test_a_missing_package_of_debian_is_named(programs: Path) -> None:
    add(programs, "python3", "3.11", lacks=1)
    assert find(programs) == (
        "",
        "Python cannot make environments here. On Debian: apt-get install python3-venv",
    )


def test_a_python_that_is_named_is_taken(programs: Path) -> None:
    add(programs, "python3.13", "3.13")
    named = str(add(programs, "mine", "3.11"))
    assert find(programs, named) == (named, "")


@pytest.mark.parametrize(
    ("version", "lacks", "sentence"),
    [
        (None, 0, "which does not run as Python."),
        ("3.10", 0, "which is Python 3.10; Ouro needs Python 3.11 to 3.14."),
        ("3.12", 1, "which cannot make environments. On Debian: apt-get install python3-venv"),
    ],
)
def test_a_named_python_that_cannot_be_used_is_one_sentence(
    programs: Path, version: str | None, lacks: int, sentence: str
) -> None:
    add(programs, "python3.13", "3.13")
    named = str(add(programs, "mine", version, lacks))
    assert find(programs, named) == ("", f"OURO_PYTHON is {named}, {sentence}")


@pytest.mark.parametrize(("named", "kept"), [("", True), ("python3.13", True), ("python3", False)])
def test_an_environment_of_another_python_than_the_named_is_not_kept(
    programs: Path, named: str, kept: bool
) -> None:
    add(programs, "python3", "3.11")
    add(programs, "python3.13", "3.13")
    made = add(programs, "python-of-environment", "3.13")
    assert (run(programs, f"python='{made}'; is_usable", named).returncode == 0) == kept


def test_an_environment_that_does_not_run_is_not_kept(programs: Path) -> None:
    made = add(programs, "python-of-environment", None)
    assert run(programs, f"python='{made}'; is_usable", "").returncode


def test_the_project_names_the_same_versions() -> None:
    listed = re.search(r'^versions="([0-9. ]+)"', SCRIPT.read_text(), re.MULTILINE)
    assert listed is not None
    versions = listed[1].split()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    prefix = "Programming Language :: Python :: "
    assert project["classifiers"] == [prefix + version for version in reversed(versions)]
    assert project["requires-python"] == f">={versions[-1]}"
