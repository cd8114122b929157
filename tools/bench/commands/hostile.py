"""Random and mutated inputs for every parser: none may be slow or cause an unexpected error."""

from itertools import islice
from random import Random
from typing import Annotated

import typer

from tools.bench.measure import print_machine
from tools.fuzz.engine import try_inputs
from tools.fuzz.mutants import inputs
from tools.fuzz.targets import TARGETS


def hostile(
    names: Annotated[
        list[str] | None, typer.Argument(help="Names of readers; all by default.")
    ] = None,
    count: Annotated[int, typer.Option("--inputs", help="Inputs for each reader.")] = 100_000,
    limit: Annotated[float, typer.Option(help="Milliseconds that one may take.")] = 100,
    seed: int = 1,
) -> None:
    """Give every reader random and mutated inputs: none may be slow or cause an unexpected error.

    Times are CPU times, so that other programs have no influence; the slowest inputs are read
    again. The exit code is 1 when an input is over the limit or causes an unexpected error.
    """
    if unknown := set(names or ()) - TARGETS.keys():
        raise typer.BadParameter(f"{', '.join(sorted(unknown))}; choose of {', '.join(TARGETS)}")
    print_machine()
    print(f"\n{'':16} {'inputs':>9} {'read':>9} {'refused':>9} {'max ms':>9} {'of':>9}")
    failures: list[str] = []
    for name in names or TARGETS:
        target = TARGETS[name]
        found = try_inputs(target, islice(inputs(list(target.seeds()), Random(seed)), count))
        seconds, slowest = found.slowest()
        refused = found.tried - found.taken - len(found.broken)
        print(
            f"{name:16} {found.tried:9,} {found.taken:9,} {refused:9,}"
            f" {seconds * 1e3:9.2f} {len(slowest):9,}",
            flush=True,
        )
        failures += found.failures(limit / 1e3)
    print("\n" + ("\n".join(failures) or "None broke a reader, none was slow."))
    if failures:
        raise typer.Exit(1)
