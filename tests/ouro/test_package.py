"""The package itself: light to import, typed, documented, and also the command line."""

import subprocess
import sys
import typing
from collections.abc import Callable
from types import FunctionType

import pytest

import ouro
from tests.support.cli import ENVIRONMENT, PROGRAM, ouro_process
from tests.support.paths import ROOT

FUNCTIONS = [
    value for name in ouro.__all__ if isinstance(value := getattr(ouro, name), FunctionType)
]
HEAVY = {
    "PIL",
    "aiohttp",
    "alembic",
    "asyncio",
    "discord",
    "numpy",
    "prometheus_client",
    "pydantic",
    "reportlab",
    "rich",
    "sqlalchemy",
    "structlog",
    "typer",
    "urllib.request",
}
"""Libraries that no function of the API needs, Pillow, which only pictures need, and slow ones of
Python's own."""


def named(function: Callable[..., object]) -> str:
    return function.__name__


def test_importing_it_loads_what_it_needs_and_no_more() -> None:
    script = "import sys, ouro; print(*sys.modules, sep='\\n')"
    done = subprocess.run(
        [sys.executable, "-P", "-c", script],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=True,
    )
    loaded = set(done.stdout.split())
    assert "ouro.solving" in loaded
    assert not loaded & HEAVY


def test_types_are_published() -> None:
    assert (ROOT / "ouro" / "py.typed").is_file()


def test_types_of_answers_can_be_imported_from_it() -> None:
    for function in FUNCTIONS:
        kind = typing.get_type_hints(function)["return"]
        for each in typing.get_args(kind) or (kind,):
            assert each in {str, bytes} or getattr(ouro, each.__name__) is each


@pytest.mark.parametrize(
    "arguments",
    [
        ("count", "3x3:i"),
        pytest.param(("solve", "nonsense"), marks=pytest.mark.long),
        pytest.param(("--help",), marks=pytest.mark.long),
    ],
)
def test_python_m_ouro_is_the_command_line(arguments: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "ouro", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=ENVIRONMENT,
        check=False,
    )
    other = ouro_process(*arguments)
    assert PROGRAM[-1] == "cli"
    assert (done.returncode, done.stdout, done.stderr) == (
        other.returncode,
        other.stdout,
        other.stderr,
    )
