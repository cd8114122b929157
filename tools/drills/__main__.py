"""The command line of the kernels: `python -m tools.drills mine --seconds 60`."""

from pathlib import Path
from typing import Annotated

import typer

from tools.drills.mining import mine, select

app = typer.Typer(name="python -m tools.drills", no_args_is_help=True, add_completion=False)
KERNELS = Path(__file__).resolve().parents[2] / "solver" / "drills" / "kernels.txt"


@app.callback()
def _all() -> None:
    """Mine the kernels of which drills are made; docs/practice.md tells how."""


@app.command("mine")
def mine_kernels(
    seconds: Annotated[float, typer.Option(help="Processor time for mining.")] = 60,
    each: Annotated[float, typer.Option(help="Processor time to select those of each.")] = 3,
    seed: Annotated[int, typer.Option(help="Of the loops that are searched.")] = 1,
) -> None:
    """Mine kernels on random loops and write `solver/drills/kernels.txt`."""
    found = mine(seconds, seed)
    lines: list[str] = []
    for name, kernels in select(found, each):
        print(f"{name:24} found {len(found[name]):5}  kept {len(kernels):3}", flush=True)
        lines += [name, *(kernel.line for kernel in kernels)]
    KERNELS.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    app()
