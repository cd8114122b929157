"""Runs the command line: `ouro` in this process or in a subprocess, or a single command.

In this process, a command takes milliseconds; as a subprocess, a part of a second. Only tests of
signals, pipes, real terminals and the program itself need a subprocess.
"""

import os
import pty
import signal
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

import pytest
import typer
from typer.testing import CliRunner

from cli.__main__ import main
from tests.support.paths import ROOT

UNIQUE = "2x2:2222"
"""A puzzle with one solution."""

PROGRAM = (sys.executable, "-P", "-m", "cli")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
"""The command and the environment variables of `ouro` as a subprocess."""

Done = subprocess.CompletedProcess[str]


def ouro(*arguments: str, text: str = "") -> Done:
    """Run `ouro` in this process; `text` is its standard input."""
    out, err = StringIO(), StringIO()
    code = _run(arguments, StringIO(text), out, err, {})
    return Done(arguments, code, out.getvalue(), err.getvalue())


def on_terminal(
    *arguments: str, columns: int = 80, only: str = "", typed: str = "", **variables: str
) -> str:
    """What `ouro` in this process writes to a terminal of a width, on which something is `typed`.

    With `only` stdout or stderr, only that stream is a terminal. `variables` are further
    environment variables.
    """
    screen = Screen()
    out, err = (screen if only in {name, ""} else StringIO() for name in ("stdout", "stderr"))
    keyboard = Screen(typed) if typed else StringIO()
    _run(arguments, keyboard, out, err, {**terminal_variables(columns), **variables})
    return screen.getvalue()


class Screen(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def terminal_variables(columns: int) -> dict[str, str]:
    """The environment variables of a terminal of a width."""
    return {"TERM": "xterm-256color", "COLUMNS": str(columns)}


def _run(
    arguments: tuple[str, ...],
    keyboard: StringIO,
    out: StringIO,
    err: StringIO,
    variables: Mapping[str, str],
) -> int:
    """Run `ouro` in this process with these streams and environment variables; its exit code."""
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["ouro", *arguments])
        patch.setattr(sys, "stdin", keyboard)
        patch.setattr(os, "_exit", sys.exit)  # this process goes on
        for name, value in variables.items():
            patch.setenv(name, value)
        with pytest.raises(SystemExit) as end:
            main()
    return int(end.value.code or 0)


def ouro_process(*arguments: str, text: str = "") -> Done:
    """Run `ouro` as a subprocess; `text` is its standard input."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=ENVIRONMENT,
        timeout=600,
        check=False,
    )


def start(*arguments: str) -> subprocess.Popen[str]:
    """Start `ouro` as a subprocess that SIGINT interrupts.

    Shells ignore SIGINT in background jobs, and subprocesses inherit that; it is undone here.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return subprocess.Popen(
            [*PROGRAM, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
        )
    finally:
        signal.signal(signal.SIGINT, before)


def on_real_terminal(*arguments: str, columns: int = 80) -> str:
    """What `ouro` as a subprocess writes to a terminal of a width."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env={**ENVIRONMENT, **terminal_variables(columns)},
    )
    os.close(theirs)
    written = b"".join(_read_all(ours))
    os.close(ours)
    process.wait(timeout=600)
    return written.decode().replace("\r\n", "\n")


def _read_all(number: int) -> Iterator[bytes]:
    """The content of a terminal until its last program ends, which Linux reports as an error."""
    while True:
        try:
            part = os.read(number, 65536)
        except OSError:
            return
        if not part:
            return
        yield part


def run(command: Callable[..., None], *arguments: str) -> str:
    """The output of a single command; asserts that its exit code is 0."""
    app = typer.Typer()
    app.command()(command)
    done = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout
