"""The command line of the benchmarks; see docs/benchmarks.md."""

import typer

from tools.bench.commands.clues import clues
from tools.bench.commands.costs import costs
from tools.bench.commands.generate import time_generating
from tools.bench.commands.hints import hints
from tools.bench.commands.load import load
from tools.bench.commands.pictures import pictures
from tools.bench.commands.solve import solve


def build_app() -> typer.Typer:
    """The command line with one command for each benchmark."""
    app = typer.Typer(
        name="script/bench",
        help="Measure Ouro beside its peers; docs/benchmarks.md explains the output.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    for command in (solve, clues, hints, pictures, costs, load):
        app.command()(command)
    app.command("generate")(time_generating)
    return app


if __name__ == "__main__":
    build_app()(prog_name="script/bench")
