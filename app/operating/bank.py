"""`ouro bank`: many puzzles in Parquet files, and those of the bot's database."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from app.operating.db import DatabaseOption, StoreCommands
from cli.endings import check_ending
from cli.output import AsJson, Output, sentence
from cli.status import ExitStatus

BankPath = Annotated[Path, typer.Argument(help="What `ouro generate --out` wrote.")]


def build_bank() -> typer.Typer:
    """Report on puzzles in Parquet files, and give them to the bot.

    These are the commands of `ouro bank`.
    """
    app = typer.Typer(no_args_is_help=True, cls=StoreCommands)
    app.command("report")(report)
    app.command("import")(import_bank)
    app.command("stock")(stock)
    return app


def report(
    bank: BankPath,
    out: Annotated[
        Path | None, typer.Option(help="Also draw plots into a .png, .svg or .pdf file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Count what is in a bank: levels by size, scores, symmetries, techniques."""
    check_ending("--out", out, ["png", "svg", "pdf"])
    if as_json:
        print(_functions().report_json(bank, out))
    else:
        Output().show(_functions().report_lines(bank, out))


def import_bank(bank: BankPath, database: DatabaseOption = None, as_json: AsJson = False) -> None:
    """Give puzzles to the bot, which hands them out as new puzzles and dailies.

    Those that it has or that somebody had are left out, so it may be repeated, also while the bot
    is running.
    """
    text, is_sound = _functions().import_bank(bank, database, as_json=as_json)
    print(text)
    if not is_sound:
        sys.exit(ExitStatus.BAD_INPUT)


def stock(database: DatabaseOption = None, as_json: AsJson = False) -> None:
    """Count the puzzles that the bot has in its database to hand out."""
    for line in _functions().stock(database, as_json=as_json):
        Output().show([sentence(line)])


def _functions() -> ModuleType:
    from app.operating import banking  # noqa: PLC0415 - it needs packages of an extra

    return banking
