"""The upgrade of a clone, with a stand-in for systemd, and the compiling of its code."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PROGRAM = "#!/bin/sh\necho {version}\nexit {status}\n"
SYSTEMCTL = '#!/bin/sh\necho "$* $(../installed/script/ouro)" >>../calls\n'


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    path = f"{folder.parent}/programs:{os.environ['PATH']}"
    return subprocess.run(
        command,
        cwd=folder,
        env={"PATH": path, "HOME": str(folder.parent)},
        capture_output=True,
        text=True,
        check=False,
    )


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    file.chmod(0o755)


def publish(folder: Path, version: str, status: int = 0) -> None:
    """Commit a version whose installation ends with a status."""
    write(folder / "script" / "ouro", PROGRAM.format(version=version, status=0))
    write(folder / "script" / "install", PROGRAM.format(version=version, status=status))
    run(folder, "git", "add", ".")
    author = ("-c", "user.name=test", "-c", "user.email=test@example.org")
    assert run(folder, "git", *author, "commit", "--message", version).returncode == 0


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """A repository, of which `installed` is a clone beside it."""
    folder = tmp_path / "published"
    write(tmp_path / "programs" / "systemctl", SYSTEMCTL)
    write(folder / "script" / "upgrade", (ROOT / "script" / "upgrade").read_text())
    run(folder, "git", "init")
    publish(folder, "old")
    run(tmp_path, "git", "clone", "published", "installed")
    return folder


@pytest.mark.parametrize(("status", "started"), [(0, "new"), (1, "old")])
def test_the_service_stops_is_upgraded_and_starts(
    published: Path, status: int, started: str
) -> None:
    """A version whose packages cannot be installed is taken back."""
    publish(published, "new", status)
    done = run(published.parent / "installed", "script/upgrade")
    assert done.returncode == status, done.stderr
    calls = (published.parent / "calls").read_text().splitlines()
    assert calls == ["stop ouro old", f"start ouro {started}"]


def test_a_clone_with_commits_of_its_own_is_started_as_it_was(published: Path) -> None:
    installed = published.parent / "installed"
    publish(installed, "mine")
    publish(published, "new")
    assert run(installed, "script/upgrade").returncode == 1
    calls = (published.parent / "calls").read_text().splitlines()
    assert calls == ["stop ouro mine", "start ouro mine"]
    assert run(installed, "git", "status", "--porcelain").stdout == ""


def test_code_is_compiled_once_for_each_commit(published: Path) -> None:
    """Where a service may not write, each of its processes would compile it again."""
    installed = published.parent / "installed"
    shutil.copy(ROOT / "script" / "environment", installed / "script")
    write(installed / "puzzle" / "__init__.py", "")
    python = f'#!/bin/sh\necho >>../compilations\nexec {sys.executable} "$@"\n'
    write(installed / ".venv" / "bin" / "python", python)
    commands = "source script/environment; is_current() { :; }; use_environment requirements"

    def compilations() -> int:
        assert run(installed, "bash", "-euc", commands).returncode == 0
        return len((published.parent / "compilations").read_text())

    assert [compilations(), compilations()] == [1, 1]
    assert [*(installed / "puzzle" / "__pycache__").glob("__init__.*.pyc")]
    publish(published, "new")
    run(installed, "git", "pull")
    assert [compilations(), compilations()] == [2, 2]
