"""The command line of the kernels: `python -m tools.drills --seconds 60`."""

from pathlib import Path
from typing import Annotated

import typer

from solver.drills.kernels import all_kernels
from solver.explain.techniques import OTHER_RULES, PRACTISED
from tools.drills.mining import mine, select

KERNELS = Path(__file__).resolve().parents[2] / "solver" / "drills" / "kernels.txt"


def mine_kernels(
    names: Annotated[list[str] | None, typer.Argument(help="Techniques; by default all.")] = None,
    *,
    seconds: Annotated[float, typer.Option(help="Processor time for mining.")] = 60,
    each: Annotated[float, typer.Option(help="Processor time to select those of each.")] = 3,
    seed: Annotated[int, typer.Option(help="Of the loops that are searched.")] = 1,
) -> None:
    """Mine kernels on random loops and write `solver/drills/kernels.txt`.

    Those of other techniques than the named ones stay, and those of other rules, made by hand;
    docs/practice.md tells how they are chosen.
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


if __name__ == "__main__":
    typer.run(mine_kernels)
