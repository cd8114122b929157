"""`script/fuzz TARGET`: search with Hypothesis for texts that break a parser."""

import time
import traceback
import warnings
from pathlib import Path
from typing import Annotated

import typer
from hypothesis import find, settings
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.errors import HypothesisWarning, NoSuchExample

from tools.fuzz.targets import TARGETS, Target, inputs

FOLDER = Path(__file__).resolve().parents[2] / ".fuzz"
"""Folder of the texts that broke a target; they are tried first."""
SLOW_SECONDS = 1.0
"""Processor time that a target may take for a text."""
ROUND = 1000
"""Number of texts between two looks at the clock."""
SHOWN = 500
"""Number of characters of a text that are printed."""


def fuzz(
    target: Annotated[str, typer.Argument(help="A reader, or `all`; lists them by default.")] = "",
    seconds: Annotated[float, typer.Option(help="How long to look, for each reader.")] = 60,
    examples: Annotated[
        int | None, typer.Option(min=1, help="How many texts to try instead, for each reader.")
    ] = None,
) -> None:
    """Search for texts that cause an unexpected error in a reader, take it over a second, or
    violate its property.

    The exit code is not 0 when one is found. It is made as simple as possible, and kept to be
    tried first the next time.
    """
    names = TARGETS.keys() if target == "all" else TARGETS.keys() & {target}
    if not names:
        print("\n".join(TARGETS))
        raise typer.Exit(2 if target else 0)
    broken = [_search(TARGETS[name], seconds, examples) for name in TARGETS if name in names]
    raise typer.Exit(int(any(broken)))


def _search(target: Target, seconds: float, examples: int | None) -> bool:
    """Try texts on a target, and print the simplest one that breaks it; whether there is one."""
    end, tried, texts = time.monotonic() + seconds, 0, inputs(list(target.seeds()))
    chosen = settings(
        max_examples=examples or ROUND,
        database=DirectoryBasedExampleDatabase(FOLDER),
        deadline=None,
        derandomize=False,
    )
    while not tried or (examples is None and time.monotonic() < end):
        tried += chosen.max_examples
        try:
            with warnings.catch_warnings(action="ignore", category=HypothesisWarning):  # long texts
                text = find(
                    texts,
                    lambda text: _failure(target, text) is not None,
                    settings=chosen,
                    database_key=target.name.encode(),
                )
        except NoSuchExample:
            continue
        _report(target, text)
        return True
    print(f"{target.name}: none of {tried:,} texts broke it", flush=True)
    return False


def _failure(target: Target, text: str) -> Exception | None:
    """What is wrong with how a target reads a text: an unexpected error, a violated property."""
    start = time.process_time()
    try:
        target.accepts(text)
        assert time.process_time() - start < SLOW_SECONDS, f"it takes over {SLOW_SECONDS} s"
    except Exception as error:
        return error
    return None


def _report(target: Target, text: str) -> None:
    """Print the error, the text, and how to see it again."""
    traceback.print_exception(_failure(target, text))
    shown = ascii(text) if len(text) <= SHOWN else f"{text[:SHOWN]!a}…, {len(text):,} characters"
    print(f"{target.name}: broken by {shown}")
    print(f"Again: script/fuzz {target.name} --examples 1", flush=True)


if __name__ == "__main__":
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(fuzz)
    app(prog_name="script/fuzz")
