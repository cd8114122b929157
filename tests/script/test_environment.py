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
    *ensurepip*) {lacks} && exit 1 ;;
esac
echo {version}
"""
FAILS = "#!/bin/sh\nexit 127\n"  # as pyenv's shims do for a version that is not selected


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder that is the only entry of `PATH`."""
    dirname = shutil.which("dirname")
    assert dirname
    folder = tmp_path / "programs"
    folder.mkdir()
    (folder / "dirname").symlink_to(dirname)
    return folder


def add(folder: Path, name: str, version: str | None, lacks: str = "false") -> Path:
    """Add a fake Python; it does not run if `version` is None, or cannot create environments."""
    program = folder / name
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(FAILS if version is None else RUNS.format(version=version, lacks=lacks))
    program.chmod(0o755)
    return program


def run(programs: Path, commands: str, named: str = "") -> subprocess.CompletedProcess[str]:
    """Run shell commands after `script/environment`, with OURO_PYTHON naming a program."""
    bash = shutil.which("bash")
    assert bash
    return subprocess.run(
        [bash, "-euc", f"source '{SCRIPT}'; {commands}"],
        env={"PATH": str(programs), "HOME": str(programs.parent), "OURO_PYTHON": named},
        capture_output=True,
        text=True,
        check=False,
    )


def find(programs: Path, named: str = "") -> tuple[str, str]:
    """The output of `find_python`: the chosen Python, and the error message."""
    done = run(programs, "find_python", named)
    assert (done.returncode == 0) == bool(done.stdout), done
    return done.stdout.strip(), done.stderr.strip()


def test_the_newest_python_that_can_be_used_is_taken(programs: Path) -> None:
    """One of the system before one of pyenv, whose shims are passed over."""
    for version in ("3.10", "3.12", "3.15"):
        add(programs, f"python{version}", version)
    add(programs, "python3.14", None)
    add(programs, "python3.13", "3.13", lacks="true")
    add(programs, "python3", "3.11")
    add(programs.parent, ".pyenv/versions/3.12.1/bin/python3", "3.12")
    add(programs.parent, ".pyenv/versions/3.9.18/bin/python3", "3.9")
    newest = add(programs.parent, ".pyenv/versions/3.13.0/bin/python3", "3.13")
    shims = programs.parent / ".pyenv" / "shims"
    add(shims, "python3.12", "3.12")
    found = run(programs, f"PATH='{shims}':$PATH; usable_pythons").stdout.split()
    assert found == list(map(str, (newest, programs / "python3.12", programs / "python3")))
    assert find(programs) == (str(newest), "")


@pytest.mark.parametrize("version", [None, "3.10"])
def test_without_a_python_one_message_says_so(programs: Path, version: str | None) -> None:
    add(programs, "python3", version)
    found, said = find(programs)
    assert found == ""
    assert said.startswith("Ouro needs Python 3.11 to 3.14 that can make environments, ")
    assert said.endswith("On Debian: apt-get install python3 python3-venv")
    assert "\n" not in said


def test_a_python_that_is_named_is_taken(programs: Path) -> None:
    add(programs, "python3.13", "3.13")
    named = str(add(programs, "mine", "3.11"))
    assert find(programs, named) == (named, "")


@pytest.mark.parametrize(("version", "lacks"), [("3.10", "false"), ("3.12", "true")])
def test_a_named_python_that_cannot_be_used_is_one_message(
    programs: Path, version: str | None, lacks: str
) -> None:
    add(programs, "python3.13", "3.13")
    named = str(add(programs, "mine", version, lacks))
    found, said = find(programs, named)
    assert found == ""
    assert said.startswith(f"OURO_PYTHON is {named}, which is not Python 3.11 to 3.14 that ")
    assert "\n" not in said
    done = run(programs, "use_environment requirements", named)
    assert (done.returncode, done.stderr.strip()) == (1, said)


@pytest.mark.parametrize(("named", "folder"), [("", ".venv"), ("mine", ".venv-3.12")])
def test_a_named_python_has_an_environment_of_its_own(
    programs: Path, named: str, folder: str
) -> None:
    add(programs, "mine", "3.12")
    commands = 'is_current() { :; }; use_environment requirements; echo "$python"'
    assert run(programs, commands, named).stdout == f"{ROOT / folder}/bin/python\n"


def test_the_project_names_the_same_versions() -> None:
    listed = re.search(r'^versions="([0-9. ]+)"', SCRIPT.read_text(), re.MULTILINE)
    assert listed is not None
    versions = listed[1].split()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    prefix = "Programming Language :: Python :: "
    assert project["classifiers"] == [prefix + version for version in reversed(versions)]
    assert project["requires-python"] == f">={versions[-1]}"
