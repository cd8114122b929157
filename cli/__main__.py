"""The command line `ouro`."""

import os
import sys

import typer

from cli.commands.backbone import backbone
from cli.commands.book import book
from cli.commands.check import check
from cli.commands.cnf import cnf
from cli.commands.convert import convert
from cli.commands.db import build_db
from cli.commands.doctor import doctor
from cli.commands.enumerate import count, enumerate_solutions
from cli.commands.explain import explain
from cli.commands.generate import generate
from cli.commands.health import health
from cli.commands.hint import hint
from cli.commands.rate import rate
from cli.commands.render import render
from cli.commands.sandbox import sandbox
from cli.commands.solve import solve
from cli.errors import UsageError, escape_for_terminal
from cli.status import ExitStatus
from puzzle.errors import PuzzleError
from renderer.errors import RendererError
from solver.errors import SolverError
from store.errors import StoreError


def build_app() -> typer.Typer:
    """Build the command line with all its commands."""
    app = typer.Typer(
        name="ouro",
        help="Slitherlink in the terminal.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    for command in (
        solve,
        hint,
        check,
        explain,
        rate,
        render,
        generate,
        book,
        convert,
        cnf,
        count,
        backbone,
        sandbox,
        doctor,
        health,
    ):
        app.command()(command)
    app.command("enumerate")(enumerate_solutions)
    app.add_typer(build_db(), name="db")
    return app


def main() -> None:
    """Run a command; a foreseen error is printed as one sentence and sets the exit code."""
    try:
        build_app()(prog_name="ouro")
    except (UsageError, PuzzleError, RendererError, SolverError) as error:
        print(escape_for_terminal(str(error)), file=sys.stderr)
        sys.exit(ExitStatus.BAD_INPUT)
    except StoreError as error:
        print(escape_for_terminal(str(error)), file=sys.stderr)
        sys.exit(ExitStatus.FAILED)
    except KeyboardInterrupt:
        sys.exit(ExitStatus.INTERRUPTED)
    except BrokenPipeError:  # the reader of the output has ended, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(ExitStatus.FAILED)
    except OSError as error:
        sentence = f"{error.filename or 'The system'}: {error.strerror}"
        print(escape_for_terminal(sentence), file=sys.stderr)
        sys.exit(ExitStatus.FAILED)


if __name__ == "__main__":
    main()
