"""The commands of `ouro`, by name: where each is defined, and its line in the help.

Only the module of the command that runs is imported, so that it starts quickly and the list of
commands is printed without any of them.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Annotated, Any

import typer
from msgspec import Struct

from cli.errors import IN_LIBRARY
from service.version import VERSION


class CommandEntry(Struct, frozen=True):
    """A command and one line that describes it.

    `module` is the whole name of the module that defines it, `function` its function there. By
    default that is the function of its name in the module of its name in `cli.commands`.
    """

    name: str
    summary: str
    module: str = ""
    function: str = ""

    def load(self) -> Callable[..., Any]:
        """Import the module of the command and return its function."""
        module = import_module(self.module or f"{__package__}.commands.{self.name}")
        function: Callable[..., Any] = getattr(module, self.function or self.name)
        return function


PUZZLE_COMMANDS = (
    CommandEntry("solve", "Solve a puzzle and say whether its solution is the only one."),
    CommandEntry("hint", "Show the next step a person could find on a board, with its reasons."),
    CommandEntry(
        "check", "Check the marks on a board, and report mistakes in the requested detail."
    ),
    CommandEntry("explain", "Solve a puzzle by steps a person could find, each with its reasons."),
    CommandEntry("review", "Review how a solved board was drawn, stroke by stroke."),
    CommandEntry("practice", "Practise a technique on a small board, or list all techniques."),
    CommandEntry(
        "rate",
        "Rate puzzles: the level of each for people, its score, and what its solution needs.",
    ),
    CommandEntry(
        "render", "Draw a puzzle into a file, with the marks of a saved file or with its solution."
    ),
    CommandEntry(
        "generate", "Make puzzles with one solution that takes steps of a level, one after another."
    ),
    CommandEntry(
        "book",
        "Make a booklet to print: new puzzles, or those of a file, and their answers at the end.",
    ),
    CommandEntry(
        "convert",
        "Write a puzzle in another notation; drawn edges are kept where it has room for them.",
    ),
    CommandEntry(
        "cnf",
        "Write a puzzle as a DIMACS CNF file; comments say which edge each variable stands for.",
    ),
    CommandEntry(
        "count",
        'Print how many solutions a puzzle has, or "at least" how many if a limit is met.',
        module="cli.commands.enumerate",
    ),
    CommandEntry(
        "enumerate",
        "Print the solutions of a puzzle as they are found, in an order that stays the same.",
        function="enumerate_solutions",
    ),
    CommandEntry(
        "backbone", "Find the lines and crosses that are the same in every solution of a puzzle."
    ),
)
OPERATING_COMMANDS = (
    CommandEntry(
        "sandbox",
        "Serve a local chat for a bot in another process, until interrupted.",
        module="app.operating.sandbox",
    ),
    CommandEntry(
        "doctor",
        "Look at settings, token, clock, board page, workers and cluster, and say what to do.",
        module="app.operating.doctor",
    ),
    CommandEntry(
        "health",
        "Ask the bot of this machine whether it lives; the exit code is 1 if it does not.",
        module="app.operating.health",
    ),
)
OPERATING_GROUPS = (
    CommandEntry(
        "db",
        "Upgrade, back up, restore and check the bot's database.",
        module="app.operating.db",
        function="build_db",
    ),
    CommandEntry(
        "bank",
        "Report on puzzles in Parquet files, and give them to the bot.",
        module="app.operating.bank",
        function="build_bank",
    ),
)
COMMANDS = PUZZLE_COMMANDS if IN_LIBRARY else (*PUZZLE_COMMANDS, *OPERATING_COMMANDS)
GROUPS = () if IN_LIBRARY else OPERATING_GROUPS
"""Groups of commands; the function builds the group."""


def build_app(selected: str | None = None) -> typer.Typer:
    """Build the command line; with `selected`, only that command can run.

    The others then have their line in the help and nothing else. With None, all are imported.
    Every command with an option `--out` also reads it as `--output`, as it was called once.
    """
    app = typer.Typer(
        name="ouro",
        help="Slitherlink in the terminal.",
        context_settings={
            "help_option_names": ["-h", "--help"],
            "token_normalize_func": lambda name: "out" if name == "output" else name,
        },
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback()(_options)
    for entry in COMMANDS:
        function = entry.load() if selected in {None, entry.name} else _placeholder
        app.command(entry.name, help=None if function is not _placeholder else entry.summary)(
            function
        )
    for entry in GROUPS:
        if selected in {None, entry.name}:
            app.add_typer(entry.load()(), name=entry.name)
        else:
            app.command(entry.name, help=entry.summary)(_placeholder)
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"ouro {VERSION}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Take the options that belong to no command."""


def _placeholder() -> None:
    """Stand for a command that does not run."""
