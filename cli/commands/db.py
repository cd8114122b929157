"""`ouro db`: the database of the bot."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from cli.output import BAD, GOOD, AsJson, Output, sentence
from cli.status import ExitStatus

Database = Annotated[
    str | None,
    typer.Option(
        help="sqlite:///FILE or postgresql://…, instead of what OURO_DATABASE and OURO_DATA say."
    ),
]


def build_db() -> typer.Typer:
    """Build the commands of `ouro db`."""
    app = typer.Typer(
        help="Upgrade, back up, restore and check the bot's database.", no_args_is_help=True
    )
    app.command("upgrade")(upgrade)
    app.command("backup")(backup)
    app.command("restore")(restore)
    app.command("mark-restored")(mark_restored)
    app.command("check")(check)
    return app


def upgrade(database: Database = None) -> None:
    """Bring the database to the schema of this version, or make it; the bot does so too."""
    print(_database_functions().upgrade(database))


def backup(
    target: Annotated[
        Path, typer.Argument(help="The file to write, which must not exist; with --keep a folder.")
    ],
    keep: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Name the file after the time, and delete all but the newest N of the folder.",
        ),
    ] = None,
    database: Database = None,
) -> None:
    """Copy the database to a file, also while the bot is running."""
    print(_database_functions().back_up_to(target, keep, database))


def restore(
    file: Annotated[Path, typer.Argument(help="What `ouro db backup` wrote.")],
    database: Database = None,
) -> None:
    """Restore a backup where there is no database; stop the bot first."""
    print(_database_functions().restore_from(file, database))


def mark_restored(database: Database = None) -> None:
    """Say that the database was restored by other means, such as pg_restore; the bot is stopped.

    What was due before now is then not sent again. `ouro db restore` does so by itself.
    """
    print(_database_functions().mark_restored(database))


def check(database: Database = None, as_json: AsJson = False) -> None:
    """Report the rules that the database breaks; the exit code is 1 if it breaks any."""
    broken = _database_functions().broken_invariants(database)
    if as_json:
        print(json.dumps({"ok": not broken, "broken": [asdict(invariant) for invariant in broken]}))
    else:
        Output().show(
            [sentence(f"{invariant.rows} x {invariant.sentence}", BAD) for invariant in broken]
            or [sentence("The database is in order.", GOOD)]
        )
    if broken:
        sys.exit(ExitStatus.FAILED)


def _database_functions() -> ModuleType:
    from cli import database  # noqa: PLC0415 - its imports take 0.6 s, and only these need them

    return database
