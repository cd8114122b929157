"""`ouro db`: the database of the bot."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from msgspec.structs import asdict
from typer.core import TyperGroup

from app.errors import StartError
from app.settings import load_settings
from cli.errors import UsageError, WorkStoppedError
from cli.output import BAD, GOOD, AsJson, Output, sentence
from cli.status import ExitStatus
from service.playing.pars import Pars
from store import restoration
from store.address import Address, parse_address
from store.backup import back_up, rotate_backups
from store.backup import restore as restore_backup
from store.check import check as check_invariants
from store.database import Database, connect
from store.errors import BadAddressError, StoreError
from store.migrate import migrate, require_newest
from store.pools import MAINTENANCE_SECONDS
from store.versions import newest_version

Result = TypeVar("Result")
DatabaseOption = Annotated[
    str | None,
    typer.Option(
        help="sqlite:///FILE or postgresql://…, instead of what OURO_DATABASE and OURO_DATA say."
    ),
]


class StoreCommands(TyperGroup):
    """Commands on the database, which stop with the sentence of an error of the store."""

    def invoke(self, ctx: Any) -> object:
        """Run a command; raises `WorkStoppedError`."""
        try:
            return super().invoke(ctx)
        except StoreError as error:
            raise WorkStoppedError(str(error)) from None


def build_db() -> typer.Typer:
    """Upgrade, back up, restore and check the bot's database.

    These are the commands of `ouro db`.
    """
    app = typer.Typer(no_args_is_help=True, cls=StoreCommands)
    app.command("upgrade")(upgrade)
    app.command("backup")(backup)
    app.command("restore")(restore)
    app.command("mark-restored")(mark_restored)
    app.command("pars")(compute_pars)
    app.command("check")(check)
    return app


def upgrade(database: DatabaseOption = None) -> None:
    """Bring the database to the schema of this version, or make it; the bot does so too."""
    address = resolve_address(database)
    asyncio.run(migrate(address))
    print(f"The database {address} has schema {newest_version()}.")


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
    database: DatabaseOption = None,
) -> None:
    """Copy the database to a file, also while the bot is running."""
    address = resolve_address(database)
    if keep is None:
        back_up(address, target)
    else:
        target = rotate_backups(address, target, keep, datetime.now(UTC))
    print(f"The database {address} is backed up in {target}.")


def restore(
    file: Annotated[Path, typer.Argument(help="What `ouro db backup` wrote.")],
    database: DatabaseOption = None,
) -> None:
    """Restore a backup where there is no database; stop the bot first."""
    address = resolve_address(database)
    restore_backup(file, address, datetime.now(UTC))
    print(f"The database {address} is restored from {file}.")


def mark_restored(database: DatabaseOption = None) -> None:
    """Say that the database was restored by other means, such as pg_restore; the bot is stopped.

    What was due before now is then not sent again. `ouro db restore` does so by itself.
    """
    address = resolve_address(database)
    mark = partial(restoration.mark, now=datetime.now(UTC))
    in_existing(address, lambda opened: opened.write(mark))
    print(f"The database {address} is marked as restored now: nothing is sent twice.")


def compute_pars(database: DatabaseOption = None) -> None:
    """Compute again what par knows of people and puzzles, from all stored boards.

    The bot does so once by itself; it may be running.
    """
    address = resolve_address(database)
    in_existing(address, lambda opened: Pars(opened, lambda: datetime.now(UTC)).restart())
    print(f"The pars of the database {address} are computed again.")


def check(database: DatabaseOption = None, as_json: AsJson = False) -> None:
    """Report the rules that the database breaks; the exit code is 1 if it breaks any."""
    broken = in_existing(resolve_address(database), lambda opened: opened.read(check_invariants))
    if as_json:
        print(json.dumps({"ok": not broken, "broken": [asdict(invariant) for invariant in broken]}))
    else:
        Output().show(
            [sentence(f"{invariant.rows} x {invariant.sentence}", BAD) for invariant in broken]
            or [sentence("The database is in order.", GOOD)]
        )
    if broken:
        sys.exit(ExitStatus.FAILED)


def resolve_address(database: str | None) -> Address:
    """The address of a database, by default that of the settings.

    Raises `UsageError` when the address or the settings are invalid.
    """
    try:
        return parse_address(database or load_settings().database_address)
    except (StartError, BadAddressError) as error:
        raise UsageError(str(error)) from None


def in_existing(address: Address, work: Callable[[Database], Awaitable[Result]]) -> Result:
    """The result of work in a database of the current schema; raises `UsageError` without one."""

    async def run() -> Result:
        if address.path is not None and not address.path.exists():
            raise UsageError(f"There is no database {address}.")
        await require_newest(address)
        async with connect(address, statement_seconds=MAINTENANCE_SECONDS) as opened:
            return await work(opened)

    return asyncio.run(run())
