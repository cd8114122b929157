"""The benchmarks, a command each; see docs/benchmarks.md."""

import typer

from bench.commands.chat import chat
from bench.commands.crafted import crafted
from bench.commands.generate import time_generating
from bench.commands.hints import hints
from bench.commands.hostile import hostile
from bench.commands.load import load
from bench.commands.methods import methods
from bench.commands.peers import peers
from bench.commands.profile import profile
from bench.commands.rating import rating
from bench.commands.render import render
from bench.commands.sample import sample
from bench.commands.scale import scale
from bench.commands.soak import soak
from bench.commands.solve import solve


def build_app() -> typer.Typer:
    """The benchmarks as one command line."""
    app = typer.Typer(
        name="script/bench",
        help="Measure Ouro beside its peers; docs/benchmarks.md tells how to read it.",
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
        hints,
        profile,
        sample,
        rating,
        render,
        hostile,
        chat,
        load,
        soak,
    ):
        app.command()(command)
    app.command("generate")(time_generating)
    return app


if __name__ == "__main__":
    build_app()(prog_name="script/bench")
