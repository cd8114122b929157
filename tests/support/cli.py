"""The command line: `ouro` as a process of its own, or one command in this process."""

import os
import subprocess
import sys
from collections.abc import Callable

import typer
from typer.testing import CliRunner

from tests.support.paths import ROOT

UNIQUE = "2x2:2222"
"""A puzzle with one solution."""


def ouro(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "cli", *arguments],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        timeout=60,
        check=False,
    )


def run(command: Callable[..., None], *arguments: str) -> str:
    """What a command prints; it has to end well."""
    app = typer.Typer()
    app.command()(command)
    done = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout
