"""`ouro`: the verbs of the house in a terminal."""

import os
import sys

import typer

from cli.backbone import backbone
from cli.book import book
from cli.check import check
from cli.cnf import cnf
from cli.convert import convert
from cli.db import build_db
from cli.doctor import doctor
from cli.enumerate import count, enumerate_solutions
from cli.errors import UsageError, on_screen
from cli.explain import explain
from cli.generate import generate
from cli.health import health
from cli.hint import hint
from cli.rate import rate
from cli.render import render
from cli.sandbox import sandbox
from cli.solve import solve
from cli.status import Status
from puzzle.errors import PuzzleError
from renderer.errors import RendererError
from solver.errors import SolverError
from store.errors import StoreError
from tools.tuning.__main__ import tune


def build_app() -> typer.Typer:
    """The command line with all its verbs."""
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
        tune,
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
    """Run a command; what a person can put right ends in one sentence, not in a traceback."""
    try:
        build_app()(prog_name="ouro")
    except (UsageError, PuzzleError, RendererError, SolverError) as error:
        print(on_screen(str(error)), file=sys.stderr)
        sys.exit(Status.BAD_INPUT)
    except StoreError as error:
        print(on_screen(str(error)), file=sys.stderr)
        sys.exit(Status.FAILED)
    except KeyboardInterrupt:
        sys.exit(Status.INTERRUPTED)
    except BrokenPipeError:  # the reader went away, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(Status.FAILED)
    except OSError as error:
        what = f"{error.filename or 'The system'}: {error.strerror}"
        print(on_screen(what), file=sys.stderr)
        sys.exit(Status.FAILED)


if __name__ == "__main__":
    main()
