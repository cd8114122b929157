"""Runs what the Dockerfile runs, below a folder, without a container engine."""

import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from string import Template

from msgspec import Struct

from tests.support.paths import ROOT

LEFT_OUT = ("apt-get", "rm -rf /var/", "useradd")
"""Commands that install packages of the system and make users."""
OWNERS = re.compile(r" --(owner|group) \w+")
PLACE = re.compile(r"(?<![\w.*|}/])/(?=(?:opt|source|usr/local|var)\b)")
"""Where the path of a place of the image begins."""


class Image(Struct, frozen=True):
    """What was built below a folder: the environment variables and the command of a container."""

    root: Path
    variables: dict[str, str]
    command: list[str]

    @property
    def code(self) -> Path:
        return self.root / "opt/ouro"

    @property
    def python(self) -> str:
        return str(self.code / ".venv/bin/python")

    def environment(self, **variables: str) -> dict[str, str]:
        kept = {name: text for name, text in os.environ.items() if not name.startswith("OURO_")}
        path = f"{self.root}/usr/local/bin:{os.environ['PATH']}"
        return {**kept, **self.variables, "PATH": path, **variables}

    def run(self, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the folder of the code, as in a container."""
        return subprocess.run(
            command,
            cwd=self.code,
            env=self.environment(**variables),
            capture_output=True,
            text=True,
            check=False,
        )


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile: their names and what follows."""
    text = re.sub(
        r"^#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    lines = text.replace("\\\n", " ").splitlines()
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines if line)]


def build(root: Path, **arguments: str) -> Image:
    """Do what the Dockerfile says with build arguments; raises `CalledProcessError`."""
    made: dict[str, str] = {}
    variables: dict[str, str] = {}
    folder, command = root, list[str]()
    (root / "usr/local/bin").mkdir(parents=True)
    for name, rest in instructions():
        text = PLACE.sub(f"{root}/", rest)
        if name == "ARG":
            key, _, default = text.partition("=")
            made[key] = arguments.get(key, default)
        elif name == "WORKDIR":
            folder = Path(text)
            folder.mkdir(parents=True, exist_ok=True)
        elif name == "COPY" and not text.startswith("--from"):
            source, place = Template(text).substitute(made).split()
            _copy(source, folder / place)
        elif name == "RUN":
            _run(rest, root, folder, made)
        elif name == "ENV":
            variables = dict(re.findall(r"(\w+)=(\S+)", text))
        elif name == "CMD":
            command = json.loads(text)
    return Image(root, variables, command)


def _copy(source: str, place: Path) -> None:
    """Copy a file, or what .dockerignore leaves of the folder."""
    if source != ".":
        shutil.copy(ROOT / source, place)
        return
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    ignored = [line for line in lines if not line.startswith("#")]
    everywhere = [line.removeprefix("**/") for line in ignored if line.startswith("**/")]
    for path in ROOT.iterdir():
        if path.is_file() or any(fnmatch.fnmatch(path.name, each) for each in ignored):
            continue
        shutil.copytree(path, place / path.name, ignore=shutil.ignore_patterns(*everywhere))


def _run(text: str, root: Path, folder: Path, made: dict[str, str]) -> None:
    commands = [each for each in re.split(r" +&& +", text) if not each.startswith(LEFT_OUT)]
    script = OWNERS.sub("", PLACE.sub(f"{root}/", " && ".join(commands)))
    beyond = re.findall(r"(?<![\w.*|}/])/(?!bin/sh\b)[\w/]+", script.replace(str(root), "root"))
    assert not beyond, f"no place below a folder: {beyond}"
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    subprocess.run(
        ["/bin/sh", "-euc", script],
        cwd=folder,
        env={**environment, **made, "PATH": path},
        check=True,
        stdout=subprocess.DEVNULL,
    )


def megabytes(folder: Path) -> float:
    """The megabytes of the files in a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir()) / 1e6
