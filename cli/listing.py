"""The commands of `ouro`, by name: where each is defined.

Only the module of the command that runs is imported, so that it starts quickly and the list of
commands is printed without any of them.
"""

import ast
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import Struct

from cli.errors import IN_LIBRARY
from service.version import VERSION


class CommandEntry(Struct, frozen=True):
    """A command, or a group of commands.

    `module` is the whole name of the module that defines it, `function` its function there. By
    default that is the function of its name in the module of its name in `cli.commands`.
    """

    name: str
    module: str = ""
    function: str = ""

    def load(self) -> Callable[..., Any]:
        """Import the module of the command and return its function."""
        function: Callable[..., Any] = getattr(import_module(self._module), self._function)
        return function

    @property
    def summary(self) -> str:
        """The line in the help: how the docstring begins, which is read without an import."""
        spec = find_spec(self._module)
        source = Path(spec.origin).read_bytes() if spec is not None and spec.origin else b""
        functions = (each for each in ast.parse(source).body if isinstance(each, ast.FunctionDef))
        found = (each for each in functions if each.name == self._function)
        return " ".join((ast.get_docstring(next(found)) or "").partition("\n\n")[0].split())

    @property
    def _module(self) -> str:
        return self.module or f"{__package__}.commands.{self.name}"

    @property
    def _function(self) -> str:
        return self.function or self.name


PUZZLE_COMMANDS = (
    CommandEntry("solve"),
    CommandEntry("hint"),
    CommandEntry("check"),
    CommandEntry("explain"),
    CommandEntry("review"),
    CommandEntry("practice"),
    CommandEntry("rate"),
    CommandEntry("render"),
    CommandEntry("generate"),
    CommandEntry("book"),
    CommandEntry("convert"),
    CommandEntry("cnf"),
    CommandEntry("count", "cli.commands.enumerate"),
    CommandEntry("enumerate", function="enumerate_solutions"),
    CommandEntry("backbone"),
)
OPERATING_COMMANDS = (
    CommandEntry("sandbox", "app.operating.sandbox"),
    CommandEntry("doctor", "app.operating.doctor"),
    CommandEntry("health", "app.operating.health"),
)
OPERATING_GROUPS = (
    CommandEntry("db", "app.operating.db", "build_db"),
    CommandEntry("bank", "app.operating.bank", "build_bank"),
)
COMMANDS = PUZZLE_COMMANDS if IN_LIBRARY else (*PUZZLE_COMMANDS, *OPERATING_COMMANDS)
GROUPS = () if IN_LIBRARY else OPERATING_GROUPS
"""Groups of commands; the function builds the group, and its docstring begins with their line."""


def build_app(selected: str | None = None) -> typer.Typer:
    """Build the command line; with `selected`, only that command can run.

    The others have their line in the help and nothing else, and not even that if there is such a
    command. With None, all are imported.
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
    lists = selected not in {entry.name for entry in (*COMMANDS, *GROUPS)}
    for entry in (*COMMANDS, *GROUPS):
        if selected not in {None, entry.name}:
            app.command(entry.name, help=entry.summary if lists else None)(_placeholder)
        elif entry in GROUPS:
            app.add_typer(entry.load()(), name=entry.name, help=entry.summary)
        else:
            app.command(entry.name)(entry.load())
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
