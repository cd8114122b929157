"""`ouro db`: the database of the bot."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from cli.status import ExitStatus

Database = Annotated[
    str | None,
    typer.Option(
        help="sqlite:///FILE or postgresql://…, instead of what OURO_DATABASE and OURO_DATA say."
    ),
]


def build_db() -> typer.Typer:
    """The verbs of `ouro db`."""
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
    print(_verbs().upgrade(database))


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not be there yet.")],
    database: Database = None,
) -> None:
    """Copy the database to a file, also while the bot is running."""
    print(_verbs().copy_to(file, database))


def restore(
    file: Annotated[Path, typer.Argument(help="What `ouro db backup` wrote.")],
    database: Database = None,
) -> None:
    """Bring a backup back where there is no database; stop the bot before."""
    print(_verbs().bring_back(file, database))


def mark_restored(database: Database = None) -> None:
    """Say that the database was restored by other means, such as pg_restore; the bot is stopped.

    What was due before now is then not sent again. `ouro db restore` does so by itself.
    """
    print(_verbs().mark_restored(database))


def check(database: Database = None) -> None:
    """Say what does not hold in the database; the exit code is 1 if anything does not."""
    findings = _verbs().findings(database)
    for finding in findings:
        print(f"{finding.rows} x {finding.sentence}")
    if findings:
        sys.exit(ExitStatus.FAILED)
    print("The database is in order.")


def _verbs() -> ModuleType:
    from cli import database  # noqa: PLC0415 - no other command needs what it loads, 0.6 seconds

    return database
