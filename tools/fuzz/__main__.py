"""`script/fuzz TARGET`: search for inputs that break a parser."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

FOLDER = Path(__file__).resolve().parents[2] / ".fuzz"
"""Folder for inputs that break a target, and for the corpus of the guided engine."""


def fuzz(
    target: Annotated[str, typer.Argument(help="A reader, or `all`; lists them by default.")] = "",
    seconds: Annotated[float, typer.Option(help="How long to look, for each reader.")] = 60,
    blind: Annotated[bool, typer.Option(help="Mutate blindly, without atheris.")] = False,
    again: Annotated[Path | None, typer.Option(help="Try only this input, found before.")] = None,
    seed: Annotated[int, typer.Option(help="Where the blind engine begins.")] = 1,
) -> None:
    """Search for inputs that cause an unexpected error in a reader, or violate its property.

    If atheris is installed, coverage guides the search; otherwise, and with --blind, valid inputs
    are mutated at random. The exit code is not 0 when such an input is found.
    """
    names = _names()
    if target == "all":
        flags = ("--seconds", str(seconds), "--seed", str(seed), *(["--blind"] if blind else []))
        raise typer.Exit(max(_run_subprocess(name, *flags) for name in names))
    if target not in names:
        print("\n".join(names))
        raise typer.Exit(2 if target else 0)
    folder = FOLDER / target
    if again is None and not blind and importlib.util.find_spec("atheris"):
        from tools.fuzz import guided  # noqa: PLC0415 - before the parsers are imported

        guided.fuzz_guided(target, seconds, folder)
    else:
        _fuzz_blindly(target, seconds, folder, again, seed)


def _fuzz_blindly(name: str, seconds: float, folder: Path, again: Path | None, seed: int) -> None:
    from tools.fuzz import blind  # noqa: PLC0415 - as above
    from tools.fuzz.targets import TARGETS  # noqa: PLC0415

    if again is not None:
        print("taken" if TARGETS[name].accepts(blind.load_input(again)) else "refused")
    elif blind.fuzz_blindly(TARGETS[name], seconds, folder, seed):
        raise typer.Exit(1)


def _names() -> list[str]:
    """The names of the targets, from another process, as they must not be imported here yet."""
    program = "from tools.fuzz.targets import TARGETS; print(*TARGETS)"
    done = subprocess.run(  # noqa: S603 - Python itself, with this text
        [sys.executable, "-P", "-c", program], check=True, capture_output=True, text=True
    )
    return done.stdout.split()


def _run_subprocess(name: str, *flags: str) -> int:
    return subprocess.run(  # noqa: S603 - this program, with a name of the list
        [sys.executable, "-P", "-m", "tools.fuzz", name, *flags], check=False
    ).returncode


if __name__ == "__main__":
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(fuzz)
    app(prog_name="script/fuzz")
