"""`script/tune`: search for options that solve a set of puzzles faster than the defaults."""

import random
from dataclasses import fields
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from cli.errors import UsageError
from cli.inputs import BOUNDS, Source
from cli.options import format_options
from puzzle.errors import PuzzleError
from puzzle.model import Puzzle
from puzzle.notation import parse_puzzle
from solver.options import DEFAULT_OPTIONS, CutPolicy, Options, Phase
from tools.tuning import tuner
from tools.tuning.tuner import Tuned


def tune(
    dataset: Annotated[Path, typer.Argument(help="A .txt file with one puzzle on every line.")],
    trials: Annotated[int, typer.Option(min=1, help="Maximum number of trials.")] = 200,
    seconds: Annotated[float, typer.Option(min=0, help="Maximum duration of the search.")] = 600,
    train_share: Annotated[
        float, typer.Option(min=0, max=1, help="The share of puzzles to search on.")
    ] = 0.5,
    seed: Annotated[int, typer.Option(min=0, help="Of the split and of the search.")] = 0,
    limit: Annotated[
        float, typer.Option(min=0, help="Leave out puzzles on which the defaults take longer.")
    ] = 5,
) -> None:
    """Search backend, phase, cells, inprocessing and cut policy for the fastest options.

    Times are compared with the defaults puzzle by puzzle; below 1 is faster. The search sees
    one part of the puzzles, and the result is measured on the others.
    """
    puzzles = _puzzles(dataset)
    random.Random(seed).shuffle(puzzles)
    tasks = tuner.measure_tasks(puzzles, DEFAULT_OPTIONS, limit)
    count = round(len(tasks) * train_share)
    training, held_out = tasks[:count], tasks[count:]
    if not training or not held_out:
        raise UsageError(
            f"{len(tasks)} of {len(puzzles)} puzzles are solved in {limit:g} s, which leaves "
            f"{len(training)} to search on and {len(held_out)} to report on; give more puzzles."
        )
    with Console(stderr=True).status("Searching") as status:

        def progress(best: "Tuned") -> None:
            status.update(f"{best.trials} of {trials} trials; best ratio {best.training:.3f}")

        best = tuner.tune(training, DEFAULT_OPTIONS, trials, seconds, seed, progress)
    print(f"{len(training)} puzzles to search on, {len(held_out)} held out.")
    print(f"{best.trials} trials, {best.stopped} of them stopped early.")
    print(f"Search:   mean {best.training:.3f}")
    comparison = tuner.compare(best.options, DEFAULT_OPTIONS, held_out)
    print(f"Held out: {comparison}", flush=True)
    if best.options == DEFAULT_OPTIONS or comparison.mean >= 1:
        print("Nothing better than the defaults was found.")
    print(as_code(best.options))
    print(f"--options {format_options(best.options)}")


def as_code(options: Options) -> str:
    """A Python expression for options, with only the values that differ from the defaults.

    >>> as_code(Options(backend="minisat22", phase=Phase.LINE, policy=CutPolicy(negation=4)))
    "Options(backend='minisat22', phase=Phase.LINE, policy=CutPolicy(negation=4))"
    """
    return _code(options)


def _code(value: object) -> str:
    if isinstance(value, Phase):
        return str(value)
    if not isinstance(value, Options | CutPolicy):
        return repr(value)
    chosen = [
        f"{f.name}={_code(getattr(value, f.name))}"
        for f in fields(value)
        if getattr(value, f.name) != f.default
    ]
    return f"{type(value).__name__}({', '.join(chosen)})"


def _puzzles(path: Path) -> list[Puzzle]:
    source = Source(None, path)
    if not source.is_batch:
        raise UsageError(f"{path} is not a list; give a .txt file with one puzzle on every line.")
    puzzles = []
    for text in source.puzzles():
        try:
            puzzles.append(parse_puzzle(text.text, BOUNDS))
        except PuzzleError as error:
            raise UsageError(f"{path}, line {text.line}: {error}") from None
    return puzzles


if __name__ == "__main__":
    typer.run(tune)
