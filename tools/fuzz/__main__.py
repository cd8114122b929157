"""`script/fuzz TARGET`: search for inputs that break a parser."""

import time
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from tools.fuzz.engine import load_input, save_input, try_inputs
from tools.fuzz.mutants import inputs
from tools.fuzz.targets import TARGETS, Target

FOLDER = Path(__file__).resolve().parents[2] / ".fuzz"
"""Folder for inputs that break a target."""


def fuzz(
    target: Annotated[str, typer.Argument(help="A reader, or `all`; lists them by default.")] = "",
    seconds: Annotated[float, typer.Option(help="How long to look, for each reader.")] = 60,
    again: Annotated[Path | None, typer.Option(help="Try only this input, found before.")] = None,
    seed: Annotated[int, typer.Option(help="Of the mutations.")] = 1,
) -> None:
    """Search for inputs that cause an unexpected error in a reader, or violate its property.

    Valid inputs are mutated at random. The exit code is not 0 when such an input is found.
    """
    names = TARGETS.keys() if target == "all" else TARGETS.keys() & {target}
    if not names:
        print("\n".join(TARGETS))
        raise typer.Exit(2 if target else 0)
    if again is not None:
        print("taken" if TARGETS[target].accepts(load_input(again)) else "refused")
        return
    broken = [_search(TARGETS[name], seconds, seed) for name in TARGETS if name in names]
    raise typer.Exit(int(any(broken)))


def _search(target: Target, seconds: float, seed: int) -> int:
    """Try inputs for so long; the number of those that broke the target, which are saved."""
    end = time.monotonic() + seconds
    texts = inputs(list(target.seeds()), Random(seed))
    found = try_inputs(target, takewhile(lambda _: time.monotonic() < end, texts))
    for error, text in found.broken:
        print(f"{target.name}: {error} with {save_input(text, FOLDER / target.name)}")
    print(f"{target.name}: {found.tried:,} inputs, {len(found.broken)} of which broke it")
    return len(found.broken)


if __name__ == "__main__":
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(fuzz)
    app(prog_name="script/fuzz")
