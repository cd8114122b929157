"""The command line of the kernels: `python -m tools.drills mine --seconds 60`."""

import statistics
import time
from pathlib import Path
from typing import Annotated

import typer

from solver.drills import Drill, make_drill
from solver.drills.kernels import ANY, Kernel, all_kernels
from solver.explain.techniques import OTHER_RULES, PRACTISED
from tools.drills.mining import mine, select

app = typer.Typer(name="python -m tools.drills", no_args_is_help=True, add_completion=False)
KERNELS = Path(__file__).resolve().parents[2] / "solver" / "drills" / "kernels.txt"


@app.callback()
def _all() -> None:
    """Mine the kernels of which drills are made; docs/practice.md tells how."""


@app.command("mine")
def mine_kernels(
    names: Annotated[list[str] | None, typer.Argument(help="Techniques; by default all.")] = None,
    *,
    seconds: Annotated[float, typer.Option(help="Processor time for mining.")] = 60,
    each: Annotated[float, typer.Option(help="Processor time to select those of each.")] = 3,
    seed: Annotated[int, typer.Option(help="Of the loops that are searched.")] = 1,
) -> None:
    """Mine kernels on random loops and write `solver/drills/kernels.txt`.

    Those of other techniques than the named ones stay, and those of other rules, made by hand.
    """
    every = [row.name for row in PRACTISED if row.name not in OTHER_RULES]
    if not {*every}.issuperset(names or ()):
        raise typer.BadParameter(f"the techniques of mined drills are {', '.join(every)}")
    found, kept = mine(seconds, seed), {**all_kernels()}
    for name, kernels in select(found, each, names or every):
        print(f"{name:24} found {len(found[name]):5}  kept {len(kernels):3}", flush=True)
        kept[name] = tuple(kernels)
    lines: list[str] = []
    for name in (row.name for row in PRACTISED):
        lines += [name, *(kernel.line for kernel in kept.get(name, ()))]
    KERNELS.write_text("\n".join(lines) + "\n", "utf-8")


@app.command("measure")
def measure(
    names: Annotated[list[str] | None, typer.Argument(help="Techniques; by default all.")] = None,
    seeds: Annotated[int, typer.Option(help="Number of drills of each.")] = 100,
) -> None:
    """Make drills and print the processor time of each, and how many differ up to symmetry."""
    for name in names or all_kernels():
        times, different = list[float](), set[Kernel]()
        for seed in range(seeds):
            start = time.process_time()
            drill = make_drill(name, seed)
            times.append(1000 * (time.process_time() - start))
            different.add(shape_of(drill))
        middle, most = statistics.median(times), max(times)
        print(f"{name:24} ms {middle:4.0f} most {most:4.0f} different {len(different)}", flush=True)


def shape_of(drill: Drill) -> Kernel:
    """A drill with its answer, the same for all its rotations and reflections."""
    puzzle, answer = drill.board.puzzle, drill.answer
    told = puzzle.rules.clue_text
    cells = "".join(ANY if clue is None else told(clue) for clue in puzzle.clues)
    edges = "".join(
        " +x"[answer[edge]] if edge in answer else ".10"[mark]
        for edge, mark in enumerate(drill.board.marks)
    )
    return Kernel(puzzle.grid.rows, puzzle.grid.cols, "", cells, edges).images()[0]


if __name__ == "__main__":
    app()
