"""The command line of the benchmarks; see docs/benchmarks.md."""

import typer

from tools.bench.commands.bank import bank
from tools.bench.commands.batch import batch
from tools.bench.commands.bulk import bulk
from tools.bench.commands.chat import chat
from tools.bench.commands.costs import costs
from tools.bench.commands.crafted import crafted
from tools.bench.commands.generate import time_generating
from tools.bench.commands.hints import hints
from tools.bench.commands.hostile import hostile
from tools.bench.commands.interactions import interactions
from tools.bench.commands.jobs import jobs
from tools.bench.commands.load import load
from tools.bench.commands.methods import methods
from tools.bench.commands.peers import peers
from tools.bench.commands.profile import profile
from tools.bench.commands.propagate import time_propagation
from tools.bench.commands.rating import rating
from tools.bench.commands.remote import remote
from tools.bench.commands.render import render
from tools.bench.commands.sample import sample
from tools.bench.commands.scale import scale
from tools.bench.commands.scale_bot import scale_bot
from tools.bench.commands.soak import soak
from tools.bench.commands.solve import solve
from tools.bench.commands.teaching import teaching


def build_app() -> typer.Typer:
    """The command line with one command for each benchmark."""
    app = typer.Typer(
        name="script/bench",
        help="Measure Ouro beside its peers; docs/benchmarks.md explains the output.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    for command in (
        solve,
        methods,
        peers,
        crafted,
        scale,
        bulk,
        batch,
        bank,
        hints,
        teaching,
        profile,
        sample,
        rating,
        render,
        hostile,
        jobs,
        remote,
        chat,
        load,
        costs,
        interactions,
        scale_bot,
        soak,
    ):
        app.command()(command)
    app.command("generate")(time_generating)
    app.command("propagate")(time_propagation)
    return app


if __name__ == "__main__":
    build_app()(prog_name="script/bench")
